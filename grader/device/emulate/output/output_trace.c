// output_trace.c - single accesses of warps, as JSON lines: what pictures are drawn from.
//
// {"what": "allocation", "allocation", "address", "bytes", "label"} for each allocation that an access touches,
// numbered in the order they were made; then {"what": "access", "launch", "kernel", "file", "line", "block", "warp",
// "phase" (barriers that the block had completed), "space" ("global", "shared", "local"), "kind" ("load", "store",
// "atomic"), "bytes" of a lane, "mask", "sectors", "passes", "conflicts", "allocation" (of global memory), "addresses":
// one for each of the 32 lanes, null where the lane takes no part; from the allocation's first byte on, or from the
// block's shared memory} by launch, block and order. "kind": "barrier" has no space. Last {"what": "cost", "count",
// ...}: how many accesses of an instruction had that many sectors or passes, with the first of them.
#include "comparison.h"
#include "output.h"
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>

typedef struct {
    FILE *file;
    const Device *device;
    size_t launches_before; // of contexts before this one
    uint64_t *bases;        // of allocations that are touched, in order
    size_t base_count;
} TraceWriter;

// ---- allocations ---------------------------------------------------------------------------------------------------

static int by_address(const void *a, const void *b) {
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

static void find_bases(TraceWriter *writer, const TraceLog *log) {
    size_t accesses, costs, count = 0;
    const TracedAccess *access = trace_accesses(log, &accesses);
    const TracedCost *cost = trace_costs(log, &costs);
    uint64_t *bases = calloc(accesses + costs + 1, sizeof *bases);
    if (!bases) return;
    for (size_t n = 0; n < accesses + costs; n++)
        bases[n] = n < accesses ? access[n].base : cost[n - accesses].example.base;
    qsort(bases, accesses + costs, sizeof *bases, by_address);
    for (size_t n = 0; n < accesses + costs; n++)
        if (bases[n] && (!count || bases[count - 1] != bases[n])) bases[count++] = bases[n];
    writer->bases = bases;
    writer->base_count = count;
}

// ---- fields --------------------------------------------------------------------------------------------------------

static void begin_row(FILE *file, const char *what) { fprintf(file, "{\"%s\":\"%s\"", TRACE_WHAT, what); }

static void put_number(FILE *file, const char *name, uint64_t value) { fprintf(file, ",\"%s\":%" PRIu64, name, value); }

static void put_text(FILE *file, const char *name, const char *text) {
    json_t *string = text ? json_string(text) : NULL; // NULL too if it is not valid UTF-8
    fprintf(file, ",\"%s\":", name);
    if (string) json_dumpf(string, file, JSON_ENCODE_ANY);
    else fputs("null", file);
    json_decref(string);
}

static void write_allocations(const TraceWriter *writer, const Memory *memory) {
    for (size_t n = 0; n < writer->base_count; n++) {
        const Allocation *allocation = memory_find(memory, writer->bases[n]);
        begin_row(writer->file, TRACE_ALLOCATION);
        put_number(writer->file, TRACE_ALLOCATION, n);
        put_number(writer->file, TRACE_ADDRESS, allocation->base);
        put_number(writer->file, TRACE_BYTES, allocation->size);
        put_text(writer->file, "label", *allocation->name ? allocation->name : allocation->label);
        fputs("}\n", writer->file);
    }
}

static size_t allocation_number(const TraceWriter *writer, uint64_t base) {
    const uint64_t *found = bsearch(&base, writer->bases, writer->base_count, sizeof base, by_address);
    return found ? (size_t)(found - writer->bases) : 0;
}

// ---- accesses ------------------------------------------------------------------------------------------------------

static void write_addresses(FILE *file, const TracedAccess *access) {
    fprintf(file, ",\"%s\":[", TRACE_ADDRESSES);
    for (unsigned lane = 0; lane < TRACED_LANES; lane++) {
        if (lane) fputc(',', file);
        if (access->mask >> lane & 1) fprintf(file, "%" PRIu64, access->address[lane]);
        else fputs("null", file);
    }
    fputc(']', file);
}

static void write_memory(const TraceWriter *writer, const TracedAccess *access) {
    FILE *file = writer->file;
    put_text(file, TRACE_SPACE, trace_spaces[access->space]);
    put_number(file, TRACE_BYTES, access->bytes);
    put_number(file, TRACE_SECTORS, access->sectors);
    put_number(file, TRACE_PASSES, access->passes);
    put_number(file, TRACE_CONFLICTS, access->conflicts);
    if (access->base) put_number(file, TRACE_ALLOCATION, allocation_number(writer, access->base));
    write_addresses(file, access);
}

static void write_access(const TraceWriter *writer, const TracedAccess *access) {
    FILE *file = writer->file;
    char kernel[512];
    Place place = device_place(writer->device, access->module, access->location);
    kernel_short_name(access->kernel, kernel, sizeof kernel);
    put_number(file, "launch", writer->launches_before + access->launch);
    put_text(file, "kernel", kernel);
    put_text(file, TRACE_FILE, place.file);
    put_number(file, TRACE_LINE, place.line);
    put_number(file, "block", access->block);
    put_number(file, "warp", access->warp);
    put_number(file, "phase", access->phase);
    put_text(file, TRACE_KIND, trace_kinds[access->kind]);
    put_number(file, "mask", access->mask);
    if (access->kind != TRACED_BARRIER) write_memory(writer, access);
    fputs("}\n", file);
}

static void write_context(TraceWriter *writer, Device *device) {
    size_t count;
    const TraceLog *log = device_trace(device);
    find_bases(writer, log);
    if (!writer->bases) return;
    write_allocations(writer, device_memory(device));
    const TracedAccess *accesses = trace_accesses(log, &count);
    for (size_t n = 0; n < count; n++) {
        begin_row(writer->file, "access");
        write_access(writer, &accesses[n]);
    }
    const TracedCost *costs = trace_costs(log, &count);
    for (size_t n = 0; n < count; n++) {
        begin_row(writer->file, TRACE_COST);
        put_number(writer->file, TRACE_COUNT, costs[n].count);
        write_access(writer, &costs[n].example);
    }
    free(writer->bases);
}

bool output_trace(FILE *file, const Service *service) {
    size_t launches_before = 0;
    for (size_t i = 0; i < service->context_count; i++) {
        size_t count;
        Device *device = service->contexts[i]->device;
        TraceWriter writer = {.file = file, .device = device, .launches_before = launches_before};
        write_context(&writer, device);
        device_launches(device, &count);
        launches_before += count;
    }
    return fflush(file) == 0 && !ferror(file);
}
