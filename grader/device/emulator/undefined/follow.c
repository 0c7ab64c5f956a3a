// follow.c - follows undefined values through a running kernel.
//
// That a value is undefined is no mistake as long as nothing depends on it: compilers compute ahead, and structures
// have holes. It is one where it is stored outside the block, where it is an address, or where it decides a branch.
// There it is reported, once: from then on it counts as defined, or everything after it would be reported too. What a
// shuffle gets from a lane that takes no part is such a value, too.
#include "follow.h"
#include "../base/checked.h"
#include "../control/warp_intrinsics.h"
#include "../memory/address_pair.h"
#include "../memory/load_store.h"
#include "rules.h"
#include "shadow.h"
#include "shared_values.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

#define ALL_BITS UINT64_MAX

static uint64_t width_of(Operand operand) {
    return operand.bank == BANK_LONG ? ALL_BITS : operand.bank == BANK_WORD ? UINT32_MAX : 1;
}

static uint64_t value_of(const Warp *warp, Operand operand, unsigned lane) {
    const void *lanes = operand_lanes(warp, operand);
    if (operand.bank == BANK_LONG || operand.bank == BANK_LITERAL_LONG) return ((const uint64_t *)lanes)[lane];
    if (operand.bank == BANK_PREDICATE || operand.bank == BANK_LITERAL_PREDICATE)
        return operand_predicate(warp, operand) >> lane & 1;
    return ((const uint32_t *)lanes)[lane];
}

// ---- mistakes --------------------------------------------------------------------------------------------------

static uint32_t origin_of(const Warp *warp, const Instruction *i, Operand operand) {
    uint32_t origin = *shadow_origin(warp, operand);
    bool read_here = origin == ORIGIN_UNREAD || origin == ORIGIN_HOLE;
    return read_here && i->location ? i->location : origin;
}

static void report_unwritten(Warp *warp, const Instruction *i, unsigned lane, uint32_t origin, FactUse use) {
    Fault fault = {.other_location = origin == ORIGIN_UNREAD ? 0 : origin,
                   .other = {warp->block->index, warp_thread(warp, lane)},
                   .fact = FACT_OF(undefined_value, use)};
    warp_fault(warp, i, lane, FAULT_UNDEFINED_VALUE, &fault);
}

// The mistake is where the shuffle is.
static void report_absent(Warp *warp, const Instruction *i, unsigned lane, uint32_t origin, FactUse use) {
    static const FactAbsence WHICH[] = {
        [LANE_NOT_NAMED] = ABSENT_NOT_NAMED, [LANE_NOT_THERE] = ABSENT_NOT_THERE, [LANE_NO_THREAD] = ABSENT_NO_THREAD};
    Fault fault = {.location = origin_absent(origin, 0),
                   .fact = FACT_OF(shuffled_absent, use, WHICH[origin_reason(origin)])};
    warp_fault(warp, i, lane, FAULT_MISSING_LANES, &fault);
}

static void report(Warp *warp, const Instruction *i, Operand operand, uint32_t lanes, FactUse use) {
    uint32_t origin = origin_of(warp, i, operand);
    for (uint32_t left = lanes; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        (origin_reason(origin) ? report_absent : report_unwritten)(warp, i, lane, origin, use);
        shadow_write(warp, operand, lane, 0);
    }
    shadow_settle(warp, operand, origin);
}

static void check_place(Warp *warp, const Instruction *i, Operand operand) {
    uint32_t lanes = shadow_undefined(warp, operand) & warp->mask;
    if (lanes) report(warp, i, operand, lanes, USED_AS_ADDRESS);
}

static void check_address(Warp *warp, const Instruction *i, const ValueRule *rule) {
    const Operand *coordinates = rule->operands + rule->result_count + rule->source_count;
    check_place(warp, i, i->a);
    for (unsigned n = 0; n < rule->coordinate_count; n++) check_place(warp, i, coordinates[n]);
}

static void check_guard(Warp *warp, const Instruction *i, uint32_t lanes) {
    if (lanes) report(warp, i, i->guard, lanes, USED_IN_CONDITION);
}

// Lanes all of whose elements are undefined in all bits that are stored. Parts of a structure may be holes.
static uint32_t lanes_without_value(const Warp *warp, const Instruction *i, const ValueRule *rule) {
    const Operand *sources = rule->operands + rule->result_count;
    uint64_t stored = i->bytes >= 8 || !i->bytes ? ALL_BITS : (1ull << 8 * i->bytes) - 1;
    uint32_t lanes = rule->source_count ? warp->mask : 0;
    for (unsigned n = 0; n < rule->source_count && lanes; n++) {
        uint32_t undefined = 0;
        for (uint32_t left = shadow_undefined(warp, sources[n]) & lanes; left; left &= left - 1) {
            unsigned lane = (unsigned)__builtin_ctz(left);
            uint64_t wanted = stored & width_of(sources[n]);
            if ((shadow_read(warp, sources[n], lane) & wanted) == wanted) undefined |= 1u << lane;
        }
        lanes &= undefined;
    }
    return lanes;
}

