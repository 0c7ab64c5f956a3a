// faults.c - records of faults: one for each kind and place, however many threads run into it.
//
// A racing kernel makes millions of faults of a few kinds at a few places, so a block keeps what its threads did
// (pending faults, no locks, no sentences) and hands it to the list when it ends. Which blocks run after a fatal
// fault depends on timing; so the list keeps counts by block for the running launch, to be able to forget them.
#include "faults.h"
#include "../../system/grow.h"
#include "../base/threads.h"
#include "execute.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_RECORDS 10000    // places; a hostile program gets no more memory than for these
#define MOST_BLOCKS (1 << 16) // counts by block of one record; beyond, the older half is summed up

typedef struct {
    uint32_t block;
    uint64_t count;
} BlockCount;

typedef struct {
    Fault fault;      // the first by (launch, block, thread); its count is not kept up, see faults_sorted
    uint64_t settled; // occurrences that stay, whatever becomes of the running launch
    uint64_t running; // the launch that `blocks` belong to
    BlockCount *blocks;
    size_t count;
} Record;

struct FaultList {
    Lock lock;
    Record *records;
    size_t count;
    Fault *sorted; // what faults_sorted returned last
};

FaultList *faults_create(void) {
    FaultList *list = calloc(1, sizeof *list);
    if (list != NULL) lock_create(&list->lock);
    return list;
}

void faults_destroy(FaultList *list) {
    if (list == NULL) return;
    for (size_t i = 0; i < list->count; i++) free(list->records[i].blocks);
    free(list->records);
    free(list->sorted);
    lock_destroy(&list->lock);
    free(list);
}

// ---- facts that follow from the access ---------------------------------------------------------------------

// Where an address lies, seen from an allocation.
static FactWhere where_of(const Fault *fault, uint64_t *distance) {
    uint64_t start = fault->allocation, end = start + fault->allocation_bytes, last = fault->address + fault->bytes;
    bool negative = fault->address >> 31 == 1 && strcmp(fault->space, "global") != 0; // an offset of 32 bits
    *distance = negative                 ? -(uint32_t)fault->address
                : fault->address > end   ? fault->address - end
                : fault->address < start ? start - fault->address
                                         : fault->address - start;
    if (negative || (fault->address < start && fault->address != end)) return WHERE_BEFORE;
    if (fault->address >= end) return fault->address == end ? WHERE_AT_END : WHERE_PAST_END;
    return last > end ? WHERE_ACROSS_END : WHERE_INSIDE;
}

static Fact access_fact(const Fault *fault) {
    uint64_t distance;
    FactWhere where = where_of(fault, &distance);
    if (strcmp(fault->space, "global") == 0 && fault->allocation == 0)
        return FACT_OF(access_nowhere, fault->is_write, fault->bytes, fault->address, fault->kind);
    return FACT_OF(access, fault->is_write, fault->bytes, where, distance, fault->allocation_bytes,
                   fact_text(fault->space), fault->kind == FAULT_USE_AFTER_FREE, fault->kind == FAULT_MISALIGNED);
}

// The fact of a fault whose check gave none.
static Fact fact_of(const Fault *fault) {
    switch (fault_family(fault->kind)) {
    case FAMILY_ACCESS: return access_fact(fault);
    case FAMILY_RACE:
        return FACT_OF(race_in_block, fault->is_write, fault->bytes, fact_text(fault->space), fault->other.thread,
                       fault->other_is_write);
    case FAMILY_UNWRITTEN: return FACT_OF(unwritten, fault->bytes, fact_text(fault->space));
    default: return FACT_ALONE(none);
    }
}

// ---- the list ---------------------------------------------------------------------------------------------

// The order of the first occurrence: launch, block, thread.
static int compare_first(const Fault *a, const Fault *b) {
    if (a->launch != b->launch) return a->launch < b->launch ? -1 : 1;
    if (a->thread.block != b->thread.block) return a->thread.block < b->thread.block ? -1 : 1;
    if (a->thread.thread != b->thread.thread) return a->thread.thread < b->thread.thread ? -1 : 1;
    return 0;
}

