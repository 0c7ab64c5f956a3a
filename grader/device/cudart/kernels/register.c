// register.c - what nvcc's start-up code tells of a program: its fat binaries, kernels and variables.
//
// Constructors run before main and only fill tables here. A module is sent to the device when something of it is used
// for the first time, so that a program which never does costs nothing; a module the device cannot load is the error
// of that first use, and its reason is printed once.
#include "../../system/grow.h"
#include "../base/pointer_map.h"
#include "../memory/regions.h"
#include "device_code.h"
#include "kernels.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Module {
    const Wrapper *wrapper;
    unsigned context; // context it was loaded (or refused) in, 0: none
    cudaError_t error;
    uint32_t handle;
    bool removed;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static PointerMap functions, variables; // by address
static Variable **managed;
static size_t managed_count;
static unsigned context = 1; // counts contexts: one more after each reset

static void *must(void *memory) {
    if (!memory) {
        fprintf(stderr, "emulated GPU: no memory left to register the program's kernels\n");
        abort();
    }
    return memory;
}

static void put(PointerMap *map, const void *key, void *entry) {
    if (key) must(pointer_map_put(map, key, entry) ? entry : NULL);
}

static cudaError_t name_exchange(Exchange *exchange, Call call, const Module *module, const char *name) {
    exchange->request = (Request){call, (uint32_t)strlen(name), {module->handle}};
    exchange->payload = name;
    return channel_exchange(exchange);
}

// Gives a __managed__ variable its memory: the same bytes at the same address on both sides.
static cudaError_t managed_share(Variable *variable) {
    Exchange share = {0};
    cudaError_t error = name_exchange(&share, CALL_VARIABLE_SHARE, variable->module, variable->name);
    if (error) return error;
    const uint64_t *value = share.reply.value;
    error = region_map(MEMORY_MANAGED, value[0], value[1], value[2], share.fd, cudaMemAttachGlobal);
    if (error) return error;
    variable->address = value[0];
    variable->size = value[1];
    variable->context = context;
    *variable->managed = (void *)(uintptr_t)value[0];
    return cudaSuccess;
}

void function_each_managed(const Function *function, void (*visit)(const Variable *variable)) {
    for (size_t i = 0; i < managed_count; i++)
        if (managed[i]->module == function->module) visit(managed[i]);
}

static cudaError_t module_load(Module *module) {
    if (module->removed) return cudaErrorCudartUnloading;
    cudaError_t error = context_ready();
    if (error || module->context == context) return error ? error : module->error;
    error = image_send(module->wrapper, &module->handle);
    module->context = context;
    for (size_t i = 0; i < managed_count && !error; i++)
        if (managed[i]->module == module) error = managed_share(managed[i]);
    return module->error = error;
}

static cudaError_t function_prepare(Function *function) {
    cudaError_t error = module_load(function->module);
    if (error || function->context == context) return error;
    Exchange find = {.answer = &function->info, .answer_bytes = sizeof function->info};
    error = name_exchange(&find, CALL_KERNEL, function->module, function->name);
    if (error) return error;
    function->module_handle = function->module->handle;
    function->kernel = (uint32_t)find.reply.value[0];
    function->context = context;
    function->chosen_dynamic = function->chosen_carveout = -1;
    return cudaSuccess;
}

cudaError_t function_find(const void *host, Function **function) {
    pthread_mutex_lock(&lock);
    *function = pointer_map_get(&functions, host);
    cudaError_t error = *function ? function_prepare(*function)
                        : host    ? cudaErrorInvalidResourceHandle
                                  : cudaErrorInvalidDeviceFunction;
    pthread_mutex_unlock(&lock);
    return error;
}

static cudaError_t variable_prepare(Variable *variable) {
    Exchange find = {0};
    cudaError_t error = module_load(variable->module);
    if (error || variable->context == context) return error;
    error = name_exchange(&find, CALL_VARIABLE, variable->module, variable->name);
    if (error) return error;
    variable->address = find.reply.value[0];
    variable->size = find.reply.value[1];
    variable->context = context;
    return cudaSuccess;
}

Module *module_create(const void *container) {
    Module *module = must(calloc(1, sizeof *module));
    Wrapper *wrapper = must(calloc(1, sizeof *wrapper));
    *wrapper = (Wrapper){.magic = WRAPPER_MAGIC, .version = 1, .container = container};
    module->wrapper = wrapper;
    return module;
}

cudaError_t module_prepare(Module *module, uint32_t *handle) {
    pthread_mutex_lock(&lock);
    cudaError_t error = module_load(module);
    *handle = module->handle;
    pthread_mutex_unlock(&lock);
    return error;
}

cudaError_t module_function(Module *module, const char *name, Function **found) {
    Function *function = must(calloc(1, sizeof *function));
    *function = (Function){.name = must(strdup(name)), .module = module};
    pthread_mutex_lock(&lock);
    cudaError_t error = function_prepare(function);
    if (!error) put(&functions, function, function);
    pthread_mutex_unlock(&lock);
    if (error) {
        free((void *)(uintptr_t)function->name);
        free(function);
    } else {
        *found = function;
    }
    return error;
}

