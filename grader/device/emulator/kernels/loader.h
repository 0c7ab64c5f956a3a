// loader.h - a module on the device: its PTX, its variables in memory, its kernels decoded when first launched.
#ifndef LOADER_H
#define LOADER_H

#include "../gpus/gpu.h"
#include "../image/fatbin.h"
#include "../machine/code.h"
#include "place.h"
#include "program.h"

typedef struct Module {
    PtxModule *ptx;
    Fatbin fatbin; // resources of its machine code; the PTX that was chosen only if there is none for the GPU
    Memory *memory;
    uint64_t constants; // device address of the constant bank
    uint64_t constant_bytes;
    uint8_t *user_file; // by file index: 1 if a kernel is in the file, or in another one of the same folder
    Program **programs; // by function index, NULL: not launched yet
} Module;

// Reads the fat binary's PTX for the GPU and places its variables in memory. NULL with a CUDA error and a sentence.
Module *module_load(Memory *memory, const Gpu *gpu, const uint8_t *image, size_t size, int *error, char message[512]);
void module_unload(Module *module);
const PtxFunction *module_kernel(const Module *module, const char *name); // NULL: none of that name
// The kernel decoded; NULL with *error filled in if it needs what is not supported.
const Program *module_program(Module *module, const PtxFunction *kernel, DecodeError *error);
// The bytes that a variable of the module begins with, variable->size of them: with addresses filled in, and zeros
// where it has no initial value.
void module_initial(const Module *module, const PtxVariable *variable, uint8_t *bytes);
const PtxVariable *module_variable(const Module *module, const char *name, uint64_t *address);
// The line a student would look at: the innermost inlined place in a file of theirs.
Place module_place(const Module *module, uint32_t location);

#endif
