// near.c - near misses that have nothing to do with the subject.
//
// Only exact factors are recognised, and only those that a question's unit makes likely. A sentence is written for the
// mistake, so it tells nobody more than that they made it.
#include "near.h"

typedef struct {
    Unit unit;
    double factor; // what is given over what is right
    const char *says;
} Miss;

#define BITS "That counts bits: a byte has 8 of them"
#define FLOATS "That counts floats: each has 4 bytes"
#define THOUSANDS "That counts in thousands: 1 KiB is 1,024 bytes, 1 MiB is 1,024 KiB"
static const Miss misses[] = {
    {UNIT_BYTES, 8, BITS},
    {UNIT_BYTES, 0.25, FLOATS},
    {UNIT_BYTES, 4, "That takes floats for bytes: the factor of 4 is in it twice"},
    {UNIT_BYTES, 1.0 / 1024, "That is in KiB: the question asks for bytes"},
    {UNIT_BYTES, 1.0 / 1000, "That is in KB: the question asks for bytes"},
    {UNIT_BYTES, 1.0 / (1024 * 1024), "That is in MiB: the question asks for bytes"},
    {UNIT_BYTES, 1e-6, "That is in MB: the question asks for bytes"},
    {UNIT_BYTES, 1000.0 / 1024, THOUSANDS},
    {UNIT_BYTES, 1e6 / (1024 * 1024), THOUSANDS},
    {UNIT_KIB, 8, BITS},
    {UNIT_KIB, 0.25, FLOATS},
    {UNIT_KIB, 1.024, "That is in KB: 1 KiB is 1,024 bytes"},
    {UNIT_KIB, 1024, "That is in bytes: the question asks for KiB"},
    {UNIT_MIB, 8, BITS},
    {UNIT_MIB, 0.25, FLOATS},
    {UNIT_MIB, 1.048576, "That is in MB: 1 MiB is 1,048,576 bytes"},
    {UNIT_MIB, 1024, "That is in KiB: the question asks for MiB"},
    {UNIT_MIB, 1024 * 1024, "That is in bytes: the question asks for MiB"},
    {UNIT_PERCENT, 0.01, "That is the fraction: the question asks for percent, 100 times as much"},
    {UNIT_FRACTION, 100, "That is in percent: the question asks for the fraction"},
    {UNIT_PER_BYTE, 0.5, "A multiplication and its addition are two operations, also as one instruction"},
    {UNIT_PER_BYTE, 4, "That is per float: a float has 4 bytes"},
    {UNIT_PER_BYTE, 2,
     "That is per float, with one operation for a multiplication and its addition: count two, and 4 bytes"},
    {UNIT_PER_BYTE, 0.125, "That is per bit: a byte has 8 of them"},
    {UNIT_SECTORS, 0.25, "That counts lines of 128 bytes: a sector has 32 bytes"},
    {UNIT_SECTORS, 32, "That counts bytes: a sector has 32 of them"},
    {UNIT_SECTORS, 8, "That counts floats: a sector holds 8 of them"},
    {UNIT_REQUESTS, 32, "That counts lanes: one request serves the 32 lanes of a warp"},
    {UNIT_WARPS, 32, "That counts threads: a warp has 32 of them"},
    {UNIT_GFLOPS, 0.001, "That is in TFLOP/s: the question asks for GFLOP/s"},
    {UNIT_GFLOPS, 1000, "That is 1,000 times too much: are the bandwidth in GB/s and the rate in GFLOP/s?"},
    {UNIT_GFLOPS, 0.5, "A multiplication and its addition are two operations, also as one instruction"},
};

const char *near_miss(const Number *number, double right, Unit unit) {
    if (right == 0) return NULL;
    for (unsigned i = 0; i < COUNT_OF(misses); i++)
        if (misses[i].unit == unit && number_rounds(number, misses[i].factor * right, right)) return misses[i].says;
    return NULL;
}
