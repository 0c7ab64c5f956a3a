// mbarriers.c - barrier objects in shared memory, and bulk copies, which arrive at them.
//
// An object is a word of 64 bits, as the instructions make it: the arrivals that a phase expects (bits 1 to 20) and
// those that are still missing (43 to 62), both as what is left to 2^20, so that the last arrival carries into bit 63,
// the parity of the phase; between them, signed, how many bytes are under way (21 to 42). A phase is over when no
// arrival is missing and no byte is under way.
//
// Whatever arrives is counted at once, also what a copy brings. When that really happens is the time model's, which
// keeps the end of each phase (SassBlock.ended).
#include "execute.h"
#include "memory.h"

#define RUN(name)                                                                                                      \
    void sass_run_##name(SassWarp *warp, const Sass *in, uint32_t mask);                                               \
    void sass_run_##name(SassWarp *warp, const Sass *in, uint32_t mask)
#define COUNT_BITS 20
#define COUNT_MASK ((1u << COUNT_BITS) - 1)
#define EXPECTED_SHIFT 1
#define BYTES_SHIFT 21
#define BYTES_MASK ((1u << 22) - 1)
#define MISSING_SHIFT 43
#define PARITY_SHIFT 63

// An object taken apart. expected, missing: what is left to 2^20; 0 arrivals are missing if `missing` is 0.
typedef struct {
    uint32_t expected, missing, bytes;
    bool parity;
} Object;

static Object object_of(uint64_t word) {
    return (Object){.expected = (uint32_t)(word >> EXPECTED_SHIFT) & COUNT_MASK,
                    .missing = (uint32_t)(word >> MISSING_SHIFT) & COUNT_MASK,
                    .bytes = (uint32_t)(word >> BYTES_SHIFT) & BYTES_MASK,
                    .parity = word >> PARITY_SHIFT};
}

static uint64_t word_of(const Object *object) {
    return (uint64_t)object->parity << PARITY_SHIFT | (uint64_t)object->missing << MISSING_SHIFT |
           (uint64_t)object->bytes << BYTES_SHIFT | (uint64_t)object->expected << EXPECTED_SHIFT;
}

static uint64_t word_read(const SassWarp *warp, uint64_t address) {
    uint64_t word = 0;
    const uint8_t *from = sass_shared_at(warp, address, sizeof word);
    if (from) memcpy(&word, from, sizeof word);
    return word;
}

static void word_write(const SassWarp *warp, uint64_t address, uint64_t word) {
    uint8_t *to = sass_shared_at(warp, address, sizeof word);
    if (to) memcpy(to, &word, sizeof word);
}

// What arrives at an object.
typedef struct {
    uint32_t arrivals;
    int32_t bytes;  // that are under way from now on, or no more if negative
    uint32_t fewer; // arrivals that later phases expect
} Arrival;

// Returns the object's word before.
static uint64_t arrive(SassWarp *warp, unsigned lane, uint64_t address, const Arrival *arrival) {
    uint64_t before = word_read(warp, address);
    Object object = object_of(before);
    object.expected = (object.expected + arrival->fewer) & COUNT_MASK;
    object.missing = (object.missing + arrival->arrivals) & COUNT_MASK;
    object.bytes = (object.bytes + (uint32_t)arrival->bytes) & BYTES_MASK;
    if (!object.missing && !object.bytes) {
        object.missing = object.expected;
        object.parity = !object.parity;
        warp->phases_ended |= 1u << lane;
    }
    word_write(warp, address, word_of(&object));
    return before;
}

static const uint32_t *uniform_words(const SassWarp *warp, const Sass *in, unsigned first, unsigned next) {
    return warp->rows[uniform_register_row(warp->launch->code, sass_bits(in, first, 6) + next)];
}

// SYNCS.EXCH, of the uniform datapath.
RUN(init_object) {
    uint32_t offset = sass_bits(in, 40, 24);
    uint64_t word = (uint64_t)uniform_words(warp, in, 32, 1)[0] << 32 | uniform_words(warp, in, 32, 0)[0];
    (void)mask;
    warp->space = UNIT_SHARED;
    EACH_LANE warp->address[l] = uniform_words(warp, in, 24, 0)[0] + offset;
    word_write(warp, warp->address[0], word);
}

// Bits 84 to 86 of SYNCS.ARRIVE: what arrives, of a lane that has `value`.
static Arrival arrival_of(const Sass *in, uint32_t value) {
    enum { A1TR, A1T0, A0T1, A0TR, A0TX, ART0 } how = sass_bits(in, 84, 3);
    bool leaves = sass_bit(in, 75);
    Arrival arrival = {.arrivals = how == ART0 ? value : how <= A1T0,
                       .bytes = how == A0T1                  ? 1
                                : how == A0TX                ? -(int32_t)value
                                : how == A1TR || how == A0TR ? (int32_t)value
                                                             : 0};
    arrival.fewer = leaves ? arrival.arrivals : 0;
    return arrival;
}

