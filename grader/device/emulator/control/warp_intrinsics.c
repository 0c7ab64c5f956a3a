// warp_intrinsics.c - instructions in which lanes of a warp exchange values or wait for each other.
//
// Lanes may run one instruction with different member masks (tiles of a partition): each group of equal masks has its
// own result, but all groups wait for each other, since an instruction that has to wait is run again as a whole.
#include "warp_intrinsics.h"
#include "../alu/lanes.h"
#include "../base/cuda_errors.h"
#include "../machine/divergence.h"
#include "../machine/execute.h"
#include "../numbers/extremes.h"

#include <assert.h>
#include <stdio.h>

// Lanes of `lanes` that hold the same word as its lowest one.
static uint32_t equal_words(const uint32_t *words, uint32_t lanes) {
    assert(lanes);
    uint32_t first = words[__builtin_ctz(lanes)], result = 0;
    for (unsigned l = 0; l < WARP_LANES; l++) result |= words[l] == first ? 1u << l : 0;
    return result & lanes;
}

// Returns whether there were any.
static bool report_strangers(Warp *warp, const Instruction *instruction, const uint32_t *masks) {
    bool found = false;
    for (uint32_t rest = warp->mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        if (masks[lane] >> lane & 1) continue;
        Fault details = {.fact = FACT_OF(lane_not_named, lane, masks[lane])};
        warp_fault(warp, instruction, lane, FAULT_MISSING_LANES, &details);
        found = true;
    }
    return found;
}

// Whether all lanes that any of the member masks names have reconverged. *strangers: a lane is not in its own mask.
static bool all_there(Warp *warp, const Instruction *instruction, const uint32_t *masks, bool *strangers) {
    uint32_t members = 0;
    for (uint32_t rest = warp->mask; rest; rest &= rest - 1) members |= masks[__builtin_ctz(rest)];
    if (!warp_converge(warp, instruction, members)) return false;
    *strangers = report_strangers(warp, instruction, masks);
    return true;
}
static bool converged(Warp *warp, const Instruction *instruction, const uint32_t *masks) {
    bool strangers;
    return all_there(warp, instruction, masks, &strangers);
}

// The same for votes, matches, reductions and elections: masks that differ and do not name their own lanes end the
// kernel, as seen on an H200; if all masks are the same and lack a lane, nothing happens.
static bool grouped(Warp *warp, const Instruction *instruction, const uint32_t *masks) {
    bool strangers;
    if (!all_there(warp, instruction, masks, &strangers)) return false;
    if (!strangers || equal_words(masks, warp->mask) == warp->mask) return true;
    warp_stop(warp, ERROR_ILLEGAL_INSTRUCTION);
    return false;
}

// Runs `statement` with `group` the lanes that take part, for each group of equal masks.
#define EACH_GROUP(masks, statement)                                                                                   \
    if (!grouped(warp, instruction, masks)) return;                                                                    \
    for (uint32_t rest = warp->mask, group; rest; rest &= ~group) {                                                    \
        group = equal_words(masks, rest);                                                                              \
        statement;                                                                                                     \
    }

// ---- shfl -----------------------------------------------------------------------------------------------------------

// The lane that `lane` reads (PTX ISA, shfl): b is the offset or index, c holds the segment mask in bits 8..12 and
// the clamp in bits 0..4. *inside: it is within the segment; otherwise a lane reads itself.
unsigned shuffle_source(uint64_t flags, unsigned lane, uint32_t b, uint32_t c, bool *inside) {
    int offset = b & 31, clamp = c & 31, segment = c >> 8 & 31, own = (int)lane;
    int last = (own & segment) | (clamp & ~segment), source;
    assert(lane < WARP_LANES);
    if (flags & FLAG(up)) source = own - offset;
    else if (flags & FLAG(down)) source = own + offset;
    else if (flags & FLAG(bfly)) source = own ^ offset;
    else source = (own & segment) | (offset & ~segment);
    *inside = flags & FLAG(up) ? source >= last : source <= last;
    assert(!*inside || (source >= 0 && source < WARP_LANES));
    return *inside ? (unsigned)source : lane;
}

// The lanes that the lane's mask names. Instructions without masks have none.
static uint32_t members_of(const Warp *warp, const Instruction *instruction, unsigned lane) {
    if (instruction->e.bank == BANK_SINK) return FULL_MASK;
    const uint32_t *members = operand_lanes(warp, instruction->e);
    return members[lane];
}