void module_remove(Module *module) {
    pthread_mutex_lock(&lock);
    module->removed = true;
    pthread_mutex_unlock(&lock);
}

cudaError_t variable_find(const void *host, Variable **variable) {
    pthread_mutex_lock(&lock);
    *variable = pointer_map_get(&variables, host);
    for (size_t i = 0; i < managed_count && !*variable; i++) // host code names a managed variable by its address
        if (managed[i]->context == context && managed[i]->address == (uint64_t)(uintptr_t)host) *variable = managed[i];
    cudaError_t error = *variable ? variable_prepare(*variable) : cudaErrorInvalidSymbol;
    pthread_mutex_unlock(&lock);
    return error;
}

void modules_forget(void) {
    pthread_mutex_lock(&lock);
    context++;
    pthread_mutex_unlock(&lock);
}

// What nvcc's code calls. The prototypes are those of its crt/host_runtime.h; a handle is a Module.
API void **__cudaRegisterFatBinary(void *wrapper);
API void __cudaRegisterFatBinaryEnd(void **handle);
API void __cudaUnregisterFatBinary(void **handle);
API void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int thread_limit,
                                uint3 *thread, uint3 *block, dim3 *block_size, dim3 *grid_size, int *warp_size);
API void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int external, size_t size,
                           int constant, int global);
API void __cudaRegisterManagedVar(void **handle, void **host, char *device, const char *name, int external, size_t size,
                                  int constant, int global);
API char __cudaInitModule(void **handle);
API cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *host);

void **__cudaRegisterFatBinary(void *wrapper) {
    Module *module = must(calloc(1, sizeof *module));
    module->wrapper = wrapper;
    return (void **)module;
}

void __cudaRegisterFatBinaryEnd(void **handle) { (void)handle; }

// At the program's exit, or when a library is closed. Kernels of it may not be launched any more.
void __cudaUnregisterFatBinary(void **handle) { module_remove((Module *)handle); }

void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int thread_limit,
                            uint3 *thread, uint3 *block, dim3 *block_size, dim3 *grid_size, int *warp_size) {
    (void)device, (void)thread_limit, (void)thread, (void)block, (void)block_size, (void)grid_size, (void)warp_size;
    Function *function = must(calloc(1, sizeof *function));
    *function = (Function){.host = host, .name = name, .module = (Module *)handle};
    pthread_mutex_lock(&lock);
    put(&functions, host, function);
    put(&functions, function, function); // as a cudaKernel_t
    pthread_mutex_unlock(&lock);
}

static Variable *variable_register(void **handle, const void *host, const char *name, size_t size) {
    Variable *variable = must(calloc(1, sizeof *variable));
    *variable = (Variable){.host = host, .name = name, .module = (Module *)handle, .size = size};
    put(&variables, host, variable);
    return variable;
}

void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int external, size_t size,
                       int constant, int global) {
    (void)device, (void)external, (void)constant, (void)global;
    pthread_mutex_lock(&lock);
    variable_register(handle, host, name, size);
    pthread_mutex_unlock(&lock);
}

void __cudaRegisterManagedVar(void **handle, void **host, char *device, const char *name, int external, size_t size,
                              int constant, int global) {
    (void)device, (void)external, (void)constant, (void)global;
    pthread_mutex_lock(&lock);
    must(ARRAY_GROW(managed, managed_count) ? managed : NULL);
    managed[managed_count] = variable_register(handle, host, name, size);
    managed[managed_count++]->managed = host;
    pthread_mutex_unlock(&lock);
}

// Called before host code first touches a __managed__ variable of the module. Without a device the variable still gets
// memory, so that such a program can print its own error.
char __cudaInitModule(void **handle) {
    pthread_mutex_lock(&lock);
    cudaError_t error = module_load((Module *)handle);
    for (size_t i = 0; i < managed_count && error; i++)
        if (managed[i]->module == (Module *)handle && !*managed[i]->managed)
            *managed[i]->managed = must(calloc(1, managed[i]->size));
    pthread_mutex_unlock(&lock);
    api_result(__func__, error);
    return error == cudaSuccess;
}

cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *host) {
    pthread_mutex_lock(&lock);
    *kernel = pointer_map_get(&functions, host);
    pthread_mutex_unlock(&lock);
    return *kernel ? cudaSuccess : api_result(__func__, cudaErrorInvalidResourceHandle);
}

API cudaError_t cudaGetKernel(cudaKernel_t *kernel, const void *host) {
    if (!kernel) RESULT(cudaErrorInvalidValue);
    RESULT(__cudaGetKernel(kernel, host));
}

API cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, const void *host) {
    Function *found;
    if (!function) RESULT(cudaErrorInvalidValue);
    cudaError_t error = function_find(host, &found);
    *function = error ? NULL : (cudaFunction_t)found;
    RESULT(error);
}