static bool same_place(const Fault *a, const Fault *b) {
    return a->kind == b->kind && a->module == b->module && a->location == b->location &&
           a->other_location == b->other_location && a->is_write == b->is_write &&
           a->other_is_write == b->other_is_write && strcmp(a->kernel, b->kernel) == 0 &&
           (a->kind != FAULT_INVALID_LAUNCH || fact_equal(&a->fact, &b->fact));
}

// Outside launches, faults are records of their own, apart from unwritten bytes of one allocation that one line of the
// program has copied: rows of a matrix are copied one by one.
static bool same_copy(const Fault *a, const Fault *b) {
    return a->kind == FAULT_UNINITIALISED_COPY && b->kind == a->kind && a->location && a->location == b->location &&
           a->module == b->module && a->allocation == b->allocation;
}

static Record *find_record(FaultList *list, const Fault *fault) {
    for (size_t i = 0; i < list->count; i++) {
        const Fault *known = &list->records[i].fault;
        bool is_launch = fault->launch != UINT64_MAX && known->launch != UINT64_MAX;
        if (is_launch ? same_place(known, fault) : same_copy(known, fault)) return &list->records[i];
    }
    return NULL;
}

static Record *new_record(FaultList *list, const Fault *fault) {
    if (list->count == MOST_RECORDS) return NULL;
    if (!ARRAY_GROW(list->records, list->count)) return NULL;
    Record *record = &list->records[list->count++];
    *record = (Record){.fault = *fault, .running = fault->launch};
    if (record->fault.fact.name == FACT_none) record->fault.fact = fact_of(&record->fault);
    return record;
}

static int compare_blocks(const void *a, const void *b) {
    uint32_t x = ((const BlockCount *)a)->block, y = ((const BlockCount *)b)->block;
    return x < y ? -1 : x > y;
}

// Sums up the first half of the blocks: blocks start in order, so those are the ones that are sure to stay.
static void settle_half(Record *record) {
    qsort(record->blocks, record->count, sizeof *record->blocks, compare_blocks);
    size_t half = record->count / 2;
    for (size_t i = 0; i < half; i++) record->settled += record->blocks[i].count;
    record->count -= half;
    memmove(record->blocks, record->blocks + half, record->count * sizeof *record->blocks);
}

static void count_in_block(Record *record, const Fault *fault, uint64_t count) {
    if (record->running != fault->launch) {
        for (size_t i = 0; i < record->count; i++) record->settled += record->blocks[i].count;
        record->count = 0;
        record->running = fault->launch;
    }
    if (record->count != 0 && record->blocks[record->count - 1].block == fault->thread.block) {
        record->blocks[record->count - 1].count += count;
        return;
    }
    if (record->count == MOST_BLOCKS) settle_half(record);
    if (!ARRAY_GROW(record->blocks, record->count)) {
        record->settled += count;
        return;
    }
    record->blocks[record->count++] = (BlockCount){fault->thread.block, count};
}

void faults_add(FaultList *list, const Fault *fault) {
    uint64_t count = fault->count == 0 ? 1 : fault->count;
    lock_take(&list->lock);
    Record *record = find_record(list, fault);
    if (record == NULL) record = new_record(list, fault);
    else if (compare_first(fault, &record->fault) < 0) {
        record->fault = *fault;
        if (record->fault.fact.name == FACT_none) record->fault.fact = fact_of(&record->fault);
    }
    if (record != NULL) count_in_block(record, fault, count);
    lock_release(&list->lock);
}

// Forgets what blocks after last_block did; false if nothing of the record is left.
static bool drop_blocks(Record *record, uint32_t last_block) {
    size_t kept = 0;
    for (size_t i = 0; i < record->count; i++)
        if (record->blocks[i].block <= last_block) record->blocks[kept++] = record->blocks[i];
    record->count = kept;
    return record->fault.launch != record->running || record->fault.thread.block <= last_block;
}