static void arrive_lanes(SassWarp *warp, const Sass *in, uint32_t mask) {
    const uint32_t *values = operand_words(warp, &in->b);
    uint64_t before[SASS_LANES] = {0};
    sass_shared_addresses(warp, in);
    warp->phases_ended = 0;
    EACH_LANE {
        if (!(mask >> l & 1)) continue;
        Arrival arrival = arrival_of(in, values[l]);
        before[l] = arrive(warp, l, warp->address[l], &arrival);
    }
    if (!sass_bit(in, 74)) row_write_pair(warp, in->result, before, mask); // .RED returns nothing
}

// ARRIVES: what lanes have copied arrives, as an arrival (ARVCNT), or as a byte that was announced (TRANSCNT).
RUN(arrive_copies) {
    bool counts = sass_bit(in, 70);
    Arrival arrival = {.arrivals = counts, .bytes = counts ? 0 : -1};
    sass_shared_addresses(warp, in);
    warp->phases_ended = 0;
    EACH_LANE if (mask >> l & 1)(void) arrive(warp, l, warp->address[l], &arrival);
}

// Lanes of an instruction whose phase is over: the object's parity is no longer that in bit 31 of a register. One that
// only tests sees a phase end when it does.
static uint32_t phases_over(SassWarp *warp, const Sass *in, uint32_t mask) {
    const uint32_t *parities = operand_words(warp, &in->b);
    uint32_t over = 0;
    sass_shared_addresses(warp, in);
    EACH_LANE {
        if (!(mask >> l & 1)) continue;
        bool ended = object_of(word_read(warp, warp->address[l])).parity != parities[l] >> 31;
        bool seen = in->access == SASS_AWAIT || *sass_phase_end(warp->block, warp->address[l]) <= warp->launch->clock;
        over |= (uint32_t)(warp->block->passes || (ended && seen)) << l;
    }
    return over;
}

// SYNCS, which arrives or asks for a phase (PHASECHK).
RUN(use_object) {
    if (in->access == SASS_ARRIVE) arrive_lanes(warp, in, mask);
    else predicate_write(warp, in, 81, phases_over(warp, in, mask), mask);
}

bool sass_awaits_phase(const Sass *in) { return in && in->unit == UNIT_OBJECT && in->access == SASS_AWAIT; }

// Lanes whose next instruction is `in`, a wait for a phase that is not over.
static uint32_t lanes_held(SassWarp *warp, const Sass *in, uint32_t lanes) {
    uint32_t guard = warp->predicates[in->guard], mask = (in->guard_not ? ~guard : guard) & lanes;
    return mask & ~phases_over(warp, in, mask);
}

bool sass_warp_is_held(SassWarp *warp) {
    const SassCode *code = warp->launch->code;
    uint32_t held = 0, seen = 0;
    while (seen != warp->alive) {
        unsigned first = (unsigned)__builtin_ctz(warp->alive & ~seen);
        uint32_t pc = warp->together ? warp->pc : warp->lane_pc[first], here = 0;
        EACH_LANE here |= (uint32_t)(warp->together || warp->lane_pc[l] == pc) << l;
        here &= warp->alive;
        seen |= here;
        if (pc >= code->count) return false;
        const Sass *in = &code->instructions[pc];
        uint32_t waiting = sass_awaits_phase(in) ? lanes_held(warp, in, here) : 0;
        held |= waiting;
        if (waiting != here && !in->meets) return false;
    }
    return held;
}

// The leader of the lanes that come here.
RUN(elect) {
    uint32_t leader = mask & -mask;
    predicate_write(warp, in, 81, leader, mask);
}

// ---- bulk copies ---------------------------------------------------------------------------------------------------

static void copy_bytes(SassWarp *warp, uint64_t global, uint64_t shared, uint32_t bytes, bool to_global) {
    uint8_t *place = sass_shared_at(warp, shared, bytes);
    for (uint32_t n = 0; place && n < bytes; n += SASS_BULK) {
        if (to_global) sass_memory_write(warp->launch->memory, global + n, place + n, SASS_BULK);
        else sass_memory_read(warp->launch->memory, global + n, place + n, SASS_BULK);
    }
}

// Of the uniform datapath: an address of global memory, one of shared memory with that of an object behind it, and how
// many units of 16 bytes.
RUN(copy_bulk) {
    const uint32_t *low = uniform_words(warp, in, 24, 0), *high = uniform_words(warp, in, 24, 1);
    uint32_t shared = uniform_words(warp, in, 32, 0)[0], object = uniform_words(warp, in, 32, 1)[0];
    uint32_t bytes = (uniform_words(warp, in, 64, 0)[0] & 0xffff) * SASS_BULK;
    (void)mask;
    warp->space = UNIT_GLOBAL;
    warp->address[0] = (uint64_t)high[0] << 32 | low[0];
    warp->copied[0] = object;
    warp->bulk_bytes = bytes;
    warp->phases_ended = 0;
    copy_bytes(warp, warp->address[0], shared, bytes, in->access == SASS_STORE_BULK);
    if (in->access == SASS_LOAD_BULK) (void)arrive(warp, 0, object, &(Arrival){.bytes = -(int32_t)bytes});
}
