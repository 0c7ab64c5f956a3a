// processor.c - schedulers, scoreboards, pipes, barriers, and blocks that come and go.
#include "processor.h"
#include "../machine/allocations.h"
#include "asynchronous.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SCHEDULERS 4 // of a multiprocessor
#define NEVER 1e300
#define MOST_SLOTS 64
#define LEAD_SECTORS 8     // that a warp asks for before anything comes back, about
#define LINE_SHIFT 7       // bytes of a word of all lanes
#define SPIN_CHECKED 65536 // instructions of a warp after which it may be waiting for another block
#define SPIN_STEPS 1024
#define SYSTEM_SHARED 1024 // bytes below a block's own shared memory
#define AT_OBJECT 255      // a barrier object, where a warp waits

// A scoreboard: when it is clear, and what the wait for it would be.
typedef struct {
    double clear;
    float share[REASON_COUNT > 0 ? 4 : 1]; // of the wait: L1 or shared memory, L2, DRAM, atomics; the rest is latency
    uint8_t unit;
} Scoreboard;

typedef struct Resident Resident;

// What the scheduler of a warp has to know of it before it issues, side by side for all of its warps.
typedef struct {
    double ready;   // when the next instruction may be issued, but for its pipe; NEVER at a barrier of the block
    uint64_t begun; // number of the warp on its scheduler: of those that are ready, the oldest goes first
    uint8_t unit;   // of the next instruction
    struct Runner *runner;
} Candidate;

typedef struct Runner {
    SassWarp warp;
    Resident *block;
    double ready;  // when its next instruction may be issued, but for its pipe
    double issued; // when the clock of its last one ended
    Scoreboard boards[SASS_BARRIERS];
    CopyGroups copies;
    Candidate *candidate;
    const Sass *next;
    uint32_t pc, lanes; // of the next instruction
    uint8_t reason;     // why it is not ready before
    int8_t board;       // that it waits for, -1: none
    uint8_t barrier;    // of the block that it waits at, 1 + its number; or AT_OBJECT
    uint32_t slot;      // on the multiprocessor
    bool live;
} Runner;

struct Resident { // a block
    SassBlock block;
    Runner *runners;
    uint32_t count, live;
    uint32_t arrived[SASS_BLOCK_BARRIERS], expected[SASS_BLOCK_BARRIERS];
    Phase *phases; // of barrier objects; NULL: there are none
    uint64_t index;
    uint32_t processor;
    double last; // result still pending
    uint32_t (*rows)[SASS_LANES];
    uint8_t (*local)[SASS_LANES][4];
    bool used;
};

typedef struct {
    double free;              // for the next instruction
    double pipes[UNIT_COUNT]; // free at, by unit; those of the load/store unit are set before each choice
    double halves[2];         // of the single-precision pipe: free at
    Candidate *candidates;
    uint32_t count;
    uint64_t begun;        // warps, so far
    const Runner *issuing; // the warp that issued last, which goes first of all
    double queued;         // its event's time
    Candidate *next;       // that will issue at that time if nothing comes before; NULL: it is to be chosen
    bool next_waits;       // for its pipe
} Scheduler;

typedef struct {
    FirstCache first;
    Scheduler schedulers[SCHEDULERS];
    Resident *residents;
    unsigned first_scheduler; // of the next block, where several are alike
    double constants;         // that differ between lanes: free at
    double in_flight_sum;
    double ended; // its last block
} Multiprocessor;

typedef struct {
    double at;
    uint32_t scheduler;
} Event;

typedef struct {
    const ProcessorTask *task;
    SassLaunch launch;
    Chip *chip;
    Multiprocessor *processors;
    Event *events; // a heap
    uint32_t event_count, event_most;
    uint64_t next_block;
    double last;     // clock at which something ended
    double dispatch; // when the next block may begin somewhere
    uint32_t warps_of_block, threads;
    ProcessorResult result;
} Run;

// ---- events --------------------------------------------------------------------------------------------------------

static void event_push(Run *run, uint32_t scheduler, double at) {
    assert(scheduler < SCHEDULERS * run->task->processors && at >= 0);
    Scheduler *owner = &run->processors[scheduler / SCHEDULERS].schedulers[scheduler % SCHEDULERS];
    if (at >= owner->queued || run->event_count == run->event_most) return;
    owner->queued = at;
    owner->next = NULL;
    uint32_t n = run->event_count++;
    for (; n && run->events[(n - 1) / 2].at > at; n = (n - 1) / 2) run->events[n] = run->events[(n - 1) / 2];
    run->events[n] = (Event){at, scheduler};
}

static Event event_pop(Run *run) {
    assert(run->event_count);
    Event first = run->events[0], moved = run->events[--run->event_count];
    uint32_t n = 0;
    for (;;) {
        uint32_t child = 2 * n + 1;
        if (child >= run->event_count) break;
        if (child + 1 < run->event_count && run->events[child + 1].at < run->events[child].at) child++;
        if (run->events[child].at >= moved.at) break;
        run->events[n] = run->events[child];
        n = child;
    }
    run->events[n] = moved;
    assert(!run->event_count || run->events[0].at >= first.at);
    return first;
}

// ---- when a warp is ready ------------------------------------------------------------------------------------------

static void look_ahead(Run *run, Runner *runner, double earliest) {
    runner->lanes = sass_warp_next(&runner->warp, &runner->pc);
    const Sass *in = runner->pc < run->task->code->count ? &run->task->code->instructions[runner->pc] : NULL;
    runner->next = in;
    runner->ready = earliest;
    runner->board = -1;
    runner->reason = REASON_dependency;
    for (unsigned waits = in ? in->wait & ((1u << SASS_BARRIERS) - 1) : 0; waits; waits &= waits - 1) {
        unsigned b = (unsigned)__builtin_ctz(waits);
        if (runner->boards[b].clear <= runner->ready) continue;
        runner->ready = runner->boards[b].clear;
        runner->board = (int8_t)b;
    }
    if (!runner->candidate) return;
    runner->candidate->ready = runner->ready;
    runner->candidate->unit = in ? in->unit : UNIT_NONE;
}

