// launches.c - sums and ranges over a report's launches, as exercise.h promises them.
#include "launches.h"

#include "../device/protocol/report_fields.h"
#include "../exercises/exercise.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double names_sum(const char *names, double (*value)(const void *of, const char *name), const void *of) {
    double sum = 0;
    while (*names) {
        char name[64];
        size_t length = strcspn(names, "+");
        snprintf(name, sizeof name, "%.*s", (int)length, names);
        sum += value(of, name);
        names += length + (names[length] == '+');
    }
    return sum;
}

static double counter_of(const void *launch, const char *name) { return launch_counter(launch, name); }
static double field_of(const void *launch, const char *name) { return launch_field(launch, name); }
static double counters(const ReportLaunch *launch, const char *names) { return names_sum(names, counter_of, launch); }

// Calls the launches of a kernel `launch`, one after another. NULL: all of them.
#define EACH_LAUNCH(launch, of, kernel)                                                                                \
    for (ReportLaunch launch = {of, 0}; launch.number < report_launches(of); launch.number++)                          \
        if (!(kernel) || launch_is_of(&launch, kernel))

double report_kernel_counter(const DeviceReport *report, const char *kernel, const char *names) {
    double sum = 0;
    EACH_LAUNCH(launch, report, kernel) sum += counters(&launch, names);
    return sum;
}

double report_counter(const DeviceReport *report, const char *names) {
    return report_kernel_counter(report, NULL, names);
}

double report_working_counter(const DeviceReport *report, const char *names, const char *work) {
    double prepared = 0;
    EACH_LAUNCH(launch, report, NULL) {
        if (counters(&launch, work) > 0) return report_counter(report, names) - prepared;
        prepared += counters(&launch, names);
    }
    return prepared;
}

double report_launch_most(const DeviceReport *report, const char *kernel, const char *field) {
    double most = 0;
    EACH_LAUNCH(launch, report, kernel) most = fmax(most, launch_field(&launch, field));
    return most;
}

static double threads_of(const ReportLaunch *launch) {
    return launch_field(launch, REPORT_GRID) * launch_field(launch, REPORT_BLOCK);
}

uint64_t report_threads(const DeviceReport *report) {
    double sum = 0;
    EACH_LAUNCH(launch, report, NULL) sum += threads_of(&launch);
    return (uint64_t)sum;
}

Range report_quotients(const DeviceReport *report, const char *kernel, const char *above, const char *below) {
    Range range = {INFINITY, 0};
    EACH_LAUNCH(launch, report, kernel) {
        double quotient = counters(&launch, above) / fmax(1, counters(&launch, below));
        range = (Range){fmin(range.least, quotient), fmax(range.most, quotient)};
    }
    return isinf(range.least) ? (Range){0, 0} : range;
}

// What a launch counts, and the value that it is asked for.
typedef struct {
    double counted, value;
} Weighed;

static int by_weighed_value(const void *left, const void *right) {
    double a = ((const Weighed *)left)->value, b = ((const Weighed *)right)->value;
    return (a > b) - (a < b);
}

// Of launches in the order of their values, those that are left without the first and the last, as many as count less
// than a quarter of all at either end.
static Range range_without_few(const Weighed *launches, size_t count, double all) {
    size_t first = 0, last = count - 1;
    double below = launches[0].counted, above = launches[last].counted;
    while (below < all / 4) below += launches[++first].counted;
    while (above < all / 4) above += launches[--last].counted;
    return (Range){launches[first].value, launches[last].value};
}

Range report_working(const DeviceReport *report, const char *names, const char *fields) {
    size_t count = report_launches(report);
    Weighed *launches = calloc(count + 1, sizeof *launches);
    if (!launches) abort(); // the report itself is larger
    double all = 0;
    EACH_LAUNCH(launch, report, NULL) {
        launches[launch.number] = (Weighed){counters(&launch, names), names_sum(fields, field_of, &launch)};
        all += launches[launch.number].counted;
    }
    qsort(launches, count, sizeof *launches, by_weighed_value);
    Range range = all > 0 ? range_without_few(launches, count, all) : (Range){0, 0};
    free(launches);
    return range;
}
