// progress.h - a line on the terminal about a launch that takes long.
#ifndef PROGRESS_LINE_H
#define PROGRESS_LINE_H

#include "../emulator/device.h"

// From now on a launch that has run for two seconds gets a line on standard error, which is erased when the launch
// ends. Returns what the device is to be given (DeviceOptions); NULL: standard error is no terminal, and the other
// functions do nothing.
LaunchProgress *progress_begin(void);
// A kernel (its name as in the PTX) begins; it has ended.
void progress_launch(const char *kernel);
void progress_launch_end(void);
void progress_end(void);

#endif
