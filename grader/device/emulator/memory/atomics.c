// atomics.c - atom and red: lanes one after another, each sees what the one before it left.
//
// A combining function per operation and type, in a table. Blocks may run on several host threads: a lock makes an
// instruction's updates one step. An atom whose result nothing reads is a reduction, to hardware and to the counters,
// unless it exchanges or its address is generic. What the assembler makes of atomics is noted for the meters
// (atomics.h): it merges those of a warp on one address where that is one instruction's work, and it makes loops of
// those that shared memory has no unit for. Both were read off the machine code of every operation and type.
#include "atomics.h"
#include "../base/invariant.h"
#include "../decode/uniformity.h"
#include "../numbers/extremes.h"
#include "load_store.h"
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

static float canonical(float value) { return value == value ? value : nanf("0x3fffff"); }

// The units that add in global memory flush subnormal floats to zero, and leave the NaN of doubles as it is.
static float flushed(float value) { return fabsf(value) < FLT_MIN ? copysignf(0, value) : value; }

#define COMBINE(name, type, expression)                                                                                \
    static uint64_t name(uint64_t old_bits, uint64_t b_bits, uint64_t c_bits) {                                        \
        type a, b, c, result;                                                                                          \
        uint64_t bits = 0;                                                                                             \
        memcpy(&a, &old_bits, sizeof a);                                                                               \
        memcpy(&b, &b_bits, sizeof b);                                                                                 \
        memcpy(&c, &c_bits, sizeof c);                                                                                 \
        (void)a, (void)b, (void)c;                                                                                     \
        result = expression;                                                                                           \
        memcpy(&bits, &result, sizeof result);                                                                         \
        return bits;                                                                                                   \
    }

#define INTEGER_COMBINES(suffix, type)                                                                                 \
    COMBINE(min_##suffix, type, a < b ? a : b)                                                                         \
    COMBINE(max_##suffix, type, a > b ? a : b)

COMBINE(add_u32, uint32_t, a + b)
COMBINE(add_u64, uint64_t, a + b)
COMBINE(add_f32, float, canonical(a + b))
COMBINE(add_f64, double, FIRST_NAN(a, LAST_NAN(b, a + b)))
COMBINE(add_flushed_f32, float, canonical(flushed(flushed(a) + flushed(b))))
COMBINE(add_kept_f64, double, isnan(b) ? b : isnan(a) ? a : LAST_NAN(b, a + b))
COMBINE(and_b64, uint64_t, a &b)
COMBINE(or_b64, uint64_t, a | b)
COMBINE(xor_b64, uint64_t, a ^ b)
COMBINE(exchange, uint64_t, b)
COMBINE(compare_and_swap, uint64_t, a == b ? c : a)
COMBINE(increment, uint32_t, a >= b ? 0 : a + 1)
COMBINE(decrement, uint32_t, a == 0 || a > b ? b : a - 1)
INTEGER_COMBINES(u32, uint32_t)
INTEGER_COMBINES(s32, int32_t)
INTEGER_COMBINES(u64, uint64_t)
INTEGER_COMBINES(s64, int64_t)

#define HALF_COMBINE(name, expression)                                                                                 \
    static uint64_t f16_##name(uint64_t old, uint64_t bits, uint64_t c) {                                              \
        (void)c;                                                                                                       \
        const double a = f16_value((uint16_t)old), b = f16_value((uint16_t)bits);                                      \
        return f16_bits(f16_nearest(expression));                                                                      \
    }                                                                                                                  \
    static uint64_t bf16_##name(uint64_t old, uint64_t bits, uint64_t c) {                                             \
        (void)c;                                                                                                       \
        const double a = bf16_value((uint16_t)old), b = bf16_value((uint16_t)bits);                                    \
        return bf16_bits(bf16_nearest(expression));                                                                    \
    }                                                                                                                  \
    static uint64_t f16x2_##name(uint64_t old, uint64_t b, uint64_t c) {                                               \
        return f16_##name(old, b, c) | f16_##name(old >> 16, b >> 16, c) << 16;                                        \
    }                                                                                                                  \
    static uint64_t bf16x2_##name(uint64_t old, uint64_t b, uint64_t c) {                                              \
        return bf16_##name(old, b, c) | bf16_##name(old >> 16, b >> 16, c) << 16;                                      \
    }
HALF_COMBINE(add, a + b)
HALF_COMBINE(min, lesser(a, b))
HALF_COMBINE(max, greater(a, b))

