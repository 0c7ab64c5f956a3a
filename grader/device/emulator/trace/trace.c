// trace.c - keeps single accesses for those who draw them: the first and the last of the meters, so that what those
// between count is what the access costs.
#include "trace.h"
#include "../../system/grow.h"
#include "../counters/meters.h"
#include "../machine/code.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define MOST_KEPT (1u << 20)      // accesses of a run
#define LAUNCHES_WITH_ACCESSES 64 // of a run: later ones only have costs
#define COSTS_PER_SITE 128        // different ones: no access has more, but for odd atomics

typedef struct {
    SiteCounts before; // the access that is observed
    TracedAccess *first;
    uint32_t first_count;
    uint64_t *values; // of variables, by access, variable and lane
    size_t value_count;
    TracedCost *costs; // by cost
    uint32_t cost_count;
} SiteTrace;

struct Trace {
    TraceOptions options;
    SiteTrace *sites;
    uint64_t order;
};

struct TraceLog {
    TraceOptions options;
    TracedAccess *accesses;
    size_t access_count, sorted; // those before `sorted` are in order
    TracedCost *costs;
    size_t cost_count;
    uint64_t *values;
    size_t value_count;
    bool full;
};

// ---- one access ----------------------------------------------------------------------------------------------------

static void place_access(const Warp *warp, const Instruction *i, Trace *trace, TracedAccess *traced) {
    const Block *block = warp->block;
    *traced = (TracedAccess){.kernel = block->launch->kernel,
                             .launch = block->launch->number,
                             .module = block->launch->module,
                             .location = i->location,
                             .block = block->index,
                             .warp = warp->index,
                             .phase = block->barrier_epoch,
                             .order = trace->order++};
}

// As hardware sees it: a part of what the assembler makes one access stands for the whole of it.
static void describe(const Warp *warp, const Access *access, TracedAccess *traced) {
    static const TracedKind kinds[] = {[ACCESS_LOAD] = TRACED_LOAD,
                                       [ACCESS_STORE] = TRACED_STORE,
                                       [ACCESS_ATOMIC] = TRACED_ATOMIC,
                                       [ACCESS_REDUCTION] = TRACED_ATOMIC};
    static const TracedSpace spaces[SPACE_COUNT] = {
        [SPACE_GLOBAL] = TRACED_GLOBAL, [SPACE_SHARED] = TRACED_SHARED, [SPACE_LOCAL] = TRACED_LOCAL};
    const Instruction *i = access->instruction;
    uint64_t shift = i->merged_bytes ? (uint64_t)i->merged_from : 0;
    uint64_t lowest = access->address[__builtin_ctz(access->mask)] + shift;
    const Allocation *allocation = NULL;
    if (access->space == SPACE_GLOBAL) allocation = memory_find(warp->block->launch->memory, lowest);
    traced->kind = kinds[access->kind];
    traced->space = spaces[access->space];
    traced->bytes = i->merged_bytes ? i->merged_bytes : access->bytes;
    traced->mask = access->mask;
    traced->base = allocation ? allocation->base : 0;
    for (uint32_t left = access->mask; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        traced->address[lane] = access->address[lane] + shift - traced->base;
    }
}

// ---- what is kept of it --------------------------------------------------------------------------------------------

static uint64_t value_in(const Warp *warp, Operand operand, unsigned lane) {
    const void *lanes = operand_lanes(warp, operand);
    if (operand.bank == BANK_LONG) return ((const uint64_t *)lanes)[lane];
    return operand.bank == BANK_WORD ? ((const uint32_t *)lanes)[lane] : *(const uint32_t *)lanes >> lane & 1;
}

// Variables are noted in kernels alone, where nothing is called.
static void keep_values(const Warp *warp, const Instruction *i, SiteTrace *site, TracedAccess *traced) {
    const Code *code = &warp->block->launch->program->codes[0];
    if (i < code->instructions || i >= code->instructions + code->count) return;
    const PtxInstruction *in = &code->source->instructions[i->source];
    size_t more = (size_t)in->named_count * WARP_LANES, count = site->value_count + more;
    if (!more || !ARRAY_RESIZE(site->values, count)) return;
    uint64_t *values = &site->values[site->value_count];
    for (size_t n = 0; n < more; n++) {
        const PtxNamed *named = &in->named[n / WARP_LANES];
        bool is_register = named->is_register;
        values[n] = is_register ? value_in(warp, code->registers[named->index], n % WARP_LANES) : named->bits;
    }
    traced->named = in->named;
    traced->named_count = in->named_count;
    traced->values = site->value_count;
    site->value_count = count;
}

