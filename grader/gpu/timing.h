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
    uint64_t seed;
    const DeviceReport *report; // of the student's run of the case `counted`: what its kernels count
    const CaseSpec *counted;
} TimingJob;

// Calls of a function in a run: one that is checked and three that warm up (common/timing.cu), then those with a time.
enum { UNTIMED_CALLS = 4, TIMED_CALLS = 35 };

// Fills what is measured of *time: see VerdictTime. false: it could not be measured, and time->problem says why.
bool gpu_timing(const TimingJob *job, VerdictTime *time);

// The share of a time part's points: 1 up to 1.1 times the reference's time, 0 from 10 times on, linear in the
// logarithm between them.
double time_share(double ratio);

// Median and quartiles; sorts the samples.
typedef struct {
    double median, low, high;
} Quartiles;
Quartiles quartiles_of(double *samples, unsigned count);

#endif