// When the load/store unit takes the next instruction.
static double load_store_free(const Multiprocessor *processor) { return processor->first.load_store - 40; }

static bool uses_load_store(uint8_t unit) { return unit >= UNIT_SHUFFLE; }

// What a warp waits for whose instruction's pipe is busy.
static const uint8_t PIPE_REASONS[UNIT_COUNT] = {
    [UNIT_NONE] = REASON_issue,    [UNIT_ALU] = REASON_alu,        [UNIT_FMA] = REASON_fma,
    [UNIT_HEAVY] = REASON_fma,     [UNIT_HIGH] = REASON_fma,       [UNIT_HALF] = REASON_half,
    [UNIT_DOUBLE] = REASON_double, [UNIT_XU] = REASON_special,     [UNIT_TENSOR] = REASON_tensor,
    [UNIT_UNIFORM] = REASON_alu,   [UNIT_BRANCH] = REASON_issue,   [UNIT_BARRIER] = REASON_issue,
    [UNIT_SPECIAL] = REASON_issue, [UNIT_CONSTANT] = REASON_issue, [UNIT_SHUFFLE] = REASON_l1,
    [UNIT_GLOBAL] = REASON_l1,     [UNIT_LOCAL] = REASON_l1,       [UNIT_SHARED] = REASON_shared,
    [UNIT_OBJECT] = REASON_shared,
};

// A full-rate product cannot follow some instructions at once: dispatch works on them for longer than a clock.
static void delay_products(Scheduler *scheduler, double until) {
    for (unsigned half = 0; half < 2; half++) scheduler->halves[half] = fmax(scheduler->halves[half], until);
}

// How long an instruction keeps its pipe, or one half of the single-precision pipe.
static const uint8_t PIPE_CLOCKS[UNIT_COUNT] = {
    [UNIT_ALU] = 2,    [UNIT_FMA] = 2, [UNIT_HEAVY] = 2,   [UNIT_HIGH] = 4,    [UNIT_HALF] = 2,
    [UNIT_DOUBLE] = 2, [UNIT_XU] = 8,  [UNIT_TENSOR] = 16, [UNIT_UNIFORM] = 2,
};

static const CostSet PIPE_COSTS[UNIT_COUNT] = {
    [UNIT_ALU] = COST_BIT(COST_integer),   [UNIT_UNIFORM] = COST_BIT(COST_integer),
    [UNIT_HEAVY] = COST_BIT(COST_integer), [UNIT_HIGH] = COST_BIT(COST_integer),
    [UNIT_FMA] = COST_BIT(COST_fma),       [UNIT_HALF] = COST_BIT(COST_half),
    [UNIT_DOUBLE] = COST_BIT(COST_double), [UNIT_XU] = COST_BIT(COST_special),
    [UNIT_TENSOR] = COST_BIT(COST_tensor),
};

// When a product may follow the instruction of that unit at the earliest; 1: at the next clock.
static double product_after(const TimeModel *model, const Sass *in) {
    switch (in->unit) {
    case UNIT_ALU:
    case UNIT_HEAVY:
    case UNIT_HIGH:
    case UNIT_HALF: return model->product_after_integer;
    case UNIT_XU: return model->product_after_special;
    case UNIT_SHUFFLE: return model->product_after_shuffle;
    case UNIT_SHARED: return in->access == SASS_LOAD ? model->product_after_shared_load : model->product_after_store;
    case UNIT_GLOBAL:
    case UNIT_LOCAL: return in->access == SASS_LOAD ? model->product_after_load : model->product_after_store;
    default: return 1;
    }
}

static bool is_heavy(uint8_t unit) { return unit == UNIT_HEAVY || unit == UNIT_HIGH || unit == UNIT_HALF; }

static void pipe_take(const TimeModel *model, Scheduler *scheduler, const Sass *in, double now) {
    double *pipes = scheduler->pipes;
    double after = product_after(model, in);
    if (after > 1) delay_products(scheduler, now + after);
    pipes[UNIT_FMA] = fmin(scheduler->halves[0], scheduler->halves[1]);
    if (in->without & PIPE_COSTS[in->unit]) return;
    double free = now + PIPE_CLOCKS[in->unit];
    if (free == now) return;
    if (in->unit == UNIT_FMA) scheduler->halves[scheduler->halves[1] <= now ? 1 : 0] = free;
    else pipes[in->unit] = free;
    if (is_heavy(in->unit)) pipes[UNIT_HEAVY] = pipes[UNIT_HIGH] = pipes[UNIT_HALF] = free; // the same one
    pipes[UNIT_FMA] = fmin(scheduler->halves[0], scheduler->halves[1]);
}

// ---- blocks --------------------------------------------------------------------------------------------------------