static void keep_first(const Warp *warp, const Instruction *i, Trace *trace, SiteTrace *site, TracedAccess *traced) {
    bool chosen = traced->block >= trace->options.first_block && traced->block <= trace->options.last_block;
    if (!chosen || site->first_count >= trace->options.limit) return;
    if (!ARRAY_GROW(site->first, site->first_count)) return;
    keep_values(warp, i, site, traced);
    site->first[site->first_count++] = *traced;
}

// Where the site has that cost, or where it belongs.
static uint32_t cost_place(const SiteTrace *site, uint32_t cost) {
    uint32_t at = 0;
    while (at < site->cost_count && traced_cost(&site->costs[at].example) < cost) at++;
    return at;
}

static void keep_cost(SiteTrace *site, const TracedAccess *traced) {
    uint32_t at = cost_place(site, traced_cost(traced));
    if (site->cost_count == COSTS_PER_SITE) return;
    if (!ARRAY_GROW(site->costs, site->cost_count)) return;
    assert(at == site->cost_count || traced_cost(&site->costs[at].example) > traced_cost(traced));
    memmove(&site->costs[at + 1], &site->costs[at], (site->cost_count++ - at) * sizeof *site->costs);
    site->costs[at] = (TracedCost){.count = 1, .example = *traced};
}

// The common case: there was one like it, and nobody wants this one. Then nothing of it is written down.
static bool count_known(SiteTrace *site, uint32_t cost) {
    uint32_t at = cost_place(site, cost);
    bool known = at < site->cost_count && traced_cost(&site->costs[at].example) == cost;
    if (known) site->costs[at].count++;
    return known;
}

static inline size_t site_number(const Warp *warp, const Access *access) {
    size_t number = (size_t)(access->counts - warp->worker->sites);
    assert(number < warp->block->launch->program->site_count);
    return number;
}

// The first of the meters: what the others count of this access is the difference.
void trace_before(const Warp *warp, const Access *access) {
    Trace *trace = warp->worker->trace;
    trace->sites[site_number(warp, access)].before = *access->counts;
}

void trace_meter(const Warp *warp, const Access *access) {
    Trace *trace = warp->worker->trace;
    const Instruction *i = access->instruction;
    TracedAccess traced;
    size_t number = site_number(warp, access);
    SiteTrace *site = &trace->sites[number];
    SiteCounts now = *access->counts, before = site->before;
    assert(now.sectors >= before.sectors && now.requests >= before.requests && now.wavefronts >= before.wavefronts &&
           now.conflicts >= before.conflicts);
    uint64_t sectors = now.sectors - before.sectors, passes = now.wavefronts - before.wavefronts;
    if (access->space == SPACE_LOCAL) sectors = now.requests - before.requests; // one for each word
    // An asynchronous copy's store costs nothing of its own.
    bool counted = warp->block->launch->program->sites[number].class != CLASS_OTHER;
    uint32_t cost = (uint32_t)(access->space == SPACE_SHARED ? passes : sectors);
    bool known = !counted || (site->costs && count_known(site, cost));
    if (known && site->first_count >= trace->options.limit) return;
    place_access(warp, i, trace, &traced);
    describe(warp, access, &traced);
    traced.site = (uint32_t)number;
    traced.sectors = (uint32_t)sectors;
    traced.passes = (uint32_t)passes;
    traced.conflicts = (uint32_t)(now.conflicts - before.conflicts);
    keep_first(warp, i, trace, site, &traced);
    if (!known) keep_cost(site, &traced);
}

void trace_barrier(const Warp *warp, const Instruction *i) {
    Trace *trace = warp->worker->trace;
    if (!trace) return;
    TracedAccess traced;
    place_access(warp, i, trace, &traced);
    traced.kind = TRACED_BARRIER;
    traced.mask = warp->mask;
    traced.site = i->site;
    keep_first(warp, i, trace, &trace->sites[i->site], &traced);
}

// ---- launches ------------------------------------------------------------------------------------------------------

TraceLog *trace_log_create(TraceOptions options) {
    TraceLog *log = options.wanted ? calloc(1, sizeof *log) : NULL;
    if (log) log->options = options;
    return log;
}

void trace_log_destroy(TraceLog *log) {
    if (!log) return;
    free(log->accesses);
    free(log->costs);
    free(log->values);
    free(log);
}

Trace *trace_begin(TraceLog *log, const Launch *launch) {
    Trace *trace = log ? calloc(1, sizeof *trace) : NULL;
    if (!trace) return NULL;
    trace->options = log->options;
    if (log->full || launch->number >= LAUNCHES_WITH_ACCESSES) trace->options.limit = 0;
    trace->sites = calloc(launch->program->site_count, sizeof *trace->sites);
    if (trace->sites) return trace;
    free(trace);
    return NULL;
}

