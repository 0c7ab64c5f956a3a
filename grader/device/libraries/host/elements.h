// elements.h - arrays of the types that libraries compute with, as doubles and back.
#ifndef HOST_ELEMENTS_H
#define HOST_ELEMENTS_H

#include <library_types.h>
#include <stddef.h>

// Bytes of an element: halves, bfloat16, float, double, integers of 8 and 32 bits. 0: another type, which nothing here
// computes with.
size_t elements_bytes(cudaDataType type);

// Element i of an array of that type.
double elements_value(cudaDataType type, const void *elements, size_t i);
// The same, rounded to nearest. Integers of 8 bits saturate; those of 32 bits are taken modulo 2^32, as a GPU adds
// them.
void elements_put(cudaDataType type, void *elements, size_t i, double value);

// A copy of `count` elements, which the caller frees; NULL: no memory.
double *elements_widened(cudaDataType type, const void *elements, size_t count);

#endif
