// timing.h - how long an exercise's function or program takes on the real GPU, beside the reference's.
#ifndef GPU_TIMING_H
#define GPU_TIMING_H

#include "../report/verdict.h"
#include "gpu.h"

typedef struct {
    const RealGpu *gpu;
    const Paths *paths;
    const Exercise *exercise;
    const char *student, *reference; // programs
    const char *folder;              // private
    // Steps of the reference's ladder, from 1 on: whose time earns no points, and all; 0: the reference itself.
    unsigned plain, full;
    uint64_t seed;
    const DeviceReport *report; // of the student's run of the case `counted`: what its kernels count
    const CaseSpec *counted;
} TimingJob;

// Calls of a function in a run: one that is checked and three that warm up (common/timing.cu), then those with a time.
enum { UNTIMED_CALLS = 4, TIMED_CALLS = 35 };

// Fills what is measured of *time: see VerdictTime. false: it could not be measured, and time->problem says why.
bool gpu_timing(const TimingJob *job, VerdictTime *time);

// Median and quartiles; sorts the samples.
typedef struct {
    double median, low, high;
} Quartiles;
Quartiles quartiles_of(double *samples, unsigned count);

#endif
