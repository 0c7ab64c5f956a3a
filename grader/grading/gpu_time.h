// gpu_time.h - how long a function takes on a real GPU, where there is one.
#ifndef GPU_TIME_H
#define GPU_TIME_H

#include "../system/paths.h"

// Whether this machine has a GPU and the toolkit's own runtime library; its name goes to device[64].
bool gpu_present(const Paths *paths, char device[64]);
// Waits until no other grading uses the GPU; closing the descriptor (which may be -1) lets the next one go.
int gpu_lock(const Paths *paths);
// Runs a program built for the emulated GPU on the real one, with the case at `input`, and takes the median time of
// its function in milliseconds. folder is private. false: it could not be measured, which is no fault of anybody.
bool gpu_time(const Paths *paths, const char *program, const char *input, const char *folder, double *milliseconds);

#endif