static void check_stored(Warp *warp, const Instruction *i, const ValueRule *rule) {
    uint32_t lanes = lanes_without_value(warp, i, rule);
    bool hole =
        lanes && rule->kind == RULE_STORE && *shadow_origin(warp, rule->operands[rule->result_count]) == ORIGIN_HOLE;
    if (lanes && !hole) report(warp, i, rule->operands[rule->result_count], lanes, USED_IN_STORE);
}

// ---- local memory ----------------------------------------------------------------------------------------------

// The place in the lane's local memory, UINT64_MAX: it is elsewhere.
static uint64_t local_place(const Warp *warp, const Instruction *i, const ValueRule *rule, unsigned lane) {
    uint64_t limit = warp->block->launch->local_bytes, bytes = (uint64_t)i->bytes * i->list_count;
    uint64_t address = lane_address(warp, i, lane);
    if (rule->place != PLACE_LOCAL && rule->place != PLACE_GENERIC) return UINT64_MAX;
    if (rule->place == PLACE_GENERIC && generic_space(address) != SPACE_LOCAL) return UINT64_MAX;
    if (rule->place == PLACE_GENERIC) address -= LOCAL_WINDOW;
    return checked_inside(address, bytes, limit) && warp->values->local ? address : UINT64_MAX;
}

static uint8_t *local_shadow(const Warp *warp, unsigned lane, uint64_t place) {
    assert(lane < WARP_LANES && warp->values->local && place <= warp->block->launch->local_bytes);
    return warp->values->local + lane * warp->block->launch->local_bytes + place;
}

// Notes which bits that a store puts into local memory are undefined. Returns the lanes that store there.
static uint32_t keep_local(const Warp *warp, const Instruction *i, const ValueRule *rule) {
    uint32_t kept = 0;
    for (uint32_t left = warp->mask; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        uint64_t place = local_place(warp, i, rule, lane);
        if (place == UINT64_MAX) continue;
        kept |= 1u << lane;
        for (unsigned n = 0; n < i->list_count; n++) {
            uint64_t bits = shadow_read(warp, i->list[n], lane);
            uint8_t *to = local_shadow(warp, lane, place) + n * i->bytes;
            memcpy(to, &bits, i->bytes);
            if (!bits || *shadow_origin(warp, i->list[n]) == ORIGIN_HOLE) continue;
            for (unsigned b = 0; b < i->bytes; b++)
                if (to[b] == LOCAL_UNWRITTEN) to[b] = LOCAL_UNDEFINED;
        }
    }
    return kept;
}

// Unwritten bytes with written ones in the same 8 bytes may be a structure's padding, and a copy of it touches them.
static bool may_be_hole(const Warp *warp, const ValueRule *rule, unsigned lane, uint64_t place, unsigned bytes) {
    uint64_t first = place & ~7ull, limit = warp->block->launch->local_bytes;
    const uint8_t *at = local_shadow(warp, lane, 0);
    for (uint64_t b = place; b < place + bytes; b++)
        if (at[b] == LOCAL_UNDEFINED) return false;
    for (uint64_t b = first; !rule->is_number && b < first + 8 && b < limit; b++)
        if (at[b] == 0) return true;
    return false;
}

// The undefined bits of an element in a lane's local memory.
static uint64_t read_local(const Warp *warp, const Instruction *i, unsigned lane, uint64_t place) {
    uint64_t bits = 0;
    const uint8_t *at = local_shadow(warp, lane, place);
    for (unsigned b = 0; b < i->bytes && b < sizeof bits; b++)
        bits |= (uint64_t)(at[b] == LOCAL_UNDEFINED ? 0xff : at[b]) << 8 * b;
    if (bits && i->bytes < sizeof bits) bits |= ALL_BITS << 8 * i->bytes; // what sign extension may fill in
    return bits;
}

