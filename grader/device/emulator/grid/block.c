// block.c - a block of threads: its warps take turns, and meet at barriers.
//
// A warp runs until it waits, ends, or has had its turn; so warps that wait for each other through shared memory all
// make progress. A Block is made once for a worker and launch and used for one block of the grid after another.
#include "block.h"
#include "../base/pages.h"
#include "../checks/checks.h"
#include "../control/barrier.h"
#include "../decode/literal_pool.h"
#include "../machine/divergence.h"
#include "../machine/execute.h"
#include "../machine/value_watch.h"
#include "grid.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define TURN_STEPS 50000   // instructions of a warp's turn
#define SPINNING_ROUNDS 64 // rounds in which every warp only spun, before another block gets a turn
#define SPECIAL_BYTES (SPECIAL_STATIC_COUNT * WORD_SLOT)
#define SINK_BYTES 512
#define SHARED_UNIT 128u // bytes in which shared memory is given out

static void *aligned(size_t bytes) {
    size_t size = (bytes + 127) / 64 * 64;
    void *memory = aligned_alloc(64, size);
    if (memory) memset(memory, 0, size);
    return memory;
}

static void set_special(Warp *warp, PtxSpecial special, uint32_t value) {
    assert(special < SPECIAL_STATIC_COUNT);
    uint32_t *lanes = (uint32_t *)(void *)(warp->bank[BANK_SPECIAL] + special * WORD_SLOT);
    for (unsigned lane = 0; lane < WARP_LANES; lane++) lanes[lane] = value;
}

static void set_lane_specials(Warp *warp, const Launch *launch) {
    uint32_t *special = (uint32_t *)(void *)warp->bank[BANK_SPECIAL];
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        uint32_t thread = warp_thread(warp, lane), bit = 1u << lane;
        special[SPECIAL_TID_X * WARP_LANES + lane] = thread % launch->block.x;
        special[SPECIAL_TID_Y * WARP_LANES + lane] = thread / launch->block.x % launch->block.y;
        special[SPECIAL_TID_Z * WARP_LANES + lane] = thread / launch->block.x / launch->block.y;
        special[SPECIAL_LANEID * WARP_LANES + lane] = lane;
        special[SPECIAL_LANEMASK_EQ * WARP_LANES + lane] = bit;
        special[SPECIAL_LANEMASK_LT * WARP_LANES + lane] = bit - 1;
        special[SPECIAL_LANEMASK_LE * WARP_LANES + lane] = bit | (bit - 1);
        special[SPECIAL_LANEMASK_GT * WARP_LANES + lane] = ~(bit | (bit - 1));
        special[SPECIAL_LANEMASK_GE * WARP_LANES + lane] = ~(bit - 1);
    }
}

Dim3 cluster_size(const Launch *launch) { return launch->cluster.x ? launch->cluster : (Dim3){1, 1, 1}; }

static void set_launch_specials(Warp *warp, const Launch *launch) {
    const Dim3 cluster = cluster_size(launch);
    const uint32_t shared = launch->program->static_shared_bytes + (uint32_t)launch->dynamic_shared_bytes;
    const struct {
        PtxSpecial special;
        uint32_t value;
    } VALUES[] = {{SPECIAL_NTID_X, launch->block.x},
                  {SPECIAL_NTID_Y, launch->block.y},
                  {SPECIAL_NTID_Z, launch->block.z},
                  {SPECIAL_NCTAID_X, launch->grid.x},
                  {SPECIAL_NCTAID_Y, launch->grid.y},
                  {SPECIAL_NCTAID_Z, launch->grid.z},
                  {SPECIAL_NCLUSTERID_X, launch->grid.x / cluster.x},
                  {SPECIAL_NCLUSTERID_Y, launch->grid.y / cluster.y},
                  {SPECIAL_NCLUSTERID_Z, launch->grid.z / cluster.z},
                  {SPECIAL_CLUSTER_NCTAID_X, cluster.x},
                  {SPECIAL_CLUSTER_NCTAID_Y, cluster.y},
                  {SPECIAL_CLUSTER_NCTAID_Z, cluster.z},
                  {SPECIAL_CLUSTER_NCTARANK, cluster.x * cluster.y * cluster.z},
                  {SPECIAL_IS_EXPLICIT_CLUSTER, launch->cluster.x ? UINT32_MAX : 0},
                  {SPECIAL_AGGR_SMEM_SIZE, SHARED_BASE + shared},
                  {SPECIAL_CURRENT_GRAPH_EXEC, 0},
                  {SPECIAL_WARPID, warp->index},
                  {SPECIAL_NWARPID, 64},
                  {SPECIAL_NSMID, launch->multiprocessors},
                  {SPECIAL_GRIDID, (uint32_t)launch->number + 1},
                  {SPECIAL_TOTAL_SMEM_SIZE, (shared + SHARED_UNIT - 1) / SHARED_UNIT * SHARED_UNIT},
                  {SPECIAL_DYNAMIC_SMEM_SIZE, (uint32_t)launch->dynamic_shared_bytes},
                  {SPECIAL_ENVREG1, (uint32_t)(launch->grid_workspace >> 32)},
                  {SPECIAL_ENVREG2, (uint32_t)launch->grid_workspace}};
    for (size_t n = 0; n < sizeof VALUES / sizeof *VALUES; n++) set_special(warp, VALUES[n].special, VALUES[n].value);
}

