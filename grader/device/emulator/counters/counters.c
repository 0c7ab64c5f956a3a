// counters.c - the names of the counters, and how the counts of instructions add up to them.
#include "counters.h"
#include "../machine/instruction.h"
#include <assert.h>
#include <stddef.h>

static const struct {
    const char *name, *unit, *description;
} counter_table[COUNTER_COUNT] = {
#define COUNTER(name, unit, what) {#name, unit, what},
#include "counters.def"
#undef COUNTER
};

const char *counter_name(Counter counter) { return counter_table[counter].name; }
const char *counter_unit(Counter counter) { return counter_table[counter].unit; }
const char *counter_description(Counter counter) { return counter_table[counter].description; }

const DerivedCounter derived_counters[] = {
#define DERIVED(name, rule) {COUNTER_##name, rule},
#include "derived.def"
#undef DERIVED
    {COUNTER_COUNT, NULL}};

void counters_add(Counters *to, const Counters *from) {
    for (int i = 0; i < COUNTER_COUNT; i++) to->value[i] += from->value[i];
}

// Arithmetic: the counter of a class, and how many operations a thread's instruction stands for.
typedef struct {
    Counter counter;
    unsigned operations;
} Arithmetic;

static const Arithmetic arithmetic_table[] = {
    [CLASS_FFMA] = {COUNTER_ffma, 1},  [CLASS_FADD] = {COUNTER_fadd, 1},  [CLASS_FMUL] = {COUNTER_fmul, 1},
    [CLASS_DFMA] = {COUNTER_dfma, 1},  [CLASS_DADD] = {COUNTER_dadd, 1},  [CLASS_DMUL] = {COUNTER_dmul, 1},
    [CLASS_HFMA] = {COUNTER_hfma, 1},  [CLASS_HADD] = {COUNTER_hadd, 1},  [CLASS_HMUL] = {COUNTER_hmul, 1},
    [CLASS_HFMA2] = {COUNTER_hfma, 2}, [CLASS_HADD2] = {COUNTER_hadd, 2}, [CLASS_HMUL2] = {COUNTER_hmul, 2},
};

// What a thread's instruction is in the machine code, if it is a sequence there.
typedef struct {
    unsigned ffma, fadd, fmul, dfma, dadd, dmul;
} Expansion;

static const Expansion expansion_table[] = {
#define EXPANSION(class, words, type, ...) [CLASS_##class] = {__VA_ARGS__},
#include "../instructions/expansions.def"
#undef EXPANSION
};

static void add_expansion(uint64_t *value, uint64_t threads, Expansion expansion) {
    value[COUNTER_ffma] += threads * expansion.ffma;
    value[COUNTER_fadd] += threads * expansion.fadd;
    value[COUNTER_fmul] += threads * expansion.fmul;
    value[COUNTER_dfma] += threads * expansion.dfma;
    value[COUNTER_dadd] += threads * expansion.dadd;
    value[COUNTER_dmul] += threads * expansion.dmul;
}

// Memory: which counter gets which of a site's counts, by class (from CLASS_LOAD on) and space.
#define FIELD(name) (offsetof(SiteCounts, name) / sizeof(uint64_t))
typedef struct {
    uint8_t class, space, field;
    Counter counter;
} MemoryRow;

