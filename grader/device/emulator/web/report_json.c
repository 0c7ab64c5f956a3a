// report_json.c - see report_json.h.
#include "report_json.h"

#include "../ptx/ptx.h"

#include <string.h>

static uint32_t line_of(Device *device, uint32_t in_module, uint32_t location) {
    return device_place(device, in_module, location).line;
}

void json_counters(JsonText *text, const Counters *counters, bool zeros) {
    for (int n = 0; n < COUNTER_COUNT; n++)
        if (zeros || counters->value[n]) json_whole(text, counter_name((Counter)n), counters->value[n]);
}

void json_occupancy(JsonText *text, const char *name, const Occupancy *occupancy) {
    json_open(text, name, '{');
    json_whole(text, "blocks", occupancy->blocks);
    json_whole(text, "warps", occupancy->warps);
    json_number(text, "percent", occupancy->percent);
    json_string(text, "limited_by", occupancy->limited_by ? occupancy->limited_by : "");
    json_whole(text, "limit_blocks", occupancy->limit_blocks);
    json_whole(text, "limit_registers", occupancy->limit_registers);
    json_whole(text, "limit_shared", occupancy->limit_shared);
    json_whole(text, "limit_warps", occupancy->limit_warps);
    json_close(text, '}');
}

static void put_lines(JsonText *text, Device *device, const LaunchRecord *launch) {
    json_open(text, "lines", '[');
    for (uint32_t n = 0; n < launch->line_count; n++) {
        json_open(text, NULL, '{');
        json_whole(text, "line", line_of(device, launch->module, launch->lines[n].location));
        json_counters(text, &launch->lines[n].counters, false);
        json_close(text, '}');
    }
    json_close(text, ']');
}

void json_gpu(JsonText *text, const Gpu *gpu) {
    json_open(text, "gpu", '{');
    json_whole(text, "multiprocessors", gpu->multiprocessors);
    json_whole(text, "threads", gpu->max_threads_per_multiprocessor);
    json_whole(text, "registers", gpu->registers_per_multiprocessor);
    json_whole(text, "shared_bytes", gpu->shared_per_multiprocessor);
    json_number(text, "dram_bytes_per_second", gpu->dram_bytes_per_second);
    json_number(text, "flop_per_second", 2 * gpu->fp32_per_clock * gpu->multiprocessors * gpu->clock_khz * 1e3);
    json_close(text, '}');
}

void json_launch(JsonText *text, Device *device, const LaunchRecord *launch) {
    InFlight in_flight = launch_in_flight(device_gpu(device), launch);
    json_open(text, "launch", '{');
    json_string(text, "kernel", launch->kernel);
    json_whole(text, "registers", launch->registers);
    json_whole(text, "shared_bytes", launch->static_shared_bytes + launch->dynamic_shared_bytes);
    json_occupancy(text, "occupancy", &launch->occupancy);
    json_open(text, "in_flight", '{');
    json_number(text, "bytes_per_wait", in_flight.bytes_per_wait);
    json_number(text, "warps", in_flight.warps);
    json_number(text, "bytes", in_flight.bytes);
    json_close(text, '}');
    json_open(text, "counters", '{');
    json_counters(text, &launch->counters, true);
    json_close(text, '}');
    put_lines(text, device, launch);
    json_close(text, '}');
}

void json_fault(JsonText *text, Device *device, const Fault *fault) {
    json_open(text, NULL, '{');
    json_string(text, "kind", fault_name(fault->kind));
    FactSentence sentence;
    fact_say(&fault->fact, fault->kind, sentence);
    json_string(text, "message", sentence);
    json_string(text, "advice", fault_advice(fault->kind));
    json_whole(text, "line", line_of(device, fault->module, fault->location));
    json_whole(text, "other_line", line_of(device, fault->module, fault->other_location));
    json_whole(text, "barrier_line", line_of(device, fault->module, fault->barrier_location));
    json_whole(text, "block", fault->thread.block);
    json_whole(text, "thread", fault->thread.thread);
    json_whole(text, "other_block", fault->other.block);
    json_whole(text, "other_thread", fault->other.thread);
    json_whole(text, "count", fault->count);
    json_close(text, '}');
}

static double value_of(PtxType type, uint64_t bits) {
    uint32_t word = (uint32_t)bits;
    double wide;
    switch (type) {
    case TYPE_F64: return memcpy(&wide, &bits, sizeof wide), wide;
    case TYPE_PRED: return bits & 1;
    case TYPE_S8: return (int8_t)bits;
    case TYPE_S16: return (int16_t)bits;
    case TYPE_S32: return (int32_t)bits;
    case TYPE_S64: return (double)(int64_t)bits;
    case TYPE_U8: return (uint8_t)bits;
    case TYPE_U16: return (uint16_t)bits;
    case TYPE_U32: return word;
    default: return (double)bits;
    }
}

static void put_value(JsonText *text, const char *name, PtxType type, uint64_t bits) {
    uint32_t word = (uint32_t)bits;
    float single;
    memcpy(&single, &word, sizeof single);
    if (type == TYPE_F32) json_single(text, name, single);
    else json_number(text, name, value_of(type, bits));
}

static bool is_one_value(const uint64_t *values, uint32_t mask) {
    for (unsigned lane = 0; lane < TRACED_LANES; lane++)
        if (mask >> lane & 1 && values[lane] != values[__builtin_ctz(mask)]) return false;
    return true;
}

// Of each variable what the lanes have; where all have the same, that alone.
static void put_values(JsonText *text, const TraceLog *log, const TracedAccess *access) {
    if (!access->named_count || !access->mask) return;
    json_open(text, "values", '{');
    for (uint32_t n = 0; n < access->named_count; n++) {
        const PtxNamed *named = &access->named[n];
        const uint64_t *values = trace_values(log, access, n);
        if (is_one_value(values, access->mask)) {
            put_value(text, named->name, named->type, values[__builtin_ctz(access->mask)]);
            continue;
        }
        json_open(text, named->name, '[');
        for (unsigned lane = 0; lane < TRACED_LANES; lane++) {
            if (access->mask >> lane & 1) put_value(text, NULL, named->type, values[lane]);
            else json_null(text, NULL);
        }
        json_close(text, ']');
    }
    json_close(text, '}');
}

void json_access(JsonText *text, Device *device, const TracedAccess *access) {
    static const char *const kinds[] = {"load", "store", "atomic", "barrier"};
    static const char *const spaces[] = {"", "global", "shared", "local"};
    json_open(text, NULL, '{');
    json_whole(text, "line", line_of(device, access->module, access->location));
    json_string(text, "kind", kinds[access->kind]);
    json_string(text, "space", spaces[access->space]);
    json_whole(text, "launch", access->launch);
    json_whole(text, "block", access->block);
    json_whole(text, "warp", access->warp);
    json_whole(text, "phase", access->phase);
    json_whole(text, "bytes", access->bytes);
    json_whole(text, "sectors", access->sectors);
    json_whole(text, "passes", access->passes);
    json_whole(text, "conflicts", access->conflicts);
    json_whole(text, "allocation", access->base);
    json_open(text, "lanes", '[');
    for (unsigned lane = 0; lane < TRACED_LANES; lane++) {
        if (access->mask >> lane & 1) json_whole(text, NULL, access->address[lane]);
        else json_null(text, NULL);
    }
    json_close(text, ']');
    put_values(text, device_trace(device), access);
    json_close(text, '}');
}
