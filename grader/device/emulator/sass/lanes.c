// lanes.c - what lanes of a warp do together, special registers, control, and a warp's steps.
#include "../base/invariant.h"
#include "../machine/allocations.h"
#include "execute.h"
#include <assert.h>

#define RUN(name)                                                                                                      \
    void sass_run_##name(SassWarp *warp, const Sass *in, uint32_t mask);                                               \
    void sass_run_##name(SassWarp *warp, const Sass *in, uint32_t mask)
#define LANE(bits) ((bits) >> l & 1)

// ---- votes, shuffles, reductions -----------------------------------------------------------------------------------

// The field of a vote: 0 all, 1 any, 2 equal. The ballot counts active lanes only.
static uint32_t vote(SassWarp *warp, const Sass *in, uint32_t mask, uint32_t *ballot) {
    uint32_t lanes = warp->predicates[sass_bits(in, 87, 3)];
    if (sass_bit(in, 90)) lanes = ~lanes;
    *ballot = lanes & mask;
    unsigned how = sass_bits(in, 72, 2);
    bool all = *ballot == mask, any = *ballot != 0;
    return (how == 0 ? all : how == 1 ? any : all || !any) ? SASS_ALL_LANES : 0;
}

RUN(vote) {
    uint32_t ballot, result = vote(warp, in, mask, &ballot), out[SASS_LANES];
    EACH_LANE out[l] = ballot;
    row_write(warp, in->result, out, mask);
    predicate_write(warp, in, 81, result, mask);
}

// The row of a uniform register that the instruction writes.
static void uniform_write(SassWarp *warp, const Sass *in, uint32_t value) {
    unsigned number = sass_bits(in, 16, 6);
    if (number == SASS_UNIFORM_REGISTERS - 1) return;
    uint32_t *row = warp->rows[warp->launch->code->uniform_row + number];
    EACH_LANE row[l] = value;
}

RUN(vote_uniform) {
    uint32_t ballot, result = vote(warp, in, mask, &ballot);
    unsigned predicate = sass_bits(in, 81, 3);
    uniform_write(warp, in, ballot);
    if (predicate != SASS_TRUE) warp->predicates[SASS_UNIFORM + predicate] = result;
}

// The first lane's value. The predicate says which lanes have another one, for which a loop comes here again.
RUN(register_to_uniform) {
    const uint32_t *from = warp->rows[register_row(warp->launch->code, sass_bits(in, 24, 8))];
    if (!mask) return;
    uint32_t value = from[__builtin_ctz(mask)], others = 0;
    EACH_LANE others |= (uint32_t)(from[l] != value) << l;
    uniform_write(warp, in, value);
    predicate_write(warp, in, 81, others, mask);
}

static uint32_t reduced(unsigned how, bool is_signed, uint32_t a, uint32_t b) {
    uint32_t flip = is_signed ? 0x80000000u : 0;
    switch (how) {
    case 0: return a & b;
    case 1: return a | b;
    case 2: return a ^ b;
    case 3: return a + b;
    case 4: return (a ^ flip) < (b ^ flip) ? a : b;
    default: return (a ^ flip) > (b ^ flip) ? a : b;
    }
}

RUN(reduce_uniform) {
    const uint32_t *from = warp->rows[register_row(warp->launch->code, sass_bits(in, 24, 8))];
    if (!mask) return;
    unsigned first = (unsigned)__builtin_ctz(mask);
    uint32_t value = from[first];
    for (unsigned l = first + 1; l < SASS_LANES; l++)
        if (LANE(mask)) value = reduced(sass_bits(in, 78, 3), sass_bit(in, 73), value, from[l]);
    uniform_write(warp, in, value);
}