// What a load of local or shared memory brings, by element and lane; elsewhere everything is defined.
static void load(const Warp *warp, const Instruction *i, const ValueRule *rule) {
    for (unsigned n = 0; n < rule->result_count; n++) {
        Operand result = rule->operands[n];
        uint32_t before = *shadow_origin(warp, result), origin = i->location ? i->location : ORIGIN_UNREAD;
        bool undefined = false, hole = true;
        for (uint32_t left = warp->mask; left; left &= left - 1) {
            unsigned lane = (unsigned)__builtin_ctz(left);
            uint64_t place = local_place(warp, i, rule, lane), bits = 0;
            if (place != UINT64_MAX) bits = read_local(warp, i, lane, place + n * i->bytes);
            if (bits) hole = hole && may_be_hole(warp, rule, lane, place + n * i->bytes, i->bytes);
            else if ((bits = shared_values_read(warp, i, rule, lane, n, &origin))) hole = false;
            undefined |= bits != 0;
            if (bits || before != ORIGIN_NONE) shadow_write(warp, result, lane, bits & width_of(result));
        }
        if (undefined) shadow_settle(warp, result, hole ? ORIGIN_HOLE : origin);
        else if (before != ORIGIN_NONE) shadow_settle(warp, result, before);
    }
}

// ---- results ---------------------------------------------------------------------------------------------------

static uint64_t permuted(const Warp *warp, const Instruction *i, unsigned lane) {
    uint64_t bytes = shadow_read(warp, i->a, lane) | shadow_read(warp, i->b, lane) << 32, bits = 0;
    uint64_t selector = value_of(warp, i->c, lane);
    if (shadow_read(warp, i->c, lane)) return ALL_BITS;
    for (unsigned n = 0; n < 4; n++) {
        uint64_t byte = bytes >> 8 * (selector >> 4 * n & 7) & 0xff;
        bits |= (selector >> 4 * n & 8 && byte ? 0xff : byte) << 8 * n;
    }
    return bits;
}

static uint64_t shifted(const Warp *warp, const Instruction *i, unsigned lane, bool left) {
    uint64_t bits = shadow_read(warp, i->a, lane), by = value_of(warp, i->b, lane);
    if (shadow_read(warp, i->b, lane)) return ALL_BITS;
    if (!bits || by > 63) return bits ? ALL_BITS : 0;
    if (left) return bits << by;
    bool top = i->a.bank == BANK_LONG ? bits >> 63 : bits >> 31 & 1; // it may be a sign
    return bits >> by | (top && by ? ALL_BITS << ((i->a.bank == BANK_LONG ? 64 : 32) - by) : 0);
}

static uint64_t packed(const Warp *warp, const Instruction *i, unsigned lane) {
    uint64_t bits = 0, element = i->extra >= 64 ? ALL_BITS : (1ull << i->extra) - 1;
    for (unsigned n = 0; n < i->list_count && n * i->extra < 64; n++)
        bits |= (shadow_read(warp, i->list[n], lane) & element) << n * i->extra;
    return bits;
}

static uint64_t unpacked(const Warp *warp, const Instruction *i, unsigned lane, unsigned n) {
    uint64_t element = i->extra >= 64 ? ALL_BITS : (1ull << i->extra) - 1;
    return n * i->extra < 64 ? shadow_read(warp, i->a, lane) >> n * i->extra & element : 0;
}

static uint64_t converted(const Warp *warp, const Instruction *i, unsigned lane) {
    uint64_t bits = shadow_read(warp, i->a, lane);
    return i->a.bank == BANK_WORD && bits >> 31 ? bits | ALL_BITS << 32 : bits;
}

static uint64_t selected(const Warp *warp, const Instruction *i, unsigned lane) {
    if (shadow_read(warp, i->c, lane)) return ALL_BITS;
    return shadow_read(warp, value_of(warp, i->c, lane) ? i->a : i->b, lane);
}

static unsigned source_of(const Warp *warp, const Instruction *i, unsigned lane) {
    bool inside;
    return shuffle_source(i->extra, lane, (uint32_t)value_of(warp, i->b, lane), (uint32_t)value_of(warp, i->c, lane),
                          &inside);
}

// Of the first lane whose source does not take part in the shuffle.
static AbsentLane first_absent(const Warp *warp, const Instruction *i) {
    AbsentLane absent = LANE_TAKES_PART;
    if (shuffle_is_full(warp, i)) return absent;
    for (uint32_t left = warp->mask; left && !absent; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        absent = shuffle_absent(warp, i, lane, source_of(warp, i, lane));
    }
    return absent;
}

static uint64_t shuffled(const Warp *warp, const Instruction *i, unsigned lane) {
    if (shadow_read(warp, i->b, lane) || shadow_read(warp, i->c, lane)) return ALL_BITS;
    unsigned source = source_of(warp, i, lane);
    return shuffle_absent(warp, i, lane, source) ? ALL_BITS : shadow_read(warp, i->a, source);
}

