// transpose.h - what exercises on transposes share: sizes, inputs, oracle. out[x][y] = in[y][x], in is height x width.
#ifndef TRANSPOSE_H
#define TRANSPOSE_H

#include "definition.h"

enum { TRANSPOSE_WIDTH, TRANSPOSE_HEIGHT }; // CaseSpec.size

#define TRANSPOSE_CASE(width, height, ...)                                                                             \
    {                                                                                                                  \
        .label = "width " #width ", height " #height,                                                                  \
        .size = {[TRANSPOSE_WIDTH] = width, [TRANSPOSE_HEIGHT] = height}, __VA_ARGS__                                  \
    }

// The integers width and height, the float array in, the output out.
bool transpose_make(const CaseSpec *spec, uint64_t seed, CaseFile *input);
// Draws both sizes: multiples of 32 from 352 to 416 if the case is measured, else any from 5 to 260 that are none. A
// matrix that is measured is larger than the shared memory and the registers of a block together.
void transpose_draw(uint64_t seed, CaseSpec *spec);
void transpose_check(const Outcome *outcome, CaseResult *result);
double transpose_element(const Outcome *outcome, const char *output, uint64_t i, Expected *like);
double transpose_warps(const CaseSpec *spec);    // elements / 32
double transpose_elements(const CaseSpec *spec); // width * height
// Part.advise: the advice if lanes store (load) neighbours, but elements more often than once.
const char *transpose_stored_twice(const DeviceReport *report, const CaseSpec *spec);
const char *transpose_loaded_twice(const DeviceReport *report, const CaseSpec *spec);

#endif
