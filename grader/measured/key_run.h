// key_run.h - what one run of a key left, for those who run it and those who read it.
#ifndef KEY_RUN_H
#define KEY_RUN_H

#include "device_report.h"

struct KeyRun {
    DeviceReport *report;
    char *text;
    const char *const *drawn; // "NAME=VALUE", NULL-terminated: what it was run with; NULL: nothing
};

#endif