static bool resident_create(const ProcessorTask *task, Resident *resident, uint32_t warps) {
    const SassCode *code = task->code;
    Workspace *workspace = task->workspace;
    uint32_t words = task->local_bytes / 4 + 1;
    uint32_t shared = SYSTEM_SHARED + task->shared_bytes + 16;
    *resident = (Resident){.count = warps,
                           .runners = workspace_take_zeros(workspace, warps, sizeof *resident->runners),
                           .rows = workspace_take(workspace, (size_t)warps * code->rows, sizeof *resident->rows),
                           .local = workspace_take_zeros(workspace, (size_t)warps * words, sizeof *resident->local),
                           .block = {.shared = workspace_take_zeros(workspace, shared, 1), .shared_bytes = shared}};
    if (!resident->runners || !resident->rows || !resident->local || !resident->block.shared) return false;
    if (code->has_objects) {
        resident->phases = workspace_take_zeros(workspace, SASS_OBJECTS, sizeof *resident->phases);
        resident->block.ended = workspace_take_zeros(workspace, SASS_OBJECTS, sizeof *resident->block.ended);
        if (!resident->phases || !resident->block.ended) return false;
    }
    for (uint32_t w = 0; w < warps; w++) {
        SassWarp *warp = &resident->runners[w].warp;
        warp->rows = resident->rows + (size_t)w * code->rows;
        memset(warp->rows + code->zero_row, 0, (code->dump_row - code->zero_row) * sizeof *warp->rows);
        warp->local = resident->local + (size_t)w * words;
        warp->local_words = words;
        resident->runners[w].block = resident;
    }
    return true;
}

static void resident_begin(SassLaunch *launch, Resident *resident, uint64_t index) {
    resident->index = index;
    resident->live = resident->count;
    resident->used = true;
    memset(resident->arrived, 0, sizeof resident->arrived);
    resident->block.index[0] = (uint32_t)(index % launch->grid[0]);
    resident->block.index[1] = (uint32_t)(index / launch->grid[0] % launch->grid[1]);
    resident->block.index[2] = (uint32_t)(index / launch->grid[0] / launch->grid[1]);
    memset(resident->block.reduction, 0, sizeof resident->block.reduction);
    resident->block.reduced = 0;
    resident->block.passes = launch->code->skips;
    for (uint32_t w = 0; w < resident->count; w++) {
        Runner *runner = &resident->runners[w];
        sass_warp_begin(&runner->warp, launch, &resident->block, w);
        memset(runner->boards, 0, sizeof runner->boards);
        copies_begin(&runner->copies);
        runner->barrier = 0;
        runner->candidate = NULL;
        runner->live = true;
    }
}

// The block of the grid that is the nth to run.
static uint64_t block_number(const ProcessorTask *task, uint64_t n) {
    uint64_t number = n / task->chunk * task->apart + n % task->chunk;
    assert(number < task->blocks);
    return number;
}

static unsigned scheduler_with_fewest(const Multiprocessor *processor) {
    unsigned best = processor->first_scheduler;
    for (unsigned n = 1; n < SCHEDULERS; n++) {
        unsigned other = (processor->first_scheduler + n) % SCHEDULERS;
        if (processor->schedulers[other].count < processor->schedulers[best].count) best = other;
    }
    return best;
}

// The next block begins on the multiprocessor. Its warps go to the schedulers in turn, the first one to that with the
// fewest.
static void block_begin(Run *run, uint32_t number, double now) {
    Multiprocessor *processor = &run->processors[number];
    Resident *resident = processor->residents;
    now = fmax(now, run->dispatch);
    run->dispatch = now + run->task->model->dispatch_clocks * run->task->active / run->task->processors;
    assert(run->next_block < run->task->limit);
    while (resident->used) resident++;
    assert(resident < processor->residents + run->task->resident);
    uint32_t slot = (uint32_t)(resident - processor->residents) * resident->count;
    resident_begin(&run->launch, resident, block_number(run->task, run->next_block++));
    resident->processor = number;
    resident->last = now;
    unsigned begin = scheduler_with_fewest(processor);
    processor->first_scheduler = (begin + 1) % SCHEDULERS;
    for (uint32_t w = 0; w < resident->count; w++) {
        Runner *runner = &resident->runners[w];
        unsigned least = (begin + w) % SCHEDULERS;
        Scheduler *scheduler = &processor->schedulers[least];
        assert(scheduler->count < run->task->resident * resident->count);
        runner->candidate = &scheduler->candidates[scheduler->count++];
        *runner->candidate = (Candidate){.begun = ++scheduler->begun, .runner = runner};
        runner->slot = slot + w;
        runner->warp.local_base =
            LOCAL_WINDOW + (((uint64_t)number * MOST_SLOTS + runner->slot) * runner->warp.local_words << LINE_SHIFT);
        double begins = now + w * run->task->model->turnover_clocks_per_warp;
        look_ahead(run, runner, begins);
        runner->issued = begins;
        runner->reason = REASON_turnover;
        event_push(run, SCHEDULERS * number + least, runner->ready);
    }
}

static void scheduler_drop(Scheduler *scheduler, Runner *runner) {
    assert(scheduler->count && runner->candidate && runner->candidate->runner == runner);
    Candidate *last = &scheduler->candidates[--scheduler->count];
    last->runner->candidate = runner->candidate;
    *runner->candidate = *last;
    runner->candidate = NULL;
}

// The number of a barrier, and how many warps it expects (0: all of the block).
static unsigned barrier_number(const Sass *in, uint32_t *warps) {
    *warps = (uint32_t)(in->low >> 42 & 0xfff) / SASS_LANES;
    return (unsigned)(in->low >> 54 & 15);
}

// Whether the warp waits at the barrier that it has arrived at (BAR.ARV does not, nor does any in an experiment).
static bool barrier_arrive(Resident *resident, Runner *runner, const Sass *in) {
    uint32_t expected;
    unsigned number = barrier_number(in, &expected);
    assert(number < SASS_BLOCK_BARRIERS && !runner->barrier);
    resident->arrived[number]++;
    resident->expected[number] = expected;
    if ((in->high >> 13 & 3) == 1 || in->without & COST_BIT(COST_barriers)) return false;
    runner->barrier = (uint8_t)(number + 1);
    return true;
}

static bool barrier_is_full(const Resident *resident, unsigned number) {
    uint32_t expected = resident->expected[number], live = resident->live;
    return resident->arrived[number] && resident->arrived[number] >= (expected && expected < live ? expected : live);
}

