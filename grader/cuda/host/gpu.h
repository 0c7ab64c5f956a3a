// gpu.h - the emulated GPU as the interpreter's programs use it. Nothing here needs the emulator's types, so the files
// that know C++ do not need to know the emulator. Errors are numbers of the CUDA runtime, 0 is success.
#ifndef CUDA_HOST_GPU_H
#define CUDA_HOST_GPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct Gpu_ HostGpu;

// Loads the PTX; NULL: message[512] says why not.
typedef struct {
    FILE *out;             // where printf of kernels goes
    unsigned threads;      // that run blocks; 0: one per core
    uint32_t traced;       // accesses kept of each instruction in blocks up to last_block; 0: none
    uint32_t last_block;   //
    uint64_t instructions; // of warps that a launch may take; 0: the usual number
} GpuOptions;
HostGpu *gpu_open(const char *ptx, const GpuOptions *options, char message[512]);
// The PTX as an image that a device loads, to be freed.
uint8_t *gpu_image(const char *ptx, size_t *size);
void gpu_close(HostGpu *gpu);
struct Device *gpu_device(HostGpu *gpu); // for those who read what it counted
int gpu_malloc(HostGpu *gpu, uint64_t size, uint64_t *address);
int gpu_free(HostGpu *gpu, uint64_t address);
int gpu_write(HostGpu *gpu, uint64_t to, const void *bytes, uint64_t size);
int gpu_read(HostGpu *gpu, void *bytes, uint64_t from, uint64_t size);
int gpu_copy(HostGpu *gpu, uint64_t to, uint64_t from, uint64_t size);
int gpu_set(HostGpu *gpu, uint64_t to, int byte, uint64_t size);
int gpu_unwrite(HostGpu *gpu, uint64_t to, uint64_t size); // the bytes count as uninitialised again
void gpu_count_as_written(HostGpu *gpu);                   // all memory, from now on
int gpu_variable(HostGpu *gpu, const char *name, uint64_t *address, uint64_t *size);
int gpu_attribute(const HostGpu *gpu, int attribute, int *value);
int gpu_sticky_error(const HostGpu *gpu);

typedef struct {
    const char *kernel; // as mangled
    uint32_t grid[3], block[3];
    uint64_t shared;
    bool cooperative;
    const uint8_t *const *arguments; // bytes of each
    unsigned argument_count;
} GpuLaunch;
int gpu_launch(HostGpu *gpu, const GpuLaunch *launch);

// What went wrong on the device, as lines of text.
void gpu_print_faults(HostGpu *gpu, FILE *to);
bool gpu_has_faults(HostGpu *gpu);

#endif
