// comparison.c - reads the costs of a trace and finds what corresponds to an access of this run.
//
// Device addresses are the same in every run, so that allocations of two programs with the same main() correspond by
// their addresses.
#include "comparison.h"
#include "../../system/grow.h"
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_BYTES 64 // of a lane; no instruction has more

const char *const trace_kinds[] = {
    [TRACED_LOAD] = "load", [TRACED_STORE] = "store", [TRACED_ATOMIC] = "atomic", [TRACED_BARRIER] = "barrier"};
const char *const trace_spaces[] = {
    [TRACED_NO_MEMORY] = "", [TRACED_GLOBAL] = "global", [TRACED_SHARED] = "shared", [TRACED_LOCAL] = "local"};

typedef struct {
    char *file;
    uint32_t line;
    LineRequests requests;
} ComparedLine;

struct Comparison {
    const char *name;
    ComparedLine *lines;
    size_t line_count;
    TracedCost **costs;
    size_t cost_count;
    uint64_t *bases; // of allocations, by number
    size_t base_count;
};

static void must(bool grown) {
    if (grown) return;
    fputs("emulate: out of memory for the comparison\n", stderr);
    exit(2);
}

static uint64_t whole(const json_t *row, const char *name) {
    return (uint64_t)json_integer_value(json_object_get(row, name));
}

static bool is_text(const json_t *row, const char *name, const char *text) {
    const char *value = json_string_value(json_object_get(row, name));
    return value && strcmp(value, text) == 0;
}

// The number of the field's word, from first to last; the last one if it is none of them.
static int word_number(const json_t *row, const char *name, const char *const *words, int first, int last) {
    while (first < last && !is_text(row, name, words[first])) first++;
    return first;
}

static void read_allocation(Comparison *comparison, const json_t *row) {
    must(ARRAY_GROW(comparison->bases, comparison->base_count));
    comparison->bases[comparison->base_count++] = whole(row, TRACE_ADDRESS);
}

static TracedCost *cost_of(const Comparison *comparison, const json_t *row) {
    TracedCost *cost = calloc(1, sizeof *cost);
    const json_t *addresses = json_object_get(row, TRACE_ADDRESSES);
    uint64_t allocation = whole(row, TRACE_ALLOCATION);
    if (!cost) return NULL;
    TracedAccess *access = &cost->example;
    cost->count = whole(row, TRACE_COUNT);
    access->kind = (TracedKind)word_number(row, TRACE_KIND, trace_kinds, TRACED_LOAD, TRACED_ATOMIC);
    access->space = (TracedSpace)word_number(row, TRACE_SPACE, trace_spaces, TRACED_GLOBAL, TRACED_LOCAL);
    access->bytes = (uint32_t)whole(row, TRACE_BYTES);
    if (access->bytes > MOST_BYTES) access->bytes = MOST_BYTES;
    access->sectors = (uint32_t)whole(row, TRACE_SECTORS);
    access->passes = (uint32_t)whole(row, TRACE_PASSES);
    access->conflicts = (uint32_t)whole(row, TRACE_CONFLICTS);
    if (access->space == TRACED_GLOBAL && allocation < comparison->base_count)
        access->base = comparison->bases[allocation];
    for (size_t lane = 0; lane < TRACED_LANES; lane++) {
        const json_t *address = json_array_get(addresses, lane);
        if (!json_is_integer(address)) continue;
        access->mask |= 1u << lane;
        access->address[lane] = (uint64_t)json_integer_value(address);
    }
    return cost;
}

static ComparedLine *line_of(Comparison *comparison, const json_t *row) {
    const char *file = json_string_value(json_object_get(row, TRACE_FILE));
    uint32_t line = (uint32_t)whole(row, TRACE_LINE);
    for (size_t n = 0; n < comparison->line_count; n++) {
        ComparedLine *there = &comparison->lines[n];
        if (there->line == line && strcmp(there->file, file ? file : "") == 0) return there;
    }
    must(ARRAY_GROW(comparison->lines, comparison->line_count));
    ComparedLine *added = &comparison->lines[comparison->line_count++];
    *added = (ComparedLine){.file = strdup(file ? file : ""), .line = line};
    must(added->file);
    return added;
}

