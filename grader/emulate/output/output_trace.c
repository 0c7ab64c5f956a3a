// output_trace.c - single accesses of warps, as JSON lines: what pictures are drawn from.
//
// {"what": "allocation", "allocation", "address", "bytes", "label"} for each allocation that an access touches,
// numbered in the order they were made; then {"what": "access", "launch", "kernel", "file", "line", "block", "warp",
// "phase" (barriers that the block had completed), "space" ("global", "shared", "local"), "kind" ("load", "store",
// "atomic"), "bytes" of a lane, "mask", "sectors", "passes", "conflicts", "allocation" (of global memory), "addresses":
// one for each of the 32 lanes, null where the lane takes no part; from the allocation's first byte on, or from the
// block's shared memory} by launch, block and order. "kind": "barrier" has no space. Last {"what": "cost", "count",
// ...}: how many accesses of an instruction had that many sectors or passes, with the first of them.
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

static void write_string(FILE *file, const char *text) {
    json_t *string = text ? json_string(text) : NULL; // NULL too if it is not valid UTF-8
    if (string) json_dumpf(string, file, JSON_ENCODE_ANY);
    else fputs("null", file);
    json_decref(string);
}

static void write_allocations(const TraceWriter *writer, const Memory *memory) {
    for (size_t n = 0; n < writer->base_count; n++) {
        const Allocation *allocation = memory_find(memory, writer->bases[n]);
        fprintf(writer->file,
                "{\"what\":\"allocation\",\"allocation\":%zu,\"address\":%" PRIu64 ",\"bytes\":%" PRIu64 ",\"label\":",
                n, allocation->base, allocation->size);
        write_string(writer->file, *allocation->name ? allocation->name : allocation->label);
        fputs("}\n", writer->file);
    }
}

static size_t allocation_number(const TraceWriter *writer, uint64_t base) {
    const uint64_t *found = bsearch(&base, writer->bases, writer->base_count, sizeof base, by_address);
    return found ? (size_t)(found - writer->bases) : 0;
}

// ---- accesses ------------------------------------------------------------------------------------------------------

static const char *space_name(TracedSpace space) {
    return space == TRACED_SHARED ? "shared" : space == TRACED_LOCAL ? "local" : "global";
}

static void write_addresses(FILE *file, const TracedAccess *access) {
    fputs(",\"addresses\":[", file);
    for (unsigned lane = 0; lane < TRACED_LANES; lane++) {
        if (lane) fputc(',', file);
        if (access->mask >> lane & 1) fprintf(file, "%" PRIu64, access->address[lane]);
        else fputs("null", file);
    }
    fputc(']', file);
}

static void write_memory(const TraceWriter *writer, const TracedAccess *access) {
    FILE *file = writer->file;
    fprintf(file, ",\"space\":\"%s\",\"bytes\":%u,\"sectors\":%u,\"passes\":%u,\"conflicts\":%u",
            space_name(access->space), access->bytes, access->sectors, access->passes, access->conflicts);
    if (access->base) fprintf(file, ",\"allocation\":%zu", allocation_number(writer, access->base));
    write_addresses(file, access);
}

static void write_access(const TraceWriter *writer, const TracedAccess *access) {
    static const char *const kinds[] = {
        [TRACED_LOAD] = "load", [TRACED_STORE] = "store", [TRACED_ATOMIC] = "atomic", [TRACED_BARRIER] = "barrier"};
    FILE *file = writer->file;
    char kernel[512];
    Place place = device_place(writer->device, access->module, access->location);
    kernel_short_name(access->kernel, kernel, sizeof kernel);
    fprintf(file, "\"launch\":%" PRIu64 ",\"kernel\":", writer->launches_before + access->launch);
    write_string(file, kernel);
    fputs(",\"file\":", file);
    write_string(file, place.file);
    fprintf(file, ",\"line\":%u,\"block\":%u,\"warp\":%u,\"phase\":%u,\"kind\":\"%s\",\"mask\":%u", place.line,
            access->block, access->warp, access->phase, kinds[access->kind], access->mask);
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
        fputs("{\"what\":\"access\",", writer->file);
        write_access(writer, &accesses[n]);
    }
    const TracedCost *costs = trace_costs(log, &count);
    for (size_t n = 0; n < count; n++) {
        fprintf(writer->file, "{\"what\":\"cost\",\"count\":%" PRIu64 ",", costs[n].count);
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
