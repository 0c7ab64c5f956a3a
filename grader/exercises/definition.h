// definition.h - what the definitions of exercises share: array lookup, and limits on sectors.
#ifndef DEFINITION_H
#define DEFINITION_H

#include "exercise.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

// The output array of that name if it is floats and has `count` of them; else fills result and returns NULL.
const float *output_floats(const CaseFile *output, const char *name, uint64_t count, CaseResult *result);

// A warp's full request for 4-byte values is 128 bytes. These count sectors per 128 bytes asked for, which equals
// sectors per request when all lanes load one float each, and charges requests of half-empty warps for the empty half.
double sectors_per_full_load(const DeviceReport *report, const CaseSpec *spec);
double sectors_per_full_store(const DeviceReport *report, const CaseSpec *spec);

// The rows of a limits table for these two. 4 sectors are perfect; a quarter more is left for tails.
#define LOAD_SECTOR_LIMIT(hint)                                                                                        \
    {                                                                                                                  \
        .label = "sectors per load request (32 floats)", .measure = sectors_per_full_load, .least = 1, .most = 4.25,   \
        .advice = hint                                                                                                 \
    }
#define STORE_SECTOR_LIMIT(hint)                                                                                       \
    {                                                                                                                  \
        .label = "sectors per store request (32 floats)", .measure = sectors_per_full_store, .least = 1, .most = 4.25, \
        .advice = hint                                                                                                 \
    }

#endif
