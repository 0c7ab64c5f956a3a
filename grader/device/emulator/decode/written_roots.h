// written_roots.h - which memory a kernel's stores can reach, as far as its code tells before it runs.
#ifndef WRITTEN_ROOTS_H
#define WRITTEN_ROOTS_H

#include "../machine/code.h"

// Fills in Program.roots, accesses and writes_anywhere.
void written_roots_find(Program *program);
// Whether the address is that of a parameter, or of a part of one.
bool is_kernel_parameter(const PtxFunction *kernel, const PtxOperand *address);

#endif
