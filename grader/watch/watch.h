// watch.h - grades what was saved, again and again.
#ifndef WATCH_H
#define WATCH_H

#include "../system/paths.h"

// Grades the exercise (NULL: whichever file of exercises/ is saved) each time its file is saved, until the student
// presses q or a signal comes. On a terminal the verdict takes the screen and keys work; elsewhere it is plain lines.
// Returns the exit status, 2 with a message on standard error.
int watch_command(const Paths *paths, const Exercise *exercise, double timeout_seconds);
// The same with a page for a browser on this machine, whose address is printed; port 0: a usual one, or any that is
// free.
int live_command(const Paths *paths, const Exercise *exercise, double timeout_seconds, unsigned port);

#endif
