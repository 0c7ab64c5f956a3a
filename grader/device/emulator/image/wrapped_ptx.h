// wrapped_ptx.h - PTX text put in a fat binary of its own, as nvcc would.
#ifndef WRAPPED_PTX_H
#define WRAPPED_PTX_H

#include <stddef.h>
#include <stdint.h>

// One container with one uncompressed PTX entry for sm_90. The caller frees it; *size is its length.
uint8_t *wrapped_ptx(const char *ptx, size_t *size);

#endif