// A word, or a pair, that lanes compare with each other.
RUN(match) {
    const uint32_t *from = warp->rows[register_row(warp->launch->code, sass_bits(in, 24, 8))];
    bool wide = sass_bit(in, 73), all = !sass_bit(in, 79);
    uint32_t out[SASS_LANES], same_all = SASS_ALL_LANES;
    EACH_LANE {
        out[l] = 0;
        for (unsigned m = 0; m < SASS_LANES; m++) {
            bool same = from[l] == from[m] && (!wide || from[SASS_LANES + l] == from[SASS_LANES + m]);
            out[l] |= (uint32_t)(same && mask >> m & 1) << m;
        }
        if (LANE(mask) && out[l] != mask) same_all = 0;
    }
    if (all) EACH_LANE out[l] = same_all ? mask : 0;
    row_write(warp, in->result, out, mask);
    if (all) predicate_write(warp, in, 81, same_all, mask);
}

// The operands of a shuffle are registers or immediates, by its form.
RUN(shuffle) {
    enum { INDEX, UP, DOWN, BUTTERFLY } how = sass_bits(in, 58, 2);
    const SassCode *code = warp->launch->code;
    bool lane_immediate = in->form == 4 || in->form == 7, clamp_immediate = in->form == 2 || in->form == 7;
    const uint32_t *from = warp->rows[register_row(code, sass_bits(in, 24, 8))];
    const uint32_t *lanes = warp->rows[register_row(code, sass_bits(in, 32, 8))];
    const uint32_t *clamps = warp->rows[register_row(code, sass_bits(in, 64, 8))];
    uint32_t out[SASS_LANES], inside = 0;
    EACH_LANE {
        uint32_t by = (lane_immediate ? sass_bits(in, 53, 5) : lanes[l]) & 31;
        uint32_t clamp = clamp_immediate ? sass_bits(in, 40, 13) : clamps[l], segment = clamp >> 8 & 31;
        int most = (int)((l & segment) | (clamp & 31 & ~segment)), least = (int)(l & segment);
        int source = how == UP      ? (int)l - (int)by
                     : how == DOWN  ? (int)l + (int)by
                     : how == INDEX ? (int)((by & ~segment) | (uint32_t)least)
                                    : (int)(l ^ by);
        bool valid = how == UP ? source >= most : source <= most;
        inside |= (uint32_t)valid << l;
        out[l] = from[valid ? source & 31 : (int)l];
    }
    row_write(warp, in->result, out, mask);
    predicate_write(warp, in, 81, inside, mask);
}

// ---- special registers ---------------------------------------------------------------------------------------------

enum {
    LANE_ID = 0x00,
    THREAD = 0x21,
    BLOCK = 0x25,
    SHARED_HIGH = 0x2f,
    LOCAL_HIGH = 0x30,
    SHARED_SIZE = 0x32,
    LANES_EQUAL = 0x38,
    CLOCK_LOW = 0x50,
    TIMER_LOW = 0x52,
    ZEROS = 0xff
};

static uint64_t timer(const SassLaunch *launch) {
    return (uint64_t)((double)launch->clock * launch->nanoseconds_a_clock);
}

static void note_reading(const SassWarp *warp, unsigned which, uint32_t mask) {
    const SassLaunch *launch = warp->launch;
    const uint32_t *grid = launch->grid, *at = warp->block->index;
    uint64_t block = at[0] + (uint64_t)grid[0] * (at[1] + (uint64_t)grid[1] * at[2]);
    bool reads = which == CLOCK_LOW || which == TIMER_LOW;
    if (launch->readings && reads && mask)
        clock_readings_note(launch->readings, block, warp->first_thread / SASS_LANES, launch->clock);
}

