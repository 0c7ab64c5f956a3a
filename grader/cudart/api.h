// api.h - what the files of the runtime library share: results, modules, symbols, memory that both sides see.
//
// Device addresses are numbers here: nothing in this process can follow them. Only host and managed memory, whose
// bytes are a memfd mapped by both sides, has its device address as its host address too.
//
// A launch returns once the device knows that the kernel can run; the program goes on beside the kernel until a call
// of its needs the device, which does one thing after the other. Launches and the calls named Async do not report a
// fault of the device: the first call that waits for the device does, and all calls after it.
#ifndef API_H
#define API_H

#include "channel.h"
#include <cuda_runtime_api.h>

#define API __attribute__((visibility("default")))
// The name a program compiled with per-thread default streams imports. Which stream NULL is makes no difference here,
// but for captures (stream_null_is_own).
#define PER_THREAD(name, suffix)                                                                                       \
    extern __typeof__(name) name##suffix __attribute__((alias(#name), visibility("default")))

// errors.c
// Ends an API call: remembers an error for cudaGetLastError, tells the device of it for its report, and returns it.
cudaError_t api_result(const char *call, cudaError_t error);
// After a call that waited for the device: an error of the context is reported from now on, and what kernels printed is
// written.
cudaError_t waited(const Reply *reply, cudaError_t error);
// After a call that does not wait: an error of the context that no call has waited for is not reported yet.
cudaError_t not_waited(const Reply *reply, cudaError_t error);
// Opens the channel. Returns the context's error if that was reported before.
cudaError_t context_ready(void);
// Waits for the device and returns the context's error.
cudaError_t context_wait(void);
// Waits for the kernels that run and ignores their errors: the host may then touch what they used.
void context_idle(void);
void context_forget(void); // after a reset
#define RESULT(error) return api_result(__func__, error)

// device_properties.c: what the device says of an attribute.
cudaError_t device_attribute(int *value, enum cudaDeviceAttr attribute);

// For a device other than 0: says, once in a program, that there is one, and returns cudaErrorInvalidDevice.
cudaError_t device_missing(int device);

// tensor_maps.c: the function of the driver API of that name, NULL: there is none.
void *driver_function(const char *symbol);

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

// shared.c
typedef enum { MEMORY_UNKNOWN, MEMORY_DEVICE, MEMORY_HOST, MEMORY_MANAGED, MEMORY_REGISTERED } MemoryKind;
typedef struct {
    MemoryKind kind;
    uint64_t base, size, device;
    unsigned flags;
} Region;
uint64_t page_size(void); // of the host: 4 KiB on x86-64; 4, 16 or 64 on arm64
// What an address is: device memory by its range, shared memory by what was allocated.
MemoryKind memory_kind(const void *pointer, Region *region);
// Where the program has registered memory that the device knows by this address; other addresses are returned as they
// are.
const void *memory_of_program(const void *pointer);
// Maps bytes that the device shares at their device address. Closes fd.
cudaError_t region_map(MemoryKind kind, uint64_t address, uint64_t size, uint64_t mapped, int fd, unsigned flags);
cudaError_t region_allocate(void **pointer, size_t size, MemoryKind kind, unsigned flags);
void regions_forget(void); // before a reset: unmaps all

// advice.c
void advice_forget(void); // after a reset

// copy.c: rows of bytes from any memory to any other; 1-D copies have one row.
typedef struct {
    size_t width, rows, to_pitch, from_pitch;
} Shape;
cudaError_t copy_rows(void *to, const void *from, Shape shape, enum cudaMemcpyKind kind, bool waits);
cudaError_t set_rows(const struct cudaMemsetParams *set);

// launch.c
cudaError_t function_attribute_set(const void *func, enum cudaFuncAttribute attribute, int value);

// memory.c, shared.c: these do not look at captures. device_free and device_release take managed memory too; the first
// waits for the device before.
cudaError_t device_allocate(void **pointer, size_t size);
cudaError_t device_free(void *pointer);
cudaError_t device_release(void *pointer);
void pools_freed(uint64_t address); // pools.c: of memory that was freed
void pools_forget(void);            // after a reset

// streams.c
void streams_flush(void); // writes what kernels printed to stdout

#endif