// An access without its values has none.
static void take_values(TraceLog *log, const SiteTrace *site, TracedAccess *accesses) {
    size_t count = log->value_count + site->value_count;
    bool kept = site->value_count && ARRAY_RESIZE(log->values, count);
    if (kept) memcpy(&log->values[log->value_count], site->values, site->value_count * sizeof *site->values);
    for (uint32_t n = 0; n < site->first_count; n++) {
        accesses[n].values += log->value_count;
        if (!kept) accesses[n].named_count = 0;
    }
    if (kept) log->value_count = count;
}

static void take_accesses(TraceLog *log, const SiteTrace *site) {
    if (!site->first_count || log->full) return;
    log->full = log->access_count + site->first_count > MOST_KEPT;
    size_t count = log->access_count + site->first_count;
    if (log->full || !ARRAY_RESIZE(log->accesses, count)) return;
    memcpy(&log->accesses[log->access_count], site->first, site->first_count * sizeof *site->first);
    take_values(log, site, &log->accesses[log->access_count]);
    log->access_count = count;
}

static bool is_before(const TracedAccess *a, const TracedAccess *b) {
    if (a->launch != b->launch) return a->launch < b->launch;
    return a->block != b->block ? a->block < b->block : a->order < b->order;
}

// By kernel, instruction and cost.
static int compare_costs(const TracedAccess *a, const TracedAccess *b) {
    int order = a->kernel == b->kernel ? 0 : strcmp(a->kernel, b->kernel);
    if (order) return order;
    if (a->module != b->module) return a->module < b->module ? -1 : 1;
    if (a->site != b->site) return a->site < b->site ? -1 : 1;
    return (traced_cost(a) > traced_cost(b)) - (traced_cost(a) < traced_cost(b));
}

static void take_cost(TraceLog *log, const TracedCost *cost) {
    size_t low = 0, high = log->cost_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (compare_costs(&log->costs[middle].example, &cost->example) < 0) low = middle + 1;
        else high = middle;
    }
    TracedCost *there = low < log->cost_count ? &log->costs[low] : NULL;
    if (there && compare_costs(&there->example, &cost->example) == 0) {
        there->count += cost->count;
        if (is_before(&cost->example, &there->example)) there->example = cost->example;
        return;
    }
    if (!ARRAY_GROW(log->costs, log->cost_count)) return;
    assert(!low || compare_costs(&log->costs[low - 1].example, &cost->example) < 0);
    memmove(&log->costs[low + 1], &log->costs[low], (log->cost_count++ - low) * sizeof *log->costs);
    log->costs[low] = *cost;
}

// Of an instruction no more accesses than of one worker: those of the lowest blocks.
static void drop_later(TraceLog *log, uint32_t site_count) {
    uint32_t *kept = calloc(site_count, sizeof *kept);
    size_t left = log->sorted;
    for (size_t n = log->sorted; kept && n < log->access_count; n++)
        if (kept[log->accesses[n].site]++ < log->options.limit) log->accesses[left++] = log->accesses[n];
    if (kept) log->access_count = left;
    free(kept);
}

static int by_order(const void *a, const void *b) {
    const TracedAccess *left = a, *right = b;
    return is_before(right, left) - is_before(left, right);
}

void trace_end(TraceLog *log, const Launch *launch, Trace *trace) {
    if (!trace) return;
    for (uint32_t n = 0; n < launch->program->site_count; n++) {
        take_accesses(log, &trace->sites[n]);
        for (uint32_t c = 0; c < trace->sites[n].cost_count; c++) take_cost(log, &trace->sites[n].costs[c]);
        free(trace->sites[n].first);
        free(trace->sites[n].costs);
        free(trace->sites[n].values);
    }
    free(trace->sites);
    free(trace);
}

void trace_launch_end(TraceLog *log, const Launch *launch) {
    if (!log || log->access_count == log->sorted) return;
    assert(log->sorted < log->access_count);
    qsort(log->accesses + log->sorted, log->access_count - log->sorted, sizeof *log->accesses, by_order);
    drop_later(log, launch->program->site_count);
    log->sorted = log->access_count;
}

// ---- what was kept -------------------------------------------------------------------------------------------------

const TracedAccess *trace_accesses(const TraceLog *log, size_t *count) {
    *count = log ? log->access_count : 0;
    return log ? log->accesses : NULL;
}

const TracedCost *trace_costs(const TraceLog *log, size_t *count) {
    *count = log ? log->cost_count : 0;
    return log ? log->costs : NULL;
}

const uint64_t *trace_values(const TraceLog *log, const TracedAccess *access, uint32_t variable) {
    assert(variable < access->named_count);
    return &log->values[access->values + (size_t)variable * TRACED_LANES];
}