AbsentLane shuffle_absent(const Warp *warp, const Instruction *instruction, unsigned lane, unsigned source) {
    if (source == lane) return LANE_TAKES_PART;
    if (warp_thread(warp, source) >= warp->block->thread_count) return LANE_NO_THREAD;
    if (!(members_of(warp, instruction, lane) >> source & 1)) return LANE_NOT_NAMED;
    return warp->mask >> source & 1 ? LANE_TAKES_PART : LANE_NOT_THERE;
}

bool shuffle_is_full(const Warp *warp, const Instruction *instruction) {
    uint32_t named = warp->mask;
    for (unsigned l = 0; l < WARP_LANES; l++) named &= members_of(warp, instruction, l);
    return named == FULL_MASK;
}

bool shuffle_waits(const Warp *warp, const Instruction *instruction) {
    uint32_t members = 0;
    if (warp->mask == FULL_MASK || instruction->e.bank == BANK_SINK || warp->forced) return false;
    for (uint32_t rest = warp->mask; rest; rest &= rest - 1)
        members |= members_of(warp, instruction, (unsigned)__builtin_ctz(rest));
    return members & warp->live & ~warp->mask;
}

static void shuffle(Warp *warp, const Instruction *instruction) {
    const uint32_t *a = operand_lanes(warp, instruction->a), *b = operand_lanes(warp, instruction->b);
    const uint32_t *c = operand_lanes(warp, instruction->c);
    uint32_t *d = operand_lanes(warp, instruction->d), result[WARP_LANES], predicate = 0;
    for (uint32_t rest = warp->mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        bool inside;
        unsigned source = shuffle_source(instruction->extra, lane, b[lane], c[lane], &inside);
        result[lane] = a[warp->mask >> source & 1 ? source : lane];
        predicate |= (uint32_t)inside << lane;
    }
    for (uint32_t rest = warp->mask; rest; rest &= rest - 1) d[__builtin_ctz(rest)] = result[__builtin_ctz(rest)];
    predicate_write(warp, instruction->pair, predicate);
}

void alu_shfl_sync(Warp *warp, const Instruction *instruction) {
    if (converged(warp, instruction, operand_lanes(warp, instruction->e))) shuffle(warp, instruction);
}
void alu_shfl(Warp *warp, const Instruction *instruction) { shuffle(warp, instruction); }

// ---- vote -----------------------------------------------------------------------------------------------------------

static bool vote_of(uint64_t flags, uint32_t votes, uint32_t group) {
    bool all = (votes & group) == group, any = votes & group;
    return flags & FLAG(all) ? all : flags & FLAG(any) ? any : all || !any;
}
void alu_vote_sync(Warp *warp, const Instruction *instruction) {
    const uint32_t votes = operand_predicate(warp, instruction->a);
    const uint32_t *members = operand_lanes(warp, instruction->b);
    uint32_t result = 0;
    EACH_GROUP(members, result |= vote_of(instruction->extra, votes, group) ? group : 0)
    predicate_write(warp, instruction->d, result);
}
void alu_vote(Warp *warp, const Instruction *instruction) {
    const uint32_t votes = operand_predicate(warp, instruction->a);
    predicate_write(warp, instruction->d, vote_of(instruction->extra, votes, warp->mask) ? FULL_MASK : 0);
}
// Writes one word to the lanes of a group.
static void group_write(const Warp *warp, Operand operand, uint32_t group, uint32_t value) {
    uint32_t *lanes = operand_lanes(warp, operand);
    for (unsigned l = 0; l < WARP_LANES; l++) lanes[l] = group >> l & 1 ? value : lanes[l];
}
void alu_ballot_sync(Warp *warp, const Instruction *instruction) {
    const uint32_t votes = operand_predicate(warp, instruction->a);
    uint32_t members[WARP_LANES];
    memcpy(members, operand_lanes(warp, instruction->b), sizeof members);
    EACH_GROUP(members, group_write(warp, instruction->d, group, votes & group))
}
void alu_ballot(Warp *warp, const Instruction *instruction) {
    group_write(warp, instruction->d, warp->mask, operand_predicate(warp, instruction->a) & warp->mask);
}
void alu_activemask(Warp *warp, const Instruction *instruction) {
    group_write(warp, instruction->d, warp->mask, warp->mask);
}

// ---- match ----------------------------------------------------------------------------------------------------------

