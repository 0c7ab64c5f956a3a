// timing.h - how long calls take on a real GPU, and in what state the GPU was meanwhile.
//
// A sample is the time between two device events around one call. Before each sample the outputs are restored and the
// caches are filled with other data. The host queues the call meanwhile, so that the sample is the time of the GPU
// alone. Before the first sample the GPU is kept busy for a while, and a few calls are made.
#ifndef TIMING_H
#define TIMING_H

#include "case_file.h"

#include <functional>

// Adds to out: "milliseconds" (CASE_FLOAT64), a time for each of `repeat` calls; "clock_mhz" (CASE_INT64), the lowest
// and the highest clock of the multiprocessors seen after a call, 0 and 0 if the driver does not tell; "slowed"
// (CASE_INT64), why the driver held it down (the bits of nvmlDeviceGetCurrentClocksEventReasons), and "processes"
// (CASE_INT64), how many others compute there. false: after a call `check` said no.
bool timing_run(int repeat, const std::function<void()> &prepare, const std::function<void()> &call,
                const std::function<bool()> &check, CaseFile &out);

#endif
