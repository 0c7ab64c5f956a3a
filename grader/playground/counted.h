// counted.h - what a run left on its device, as the exercises' oracles and the page ask for it.
#ifndef PLAYGROUND_COUNTED_H
#define PLAYGROUND_COUNTED_H

#include "../device/emulator/web/json_text.h"
#include <stdint.h>

typedef struct DeviceReport {
    struct Device *device; // NULL: nothing ran
} DeviceReport;

// Notes that something was asked that only the grader measures, and is its value.
double report_miss(void);
bool reports_missed(void); // whether that was noted since the last time

// How many faults are a mistake of the function's; whether one of them spoils the results.
bool counted_faults(const DeviceReport *report, unsigned *count);
bool counted_endless(const DeviceReport *report); // whether a kernel did not end
// As lists: {"line", "kind", "message", "advice", ...}, {"line", counters that are not 0}, and single accesses as
// core.h has them.
void counted_json_faults(JsonText *json, const char *name, const DeviceReport *report);
void counted_json_lines(JsonText *json, const char *name, const DeviceReport *report);
// And "without_gaps": from that one on, accesses are missing, because only `traced` of each instruction were kept.
void counted_json_accesses(JsonText *json, const DeviceReport *report, unsigned traced);
void counted_json_launches(JsonText *json, const char *name, const DeviceReport *report);

#endif