static bool warp_create(Warp *warp, Block *block, uint32_t index) {
    Launch *launch = block->launch;
    const Code *kernel = &launch->program->codes[0];
    const uint32_t bytes[3] = {kernel->word_bytes, kernel->long_bytes, kernel->predicate_bytes + 64};
    warp->block = block;
    warp->worker = block->worker;
    warp->index = index;
    warp->paths = calloc(PATHS_MOST, sizeof *warp->paths);
    bool made = warp->paths;
    for (unsigned n = 0; n < 3; n++) {
        warp->stack[n] = aligned(bytes[n]);
        warp->stack_bytes[n] = bytes[n];
        made = made && warp->stack[n];
        warp->bank[BANK_LITERAL_WORD + n] = launch->program->literals[n];
    }
    warp->bank[BANK_SPECIAL] = aligned(SPECIAL_BYTES);
    warp->bank[BANK_SINK] = aligned(SINK_BYTES);
    if (!made || !warp->bank[BANK_SPECIAL] || !warp->bank[BANK_SINK]) return false;
    set_lane_specials(warp, launch);
    set_launch_specials(warp, launch);
    return frames_create(warp);
}

static void warp_free(Warp *warp) {
    if (warp->values) warp->block->launch->values->free(warp);
    frames_free(warp);
    for (unsigned n = 0; n < 3; n++) free(warp->stack[n]);
    free(warp->bank[BANK_SPECIAL]);
    free(warp->bank[BANK_SINK]);
    free(warp->paths);
}

static size_t local_bytes(const Block *block) {
    return (size_t)block->warp_count * WARP_LANES * block->launch->local_bytes;
}

static bool create_local(Block *block) {
    if (!local_bytes(block)) return true;
    void *local = pages_map(local_bytes(block));
    if (!local) return false;
    for (uint32_t w = 0; w < block->warp_count; w++)
        block->warps[w].local = (uint8_t *)local + (size_t)w * WARP_LANES * block->launch->local_bytes;
    return true;
}

Block *block_create(Launch *launch, Worker *worker) {
    Block *block = calloc(1, sizeof *block);
    if (!block) return NULL;
    block->launch = launch;
    block->worker = worker;
    assert(launch_reserved(launch) <= launch->shared_bytes);
    block->thread_count = launch->block.x * launch->block.y * launch->block.z;
    block->warp_count = (block->thread_count + WARP_LANES - 1) / WARP_LANES;
    assert(block->thread_count >= 1 && block->thread_count <= 1024);
    block->warps = calloc(block->warp_count, sizeof *block->warps);
    block->barriers = calloc(BARRIERS, sizeof *block->barriers);
    block->shared = aligned(launch->shared_bytes + 64);
    bool made = block->warps && block->barriers && block->shared;
    for (uint32_t w = 0; made && w < block->warp_count; w++) made = warp_create(&block->warps[w], block, w);
    if (made && create_local(block) && checks_block_create(block)) return block;
    block_free(block);
    return NULL;
}

void block_free(Block *block) {
    if (!block) return;
    checks_block_free(block);
    if (block->warps && block->warps[0].local && local_bytes(block))
        pages_unmap(block->warps[0].local, local_bytes(block));
    for (uint32_t w = 0; block->warps && w < block->warp_count; w++) warp_free(&block->warps[w]);
    free(block->warps);
    free(block->barriers);
    free(block->shared);
    free(block->printed);
    free(block->last_errors);
    free(block->values);
    for (unsigned n = 0; n < 2; n++) free(block->literals[n]);
    free(block);
}

static void set_three(Warp *warp, PtxSpecial first, Dim3 values) {
    set_special(warp, first, values.x);
    set_special(warp, first + 1, values.y);
    set_special(warp, first + 2, values.z);
}

static void set_position_specials(Warp *warp, const Block *block) {
    Dim3 at = block->position, size = cluster_size(block->launch);
    set_three(warp, SPECIAL_CTAID_X, at);
    set_three(warp, SPECIAL_CLUSTERID_X, (Dim3){at.x / size.x, at.y / size.y, at.z / size.z});
    set_three(warp, SPECIAL_CLUSTER_CTAID_X, (Dim3){at.x % size.x, at.y % size.y, at.z % size.z});
    set_special(warp, SPECIAL_CLUSTER_CTARANK, block->rank);
    set_special(warp, SPECIAL_RESERVED_SMEM_OFFSET_1,
                SHARED_BASE + (uint32_t)launch_reserved(block->launch) + (uint32_t)block->cluster_bits);
}

