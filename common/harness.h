// harness.h - the main() of an exercise whose student writes one function: what differs from interface to interface.
//
//     PROGRAM --case IN --out OUT [--repeat N]
//
// The harness reads the case, puts the inputs and a poisoned output on the device, calls the student's function once,
// waits for the device and writes the output. With --repeat it calls the function N more times, each on a freshly
// poisoned output, writes the last output and the median time of the N calls as "milliseconds".
#ifndef HARNESS_H
#define HARNESS_H

#include "case_file.h"
#include "workbook.h"

enum { HARNESS_MAX_INPUTS = 4 };

struct Interface {
    const char *inputs[HARNESS_MAX_INPUTS]; // names of the float arrays to copy to the device; nullptr ends them
    const char *output;                     // name of the float array that comes back
    const char *rows, *columns;             // integers of the case: the output has rows * columns elements
    // Calls the student's function. inputs are device pointers in the order of the names.
    void (*call)(const CaseFile &input, float *const *inputs, float *output);
};

int harness_main(int argc, char **argv, const Interface &interface);

// An integer of the case that must be there and fit a positive int; stops the program if not.
int harness_size(const CaseFile &input, const char *name);

#endif
