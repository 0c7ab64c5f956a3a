// launches.h - a report's launches one by one: what the sums and ranges of exercises/exercise.h are made of.
//
// A report is the device's JSON (device_report.c) or, in a page, the device itself (playground/counted.c). Each of them
// answers the questions below; the rules are in launches.c, once.
#ifndef LAUNCHES_H
#define LAUNCHES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// As in exercises/exercise.h, which has names that the emulator has, too.
typedef struct DeviceReport DeviceReport;
uint64_t report_launches(const DeviceReport *report);

typedef struct {
    const DeviceReport *report;
    size_t number; // below report_launches()
} ReportLaunch;

double launch_counter(const ReportLaunch *launch, const char *name); // 0: it has none
double launch_field(const ReportLaunch *launch, const char *name);   // a size of three sides is their product
bool launch_is_of(const ReportLaunch *launch, const char *kernel);   // by its name without arguments

// The sum of what `names`, joined by '+', have of something.
double names_sum(const char *names, double (*value)(const void *of, const char *name), const void *of);

#endif
