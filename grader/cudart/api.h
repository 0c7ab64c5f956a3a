// api.h - what the files of the runtime library share: results, modules, symbols, memory that both sides see.
//
// Device addresses are numbers here: nothing in this process can follow them. Only host and managed memory, whose
// bytes are a memfd mapped by both sides, has its device address as its host address too.
//
// Launches and the calls named Async do not report a fault of the device: like on a GPU that still runs, the first
// call that waits for the device does, and all calls after it.
#ifndef API_H
#define API_H

#include "channel.h"
#include <cuda_runtime_api.h>

#define API __attribute__((visibility("default")))
// The name a program compiled with per-thread default streams imports. Streams make no difference here.
#define PER_THREAD(name, suffix)                                                                                       \
    extern __typeof__(name) name##suffix __attribute__((alias(#name), visibility("default")))

// errors.c
// Ends an API call: remembers an error for cudaGetLastError, tells the device of it for its report, and returns it.
cudaError_t api_result(const char *call, cudaError_t error);
// Of a call that waited for the device: an error of the context is seen from now on, printed text is written.
cudaError_t waited(const Reply *reply, cudaError_t error);
// Of a call that does not wait: an error that the context has, but that nobody waited for, is not seen yet.
cudaError_t not_waited(const Reply *reply, cudaError_t error);
// Opens the channel; the context's error if it was seen.
cudaError_t context_ready(void);
// The same, and asks the device for its error.
cudaError_t context_wait(void);
void context_forget(void); // after a reset
#define RESULT(error) return api_result(__func__, error)

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
} Function;
typedef struct Variable {
    const void *host;
    const char *name;
    Module *module;
    uint64_t address, size;
    unsigned context;
    void **managed; // where a __managed__ variable's address goes, else NULL
} Variable;
// By the host's address or a cudaKernel_t; the module is loaded and the kernel known to the device if it is success.
cudaError_t function_find(const void *host, Function **function);
cudaError_t variable_find(const void *host, Variable **variable);
void modules_forget(void); // after a reset: load again at next use

// shared.c
typedef enum { MEMORY_UNKNOWN, MEMORY_DEVICE, MEMORY_HOST, MEMORY_MANAGED, MEMORY_REGISTERED } MemoryKind;
typedef struct {
    MemoryKind kind;
    uint64_t base, size, device;
    unsigned flags;
} Region;
// What an address is: device memory by its range, shared memory by what was allocated.
MemoryKind memory_kind(const void *pointer, Region *region);
// Maps bytes that the device shares at their device address. Closes fd.
cudaError_t region_map(MemoryKind kind, uint64_t address, uint64_t size, uint64_t mapped, int fd, unsigned flags);
cudaError_t region_allocate(void **pointer, size_t size, MemoryKind kind, unsigned flags);
void regions_forget(void); // after a reset: unmaps all

// copy.c: rows of bytes from any memory to any other; 1-D copies have one row.
typedef struct {
    size_t width, rows, to_pitch, from_pitch;
} Shape;
cudaError_t copy_rows(void *to, const void *from, Shape shape, enum cudaMemcpyKind kind, bool waits);
cudaError_t set_rows(void *to, size_t pitch, int byte, size_t width, size_t rows);

// streams.c
void streams_flush(void); // writes what kernels printed to stdout

#endif