static uint64_t of_any(const Warp *warp, const ValueRule *rule, unsigned lane) {
    uint64_t bits = 0;
    for (unsigned n = 0; n < rule->source_count; n++)
        bits |= shadow_read(warp, rule->operands[rule->result_count + n], lane);
    return bits;
}

static uint64_t result_bits(const Warp *warp, const Instruction *i, const ValueRule *rule, unsigned lane, unsigned n) {
    uint64_t a = shadow_read(warp, i->a, lane), b = shadow_read(warp, i->b, lane);
    switch ((RuleKind)rule->kind) {
    case RULE_COPY: return a;
    case RULE_EITHER: return of_any(warp, rule, lane);
    case RULE_AND: return (a & b) | (a & value_of(warp, i->b, lane)) | (b & value_of(warp, i->a, lane));
    case RULE_OR: return (a & b) | (a & ~value_of(warp, i->b, lane)) | (b & ~value_of(warp, i->a, lane));
    case RULE_LEFT: return shifted(warp, i, lane, true);
    case RULE_RIGHT: return shifted(warp, i, lane, false);
    case RULE_CONVERT: return converted(warp, i, lane);
    case RULE_PERMUTE: return permuted(warp, i, lane);
    case RULE_SELECT: return selected(warp, i, lane);
    case RULE_PACK: return packed(warp, i, lane);
    case RULE_UNPACK: return unpacked(warp, i, lane, n);
    case RULE_SHUFFLE: return n == 0 ? shuffled(warp, i, lane) : 0;
    case RULE_DEFINED: return 0;
    default: return of_any(warp, rule, lane) ? ALL_BITS : 0;
    }
}

// The origin of the first undefined source.
static uint32_t result_origin(const Warp *warp, const Instruction *i, const ValueRule *rule, uint32_t guard) {
    for (unsigned n = 0; n < rule->source_count; n++) {
        Operand source = rule->operands[rule->result_count + n];
        bool copies = rule->kind == RULE_COPY || rule->kind == RULE_PACK || rule->kind == RULE_UNPACK;
        if (!(shadow_undefined(warp, source) & warp->mask)) continue;
        return copies && *shadow_origin(warp, source) == ORIGIN_HOLE ? ORIGIN_HOLE : origin_of(warp, i, source);
    }
    if (rule->kind == RULE_SHUFFLE && !guard) return origin_absent(i->location, first_absent(warp, i));
    return guard ? origin_of(warp, i, i->guard) : i->location ? i->location : ORIGIN_UNREAD;
}

static uint64_t of_any_lane(const Warp *warp, const ValueRule *rule) {
    uint64_t bits = 0;
    for (uint32_t left = warp->mask; left; left &= left - 1) bits |= of_any(warp, rule, (unsigned)__builtin_ctz(left));
    return bits ? ALL_BITS : 0;
}

// guard: lanes whose guard is undefined, so that nobody knows whether they execute the instruction.
static void compute(const Warp *warp, const Instruction *i, const ValueRule *rule, uint32_t guard) {
    uint64_t bits[8][WARP_LANES], shared = rule->kind == RULE_WARP ? of_any_lane(warp, rule) : 0;
    uint32_t origin = result_origin(warp, i, rule, guard), lanes = warp->mask | guard;
    unsigned apart = rule->kind == RULE_WARP ? 0 : rule->result_count < 8 ? rule->result_count : 8;
    for (unsigned n = 0; n < apart; n++)
        for (uint32_t left = lanes; left; left &= left - 1) {
            unsigned lane = (unsigned)__builtin_ctz(left);
            bits[n][lane] = guard >> lane & 1 ? ALL_BITS : result_bits(warp, i, rule, lane, n);
        }
    for (unsigned n = 0; n < rule->result_count; n++) {
        Operand result = rule->operands[n];
        uint64_t any = 0;
        for (uint32_t left = lanes; left; left &= left - 1) {
            unsigned lane = (unsigned)__builtin_ctz(left);
            uint64_t undefined = (n < apart ? bits[n][lane] : shared) & width_of(result);
            shadow_write(warp, result, lane, undefined);
            any |= undefined;
        }
        shadow_settle(warp, result, any ? origin : *shadow_origin(warp, result));
    }
}

static bool any_known(const Warp *warp, const ValueRule *rule) {
    uint32_t origins = 0;
    unsigned count = 0u + rule->result_count + rule->source_count + rule->coordinate_count;
    for (unsigned n = 0; n < count; n++) origins |= *shadow_origin(warp, rule->operands[n]);
    return origins != ORIGIN_NONE;
}

