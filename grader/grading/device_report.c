// device_report.c - reads the emulated GPU's report: launches with their counters, faults, refused calls.
#include "device_report.h"

#include "../system/text.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct DeviceReport {
    json_t *root, *launches, *faults, *refusals, *api_errors;
};

DeviceReport *report_read(const char *text, size_t length, char error[200]) {
    json_error_t problem;
    json_t *root = json_loadb(text, length, JSON_ALLOW_NUL, &problem);
    DeviceReport *report = root ? calloc(1, sizeof *report) : NULL;
    if (!report || json_integer_value(json_object_get(root, "schema")) != 1) {
        if (!root) snprintf(error, 200, "the device's report cannot be read: %.150s", problem.text);
        else snprintf(error, 200, "the device's report has a schema that this grader does not know");
        json_decref(root);
        free(report);
        return NULL;
    }
    report->root = root;
    report->launches = json_object_get(root, "launches");
    report->faults = json_object_get(root, "faults");
    report->refusals = json_object_get(root, "refusals");
    report->api_errors = json_object_get(root, "api_errors");
    return report;
}

void report_free(DeviceReport *report) {
    if (report) json_decref(report->root);
    free(report);
}

static double number(const json_t *object, const char *key) { return json_number_value(json_object_get(object, key)); }

static const char *string(const json_t *object, const char *key) {
    const char *value = json_string_value(json_object_get(object, key));
    return value ? value : "";
}

static unsigned whole(const json_t *value) {
    json_int_t integer = json_integer_value(value);
    return integer < 0 ? 0 : integer > UINT32_MAX ? UINT32_MAX : (unsigned)integer;
}

static void triple(const json_t *array, unsigned values[3]) {
    for (size_t i = 0; i < 3; i++) values[i] = whole(json_array_get(array, i));
}

double report_counter(const DeviceReport *report, const char *name) {
    double sum = 0;
    size_t i;
    json_t *launch;
    json_array_foreach(report->launches, i, launch) sum += number(json_object_get(launch, "counters"), name);
    return sum;
}

uint64_t report_launches(const DeviceReport *report) { return json_array_size(report->launches); }

uint64_t report_threads(const DeviceReport *report) {
    uint64_t sum = 0;
    size_t i;
    json_t *launch;
    json_array_foreach(report->launches, i, launch) {
        uint64_t threads = 1;
        unsigned grid[3], block[3];
        triple(json_object_get(launch, "grid"), grid);
        triple(json_object_get(launch, "block"), block);
        for (int d = 0; d < 3; d++) threads *= (uint64_t)grid[d] * block[d];
        sum += threads;
    }
    return sum;
}

void report_program_end(const DeviceReport *report, int *exit_status, int *signal) {
    const json_t *program = json_object_get(report->root, "program");
    *exit_status = (int)json_integer_value(json_object_get(program, "exit"));
    *signal = (int)json_integer_value(json_object_get(program, "signal"));
}

unsigned report_fault_count(const DeviceReport *report) {
    return (unsigned)(json_array_size(report->faults) + json_array_size(report->refusals));
}

// Code that the device does not load is a fault too: no kernel of it can run.
static bool refusal(const DeviceReport *report, size_t index, VerdictFault *fault) {
    const char *words = json_string_value(json_array_get(report->refusals, index));
    if (!words) return false;
    *fault = (VerdictFault){.kind = "refused", .count = 1};
    text_copy(fault->sentence, sizeof fault->sentence, words);
    return true;
}

bool report_fault(const DeviceReport *report, unsigned index, VerdictFault *fault) {
    const json_t *entry = json_array_get(report->faults, index);
    if (!entry) return refusal(report, index - json_array_size(report->faults), fault);
    *fault = (VerdictFault){0};
    text_copy(fault->kind, sizeof fault->kind, string(entry, "kind"));
    text_copy(fault->sentence, sizeof fault->sentence, string(entry, "message"));
    text_copy(fault->kernel, sizeof fault->kernel, string(entry, "kernel"));
    text_copy(fault->file, sizeof fault->file, string(entry, "file"));
    fault->line = whole(json_object_get(entry, "line"));
    triple(json_object_get(entry, "block"), fault->block);
    triple(json_object_get(entry, "thread"), fault->thread);
    fault->address = (uint64_t)json_integer_value(json_object_get(entry, "address"));
    fault->count = (uint64_t)json_integer_value(json_object_get(entry, "count"));
    const json_t *other = json_object_get(entry, "other");
    text_copy(fault->other_file, sizeof fault->other_file, string(other, "file"));
    fault->other_line = whole(json_object_get(other, "line"));
    triple(json_object_get(other, "thread"), fault->other_thread);
    return true;
}

void report_api_error(const DeviceReport *report, char words[200]) {
    size_t i;
    json_t *entry;
    words[0] = 0;
    json_array_foreach(report->api_errors, i, entry) {
        if (json_is_true(json_object_get(entry, "follows_fault"))) continue;
        text_copy(words, 200, string(entry, "call"));
        text_append(words, 200, " was refused: %.100s", string(entry, "name"));
        return;
    }
}

bool report_out_of_memory(const DeviceReport *report) {
    size_t i;
    json_t *entry;
    json_array_foreach(report->api_errors, i,
                       entry) if (!strcmp(string(entry, "name"), "cudaErrorMemoryAllocation")) return true;
    return false;
}

bool report_bound(const DeviceReport *report, double *microseconds, char resource[64], char gpu[64]) {
    double longest = -1;
    size_t i;
    json_t *launch;
    *microseconds = 0;
    json_array_foreach(report->launches, i, launch) {
        const json_t *bound = json_object_get(launch, "bound");
        double time = number(bound, "microseconds");
        *microseconds += time;
        if (!json_is_object(bound) || time <= longest) continue;
        longest = time;
        text_copy(resource, 64, string(bound, "resource"));
    }
    text_copy(gpu, 64, string(report->root, "gpu_name"));
    return longest > 0;
}