static const MemoryRow memory_table[] = {
    {CLASS_LOAD, SITE_GLOBAL, FIELD(requests), COUNTER_global_load_requests},
    {CLASS_LOAD, SITE_GLOBAL, FIELD(sectors), COUNTER_global_load_sectors},
    {CLASS_LOAD, SITE_GLOBAL, FIELD(bytes), COUNTER_global_load_bytes},
    {CLASS_STORE, SITE_GLOBAL, FIELD(requests), COUNTER_global_store_requests},
    {CLASS_STORE, SITE_GLOBAL, FIELD(sectors), COUNTER_global_store_sectors},
    {CLASS_STORE, SITE_GLOBAL, FIELD(bytes), COUNTER_global_store_bytes},
    {CLASS_LOAD, SITE_GLOBAL, FIELD(wasted), COUNTER_global_load_wasted_bytes},
    {CLASS_STORE, SITE_GLOBAL, FIELD(wasted), COUNTER_global_store_wasted_bytes},
    {CLASS_REDUCTION, SITE_GLOBAL, FIELD(wasted), COUNTER_global_store_wasted_bytes},
    {CLASS_ATOMIC, SITE_GLOBAL, FIELD(wasted), COUNTER_global_store_wasted_bytes},
    {CLASS_ATOMIC, SITE_GLOBAL, FIELD(wasted), COUNTER_global_load_wasted_bytes},
    {CLASS_REDUCTION, SITE_GLOBAL, FIELD(requests), COUNTER_global_red_requests},
    {CLASS_REDUCTION, SITE_GLOBAL, FIELD(sectors), COUNTER_global_red_sectors},
    {CLASS_ATOMIC, SITE_GLOBAL, FIELD(requests), COUNTER_global_atom_requests},
    {CLASS_ATOMIC, SITE_GLOBAL, FIELD(sectors), COUNTER_global_atom_sectors},
    {CLASS_REDUCTION, SITE_GLOBAL, FIELD(turns), COUNTER_global_atomic_turns},
    {CLASS_ATOMIC, SITE_GLOBAL, FIELD(turns), COUNTER_global_atomic_turns},
    {CLASS_LOAD, SITE_LOCAL, FIELD(requests), COUNTER_local_load_requests},
    {CLASS_LOAD, SITE_LOCAL, FIELD(sectors), COUNTER_local_load_sectors},
    {CLASS_LOAD, SITE_LOCAL, FIELD(bytes), COUNTER_local_load_bytes},
    {CLASS_STORE, SITE_LOCAL, FIELD(requests), COUNTER_local_store_requests},
    {CLASS_STORE, SITE_LOCAL, FIELD(sectors), COUNTER_local_store_sectors},
    {CLASS_STORE, SITE_LOCAL, FIELD(bytes), COUNTER_local_store_bytes},
    {CLASS_LOAD, SITE_SHARED, FIELD(warps), COUNTER_shared_load_instructions},
    {CLASS_LOAD, SITE_SHARED, FIELD(wavefronts), COUNTER_shared_load_wavefronts},
    {CLASS_LOAD, SITE_SHARED, FIELD(conflicts), COUNTER_shared_load_bank_conflicts},
    {CLASS_LOAD, SITE_SHARED, FIELD(bytes), COUNTER_shared_load_bytes},
    {CLASS_STORE, SITE_SHARED, FIELD(warps), COUNTER_shared_store_instructions},
    {CLASS_STORE, SITE_SHARED, FIELD(wavefronts), COUNTER_shared_store_wavefronts},
    {CLASS_STORE, SITE_SHARED, FIELD(conflicts), COUNTER_shared_store_bank_conflicts},
    {CLASS_STORE, SITE_SHARED, FIELD(bytes), COUNTER_shared_store_bytes},
    {CLASS_REDUCTION, SITE_SHARED, FIELD(warps), COUNTER_shared_atom_instructions},
    {CLASS_ATOMIC, SITE_SHARED, FIELD(warps), COUNTER_shared_atom_instructions},
    {CLASS_REDUCTION, SITE_SHARED, FIELD(threads), COUNTER_shared_atom_operations},
    {CLASS_ATOMIC, SITE_SHARED, FIELD(threads), COUNTER_shared_atom_operations},
    {CLASS_TEXTURE, SITE_GLOBAL, FIELD(requests), COUNTER_texture_requests},
    {CLASS_SURFACE, SITE_GLOBAL, FIELD(requests), COUNTER_surface_requests},
    {CLASS_OTHER, SITE_SHARED, FIELD(conflicts), COUNTER_async_copy_conflicts},
    {CLASS_ARRIVAL, SITE_SHARED, FIELD(warps), COUNTER_mbarrier_arrivals},
    {CLASS_BULK_LOAD, SITE_GLOBAL, FIELD(requests), COUNTER_bulk_load_requests},
    {CLASS_BULK_LOAD, SITE_GLOBAL, FIELD(sectors), COUNTER_bulk_load_sectors},
    {CLASS_BULK_LOAD, SITE_GLOBAL, FIELD(bytes), COUNTER_bulk_load_bytes},
    {CLASS_BULK_LOAD, SITE_GLOBAL, FIELD(wasted), COUNTER_global_load_wasted_bytes},
    {CLASS_BULK_STORE, SITE_GLOBAL, FIELD(requests), COUNTER_bulk_store_requests},
    {CLASS_BULK_STORE, SITE_GLOBAL, FIELD(sectors), COUNTER_bulk_store_sectors},
    {CLASS_BULK_STORE, SITE_GLOBAL, FIELD(bytes), COUNTER_bulk_store_bytes},
    {CLASS_BULK_STORE, SITE_GLOBAL, FIELD(wasted), COUNTER_global_store_wasted_bytes},
    {CLASS_BULK_COPY, SITE_GLOBAL, FIELD(threads), COUNTER_bulk_copy_requests},
    {CLASS_ASYNC_STORE, SITE_GLOBAL, FIELD(threads), COUNTER_async_stores},
};

static uint64_t field_of(const SiteCounts *counts, uint8_t field) { return ((const uint64_t *)counts)[field]; }

void counters_add_site(Counters *counters, const SiteCounts *counts, uint8_t class, int site_space) {
    uint64_t *value = counters->value;
    assert(class < CLASS_COUNT);
    value[COUNTER_warp_instructions] += counts->warps;
    value[COUNTER_thread_instructions] += counts->threads;
    value[COUNTER_cluster_requests] += counts->cluster;
    value[COUNTER_cluster_sectors] += counts->cluster_sectors;
    value[COUNTER_host_store_bytes] += counts->to_host;
    value[COUNTER_load_waits] += counts->waits;
    value[COUNTER_load_wait_bytes] += counts->awaited;
    if (class == CLASS_BRANCH) value[COUNTER_divergent_branches] += counts->divergent;
    bool reduces = class == CLASS_BARRIER_REDUCTION;
    if (class == CLASS_BARRIER || reduces) value[COUNTER_barriers] += counts->warps;
    if (class == CLASS_SHUFFLE) value[COUNTER_shuffles] += counts->warps;
    if (class == CLASS_EXCHANGE || reduces) value[COUNTER_exchanges] += counts->warps;
    if (class >= CLASS_FFMA && class <= CLASS_HMUL2) {
        Arithmetic arithmetic = arithmetic_table[class];
        value[arithmetic.counter] += counts->threads * arithmetic.operations;
    } else if (class > CLASS_HMUL2 && class < CLASS_LOAD) {
        add_expansion(value, counts->threads, expansion_table[class]);
    }
    for (size_t i = 0; i < sizeof memory_table / sizeof *memory_table; i++) {
        const MemoryRow *row = &memory_table[i];
        if (row->class == class && row->space == site_space) value[row->counter] += field_of(counts, row->field);
    }
}