static void warp_begin(Warp *warp, uint32_t threads) {
    const Code *kernel = &warp->block->launch->program->codes[0];
    for (unsigned n = 0; n < 3; n++) memset(warp->stack[n], 0, warp->stack_bytes[n]);
    set_position_specials(warp, warp->block);
    set_special(warp, SPECIAL_SMID, warp->block->index % warp->block->launch->multiprocessors);
    assert(threads);
    uint32_t lanes = threads >= WARP_LANES ? FULL_MASK : (1u << threads) - 1;
    frames_reset(warp);
    warp->sync_epoch = warp->carry = 0;
    warp->cluster_owed = warp->cluster_pending = 0;
    warp->flight = (Flight){0};
    warp->steps = 0;
    Frame *frame = frame_push(warp, kernel, NULL, lanes); // has a place: frames_create() made one, of a kernel's size
    assert(frame);
    frame_start(warp, frame);
    path_start(warp, lanes);
}

void block_begin(Block *block, uint32_t index) {
    const Launch *launch = block->launch;
    assert(index < (uint64_t)launch->grid.x * launch->grid.y * launch->grid.z);
    block->index = index;
    block->position = (Dim3){index % launch->grid.x, index / launch->grid.x % launch->grid.y,
                             index / launch->grid.x / launch->grid.y};
    block->live_threads = block->thread_count;
    block->stopped = false;
    block->error = 0;
    block->barrier_epoch = 0;
    block->barrier_location = 0;
    block->printed_bytes = 0;
    free(block->last_errors);
    block->last_errors = NULL;
    free(block->values);
    block->values = NULL;
    memset(block->barriers, 0, BARRIERS * sizeof *block->barriers);
    block->barriers_in_use = 0;
    memset(block->shared, 0xff, launch->shared_bytes); // uninitialised: a NaN as a float, so that its use shows
    memset(block->shared + launch_reserved(launch), 0, launch->program->reserved_bytes);
    for (uint32_t w = 0; w < block->warp_count; w++) warp_begin(&block->warps[w], block->thread_count - w * WARP_LANES);
    checks_block_begin(block);
}

// No barrier is complete. Lanes that wait for others of their warp go on without them; if there are none, the block is
// in a deadlock at a barrier.
bool block_resolve_deadlock(Block *block) {
    for (uint32_t w = 0; w < block->warp_count; w++)
        if (path_force(&block->warps[w])) return true;
    for (uint32_t w = 0; w < block->warp_count; w++) {
        Warp *warp = &block->warps[w];
        if (warp->state != WARP_WAITING) continue;
        Warp at = *warp;
        assert(warp->path_count && !warp->active);
        at.mask = warp->paths[0].mask;
        warp_fault(&at, warp->paths[0].next - 1, (unsigned)__builtin_ctz(at.mask), FAULT_BARRIER_DEADLOCK, NULL);
        return false;
    }
    return false;
}

static void stop_for_budget(Warp *warp) {
    Warp at = *warp;
    at.mask = warp->active ? warp->active : 1;
    warp_fault(&at, warp->next, (unsigned)__builtin_ctz(at.mask),
               grid_stopped(warp->block->launch) ? FAULT_ABANDONED : FAULT_TIMEOUT, NULL);
}

// One turn for each warp that can run. *ran: some could; *moved: one of them did more than spin.
static void run_round(Block *block, bool *ran, bool *moved) {
    for (uint32_t w = 0; w < block->warp_count && !block->stopped; w++) {
        Warp *warp = &block->warps[w];
        if (warp->state != WARP_READY) continue;
        uint64_t before = warp->steps;
        warp_run(warp, TURN_STEPS);
        *ran = true;
        *moved |= warp->state != WARP_READY || !warp->yield;
        if (!grid_spend(block->launch, warp->steps - before) && !block->stopped) stop_for_budget(warp);
        if (warp->state != WARP_READY || warp->yield) barriers_check(block);
    }
}

static bool all_done(const Block *block) {
    for (uint32_t w = 0; w < block->warp_count; w++)
        if (block->warps[w].state != WARP_DONE) return false;
    return true;
}

void block_end(Block *block) { checks_block_end(block); }

// How often it has asked which work is next.
static uint64_t asked_in_all(const Block *block) {
    uint64_t sum = 0;
    for (uint32_t w = 0; w < block->warp_count; w++) sum += block->warps[w].flight.taken;
    return sum;
}

BlockState block_run(Block *block) {
    uint64_t asked = asked_in_all(block);
    unsigned spinning = 0;
    bool ever_moved = false;
    while (!block->stopped && spinning < SPINNING_ROUNDS) {
        bool ran = false, moved = false;
        run_round(block, &ran, &moved);
        if (!ran && all_done(block)) break;
        if (!ran) return ever_moved ? BLOCK_MOVED : BLOCK_WAITING;
        if (!block->stopped && asked_in_all(block) > asked) return BLOCK_ASKED;
        ever_moved |= moved;
        spinning = moved ? 0 : spinning + 1;
    }
    if (spinning == SPINNING_ROUNDS && !block->stopped) return BLOCK_SPINNING;
    checks_block_end(block);
    assert(block->stopped || !block->live_threads);
    return BLOCK_DONE;
}