// Each lane of a group learns which of the group hold its value; match.all: all of the group or none.
static void match_group(const Warp *warp, const Instruction *instruction, const uint64_t *values, uint32_t group) {
    assert(group && !(group & ~warp->mask));
    uint32_t *d = operand_lanes(warp, instruction->d), *predicate = operand_lanes(warp, instruction->pair);
    for (uint32_t rest = group; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        uint32_t equal = 0;
        for (unsigned l = 0; l < WARP_LANES; l++) equal |= values[l] == values[lane] ? 1u << l : 0;
        equal &= group;
        if (instruction->extra & FLAG(any)) d[lane] = equal;
        else d[lane] = equal == group ? group : 0;
        if (instruction->extra & FLAG(all))
            *predicate = (*predicate & ~(1u << lane)) | (uint32_t)(equal == group) << lane;
    }
}
static void match(Warp *warp, const Instruction *instruction, const uint64_t *values) {
    uint32_t members[WARP_LANES];
    memcpy(members, operand_lanes(warp, instruction->b), sizeof members);
    EACH_GROUP(members, match_group(warp, instruction, values, group))
}
void alu_match_b32(Warp *warp, const Instruction *instruction) {
    const uint32_t *words = operand_lanes(warp, instruction->a);
    uint64_t values[WARP_LANES];
    for (unsigned l = 0; l < WARP_LANES; l++) values[l] = words[l];
    match(warp, instruction, values);
}
void alu_match_b64(Warp *warp, const Instruction *instruction) {
    uint64_t values[WARP_LANES];
    memcpy(values, operand_lanes(warp, instruction->a), sizeof values);
    match(warp, instruction, values);
}

// ---- redux ----------------------------------------------------------------------------------------------------------

static uint32_t reduce_two(uint64_t flags, bool is_signed, uint32_t x, uint32_t y) {
    bool less = is_signed ? (int32_t)x < (int32_t)y : x < y;
    if (flags & FLAG(add)) return x + y;
    if (flags & FLAG(and)) return x & y;
    if (flags & FLAG(or)) return x | y;
    if (flags & FLAG(xor)) return x ^ y;
    return less == !!(flags & FLAG(min)) ? x : y;
}
static uint32_t reduce_floats(uint64_t flags, uint32_t x, uint32_t y) {
    float a = float_of_bits(x), b = float_of_bits(y);
    if (flags & FLAG(NaN) && (a != a || b != b)) return 0x7fffffff;
    return float_bits(f32_canonical(flags & FLAG(min) ? lesser_single(a, b) : greater_single(a, b)));
}

typedef enum { REDUCE_UNSIGNED, REDUCE_SIGNED, REDUCE_FLOAT } ReduceKind;

static void reduce_group(const Warp *warp, const Instruction *instruction, ReduceKind kind, uint32_t group) {
    const uint32_t *values = operand_lanes(warp, instruction->a);
    const uint32_t sign = instruction->extra & FLAG(abs) ? 0x80000000 : 0;
    assert(group && !(group & ~warp->mask));
    uint32_t result = values[__builtin_ctz(group)] & ~sign;
    for (uint32_t rest = group & (group - 1); rest; rest &= rest - 1) {
        uint32_t value = values[__builtin_ctz(rest)] & ~sign;
        result = kind == REDUCE_FLOAT ? reduce_floats(instruction->extra, result, value)
                                      : reduce_two(instruction->extra, kind == REDUCE_SIGNED, result, value);
    }
    if (kind == REDUCE_FLOAT) result = float_bits(f32_canonical(float_of_bits(result)));
    group_write(warp, instruction->d, group, result);
}
static void reduce(Warp *warp, const Instruction *instruction, ReduceKind kind) {
    uint32_t members[WARP_LANES];
    memcpy(members, operand_lanes(warp, instruction->b), sizeof members);
    EACH_GROUP(members, reduce_group(warp, instruction, kind, group))
}
void alu_redux_u32(Warp *warp, const Instruction *instruction) { reduce(warp, instruction, REDUCE_UNSIGNED); }
void alu_redux_s32(Warp *warp, const Instruction *instruction) { reduce(warp, instruction, REDUCE_SIGNED); }
void alu_redux_f32(Warp *warp, const Instruction *instruction) { reduce(warp, instruction, REDUCE_FLOAT); }

// ---- elect, bar.warp.sync -------------------------------------------------------------------------------------------

// The lowest lane of each group is its leader.
void alu_elect_sync(Warp *warp, const Instruction *instruction) {
    uint32_t members[WARP_LANES], leaders = 0;
    memcpy(members, operand_lanes(warp, instruction->a), sizeof members);
    EACH_GROUP(members, leaders |= group & -group;
               group_write(warp, instruction->d, group, (uint32_t)__builtin_ctz(group)))
    predicate_write(warp, instruction->pair, leaders);
}

void alu_bar_warp_sync(Warp *warp, const Instruction *instruction) {
    const uint32_t *members = operand_lanes(warp, instruction->a);
    if (converged(warp, instruction, members)) warp->sync_epoch++;
}