static void barrier_clear(Resident *resident, unsigned number) {
    resident->arrived[number] = 0;
    resident->block.reduced++;
    memset(resident->block.reduction[resident->block.reduced & 1], 0, sizeof resident->block.reduction[0]);
}

static void barrier_open(Run *run, Resident *resident, unsigned number, double now) {
    const TimeModel *model = run->task->model;
    double at = now + model->barrier_clocks + resident->live * (model->barrier_clocks_per_warp - 0.25);
    barrier_clear(resident, number);
    for (uint32_t w = 0; w < resident->count; w++) {
        Runner *runner = &resident->runners[w];
        if (runner->barrier != number + 1) continue;
        runner->barrier = 0;
        look_ahead(run, runner, fmax(at, runner->ready));
        if (runner->board < 0) runner->reason = REASON_barrier;
    }
    for (uint32_t s = 0; s < SCHEDULERS; s++) event_push(run, SCHEDULERS * resident->processor + s, at);
}

static void barriers_check(Run *run, Resident *resident, double now) {
    for (unsigned n = 0; n < SASS_BLOCK_BARRIERS; n++)
        if (barrier_is_full(resident, n)) barrier_open(run, resident, n, now);
}

// Lets a warp go on that waits at a barrier object, if the phase is over. Whether it does.
static bool leaves_object(Runner *runner) {
    if (runner->barrier != AT_OBJECT || sass_warp_is_held(&runner->warp)) return false;
    runner->barrier = 0;
    return true;
}

// Lets warps go on whose phases are over by now.
static void objects_check(Run *run, Resident *resident, double now) {
    for (uint32_t w = 0; w < resident->count; w++) {
        Runner *runner = &resident->runners[w];
        if (!leaves_object(runner)) continue;
        look_ahead(run, runner, fmax(now, runner->ready));
        if (runner->board < 0) runner->reason = REASON_barrier;
    }
    for (uint32_t s = 0; s < SCHEDULERS; s++) event_push(run, SCHEDULERS * resident->processor + s, now);
}

static void warp_ended(Run *run, Scheduler *scheduler, Runner *runner, double now) {
    Resident *resident = runner->block;
    assert(runner->live && resident->live && resident->used);
    runner->live = false;
    for (unsigned b = 0; b < SASS_BARRIERS; b++) resident->last = fmax(resident->last, runner->boards[b].clear);
    resident->last = fmax(resident->last, now);
    scheduler_drop(scheduler, runner);
    run->last = fmax(run->last, resident->last);
    run->processors[resident->processor].ended = resident->last;
    if (--resident->live) {
        barriers_check(run, resident, now);
        return;
    }
    resident->used = false;
    run->result.blocks_done++;
    if (run->next_block < run->task->limit)
        block_begin(run, resident->processor, resident->last + run->task->model->turnover_clocks);
}

// ---- issuing -------------------------------------------------------------------------------------------------------

static void spend(Run *run, Reason reason, double clocks) { run->result.reasons[reason] += clocks; }

// What an instruction of the unit waits for if its pipe is busy.
static uint8_t pipe_reason_of(const Multiprocessor *processor, uint8_t unit) {
    static const uint8_t QUEUES[] = {
        [QUEUE_L2] = REASON_store, [QUEUE_DRAM] = REASON_dram, [QUEUE_ATOMIC] = REASON_atomic};
    bool held = uses_load_store(unit) && processor->first.held_by != QUEUE_L1;
    return held ? QUEUES[processor->first.held_by] : PIPE_REASONS[unit];
}

// The clocks in which the scheduler could issue nothing belong to what the warp that issues next has waited for.
static void spend_wait(Run *run, const Runner *runner, double clocks, uint8_t pipe_reason, bool pipe) {
    if (clocks <= 0) return;
    if (pipe) spend(run, pipe_reason, clocks);
    else if (runner->board < 0) spend(run, runner->reason, clocks);
    else {
        const Scoreboard *board = &runner->boards[runner->board];
        static const uint8_t REASONS[] = {REASON_l1, REASON_l2, REASON_dram, REASON_atomic};
        double rest = 1;
        Reason last = board->unit == UNIT_XU ? REASON_special : REASON_latency;
        for (unsigned n = 0; n < 4; n++) {
            Reason reason = n == 0 && board->unit == UNIT_SHARED ? REASON_shared : REASONS[n];
            spend(run, reason, clocks * board->share[n]);
            rest -= board->share[n];
        }
        assert(rest > -1e-3);
        spend(run, last, clocks * rest);
    }
}

static void board_set(Runner *runner, unsigned number, double clear, const Sass *in, const MemoryWait *wait,
                      double now) {
    if (number >= SASS_BARRIERS || runner->boards[number].clear > clear) return;
    Scoreboard *board = &runner->boards[number];
    *board = (Scoreboard){.clear = clear, .unit = in->unit};
    double all = fmax(clear - now, 1), parts[] = {wait->l1, wait->l2, wait->dram, wait->atomic}, sum = 0;
    for (unsigned n = 0; n < 4; n++) sum += parts[n] = fmin(parts[n] / all, 1);
    for (unsigned n = 0; n < 4; n++) board->share[n] = (float)(sum > 1 ? parts[n] / sum : parts[n]);
}

// ---- the timeline --------------------------------------------------------------------------------------------------

static TimelineKind kind_of(uint8_t reason) {
    switch (reason) {
    case REASON_issue:
    case REASON_turnover: return TIMELINE_issue;
    case REASON_shared: return TIMELINE_shared;
    case REASON_barrier: return TIMELINE_barrier;
    case REASON_l1:
    case REASON_l2:
    case REASON_store:
    case REASON_dram:
    case REASON_atomic: return TIMELINE_loads;
    default: return TIMELINE_arithmetic;
    }
}

