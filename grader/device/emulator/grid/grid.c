// grid.c - a launch: its blocks spread over host threads, with results that do not depend on how many.
//
// Workers take clusters of blocks in index order. One that only waits for others (a grid-wide barrier, a flag) is
// set aside while its worker runs others, and gets further turns. So is one that may have taken its next piece of work
// from a queue, since the blocks of a GPU run together, and none of them gets all pieces. After a fatal fault the
// blocks before the faulty one still run to their ends and what later ones found is dropped: so the outcome is that of
// running in order.
#include "grid.h"
#include "../../system/grow.h"
#include "../base/cuda_errors.h"
#include "../base/threads.h"
#include "../checks/race_blocks.h"
#include "../control/printf.h"
#include "../gpus/gpu.h"
#include "../trace/trace.h"
#include "../waits/in_flight.h"
#include "cluster.h"
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ACTIVE 4096      // clusters of one worker that wait for others
#define PRINT_ROOM (4u << 20) // bytes of text that are kept before what the host will not get is dropped

typedef struct {
    uint32_t block;
    size_t length;
    char *text;
} Printed;

typedef struct Grid {
    Launch *launch;
    uint32_t cluster_count;
    _Atomic uint32_t next, first_stopped;
    _Atomic uint64_t steps;
    Lock lock; // of what follows
    int error; // of first_stopped
    bool out_of_memory;
    Printed *printed;
    size_t printed_count;
    size_t printed_size, trim_size; // memory that the texts take, and at which they are trimmed
} Grid;

typedef struct {
    Grid *grid;
    Worker worker;
    Thread thread;
    uint32_t answered; // progress->asked when it was last told of instructions
    uint64_t told;     // instructions that it has been told of
} Runner;

bool grid_stopped(const Launch *launch) {
    return launch->stop && atomic_load_explicit(launch->stop, memory_order_relaxed);
}

bool grid_spend(Launch *launch, uint64_t steps) {
    if (grid_stopped(launch)) return false;
    if (!launch->budget) return true; // every turn of every warp comes here: host threads must share nothing
    return atomic_fetch_add_explicit(&launch->running->steps, steps, memory_order_relaxed) + steps <= launch->budget;
}

static int by_block(const void *a, const void *b) {
    const Printed *left = a, *right = b;
    return (left->block > right->block) - (left->block < right->block);
}

// Drops what lies beyond the first PRINT_BYTES in the order of blocks: the host never gets it, for blocks that still
// run can only put more text before it.
static void trim_printed(Grid *grid) {
    size_t kept = 0, length = 0;
    qsort(grid->printed, grid->printed_count, sizeof *grid->printed, by_block);
    while (kept < grid->printed_count && length < PRINT_BYTES) length += grid->printed[kept++].length;
    for (size_t n = kept; n < grid->printed_count; n++) free(grid->printed[n].text);
    if (kept && length >= PRINT_BYTES) grid->launch->print_end = grid->printed[kept - 1].block;
    grid->printed_count = kept;
    grid->printed_size = length + kept * sizeof *grid->printed;
    grid->trim_size = 2 * grid->printed_size + PRINT_ROOM;
}

// The lock is held.
static void keep_printed(Grid *grid, Block *block) {
    assert(block->printed_bytes <= PRINT_BYTES);
    if (!ARRAY_GROW(grid->printed, grid->printed_count)) return;
    grid->printed[grid->printed_count++] = (Printed){block->index, block->printed_bytes, block->printed};
    grid->printed_size += block->printed_bytes + sizeof *grid->printed;
    block->printed = NULL;
    block->printed_bytes = 0;
    if (grid->printed_size > grid->trim_size) trim_printed(grid);
}

static void finish_block(Grid *grid, Block *block) {
    if (!block->printed_bytes && !block->stopped) return;
    lock_take(&grid->lock);
    if (block->stopped && block->index < grid->first_stopped) {
        grid->first_stopped = block->index;
        grid->error = block->error;
    }
    if (block->printed_bytes && block->index <= grid->launch->print_end) keep_printed(grid, block);
    lock_release(&grid->lock);
}