static uint32_t special_value(const SassWarp *warp, unsigned which, unsigned lane) {
    const uint32_t *size = warp->launch->block, thread = warp->first_thread + lane;
    uint32_t below = (1u << lane) - 1, own = 1u << lane;
    switch (which) {
    case LANE_ID: return lane;
    case THREAD: return thread % size[0];
    case THREAD + 1: return thread / size[0] % size[1];
    case THREAD + 2: return thread / size[0] / size[1];
    case BLOCK:
    case BLOCK + 1:
    case BLOCK + 2: return warp->block->index[which - BLOCK];
    case SHARED_HIGH: return (uint32_t)(SHARED_WINDOW >> 32);
    case LOCAL_HIGH: return (uint32_t)(LOCAL_WINDOW >> 32);
    case SHARED_SIZE: return warp->block->shared_bytes;
    case LANES_EQUAL: return own;
    case LANES_EQUAL + 1: return below;
    case LANES_EQUAL + 2: return below | own;
    case LANES_EQUAL + 3: return ~(below | own);
    case LANES_EQUAL + 4: return ~below;
    case CLOCK_LOW: return (uint32_t)warp->launch->clock;
    case CLOCK_LOW + 1: return (uint32_t)(warp->launch->clock >> 32);
    case TIMER_LOW: return (uint32_t)timer(warp->launch);
    case TIMER_LOW + 1: return (uint32_t)(timer(warp->launch) >> 32);
    default: return 0; // a block alone is the first of its cluster
    }
}

RUN(special_to_register) {
    uint32_t out[SASS_LANES];
    note_reading(warp, sass_bits(in, 72, 8), mask);
    EACH_LANE out[l] = special_value(warp, sass_bits(in, 72, 8), l);
    row_write(warp, in->result, out, mask);
}

RUN(special_to_uniform) {
    note_reading(warp, sass_bits(in, 72, 8), mask);
    if (mask) uniform_write(warp, in, special_value(warp, sass_bits(in, 72, 8), (unsigned)__builtin_ctz(mask)));
}

RUN(clock_to_register) {
    unsigned which = sass_bits(in, 72, 8);
    uint32_t out[2][SASS_LANES];
    note_reading(warp, which, mask);
    EACH_LANE for (unsigned w = 0; w < 2; w++) out[w][l] = which == ZEROS ? 0 : special_value(warp, which + w, l);
    row_write(warp, in->result, out[0], mask);
    if (sass_bit(in, 80)) row_write(warp, in->result + 1, out[1], mask);
}

// ---- control -------------------------------------------------------------------------------------------------------

static void go(SassWarp *warp, uint32_t lanes, uint32_t to) {
    EACH_LANE warp->lane_pc[l] = LANE(lanes) ? to : warp->lane_pc[l];
}

// The predicate in the instruction, beside its guard. One for a warp that has diverged (.DIV) jumps where lanes
// shuffle after they have met; lanes that are together need not go there.
RUN(branch) {
    bool diverged_only = sass_bit(in, 91) && (in->low & 0x1ff) == 0x147;
    uint32_t lanes = mask & predicate_read(warp, in, 87, 90);
    if (diverged_only) return;
    go(warp, lanes, in->target);
}

// Bytes from the next instruction on, with those in a register.
RUN(branch_indexed) {
    const uint32_t *by = warp->rows[register_row(warp->launch->code, sass_bits(in, 24, 8))];
    EACH_LANE if (LANE(mask)) warp->lane_pc[l] = in->target + (uint32_t)((int32_t)by[l] / 16);
}

RUN(end) { warp->alive &= ~(mask & predicate_read(warp, in, 87, 90)); }

// A barrier that counts or combines a predicate; the result is read after the barrier (B2R).
RUN(block_barrier) {
    if (sass_bits(in, 77, 2) != 2) return;
    uint32_t lanes = predicate_read(warp, in, 87, 90) & mask;
    uint32_t *result = warp->block->reduction[warp->block->reduced & 1];
    result[0] += (uint32_t)__builtin_popcount(lanes);
    result[1] += (uint32_t)__builtin_popcount(mask);
    result[2] = sass_bits(in, 74, 2) == 1;
}

RUN(barrier_result) {
    const uint32_t *result = warp->block->reduction[(warp->block->reduced + 1) & 1];
    bool holds = result[2] ? result[0] == result[1] : result[0] != 0;
    uint32_t out[SASS_LANES];
    EACH_LANE out[l] = result[0];
    row_write(warp, in->result, out, mask);
    predicate_write(warp, in, 81, holds ? SASS_ALL_LANES : 0, mask);
}