void faults_drop_after(FaultList *list, uint64_t launch, uint32_t last_block) {
    lock_take(&list->lock);
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        Record *record = &list->records[i];
        if (record->running == launch && !drop_blocks(record, last_block)) free(record->blocks);
        else list->records[kept++] = *record;
    }
    list->count = kept;
    lock_release(&list->lock);
}

static int compare_faults(const void *x, const void *y) {
    const Fault *a = x, *b = y;
    int first = compare_first(a, b);
    if (first != 0) return first;
    if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
    if (a->location != b->location) return a->location < b->location ? -1 : 1;
    if (a->other_location != b->other_location) return a->other_location < b->other_location ? -1 : 1;
    if (a->address != b->address) return a->address < b->address ? -1 : 1;
    if (a->is_write != b->is_write) return a->is_write - b->is_write;
    return (int)a->fact.name - (int)b->fact.name;
}

const Fault *faults_sorted(FaultList *list, size_t *count) {
    lock_take(&list->lock);
    *count = 0;
    if (ARRAY_RESIZE(list->sorted, list->count + 1)) {
        Fault *sorted = list->sorted;
        *count = list->count;
        for (size_t i = 0; i < list->count; i++) {
            const Record *record = &list->records[i];
            sorted[i] = record->fault;
            sorted[i].count = record->settled;
            for (size_t k = 0; k < record->count; k++) sorted[i].count += record->blocks[k].count;
        }
        qsort(sorted, *count, sizeof *sorted, compare_faults);
    }
    lock_release(&list->lock);
    return list->sorted;
}

// ---- faults of running threads ----------------------------------------------------------------------------

// The block's pending fault of the same kind and place.
static Fault *find_pending(PendingFaults *pending, const Fault *fault) {
    for (unsigned i = 0; i < pending->count; i++) {
        Fault *known = &pending->faults[i];
        if (known->kind == fault->kind && known->location == fault->location &&
            known->other_location == fault->other_location && known->is_write == fault->is_write &&
            known->other_is_write == fault->other_is_write)
            return known;
    }
    return NULL;
}

void faults_flush(Block *block) {
    PendingFaults *pending = block->pending;
    assert(pending == NULL || pending->count <= PENDING_FAULTS);
    for (unsigned i = 0; pending != NULL && i < pending->count; i++)
        faults_add(block->launch->faults, &pending->faults[i]);
    if (pending != NULL) pending->count = 0;
}

// Counts the fault to the block's pending ones, or to the list if the block has no space for a new place.
static void add_pending(const Launch *launch, PendingFaults *pending, Fault *fault) {
    Fault *known = pending == NULL ? NULL : find_pending(pending, fault);
    if (known != NULL) {
        known->count++;
        if (fault->thread.thread >= known->thread.thread) return;
        fault->count = known->count;
    }
    snprintf(fault->kernel, sizeof fault->kernel, "%s", launch->kernel);
    if (known == NULL && pending != NULL && pending->count < PENDING_FAULTS) known = &pending->faults[pending->count++];
    if (known != NULL) *known = *fault;
    else faults_add(launch->faults, fault);
}

void warp_fault(Warp *warp, const Instruction *instruction, unsigned lane, FaultKind kind, const Fault *details) {
    Block *block = warp->block;
    const Launch *launch = block->launch;
    assert(lane < WARP_LANES && warp_thread(warp, lane) < block->thread_count);
    Fault fault = details == NULL ? (Fault){0} : *details;
    fault.kind = kind;
    fault.launch = launch->number;
    fault.module = launch->module;
    fault.thread = (FaultThread){block->index, warp_thread(warp, lane)};
    fault.count = 1;
    fault.barrier_location = block->barrier_location;
    if (fault.location == 0 && instruction != NULL) fault.location = instruction->location;
    add_pending(launch, block->pending, &fault);
    if (fault_error(kind) != 0) warp_stop(warp, fault_error(kind));
}
