// gpu.h - the real GPU of this machine, if there is one: what it is, whether it can be used, and runs of programs on
// it.
//
// The emulated GPU counts and finds faults; the real one gives results and times, of the same executables. Which of
// them a program meets is decided by the runtime library that the loader finds.
#ifndef REAL_GPU_H
#define REAL_GPU_H

#include "../system/paths.h"
#include "../system/process.h"

typedef enum {
    GPU_ABSENT,   // there is no sign of one
    GPU_UNWANTED, // GPU=none
    GPU_UNUSABLE, // there is one, and `why` says what is wrong with it
    GPU_READY,
} RealGpuState;

typedef struct {
    RealGpuState state;
    char why[400]; // GPU_UNUSABLE: one or two sentences, with what to do
    char name[64], driver[32];
    unsigned major, minor; // compute capability
    unsigned multiprocessors;
    double clock_hz;                // the highest of its multiprocessors
    double memory_bytes_per_second; // bus width times clock: nothing is faster
    double l2_bytes;
    char runtime[PATH_BYTES]; // the folder of the toolkit's runtime library
} RealGpu;

// Asks the driver, in a process of its own (`grade gpu`). With GPU=none in the environment it is not asked.
void gpu_find(const Paths *paths, RealGpu *gpu);
// The command of that process: prints what there is as JSON.
int gpu_command(void);
// Whether this user may open the driver's device; words[300] say why not. true where there is no such device.
bool gpu_permitted(const char *device, char words[300]);

// Waits until no other grading measures. Closing the descriptor (which may be -1) releases the lock.
int gpu_lock(const Paths *paths);

// Runs a program on it: arguments are NULL-terminated, the first is the program; folder is private.
typedef struct {
    const char *const *arguments;
    const char *folder;
    const char *preload; // a library for LD_PRELOAD, and where it is to write; NULL: none
    const char *preload_output;
    unsigned step; // of a solution's ladder, from 1 on; 0: the function as it is
    double wall_seconds;
} GpuRun;
void gpu_run(const RealGpu *gpu, const GpuRun *run, ProcessResult *result);

#endif