// in_global: where it differs from what the machine code computes for shared memory.
static const struct {
    const char *operation;
    PtxType type;
    Combine combine, in_global;
} COMBINES[] = {
    {"add", TYPE_U32, add_u32, NULL},
    {"add", TYPE_S32, add_u32, NULL},
    {"add", TYPE_U64, add_u64, NULL},
    {"add", TYPE_S64, add_u64, NULL},
    {"add", TYPE_F32, add_f32, add_flushed_f32},
    {"add", TYPE_F64, add_f64, add_kept_f64},
    {"add", TYPE_F16, f16_add, NULL},
    {"add", TYPE_BF16, bf16_add, NULL},
    {"add", TYPE_F16X2, f16x2_add, NULL},
    {"add", TYPE_BF16X2, bf16x2_add, NULL},
    {"min", TYPE_F16, f16_min, NULL},
    {"min", TYPE_BF16, bf16_min, NULL},
    {"min", TYPE_F16X2, f16x2_min, NULL},
    {"min", TYPE_BF16X2, bf16x2_min, NULL},
    {"max", TYPE_F16, f16_max, NULL},
    {"max", TYPE_BF16, bf16_max, NULL},
    {"max", TYPE_F16X2, f16x2_max, NULL},
    {"max", TYPE_BF16X2, bf16x2_max, NULL},
    {"min", TYPE_U32, min_u32, NULL},
    {"min", TYPE_S32, min_s32, NULL},
    {"min", TYPE_U64, min_u64, NULL},
    {"min", TYPE_S64, min_s64, NULL},
    {"max", TYPE_U32, max_u32, NULL},
    {"max", TYPE_S32, max_s32, NULL},
    {"max", TYPE_U64, max_u64, NULL},
    {"max", TYPE_S64, max_s64, NULL},
    {"inc", TYPE_U32, increment, NULL},
    {"dec", TYPE_U32, decrement, NULL},
    {"and", TYPE_B32, and_b64, NULL},
    {"and", TYPE_B64, and_b64, NULL},
    {"or", TYPE_B32, or_b64, NULL},
    {"or", TYPE_B64, or_b64, NULL},
    {"xor", TYPE_B32, xor_b64, NULL},
    {"xor", TYPE_B64, xor_b64, NULL},
    {"exch", TYPE_B32, exchange, NULL},
    {"exch", TYPE_B64, exchange, NULL},
    {"cas", TYPE_B16, compare_and_swap, NULL},
    {"cas", TYPE_B32, compare_and_swap, NULL},
    {"cas", TYPE_B64, compare_and_swap, NULL},
};

_Static_assert(sizeof COMBINES / sizeof *COMBINES <= ATOMIC_LOOP, "an operation's number leaves the notes' bits free");
Combine atomic_combine(const Instruction *i, PtxSpace space) {
    unsigned operation = i->flags & ~ATOMIC_NOTES;
    assert(operation < sizeof COMBINES / sizeof *COMBINES);
    bool global = space == SPACE_GLOBAL && COMBINES[operation].in_global;
    return global ? COMBINES[operation].in_global : COMBINES[operation].combine;
}

AccessOrder atomic_order(const Instruction *i) {
    Combine combine = COMBINES[i->flags & ~ATOMIC_NOTES].combine;
    if (combine == exchange && i->d.bank == BANK_SINK) return ORDER_BLIND;
    return combine == compare_and_swap ? ORDER_SWAP : ORDER_NONE;
}

AccessKind atomic_kind(const Instruction *i) { return i->class == CLASS_ATOMIC ? ACCESS_ATOMIC : ACCESS_REDUCTION; }

uint64_t atomic_lane(const Warp *warp, Operand operand, unsigned lane, unsigned bytes) {
    if (operand.bank == BANK_SINK) return 0;
    const void *lanes = operand_lanes(warp, operand);
    if (bytes == 8) return ((const uint64_t *)lanes)[lane];
    uint32_t value = ((const uint32_t *)lanes)[lane];
    return bytes == 2 ? (uint16_t)value : value;
}

void atomic_set_lane(const Warp *warp, Operand operand, unsigned lane, unsigned bytes, uint64_t value) {
    if (operand.bank == BANK_SINK) return;
    if (bytes == 8) ((uint64_t *)operand_lanes(warp, operand))[lane] = value;
    else ((uint32_t *)operand_lanes(warp, operand))[lane] = (uint32_t)value;
}

