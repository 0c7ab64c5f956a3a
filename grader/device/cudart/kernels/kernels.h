// kernels.h - modules, kernels and variables of the program, and launches of kernels.
#ifndef KERNELS_H
#define KERNELS_H

#include "../base/api.h"

// register.c
typedef struct Module Module;
typedef struct Function {
    const void *host; // the stub's address in the program
    const char *name; // in the PTX
    Module *module;
    uint32_t module_handle, kernel; // on the device
    unsigned context;               // context it was found in, 0: not yet
    KernelDescription info;
    int chosen_dynamic, chosen_carveout; // what cudaFuncSetAttribute set, -1: nothing
    int chosen_cluster[3];               // 0: nothing
    bool large_clusters;                 // of more blocks than every GPU can run together
} Function;
typedef struct Variable {
    const void *host;
    const char *name;
    Module *module;
    uint64_t address, size;
    unsigned context;
    void **managed; // where a __managed__ variable's address goes, else NULL
} Variable;
// Finds a kernel by its host address or cudaKernel_t. On success its module is loaded and the device knows the kernel.
cudaError_t function_find(const void *host, Function **function);
cudaError_t variable_find(const void *host, Variable **variable);
// The __managed__ variables that the kernel's module has.
void function_each_managed(const Function *function, void (*visit)(const Variable *variable));
// Modules that the program loads while it runs. The container stays where it is.
Module *module_create(const void *container);
cudaError_t module_prepare(Module *module, uint32_t *handle); // loads it on the device
cudaError_t module_function(Module *module, const char *name, Function **found);
void module_remove(Module *module);
void modules_forget(void); // after a reset: load again at next use

// attributes.c
cudaError_t function_attribute_set(const void *func, enum cudaFuncAttribute attribute, int value);
int function_dynamic_limit(const Function *function); // most dynamic shared memory that a launch may ask for

// launch.c
typedef struct {
    const void *func; // as the program names it
    Function *function;
    dim3 grid, block;
    size_t shared;
    const cudaLaunchAttribute *attributes;
    unsigned attribute_count;
    void **arguments; // to each parameter's value; of an owned work into `packed`
    void **extra;     // or: the parameters packed by the caller (CU_LAUNCH_PARAM_BUFFER_POINTER, ...)
    uint8_t *packed;  // of an owned work: the parameter block
} KernelWork;
cudaError_t kernel_run(const KernelWork *work);
// Whether a launch would be accepted: its shape, shared memory and parameters.
cudaError_t kernel_check(const KernelWork *work);
// Copies the parameters' values to the block, which has room for all of the function's.
cudaError_t kernel_pack(const KernelWork *work, uint8_t *block);

// clusters.c: what a launch's attributes make of the last argument of CALL_LAUNCH; attributes of kernels.
cudaError_t launch_options(const Function *function, const cudaLaunchAttribute *attributes, unsigned count,
                           uint64_t *options);
cudaError_t cluster_attribute_set(Function *function, enum cudaFuncAttribute attribute, int value);

#endif