static void finish_cluster(Grid *grid, Cluster *cluster) {
    for (uint32_t rank = 0; rank < cluster->count; rank++) finish_block(grid, cluster->blocks[rank]);
}

// Instructions of all sites are added up only when somebody has asked since the last time.
static void tell_progress(Runner *runner, const Cluster *cluster) {
    const Launch *launch = runner->grid->launch;
    LaunchProgress *progress = launch->progress;
    uint64_t sum = 0;
    if (!progress) return;
    atomic_fetch_add_explicit(&progress->finished, cluster->count, memory_order_relaxed);
    uint32_t asked = atomic_load_explicit(&progress->asked, memory_order_relaxed);
    if (asked == runner->answered) return;
    for (uint32_t n = 0; n < launch->program->site_count; n++) sum += runner->worker.sites[n].threads;
    atomic_fetch_add_explicit(&progress->thread_instructions, sum - runner->told, memory_order_relaxed);
    runner->answered = asked;
    runner->told = sum;
}

static void begin_progress(LaunchProgress *progress, uint64_t blocks) {
    if (!progress) return;
    atomic_store(&progress->finished, 0);
    atomic_store(&progress->thread_instructions, 0);
    atomic_store(&progress->blocks, blocks);
}

static bool take_cluster(Grid *grid, Cluster *cluster) {
    if (atomic_load(&grid->next) >= grid->cluster_count) return false;
    uint32_t index = atomic_fetch_add(&grid->next, 1);
    if (index >= grid->cluster_count || cluster_first_block(cluster, index) > grid->first_stopped) return false;
    cluster_begin(cluster, index);
    return true;
}

static void note_no_memory(Grid *grid) {
    lock_take(&grid->lock);
    grid->out_of_memory = true;
    lock_release(&grid->lock);
}

// One more cluster for this worker, NULL if there is none left or no memory for it.
static Cluster *start_cluster(Runner *runner, Cluster *idle) {
    Grid *grid = runner->grid;
    Cluster *cluster = idle ? idle : cluster_create(grid->launch, &runner->worker);
    if (!cluster) return note_no_memory(grid), NULL;
    if (take_cluster(grid, cluster)) return cluster;
    cluster_free(cluster);
    return NULL;
}

// How many blocks a GPU can hold at a time, judged by their threads alone: kernels share their work out among that
// many.
static uint32_t resident_clusters(const Launch *launch) {
    Dim3 size = cluster_size(launch), block = launch->block;
    uint32_t threads = size.x * size.y * size.z * block.x * block.y * block.z;
    uint32_t resident = launch->gpu->multiprocessors * (launch->gpu->max_threads_per_multiprocessor / threads);
    return resident < MOST_ACTIVE ? resident : MOST_ACTIVE;
}

static void *run_clusters(void *argument) {
    Runner *runner = argument;
    Cluster **active = calloc(MOST_ACTIVE, sizeof *active), *idle = NULL;
    uint32_t count = 0, turn = 0, resident = resident_clusters(runner->grid->launch);
    bool more = active != NULL, asking = false; // asking: one of them has something to do
    if (!active) note_no_memory(runner->grid);
    while (more || count) {
        // a new one when none is active, or when those active only wait, or ask and are few
        if (more && (count == 0 || (turn == count && count < (asking ? resident : MOST_ACTIVE)))) {
            Cluster *cluster = start_cluster(runner, idle);
            idle = NULL;
            more = cluster != NULL;
            if (cluster) active[count++] = cluster;
            if (!count) break;
        }
        if (turn >= count) {
            turn = 0;
            asking = false;
        }
        assert(turn < count && count <= MOST_ACTIVE);
        Cluster *cluster = active[turn];
        BlockState state = cluster_run(cluster);
        asking |= state == BLOCK_ASKED;
        if (state == BLOCK_DONE) {
            finish_cluster(runner->grid, cluster);
            tell_progress(runner, cluster);
            active[turn] = active[--count];
            cluster_free(idle);
            idle = cluster;
        } else {
            turn++;
        }
    }
    cluster_free(idle);
    free(active);
    return NULL;
}

