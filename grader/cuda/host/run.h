// run.h - runs a program whose host code is interpreted and whose kernels run on the emulated GPU.
#ifndef CUDA_RUN_H
#define CUDA_RUN_H

#include "gpu.h"
#include "interpret.h"

enum { MOST_PINNED = 64 };

typedef struct Run {
    Unit *unit;
    HostGpu *gpu;
    FILE *out, *errors;
    uint64_t random;
    int last_error;
    struct {
        uint64_t address, size;
    } pinned[MOST_PINNED]; // of the host, and the device's too: that is not supported
    unsigned pinned_count;
} Run;

enum { RUN_FAILED = 125 }; // the program ended because of an error in it

// Calls main(argc, argv) of the unit; its kernels are those of the PTX. Returns the status that it ends with.
int cuda_run(Unit *unit, const char *ptx, int argc, char **argv, FILE *out, FILE *errors);

// What the machine asks of the world, as a program of its own has it.
World run_world(Run *run);

// False: they do not know the function.
bool library_call(Run *run, Machine *machine, const Function *function, const HostValue *arguments, unsigned count,
                  HostValue *result);
bool runtime_call(Run *run, Machine *machine, const Function *function, const HostValue *arguments, unsigned count,
                  HostValue *result);
// False: an argument points to pinned memory, which only a real device sees.
bool runtime_launch(Run *run, Machine *machine, const Function *kernel, const GpuLaunch *launch);

#endif