// What the scoreboard of a unit is waited for as.
static TimelineKind kind_of_unit(uint8_t unit) {
    switch (unit) {
    case UNIT_SHARED:
    case UNIT_SHUFFLE: return TIMELINE_shared;
    case UNIT_GLOBAL:
    case UNIT_OBJECT:
    case UNIT_LOCAL: return TIMELINE_loads;
    default: return TIMELINE_arithmetic;
    }
}

// What the warp has waited for since its last instruction, now that it issues the next one.
static void timeline_note(const Run *run, const Multiprocessor *processor, Runner *runner, double now,
                          uint8_t pipe_reason, bool pipe) {
    WarpTimeline *timeline = run->task->timeline;
    if (!timeline || processor != run->processors) return;
    TimelineKind kind = runner->board < 0 ? kind_of(runner->reason) : kind_of_unit(runner->boards[runner->board].unit);
    double ready = fmin(fmax(runner->ready, runner->issued), now);
    warp_timeline_spend(timeline, runner->slot, kind, runner->issued, ready);
    warp_timeline_spend(timeline, runner->slot, pipe ? kind_of(pipe_reason) : TIMELINE_issue, ready, now);
    warp_timeline_spend(timeline, runner->slot, TIMELINE_issue, now, now + 1);
    runner->issued = now + 1;
}

// Lanes that ask for different constants are served one address after another.
static double constant_time(Multiprocessor *processor, const TimeModel *model, const SassWarp *warp, const Sass *in,
                            uint32_t mask, double now) {
    unsigned distinct = 0;
    for (uint32_t left = in->uniform ? 0 : mask; left; distinct++) {
        uint64_t address = warp->address[__builtin_ctz(left)];
        for (unsigned l = 0; l < SASS_LANES; l++)
            if (left >> l & 1 && warp->address[l] == address) left &= ~(1u << l);
    }
    double begins = fmax(now, processor->constants);
    if (distinct > 1) processor->constants = begins + distinct * model->constant_address_clocks;
    return fmax(processor->constants, begins) + model->constant_latency;
}

static bool is_bulk(const Sass *in) {
    return in->unit == UNIT_GLOBAL && (in->access == SASS_LOAD_BULK || in->access == SASS_STORE_BULK);
}

// Whether the instruction brings bytes of global memory, to registers or to shared memory.
static bool is_load(const Sass *in) {
    return in->unit == UNIT_GLOBAL &&
           (in->access == SASS_LOAD || in->access == SASS_COPY || in->access == SASS_LOAD_BULK);
}

// The same in an experiment that removes a cost of the instruction.
static void remove_cost(const Sass *in, double now, AccessTime *time) {
    bool memory = in->unit >= UNIT_GLOBAL;
    if (!memory && in->without & COST_BIT(COST_dependencies)) time->done = time->released = now + 1;
    if (!is_load(in) || !(in->without & COST_BIT(COST_load_latency))) return;
    time->saved = time->done - time->released;
    time->done = time->released;
    time->wait = (MemoryWait){0};
}

// Different values that lanes have which look for equal ones: each has a lowest lane that holds it.
static unsigned values_matched(const SassWarp *warp, const Sass *in, uint32_t mask) {
    unsigned values = 0;
    for (unsigned l = 0; l < SASS_LANES; l++) {
        uint32_t equal = warp->rows[in->result][l];
        values += mask >> l & 1 && equal && (unsigned)__builtin_ctz(equal) == l;
    }
    return values ? values : 1;
}

// Exchanges of values between lanes, which pass through the load/store unit.
static AccessTime shuffle_time(Multiprocessor *processor, const TimeModel *model, const SassWarp *warp, const Sass *in,
                               uint32_t mask, double now) {
    unsigned values = in->matches ? values_matched(warp, in, mask) : 0;
    double passes = in->matches ? model->match_clocks_per_value * values : in->reduces ? 2 : 1;
    processor->first.load_store = fmax(now + 2, processor->first.load_store) + passes;
    AccessTime time = {.released = processor->first.load_store};
    time.done = time.released + (in->reduces ? model->reduction_latency - 1 : model->shuffle_latency) - 3;
    time.done += values * (model->match_latency_per_value - model->match_clocks_per_value);
    return time;
}

// Notes bytes that are in flight from now on.
static void load_note(Run *run, Multiprocessor *processor, unsigned bytes, double now, double done) {
    run->result.loads++;
    run->result.load_bytes += bytes;
    processor->in_flight_sum += bytes * (done - now);
    if (run->task->timeline && processor == run->processors) warp_timeline_fly(run->task->timeline, now, done, bytes);
}

// An access to memory, or to a barrier object in it.
static AccessTime access_time(Run *run, Multiprocessor *processor, Runner *runner, const Sass *in, uint32_t mask,
                              double now) {
    const TimeModel *model = run->task->model;
    SassWarp *warp = &runner->warp;
    double begins = fmax(now + 2, processor->first.load_store);
    if (in->unit == UNIT_LOCAL && in->without & COST_BIT(COST_local_memory))
        return (AccessTime){.done = now + 6, .released = now + 4, .saved = 1};
    AccessTime time = is_bulk(in) && mask ? bulk_time(run->chip, &processor->first, warp, in, now)
                                          : memory_time(run->chip, &processor->first, model, warp, in, mask, now);
    if (in->unit == UNIT_SHARED) run->result.used[UNIT_SHARED] += SCHEDULERS * (time.released - begins);
    if (is_load(in)) {
        unsigned bytes = is_bulk(in) ? mask ? warp->bulk_bytes : 0 : in->bytes * (unsigned)__builtin_popcount(mask);
        load_note(run, processor, bytes, now, time.done);
    }
    if (sass_awaits_phase(in)) phases_wait(runner->block->phases, warp, mask, model->shared_latency, &time);
    return time;
}

