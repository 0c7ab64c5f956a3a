// kernels.h - where a program's time on the real GPU goes: its kernels, what they achieve, and what binds them.
#ifndef GPU_KERNELS_H
#define GPU_KERNELS_H

#include "../report/verdict.h"
#include "gpu.h"

// The sum of a run's launches in milliseconds, from the file that libkernel_times.so wrote; 0: there is none, or too
// many to know.
double kernels_sum(const char *times);

typedef struct {
    const RealGpu *gpu;
    const Paths *paths;
    const Exercise *exercise;
    const CaseSpec *timed, *counted; // what was timed, and the case whose counts `report` has
    const DeviceReport *report;
    double bytes; // of the timed problem: inputs and outputs; 0: a program, whose sizes grow with its case
    const char *times;
} KernelsJob;
// Fills time->kernels and the ceilings. What a kernel counts on the small case grows with the problem: with its
// operations where the exercise has them, else with its bytes.
void kernels_attribute(const KernelsJob *job, VerdictTime *time);

// What the device reaches at best, measured once by build/gpu/ceilings and kept in build/reference/.
typedef struct {
    double copy_bytes_per_second, l2_bytes_per_second, flops;
} Ceilings;
bool ceilings_measure(const RealGpu *gpu, const Paths *paths, Ceilings *ceilings);

#endif
