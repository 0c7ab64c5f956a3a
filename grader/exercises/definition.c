// definition.c - what the definitions of exercises share.
#include "definition.h"

#include <inttypes.h>
#include <stdio.h>

const float *output_floats(const CaseFile *output, const char *name, uint64_t count, CaseResult *result) {
    *result = (CaseResult){.total = count};
    const CaseArray *array = output ? case_file_find(output, name) : NULL;
    if (array && array->type == CASE_FLOAT32 && array->count == count) return array->data;
    if (!array) snprintf(result->message, sizeof result->message, "the program ended without writing %s", name);
    else
        snprintf(result->message, sizeof result->message,
                 "the program wrote %s with the wrong type or size: %" PRIu64 " elements, expected %" PRIu64 " floats",
                 name, array->count, count);
    result->wrong_count = count;
    return NULL;
}

static double per_full_request(const DeviceReport *report, const char *sectors, const char *bytes) {
    double asked = report_counter(report, bytes);
    return asked > 0 ? report_counter(report, sectors) / (asked / 128) : 0;
}

double sectors_per_full_load(const DeviceReport *report, const CaseSpec *spec) {
    (void)spec;
    return per_full_request(report, "global_load_sectors", "global_load_bytes");
}

double sectors_per_full_store(const DeviceReport *report, const CaseSpec *spec) {
    (void)spec;
    return per_full_request(report, "global_store_sectors", "global_store_bytes");
}
