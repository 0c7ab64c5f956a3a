// emulated.h - functions of the emulated GPU's runtime library that NVIDIA's does not have
// (grader/device/cudart/memory/case_arrays.c); null on a real GPU.
#ifndef EMULATED_H
#define EMULATED_H

#include <cstddef>

extern "C" {
__attribute__((weak)) int emulatedArrayLoad(const char *name, void *device, size_t bytes);
__attribute__((weak)) int emulatedArrayStore(const char *name, const void *device, size_t bytes);
}

#endif