// When the result of the instruction is there, and when its operands are free.
static AccessTime result_time(Run *run, Multiprocessor *processor, Runner *runner, const Sass *in, uint32_t mask,
                              double now) {
    const TimeModel *model = run->task->model;
    AccessTime time = {.done = now + 6, .released = now + 4};
    switch (in->unit) {
    case UNIT_GLOBAL:
    case UNIT_LOCAL:
    case UNIT_SHARED:
    case UNIT_OBJECT: time = access_time(run, processor, runner, in, mask, now); break;
    case UNIT_SHUFFLE: time = shuffle_time(processor, model, &runner->warp, in, mask, now); break;
    case UNIT_SPECIAL: time.done = now + model->special_register_latency; break;
    case UNIT_CONSTANT: time.done = constant_time(processor, model, &runner->warp, in, mask, now); break;
    case UNIT_UNIFORM: time.done = now + 12; break;
    case UNIT_XU: time.done = now + model->xu_latency; break;
    case UNIT_TENSOR: time.done = now + model->tensor_latency; break;
    default: break;
    }
    assert(time.done >= now && time.released >= now);
    if (in->without) remove_cost(in, now, &time);
    return time;
}

// The warp waits at a barrier object until a phase ends.
static void wait_at_object(Scheduler *scheduler, Runner *runner, double now) {
    runner->barrier = AT_OBJECT;
    runner->candidate->ready = NEVER;
    scheduler->free = now + 1;
}

// Whether the instruction arrives at barrier objects, or makes them.
static bool uses_object(const Sass *in) {
    bool asks = in->access == SASS_AWAIT || in->access == SASS_TEST;
    return (in->unit == UNIT_OBJECT && !asks) || (in->unit == UNIT_GLOBAL && in->access == SASS_LOAD_BULK);
}

static void issue(Run *run, uint32_t number, Runner *runner, double now) {
    Multiprocessor *processor = &run->processors[number / SCHEDULERS];
    Scheduler *scheduler = &processor->schedulers[number % SCHEDULERS];
    const Sass *in = runner->next;
    run->launch.clock = (uint64_t)now;
    assert(in && in->run && in == &run->task->code->instructions[runner->pc]);
    if (sass_awaits_phase(in) && sass_warp_is_held(&runner->warp)) {
        wait_at_object(scheduler, runner, now);
        return;
    }
    uint32_t mask = sass_warp_step(&runner->warp, runner->pc, runner->lanes);
    run->result.issued++;
    double stall = in->stall && !(in->without & COST_BIT(COST_dependencies)) ? in->stall : 1;
    stall += runner->warp.sleeps * 1e-9 * run->task->model->clock_hz;
    if (in->unit == UNIT_HIGH) stall += run->task->model->wide_product_stall; // more than the machine code says
    runner->warp.sleeps = 0;
    CostSet of_issue = COST_BIT(COST_issue) | (PIPE_COSTS[in->unit] & COST_BIT(COST_integer)) |
                       (in->unit == UNIT_LOCAL ? COST_BIT(COST_local_memory) : 0);
    bool free = in->without & of_issue;
    scheduler->free = free ? now : now + 1 + in->conflict;
    pipe_take(run->task->model, scheduler, in, now);
    run->result.used[in->unit] += PIPE_CLOCKS[in->unit];
    AccessTime time = result_time(run, processor, runner, in, mask, now);
    if (run->task->saved) run->task->saved[in - run->task->code->instructions] += time.saved;
    board_set(runner, in->write_barrier, time.done, in, &time.wait, now);
    board_set(runner, in->read_barrier, time.released, in, &time.wait, now);
    if (in->unit == UNIT_GLOBAL && in->access != SASS_LOAD)
        runner->block->last = fmax(runner->block->last, time.released);
    if (!runner->warp.alive) {
        warp_ended(run, scheduler, runner, now + stall);
        return;
    }
    double arrived = copies_note(&runner->copies, in, &time);
    look_ahead(run, runner, fmax(now + stall, arrived));
    if (arrived > now + stall && runner->board < 0) runner->reason = REASON_latency;
    if (uses_object(in) && phases_note(runner->block->phases, &runner->copies, &runner->warp, in, mask, &time))
        objects_check(run, runner->block, now);
    if (in->unit != UNIT_BARRIER || !mask) return;
    if (barrier_arrive(runner->block, runner, in)) runner->candidate->ready = NEVER;
    barriers_check(run, runner->block, now);
}

// Whether the candidate goes before the other where both can issue: a scheduler goes on with its warp as long as it
// can, and then takes the oldest. Against 23 measured kernels, taking turns or the youngest gave larger errors.
static bool goes_before(const Scheduler *scheduler, const Candidate *candidate, const Candidate *other) {
    if (candidate->runner == scheduler->issuing) return true;
    return other->runner != scheduler->issuing && candidate->begun < other->begun;
}

// The warp that can issue first, and when.
static Candidate *choose(const Multiprocessor *processor, Scheduler *scheduler, double now, double *at) {
    Candidate *best = NULL;
    double *pipes = scheduler->pipes, first = NEVER;
    for (unsigned unit = UNIT_SHUFFLE; unit < UNIT_COUNT; unit++) pipes[unit] = load_store_free(processor);
    for (Candidate *candidate = scheduler->candidates; candidate < scheduler->candidates + scheduler->count;
         candidate++) {
        double free = pipes[candidate->unit], when = free > candidate->ready ? free : candidate->ready;
        if (when < now) when = now;
        if (when > first || (best && when == first && !goes_before(scheduler, candidate, best))) continue;
        first = when;
        scheduler->next_waits = free > candidate->ready && free > scheduler->free;
        best = candidate;
    }
    *at = first;
    return first < NEVER ? best : NULL;
}