// Whether an access can meet or bring something undefined in memory.
static bool is_followed(const Warp *warp, const ValueRule *rule) {
    return rule->place == PLACE_SHARED ? warp->block->values != NULL : rule->place != PLACE_ELSEWHERE;
}

// The origin of the first of the values to store that is undefined.
static uint32_t first_origin(const Warp *warp, const Instruction *i, const ValueRule *rule) {
    for (unsigned n = 0; n < rule->source_count; n++) {
        Operand source = rule->operands[rule->result_count + n];
        if (shadow_undefined(warp, source) & warp->mask) return origin_of(warp, i, source);
    }
    return ORIGIN_UNREAD;
}

static void step_memory(Warp *warp, const Instruction *i, const ValueRule *rule, uint32_t guard) {
    check_address(warp, i, rule);
    if (rule->kind == RULE_STORE) {
        uint32_t all = warp->mask;
        warp->mask &= ~keep_local(warp, i, rule);
        if (guard & warp->mask) check_guard(warp, i, guard);
        warp->mask &= ~shared_values_keep(warp, i, rule, first_origin(warp, i, rule));
        check_stored(warp, i, rule);
        warp->mask = all;
    } else {
        check_guard(warp, i, guard);
        check_stored(warp, i, rule);
        for (unsigned n = 0; n < rule->result_count; n++) {
            for (uint32_t left = warp->mask; left; left &= left - 1)
                shadow_write(warp, rule->operands[n], (unsigned)__builtin_ctz(left), 0);
            shadow_settle(warp, rule->operands[n], *shadow_origin(warp, rule->operands[n]));
        }
    }
}

static void step(Warp *warp, const Instruction *i) {
    const ValueRule *rule = &warp->frame->code->rules[i - warp->frame->code->instructions];
    if (rule->kind == RULE_NONE) return;
    uint32_t guard = shadow_undefined(warp, i->guard) & warp->active;
    if (rule->kind == RULE_BRANCH) {
        check_guard(warp, i, guard);
        uint32_t lanes = shadow_undefined(warp, i->a) & warp->mask;
        if (lanes) report(warp, i, i->a, lanes, USED_IN_CONDITION);
    } else if (rule->kind == RULE_LOAD) {
        check_address(warp, i, rule);
        if (is_followed(warp, rule) || any_known(warp, rule)) load(warp, i, rule);
    } else if (rule->kind == RULE_STORE || rule->kind == RULE_ATOMIC) {
        bool quiet = !is_followed(warp, rule) && !guard && !any_known(warp, rule);
        if (!quiet || shadow_undefined(warp, i->a)) step_memory(warp, i, rule, guard);
    } else if (rule->kind == RULE_SHUFFLE) {
        bool runs = !shuffle_waits(warp, i); // else it is shown again
        if (runs && (guard || any_known(warp, rule) || first_absent(warp, i))) compute(warp, i, rule, guard);
    } else if (guard || any_known(warp, rule)) {
        compute(warp, i, rule, guard);
    }
}

// ---- activations -----------------------------------------------------------------------------------------------

static void begin(Warp *warp, const Frame *frame, uint32_t lanes) {
    const Code *code = frame->code;
    if (!shadow_fit(warp)) return;
    const uint32_t base[3] = {frame->word_base, frame->long_base, frame->predicate_base};
    for (uint32_t n = 0; n < code->undefined_count; n++) {
        Operand operand = code->undefined[n];
        uint32_t place = base[operand.bank] + operand.offset;
        operand.offset = place - (uint32_t)(warp->bank[operand.bank] - warp->stack[operand.bank]);
        *shadow_origin(warp, operand) = ORIGIN_UNREAD;
        for (uint32_t left = lanes; left; left &= left - 1)
            shadow_write(warp, operand, (unsigned)__builtin_ctz(left), width_of(operand));
    }
    for (uint32_t n = 0; n < code->array_count && warp->values->local; n++)
        for (uint32_t left = lanes; left; left &= left - 1)
            memset(local_shadow(warp, (unsigned)__builtin_ctz(left), frame->local_base + code->arrays[n].offset),
                   LOCAL_UNWRITTEN, code->arrays[n].bytes);
}

static void move(Warp *warp, uint32_t lanes, uint32_t to, uint32_t from, uint32_t size) {
    for (uint32_t left = warp->values && warp->values->local ? lanes : 0; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        memmove(local_shadow(warp, lane, to), local_shadow(warp, lane, from), size);
    }
}

static void write_local(Warp *warp, unsigned lane, uint32_t place, uint32_t bytes) {
    if (warp->values && warp->values->local) memset(local_shadow(warp, lane, place), 0, bytes);
}

const ValueWatch value_watch = {step, begin, move, write_local, shadow_free};
