// demangle.h - names of kernels as C++ has them.
#ifndef DEMANGLE_H
#define DEMANGLE_H

#include <stddef.h>

// A kernel's name as in C++ source, or as given if it is no mangled name that we can read. The short form has no
// parameters. Always ends with a NUL.
void kernel_demangle(const char *mangled, char *name, size_t size);
void kernel_short_name(const char *mangled, char *name, size_t size);

#endif
