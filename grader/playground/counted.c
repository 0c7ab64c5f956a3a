// counted.c - see counted.h.
#include "counted.h"
#include "../device/emulator/web/report_json.h"
#include "../device/protocol/report_fields.h"
#include "../measured/launches.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const LaunchRecord *launches_of(const DeviceReport *report, size_t *count) {
    *count = 0;
    return report && report->device ? device_launches(report->device, count) : NULL;
}

// ---- what measured/launches.c asks ------------------------------------------------------------------------------

static bool missed;

bool reports_missed(void) {
    bool was = missed;
    missed = false;
    return was;
}

double report_miss(void) {
    missed = true;
    return NAN;
}

uint64_t report_launches(const DeviceReport *report) {
    size_t count;
    launches_of(report, &count);
    return count;
}

static const LaunchRecord *launch_of(const ReportLaunch *launch) {
    size_t count;
    return &launches_of(launch->report, &count)[launch->number];
}

// The name is mangled: behind its length stands `transpose_tiled` in _Z15transpose_tiledILi32EEvPKfPf.
bool launch_is_of(const ReportLaunch *launch, const char *kernel) {
    char part[300];
    if (!kernel) return true;
    snprintf(part, sizeof part, "%zu%s", strlen(kernel), kernel);
    const char *name = launch_of(launch)->kernel, *found = strstr(name, part);
    return (found && (found == name || found[-1] < '0' || found[-1] > '9')) || !strcmp(name, kernel);
}

double launch_counter(const ReportLaunch *launch, const char *name) {
    for (int n = 0; n < COUNTER_COUNT; n++)
        if (!strcmp(counter_name((Counter)n), name)) return (double)launch_of(launch)->counters.value[n];
    return 0;
}

static double size_of(Dim3 dims) { return (double)dims.x * dims.y * dims.z; }

double launch_field(const ReportLaunch *asked, const char *name) {
    const LaunchRecord *launch = launch_of(asked);
    const struct {
        const char *name;
        double value;
    } fields[] = {{REPORT_GRID, size_of(launch->grid)},
                  {REPORT_BLOCK, size_of(launch->block)},
                  {REPORT_STATIC_SHARED_BYTES, (double)launch->static_shared_bytes},
                  {REPORT_DYNAMIC_SHARED_BYTES, (double)launch->dynamic_shared_bytes}};
    for (size_t n = 0; n < sizeof fields / sizeof *fields; n++)
        if (!strcmp(fields[n].name, name)) return fields[n].value;
    return report_miss();
}

// ---- as JSON ----------------------------------------------------------------------------------------------------

static const Fault *faults_of(const DeviceReport *report, size_t *count) {
    *count = 0;
    return report->device ? device_faults(report->device, count) : NULL;
}

bool counted_faults(const DeviceReport *report, unsigned *count) {
    size_t found;
    const Fault *faults = faults_of(report, &found);
    bool spoil = false;
    *count = 0;
    for (size_t n = 0; n < found; n++) {
        if (!fault_counts(faults[n].kind)) continue;
        ++*count;
        spoil |= fault_results(faults[n].kind) != RESULTS_STAND;
    }
    return spoil;
}

bool counted_endless(const DeviceReport *report) {
    size_t found;
    const Fault *faults = faults_of(report, &found);
    for (size_t n = 0; n < found; n++)
        if (faults[n].kind == FAULT_TIMEOUT) return true;
    return false;
}

void counted_json_faults(JsonText *json, const char *name, const DeviceReport *report) {
    size_t count;
    const Fault *faults = faults_of(report, &count);
    json_open(json, name, '[');
    for (size_t n = 0; n < count; n++) json_fault(json, report->device, &faults[n]);
    json_close(json, ']');
}

typedef struct {
    uint32_t line;
    Counters counters;
} Line;

static int by_line(const void *a, const void *b) {
    uint32_t first = ((const Line *)a)->line, second = ((const Line *)b)->line;
    return (first > second) - (first < second);
}

// The lines of all launches together, those of each source line added up.
void counted_json_lines(JsonText *json, const char *name, const DeviceReport *report) {
    size_t count, all = 0, used = 0;
    const LaunchRecord *launches = launches_of(report, &count);
    for (size_t n = 0; n < count; n++) all += launches[n].line_count;
    Line *lines = calloc(all + 1, sizeof *lines);
    if (!lines) abort();
    for (size_t n = 0; n < count; n++)
        for (uint32_t at = 0; at < launches[n].line_count; at++) {
            const LineCounters *line = &launches[n].lines[at];
            lines[used++] =
                (Line){device_place(report->device, launches[n].module, line->location).line, line->counters};
        }
    qsort(lines, used, sizeof *lines, by_line);
    json_open(json, name, '[');
    for (size_t n = 0; n < used; n++) {
        if (n + 1 < used && lines[n + 1].line == lines[n].line) {
            counters_add(&lines[n + 1].counters, &lines[n].counters);
            continue;
        }
        json_open(json, NULL, '{');
        json_whole(json, "line", lines[n].line);
        json_counters(json, &lines[n].counters, false);
        json_close(json, '}');
    }
    json_close(json, ']');
    free(lines);
}

// How many of the first accesses are all that there were: up to the last one that was kept of an instruction. Accesses
// are in the order of their launches.
static size_t without_gaps(const TracedAccess *accesses, size_t count, unsigned traced) {
    uint32_t sites = 0;
    for (size_t n = 0; n < count; n++) sites = accesses[n].site >= sites ? accesses[n].site + 1 : sites;
    uint32_t *kept = calloc(sites + 1, sizeof *kept);
    if (!kept) abort();
    size_t complete = count;
    for (size_t n = 0; n < count && complete == count; n++) {
        if (n && accesses[n].launch != accesses[n - 1].launch) memset(kept, 0, sites * sizeof *kept);
        if (++kept[accesses[n].site] == traced) complete = n + 1;
    }
    free(kept);
    return complete;
}

void counted_json_accesses(JsonText *json, const DeviceReport *report, unsigned traced) {
    enum { MOST = 2500 };
    size_t count = 0;
    const TraceLog *log = report->device ? device_trace(report->device) : NULL;
    const TracedAccess *accesses = log ? trace_accesses(log, &count) : NULL;
    if (count > MOST) count = MOST;
    json_open(json, "accesses", '[');
    for (size_t n = 0; n < count; n++) json_access(json, report->device, &accesses[n]);
    json_close(json, ']');
    json_whole(json, "without_gaps", without_gaps(accesses, count, traced));
}

static void put_dims(JsonText *json, const char *name, Dim3 dims) {
    json_open(json, name, '[');
    json_whole(json, NULL, dims.x);
    json_whole(json, NULL, dims.y);
    json_whole(json, NULL, dims.z);
    json_close(json, ']');
}

void counted_json_launches(JsonText *json, const char *name, const DeviceReport *report) {
    enum { MOST = 64 };
    size_t count;
    const LaunchRecord *launches = launches_of(report, &count);
    json_open(json, name, '[');
    for (size_t n = 0; n < count && n < MOST; n++) {
        json_open(json, NULL, '{');
        put_dims(json, "grid", launches[n].grid);
        put_dims(json, "block", launches[n].block);
        json_close(json, '}');
    }
    json_close(json, ']');
}
