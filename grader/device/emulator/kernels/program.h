// program.h - a kernel made ready to run, with every function it can reach.
#ifndef PROGRAM_H
#define PROGRAM_H

#include "../machine/code.h"

// Decodes the kernel. variables' offsets must be set (loader.c). NULL with *error filled in if anything in the kernel
// itself is not supported; in a function that it calls that is a fault when it is executed.
Program *program_decode(const PtxModule *module, const PtxFunction *kernel, DecodeError *error);
void program_free(Program *program);

#endif