static void print_in_order(Grid *grid) {
    Launch *launch = grid->launch;
    size_t room = PRINT_BYTES;
    if (grid->printed_count) qsort(grid->printed, grid->printed_count, sizeof *grid->printed, by_block);
    for (size_t n = 0; n < grid->printed_count; n++) {
        Printed *printed = &grid->printed[n];
        assert(!n || printed[-1].block < printed->block);
        size_t length = printed->length < room ? printed->length : room;
        if (printed->block <= grid->first_stopped && length)
            launch->print(launch->print_context, printed->text, length);
        room -= length;
        free(printed->text);
    }
    free(grid->printed);
}

static void add_sites(SiteCounts *to, const SiteCounts *from, uint32_t count) {
    _Static_assert(sizeof *to % sizeof(uint64_t) == 0, "site counts are summed as numbers of 64 bits");
    uint64_t *sum = (uint64_t *)to;
    const uint64_t *part = (const uint64_t *)from;
    for (size_t n = 0; n < count * sizeof *to / sizeof *sum; n++) sum[n] += part[n];
}

// A cluster's barriers are among what the check for races between blocks follows.
static void begin_checks(Launch *launch) {
    bool asked = launch->checks && launch->program->module;
    LaunchAddresses *addresses = asked ? launch_addresses(launch) : NULL;
    launch->apart = addresses && addresses->apart && launch->cluster.x == 0;
    launch->races = launch->apart ? NULL : race_blocks_begin(launch, addresses);
    free(addresses);
}

int grid_run(Launch *launch, unsigned threads, SiteCounts *sites) {
    Grid grid = {.launch = launch, .first_stopped = UINT32_MAX, .lock = LOCK_INITIAL, .trim_size = PRINT_ROOM};
    grid.cluster_count = cluster_count(launch);
    if (threads > grid.cluster_count) threads = grid.cluster_count;
    Runner *runners = calloc(threads, sizeof *runners);
    if (!runners) return ERROR_MEMORY;
    launch->print_end = UINT32_MAX;
    launch->running = &grid;
    begin_progress(launch->progress, (uint64_t)launch->grid.x * launch->grid.y * launch->grid.z);
    begin_checks(launch);
    uint32_t site_count = launch->program->site_count;
    for (unsigned n = 0; n < threads; n++) {
        runners[n].grid = &grid;
        runners[n].worker.launch = launch;
        runners[n].worker.sites = n ? calloc(site_count, sizeof *sites) : sites;
        runners[n].worker.trace = trace_begin(launch->trace, launch);
        bool begun = n == 0 || (runners[n].worker.sites && thread_start(&runners[n].thread, run_clusters, &runners[n]));
        if (!begun) threads = n; // those that there are run all of it
    }
    run_clusters(&runners[0]);
    launch->waiting_warps = runners[0].worker.waiting_warps;
    trace_end(launch->trace, launch, runners[0].worker.trace);
    for (unsigned n = 1; n < threads; n++) {
        thread_join(&runners[n].thread);
        trace_end(launch->trace, launch, runners[n].worker.trace);
        add_sites(sites, runners[n].worker.sites, site_count);
        launch->waiting_warps += runners[n].worker.waiting_warps;
        free(runners[n].worker.sites);
    }
    trace_launch_end(launch->trace, launch);
    for (unsigned n = 0; n < threads; n++) race_memory_free(runners[n].worker.races);
    free(runners);
    if (launch->races) race_blocks_end(launch->races, launch, grid.first_stopped);
    if (grid.error) faults_drop_after(launch->faults, launch->number, grid.first_stopped);
    print_in_order(&grid);
    return grid.error ? grid.error : grid.out_of_memory ? ERROR_MEMORY : 0;
}