// ---- steps ---------------------------------------------------------------------------------------------------------

// The GPU may sleep for up to twice as long, or not at all.
void sass_run_sleep(SassWarp *warp, const Sass *in, uint32_t mask) {
    const uint32_t *nanoseconds = operand_words(warp, &in->b);
    EACH_LANE if (mask >> l & 1 && nanoseconds[l] > warp->sleeps) warp->sleeps = nanoseconds[l];
}

void sass_warp_begin(SassWarp *warp, SassLaunch *launch, SassBlock *block, uint32_t warp_index) {
    uint32_t threads = launch->block[0] * launch->block[1] * launch->block[2];
    warp->launch = launch;
    warp->block = block;
    warp->first_thread = warp_index * SASS_LANES;
    assert(warp->first_thread < threads);
    uint32_t left = threads - warp->first_thread;
    warp->alive = left >= SASS_LANES ? SASS_ALL_LANES : (1u << left) - 1;
    warp->together = true;
    warp->turns = warp->others = warp->sleeps = 0;
    warp->pc = 0;
    memset(warp->lane_pc, 0, sizeof warp->lane_pc);
    for (unsigned n = 0; n < 16; n++) warp->predicates[n] = n % 8 == SASS_TRUE ? SASS_ALL_LANES : 0;
}

// The lanes at the lowest place from `from` on, in *pc; 0: none is there.
static uint32_t lowest_lanes(const SassWarp *warp, uint32_t from, uint32_t *pc) {
    uint32_t least = UINT32_MAX, lanes = 0;
    EACH_LANE if (LANE(warp->alive) && warp->lane_pc[l] >= from && warp->lane_pc[l] < least) least = warp->lane_pc[l];
    EACH_LANE lanes |= (uint32_t)(LANE(warp->alive) && warp->lane_pc[l] == least) << l;
    *pc = least;
    return lanes;
}

uint32_t sass_warp_next(const SassWarp *warp, uint32_t *pc) {
    if (warp->together) {
        *pc = warp->pc;
        return warp->alive;
    }
    uint32_t lanes = lowest_lanes(warp, 0, pc), place;
    uint32_t others = warp->others ? lowest_lanes(warp, *pc + 1, &place) : 0;
    if (!others || place >= warp->launch->code->count || warp->launch->code->instructions[place].meets) return lanes;
    *pc = place;
    return others;
}

#define TURNS_MOST 64 // of a loop, before other lanes have a turn
#define OTHERS_MOST 512

static void count_turn(SassWarp *warp, uint32_t pc, uint32_t lanes) {
    if (warp->others) warp->others--;
    if (!lanes || warp->lane_pc[__builtin_ctz(lanes)] > pc || ++warp->turns < TURNS_MOST) return;
    warp->turns = 0;
    warp->others = OTHERS_MOST;
}

static void reunite(SassWarp *warp) {
    warp->together = true;
    if (!warp->alive) return;
    uint32_t first = warp->lane_pc[__builtin_ctz(warp->alive)];
    EACH_LANE if (LANE(warp->alive) && warp->lane_pc[l] != first) warp->together = false;
    warp->pc = first;
}

uint32_t sass_warp_step(SassWarp *warp, uint32_t pc, uint32_t lanes) {
    invariant(pc < warp->launch->code->count && lanes && !(lanes & ~warp->alive));
    const Sass *in = &warp->launch->code->instructions[pc];
    uint32_t guard = warp->predicates[in->guard];
    uint32_t mask = (in->guard_not ? ~guard : guard) & (in->uniform ? SASS_ALL_LANES : lanes);
    if (warp->together && !in->branches) {
        warp->pc = pc + 1;
        if (mask && in->run) in->run(warp, in, mask);
        return mask;
    }
    go(warp, lanes, pc + 1);
    if (mask && in->run) in->run(warp, in, mask);
    reunite(warp);
    if (warp->together) warp->turns = warp->others = 0;
    else count_turn(warp, pc, mask);
    return mask;
}