static void read_cost(Comparison *comparison, const json_t *row) {
    TracedCost *cost = cost_of(comparison, row);
    if (!cost || !cost->example.mask || !cost->example.bytes) {
        free(cost);
        return;
    }
    must(ARRAY_GROW(comparison->costs, comparison->cost_count));
    comparison->costs[comparison->cost_count++] = cost;
    requests_add(&line_of(comparison, row)->requests, cost, NULL);
}

Comparison *comparison_read(const char *path, const char *name) {
    char *text = NULL;
    size_t room = 0;
    FILE *file = fopen(path, "re");
    Comparison *comparison = file ? calloc(1, sizeof *comparison) : NULL;
    while (comparison && getline(&text, &room, file) > 0) {
        json_t *row = json_loads(text, 0, NULL);
        if (is_text(row, TRACE_WHAT, TRACE_ALLOCATION)) read_allocation(comparison, row);
        if (is_text(row, TRACE_WHAT, TRACE_COST)) read_cost(comparison, row);
        json_decref(row);
    }
    if (file) fclose(file);
    free(text);
    if (comparison) comparison->name = name;
    for (size_t n = 0; comparison && n < comparison->line_count; n++) requests_finish(&comparison->lines[n].requests);
    if (!comparison || comparison->cost_count) return comparison;
    comparison_free(comparison);
    return NULL;
}

void comparison_free(Comparison *comparison) {
    if (!comparison) return;
    for (size_t n = 0; n < comparison->line_count; n++) {
        requests_free(&comparison->lines[n].requests);
        free(comparison->lines[n].file);
    }
    for (size_t n = 0; n < comparison->cost_count; n++) free(comparison->costs[n]);
    free(comparison->lines);
    free(comparison->costs);
    free(comparison->bases);
    free(comparison);
}

const char *comparison_name(const Comparison *comparison) { return comparison->name; }

static uint64_t lowest_address(const TracedAccess *access) {
    uint64_t lowest = UINT64_MAX;
    for (unsigned lane = 0; lane < TRACED_LANES; lane++)
        if (access->mask >> lane & 1 && access->address[lane] < lowest) lowest = access->address[lane];
    return lowest;
}

static uint64_t distance_of(const TracedAccess *a, const TracedAccess *b) {
    uint64_t left = lowest_address(a), right = lowest_address(b);
    return left > right ? left - right : right - left;
}

// Two arrays of shared memory have no names there. The nearest access most likely belongs to the same array: usual
// accesses are the first of the run, and these are where arrays begin.
Compared comparison_find(const Comparison *comparison, const TracedAccess *access) {
    Compared best = {0};
    uint64_t least = UINT64_MAX;
    for (size_t n = 0; n < comparison->line_count; n++)
        for (size_t i = 0; i < comparison->lines[n].requests.count; i++) {
            const Requests *requests = &comparison->lines[n].requests.list[i];
            const TracedAccess *there = requests->usual;
            if (there->kind != access->kind || there->space != access->space || there->base != access->base) continue;
            uint64_t distance = distance_of(there, access);
            if (distance > least || (distance == least && best.requests->count >= requests->count)) continue;
            least = distance;
            best = (Compared){requests, *comparison->lines[n].file ? comparison->lines[n].file : NULL,
                              comparison->lines[n].line};
        }
    return best;
}

RequestSum comparison_sum(const Comparison *comparison, TracedSpace space, TracedKind kind) {
    RequestSum sum = {0};
    for (size_t n = 0; n < comparison->line_count; n++) requests_sum(&comparison->lines[n].requests, space, kind, &sum);
    return sum;
}
