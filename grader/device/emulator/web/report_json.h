// report_json.h - what a device counted and found, as JSON for a page. core.h lists the fields.
#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include "../device.h"
#include "json_text.h"

void json_counters(JsonText *text, const Counters *counters, bool zeros); // into an open object
void json_occupancy(JsonText *text, const char *name, const Occupancy *occupancy);
void json_gpu(JsonText *text, const Gpu *gpu);
void json_launch(JsonText *text, Device *device, const LaunchRecord *launch);
void json_fault(JsonText *text, Device *device, const Fault *fault);
void json_access(JsonText *text, Device *device, const TracedAccess *access);

#endif