static atomic_flag updating = ATOMIC_FLAG_INIT;

void atomics_lock(void) {
    while (atomic_flag_test_and_set_explicit(&updating, memory_order_acquire)) {}
}
void atomics_unlock(void) { atomic_flag_clear_explicit(&updating, memory_order_release); }

// Writes `next` unless the bytes have changed since they were `old`, which they are read into then.
static bool swap(uint8_t *at, unsigned bytes, uint64_t *old, uint64_t next) {
#define SWAP(type)                                                                                                     \
    type seen = (type)*old;                                                                                            \
    bool swapped =                                                                                                     \
        __atomic_compare_exchange_n((type *)(void *)at, &seen, (type)next, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    *old = seen;                                                                                                       \
    return swapped
    if (bytes == 8) {
        SWAP(uint64_t);
    } else if (bytes == 4) {
        SWAP(uint32_t);
    }
    invariant(bytes == 2);
    SWAP(uint16_t);
#undef SWAP
}

// It may be what tells the lanes which piece of work is theirs (grid/grid.c).
static inline bool takes_from_one_place(const Access *access) {
    return access->kind == ACCESS_ATOMIC && access->space == SPACE_GLOBAL &&
           access->highest - access->lowest == access->bytes;
}

// An atomic that changed nothing may be polling what another thread is to change: a lock that is taken, a counter that
// 0 is added to. One that changed something is progress. The program's own atomics take no lock; those of the system's
// scope lose nothing to them.
static inline void update(Warp *warp, const Instruction *i, const Access *access, uint32_t lanes, bool in_system) {
    Combine combine = atomic_combine(i, access->space);
    bool changed = false;
    atomics_lock();
    for (uint32_t left = lanes; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        uint8_t *at = access_bytes(warp, access, lane);
        uint64_t b = atomic_lane(warp, i->b, lane, i->bytes), c = atomic_lane(warp, i->c, lane, i->bytes);
        uint64_t old = 0, new;
        memcpy(&old, at, i->bytes);
        do new = combine(old, b, c);
        while (in_system && !swap(at, i->bytes, &old, new));
        if (!in_system) memcpy(at, &new, i->bytes);
        changed |= new != old;
        atomic_set_lane(warp, i->d, lane, i->bytes, old);
    }
    atomics_unlock();
    warp->spin_read |= !changed;
    warp->changed |= changed;
    if (changed && takes_from_one_place(access)) {
        warp->flight.taken++;
        warp->yield = true;
    }
}

static void update_of_gpu(Warp *warp, const Instruction *i, const Access *access, uint32_t lanes) {
    update(warp, i, access, lanes, false);
}
static void update_of_system(Warp *warp, const Instruction *i, const Access *access, uint32_t lanes) {
    update(warp, i, access, lanes, true);
}

static void run_update(Warp *warp, const Instruction *i, Mover mover) {
    Access access;
    access.order = atomic_order(i);
    access.kind = atomic_kind(i);
    access.bytes = i->bytes;
    access.values = NULL;
    access_memory(warp, i, &access, mover);
}
static void run_atomic(Warp *warp, const Instruction *i) { run_update(warp, i, update_of_gpu); }
static void run_system_atomic(Warp *warp, const Instruction *i) { run_update(warp, i, update_of_system); }

bool atomic_find(Decoder *decoder, const PtxInstruction *in, PtxType type, Instruction *out) {
    for (size_t n = 0; n < sizeof COMBINES / sizeof *COMBINES; n++) {
        bool same_type = COMBINES[n].type == type;
        if (!same_type || !ptx_has(in, COMBINES[n].operation)) continue;
        out->flags = (uint8_t)n;
        out->bytes = (uint8_t)ptx_type_bytes(type);
        return true;
    }
    return decode_fail(decoder, in, "this operation on this type");
}

static bool exchanges(const PtxInstruction *in) { return ptx_has(in, "exch") || ptx_has(in, "cas"); }

// Warp aggregation: one lane updates for all if their addresses are known to be equal. That is so for additions of 32
// bits, for those of 64 bits if the value is uniform too, and for what redux can do if nobody wants the old value.
static bool is_merged(const Decoder *decoder, const PtxInstruction *in, const PtxOperand *address,
                      const Instruction *out) {
    PtxType type = ptx_type(in);
    bool floating = type >= TYPE_F16 && type <= TYPE_F64;
    if (floating || exchanges(in) || ptx_has(in, "inc") || ptx_has(in, "dec") ||
        !uniformity_of_operand(decoder, address))
        return false;
    if (ptx_has(in, "add")) return out->bytes == 4 || uniformity_of_operand(decoder, address + 1);
    return out->bytes == 4 && out->class == CLASS_REDUCTION;
}

// Shared memory has no unit for floats or 64 bits: the machine code is a loop of load, compute and compare-and-swap.
static bool is_loop(const PtxInstruction *in, const Instruction *out, bool floating) {
    return !exchanges(in) && (floating || out->bytes == 8);
}

// The class of what a round of the loop computes.
static InstructionClass loop_class(const PtxInstruction *in, PtxType type) {
    if (!ptx_has(in, "add")) return CLASS_OTHER;
    return type == TYPE_F32 ? CLASS_FADD : type == TYPE_F64 ? CLASS_DADD : CLASS_OTHER;
}

static bool bind_sources(Decoder *decoder, const PtxInstruction *in, Instruction *out, const PtxOperand *result,
                         const PtxOperand *sources, uint32_t count) {
    PtxType type = ptx_type(in);
    if (atomic_is_wide(in)) return decode_wide_update(decoder, in, out, result, sources, count);
    if (result) out->d = decode_operand(decoder, in, result, type);
    out->b = decode_operand(decoder, in, &sources[0], type);
    if (count == 2) out->c = decode_operand(decoder, in, &sources[1], type);
    out->run = out->of_system ? run_system_atomic : run_atomic;
    return operand_is_bound(out->b) && operand_is_bound(out->c) && operand_is_bound(out->d);
}

// first: the address operand's place; the sources follow it, and what the cache is to do
static bool decode_update(Decoder *decoder, const PtxInstruction *in, Instruction *out, uint32_t first,
                          const PtxOperand *result) {
    PtxType type = ptx_type(in);
    uint32_t sources = ptx_has(in, "cas") ? 2 : 1;
    if (in->operand_count != first + 1 + sources + ptx_has(in, "L2::cache_hint"))
        return decode_fail(decoder, in, "this form of the instruction");
    if (!atomic_find(decoder, in, type == TYPE_B128 ? TYPE_B64 : type, out)) return false;
    out->of_system = ptx_has(in, "sys");
    if (out->of_system) decoder->program->signals = true;
    if (!bind_sources(decoder, in, out, result, &in->operands[first + 1], sources)) return false;
    if (!decode_address(decoder, in, &in->operands[first], out)) return false;
    out->space = (uint8_t)ptx_space(in);
    out->releases = ptx_has(in, "release") || ptx_has(in, "acq_rel");
    out->acquires = ptx_has(in, "acquire") || ptx_has(in, "acq_rel");
    decode_memory_sites(decoder, (InstructionClass)out->class, out->space, out);
    bool floating = type >= TYPE_F16 && type <= TYPE_F64;
    if (!atomic_is_wide(in) && is_merged(decoder, in, &in->operands[first], out)) out->flags |= ATOMIC_MERGED;
    if (out->space == SPACE_SHARED && is_loop(in, out, floating)) {
        out->flags |= ATOMIC_LOOP;
        decode_space_site(decoder, CLASS_LOAD, SPACE_SHARED); // the next one
        decode_site(decoder, loop_class(in, type));           // and the one after it
    }
    if (out->space != SPACE_SHARED && (floating || out->class == CLASS_ATOMIC)) decoder->program->in_order = true;
    return true;
}

static bool is_unused(const Decoder *decoder, const PtxOperand *result) {
    if (result->kind == OPERAND_VECTOR) {
        bool unused = true;
        for (uint32_t n = 0; n < result->count; n++) unused = unused && is_unused(decoder, &result->elements[n]);
        return unused;
    }
    return result->kind == OPERAND_SINK ||
           (result->kind == OPERAND_REGISTER && decoder->reads[result->index] == 1); // 1: as the destination
}

bool decode_atomic(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    if (!in->operand_count) return decode_fail(decoder, in, "no operands");
    const PtxOperand *result = &in->operands[0];
    bool unused = is_unused(decoder, result);
    bool reduces = unused && !exchanges(in) && ptx_space(in) != SPACE_GENERIC;
    out->class = reduces ? CLASS_REDUCTION : CLASS_ATOMIC;
    return decode_update(decoder, in, out, 1, unused ? NULL : result);
}

bool decode_reduction(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    out->class = CLASS_REDUCTION;
    return decode_update(decoder, in, out, 0, NULL);
}