// Whether the choice of before still stands: since then, other schedulers may have kept the load/store unit busy.
static bool still_next(const Multiprocessor *processor, const Scheduler *scheduler, double at) {
    const Candidate *next = scheduler->next;
    return next && (!uses_load_store(next->unit) || load_store_free(processor) <= at);
}

// One event: the scheduler issues, or waits until it can. false: an instruction is not known.
static bool scheduler_turn(Run *run, Event event) {
    Multiprocessor *processor = &run->processors[event.scheduler / SCHEDULERS];
    Scheduler *scheduler = &processor->schedulers[event.scheduler % SCHEDULERS];
    double now = fmax(event.at, scheduler->free), at = now;
    Candidate *next = still_next(processor, scheduler, now) ? scheduler->next : choose(processor, scheduler, now, &at);
    scheduler->next = NULL;
    if (!next) return true;
    if (at > now && run->event_count && run->events[0].at < at) {
        event_push(run, event.scheduler, at);
        scheduler->next = next;
        return true;
    }
    Runner *runner = next->runner;
    if (!runner->next || !runner->next->run) {
        run->result.unknown = runner->next;
        run->result.failed = !runner->next;
        return false;
    }
    uint8_t pipe_reason = pipe_reason_of(processor, next->unit);
    bool pipe = scheduler->next_waits;
    spend(run, REASON_issue, 1);
    spend_wait(run, runner, at - scheduler->free, pipe_reason, pipe);
    timeline_note(run, processor, runner, at, pipe_reason, pipe);
    scheduler->issuing = runner;
    issue(run, event.scheduler, runner, at);
    event_push(run, event.scheduler, scheduler->free);
    return true;
}

// ---- a run ---------------------------------------------------------------------------------------------------------

static bool processor_create(const ProcessorTask *task, Multiprocessor *processor, uint32_t warps) {
    uint64_t shared = task->shared_bytes ? (uint64_t)task->resident * (task->shared_bytes + SYSTEM_SHARED) : 0;
    if (!first_cache_create(&processor->first, task->workspace, task->model, shared)) return false;
    processor->residents = workspace_take_zeros(task->workspace, task->resident, sizeof *processor->residents);
    for (uint32_t r = 0; processor->residents && r < task->resident; r++)
        if (!resident_create(task, &processor->residents[r], warps)) return false;
    for (unsigned s = 0; s < SCHEDULERS; s++) {
        processor->schedulers[s].queued = NEVER;
        processor->schedulers[s].candidates =
            workspace_take(task->workspace, (size_t)task->resident * warps + 1, sizeof(Candidate));
        if (!processor->schedulers[s].candidates) return false;
    }
    return processor->residents;
}

static SassLaunch launch_of(const ProcessorTask *task) {
    SassLaunch launch = {.code = task->code,
                         .memory = task->memory,
                         .readings = task->readings,
                         .nanoseconds_a_clock = 1e9 / task->model->clock_hz};
    memcpy(launch.grid, task->grid, sizeof launch.grid);
    memcpy(launch.block, task->block, sizeof launch.block);
    return launch;
}

static bool run_create(Run *run) {
    const ProcessorTask *task = run->task;
    run->threads = task->block[0] * task->block[1] * task->block[2];
    run->warps_of_block = (run->threads + SASS_LANES - 1) / SASS_LANES;
    run->launch = launch_of(task);
    run->chip = task->chip;
    double warps = (double)task->resident * run->warps_of_block * task->processors;
    bool limited = task->processors < task->active && task->launch_instructions > 0;
    chip_begin(run->chip, &(ChipLaunch){.scale = (double)task->active / task->processors,
                                        .warm = task->warm,
                                        .absorbs = task->absorbs,
                                        .most_sectors = limited ? task->most_sectors : INFINITY,
                                        .lead_sectors = warps * LEAD_SECTORS});
    workspace_empty(task->workspace);
    run->processors = workspace_take_zeros(task->workspace, task->processors, sizeof *run->processors);
    run->event_most = 64 * SCHEDULERS * task->processors + 64;
    run->events = workspace_take(task->workspace, run->event_most, sizeof *run->events);
    if (!run->processors || !run->events) return false;
    for (uint32_t p = 0; p < task->processors; p++)
        if (!processor_create(task, &run->processors[p], run->warps_of_block)) return false;
    return true;
}

static void run_start(Run *run) {
    const ProcessorTask *task = run->task;
    for (uint32_t r = 0; r < task->resident; r++)
        for (uint32_t p = 0; p < task->processors && run->next_block < task->limit; p++) block_begin(run, p, 0);
}

static void run_events(Run *run) {
    const ProcessorTask *task = run->task;
    double now = 0;
    while (run->event_count) {
        Event event = event_pop(run);
        Scheduler *scheduler = &run->processors[event.scheduler / SCHEDULERS].schedulers[event.scheduler % SCHEDULERS];
        if (event.at != scheduler->queued) continue;
        scheduler->queued = NEVER;
        now = fmax(now, event.at);
        chip_progress(run->chip, run->result.issued / fmax(task->launch_instructions, 1));
        if (!scheduler_turn(run, event)) return;
        if (!run->result.half_issued && run->result.issued > task->instructions_most / 2.0) {
            run->result.half_issued = run->result.issued;
            run->result.half_clocks = now;
        }
        if (run->result.issued > (double)task->instructions_most) {
            run->result.clocks = now;
            return;
        }
    }
    run->result.complete = run->result.blocks_done >= (double)task->limit;
    run->result.hangs = !run->result.complete;
    run->result.clocks = fmax(fmax(run->last, now), chip_drained(run->chip));
}

