// reports.c - what exercises ask of a run's report that a page does not know.
//
// Registers are nvcc's, and the calls of a whole program and keys are the grader's. Here it is noted that something was
// asked, and the page judges no part that depends on it.
#include "../measured/device_report.h"
#include "../questions/course.h"
#include "counted.h"
#include <math.h>

#define REPORT const DeviceReport *report
#pragma GCC diagnostic ignored "-Wunused-parameter"
double report_copied(REPORT, const char *direction) { return report_miss(); }
double report_told(REPORT) { return report_miss(); }
double report_learnt(REPORT) { return report_miss(); }
double report_timeline(REPORT, const char *field) { return report_miss(); }
double report_occupancy(REPORT, const char *kernel) { return report_miss(); }
double report_in_flight(REPORT, const char *kernel, double bytes) { return report_miss(); }
double report_warps_together(REPORT) { return report_miss(); }
// Beside each line stands what it counts, so a limit names none.
unsigned report_lines(REPORT, const char *name, const char *counters, VerdictLine lines[COSTLY_LINES]) { return 0; }

double key_counter(const KeyRun *run, const char *kernel, const char *counters) { return report_miss(); }
const DeviceReport *key_report(const KeyRun *run) { return NULL; }
double key_drawn(const KeyRun *run, const char *name) { return report_miss(); }
const char *key_word(const KeyRun *run, const char *name) { return ""; }
bool key_printed(const KeyRun *run, const char *name, char value[64]) { return false; }

// A page knows no course.txt: parts are worth what the exercise says.
void course_points(const Exercise *exercise, int *most) {
    for (unsigned p = 0; p < exercise->part_count; p++) most[p] = exercise->parts[p].points;
}