ProcessorResult processor_run(const ProcessorTask *task) {
    Run run = {.task = task};
    if (!run_create(&run)) return (ProcessorResult){.failed = true};
    run_start(&run);
    run_events(&run);
    double flight = 0, used = 0; // schedulers that have had a warp
    for (uint32_t p = 0; p < task->processors; p++) {
        run.result.busy += run.processors[p].ended / task->processors;
        flight += run.processors[p].in_flight_sum;
        for (unsigned n = 0; n < SCHEDULERS; n++) used += run.processors[p].schedulers[n].free > 0;
    }
    run.result.bytes_in_flight = flight / task->processors / fmax(run.result.clocks, 1);
    for (unsigned n = 0; n < REASON_COUNT; n++) run.result.reasons[n] /= used > 0 ? used : 1;
    for (unsigned n = 0; n < UNIT_COUNT; n++) run.result.used[n] /= fmax(run.result.clocks, 1) * fmax(used, 1);
    run.result.used[UNIT_FMA] /= 2; // both halves
    run.result.traffic = chip_traffic(run.chip);
    return run.result;
}

// ---- a block without a clock ---------------------------------------------------------------------------------------

// So that a loop that waits for a time ends.
static void clock_advance(Runner *runner, const Sass *in) {
    SassLaunch *launch = runner->warp.launch;
    launch->clock += in->stall + (uint64_t)(runner->warp.sleeps / launch->nanoseconds_a_clock);
    runner->warp.sleeps = 0;
}

// Runs the warp to the next barrier that it waits at, or its end. false: an instruction is not known, or there were too
// many.
static bool warp_advance(const SassCode *code, Runner *runner, uint64_t most, Executed *executed) {
    Resident *resident = runner->block;
    while (runner->warp.alive) {
        uint32_t pc, lanes = sass_warp_next(&runner->warp, &pc);
        if (pc >= code->count || ++executed->instructions > most) return false;
        const Sass *in = &code->instructions[pc];
        if (!in->run) {
            executed->unknown = in;
            return false;
        }
        if (sass_awaits_phase(in) && sass_warp_is_held(&runner->warp)) {
            runner->barrier = AT_OBJECT;
            return true;
        }
        uint32_t mask = sass_warp_step(&runner->warp, pc, lanes);
        clock_advance(runner, in);
        if (executed->counters) sass_count(executed->counters, &runner->warp, in, mask);
        if (in->unit == UNIT_BARRIER && mask && barrier_arrive(resident, runner, in)) return true;
    }
    runner->live = false;
    resident->live--;
    return true;
}

// Lets warps go on whose barrier has all that it expects, or whose phase is over. false: there is none.
static bool barriers_pass(Resident *resident) {
    bool passed = false;
    for (uint32_t w = 0; w < resident->count; w++) passed |= leaves_object(&resident->runners[w]);
    for (unsigned n = 0; n < SASS_BLOCK_BARRIERS; n++)
        if (barrier_is_full(resident, n)) {
            barrier_clear(resident, n);
            for (uint32_t w = 0; w < resident->count; w++)
                if (resident->runners[w].barrier == n + 1) resident->runners[w].barrier = 0;
            passed = true;
        }
    return passed;
}

static bool block_create(const ProcessorTask *task, SassLaunch *launch, Resident *resident, uint64_t block) {
    uint32_t threads = task->block[0] * task->block[1] * task->block[2];
    uint32_t warps = (threads + SASS_LANES - 1) / SASS_LANES;
    *launch = launch_of(task);
    workspace_empty(task->workspace);
    if (!resident_create(task, resident, warps)) return false;
    memset(resident->rows, 0, (size_t)warps * task->code->rows * sizeof *resident->rows);
    resident_begin(launch, resident, block);
    return true;
}

bool processor_count(const ProcessorTask *task, uint64_t block, uint64_t most, Executed *executed) {
    Resident resident;
    SassLaunch launch;
    executed->instructions = 0;
    bool good = block_create(task, &launch, &resident, block);
    while (good && resident.live) {
        for (uint32_t w = 0; w < resident.count && good; w++) {
            Runner *runner = &resident.runners[w];
            if (runner->live && !runner->barrier) good = warp_advance(task->code, runner, most, executed);
        }
        if (good && resident.live) good = barriers_pass(&resident);
    }
    return good;
}

// Whether the warp waits for somebody: within some steps it is again where it was, with the same registers.
static bool warp_spins(const ProcessorTask *task, Runner *runner, Executed *executed) {
    size_t bytes = task->code->rows * sizeof *runner->warp.rows;
    uint32_t(*before)[SASS_LANES] = malloc(bytes);
    uint32_t pc, lanes = sass_warp_next(&runner->warp, &pc), first = pc;
    bool spins = false;
    if (before) memcpy(before, runner->warp.rows, bytes);
    for (unsigned n = 0; n < SPIN_STEPS && before && !spins && runner->warp.alive; n++) {
        (void)sass_warp_step(&runner->warp, pc, lanes);
        executed->instructions++;
        lanes = sass_warp_next(&runner->warp, &pc);
        if (pc >= task->code->count || !task->code->instructions[pc].run) break;
        spins = pc == first && !memcmp(before, runner->warp.rows, bytes);
    }
    free(before);
    return spins;
}

bool processor_count_first(const ProcessorTask *task, uint64_t block, uint64_t most, Executed *executed) {
    Resident resident;
    SassLaunch launch;
    executed->instructions = 0;
    bool good = block_create(task, &launch, &resident, block);
    resident.block.passes = true;
    for (uint64_t until = SPIN_CHECKED; good && resident.runners->live; until += SPIN_CHECKED) {
        resident.runners->barrier = 0;
        while (executed->instructions < until && resident.runners->live && !executed->unknown) {
            resident.runners->barrier = 0;
            (void)warp_advance(task->code, resident.runners, until, executed);
        }
        good = !executed->unknown && until < most;
        if (good && resident.runners->live) good = !warp_spins(task, resident.runners, executed);
    }
    executed->instructions *= resident.count;
    return good;
}
