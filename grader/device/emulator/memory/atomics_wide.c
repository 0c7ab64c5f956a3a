// atomics_wide.c - atom and red of vectors, whose elements are updated one by one, and of 128 bits.
//
// Instruction.list has, list_count of each, the elements of the source, of what cas puts there, and of the result; a
// value of 128 bits is two elements that are exchanged together.
#include "../base/invariant.h"
#include "atomics.h"
#include "load_store.h"

enum { HALF_BYTES = 8 };

static void update_elements(Warp *warp, const Instruction *i, uint8_t *at, unsigned lane, const uint64_t *old) {
    unsigned count = i->list_count, bytes = i->bytes / count;
    Combine combine = atomic_combine(i, SPACE_GLOBAL); // there are none elsewhere
    for (unsigned n = 0; n < count; n++) {
        uint64_t new = combine(old[n], atomic_lane(warp, i->list[n], lane, bytes), 0);
        memcpy(at + n * bytes, &new, bytes);
    }
}

static void exchange_all(Warp *warp, const Instruction *i, uint8_t *at, unsigned lane, const uint64_t *old) {
    uint64_t b[2], c[2];
    for (unsigned n = 0; n < 2; n++) {
        b[n] = atomic_lane(warp, i->list[n], lane, HALF_BYTES);
        c[n] = atomic_lane(warp, i->list[2 + n], lane, HALF_BYTES);
    }
    bool swaps = atomic_order(i) == ORDER_SWAP;
    if (!swaps || (old[0] == b[0] && old[1] == b[1])) memcpy(at, swaps ? c : b, sizeof b);
}

static void update(Warp *warp, const Instruction *i, const Access *access, uint32_t lanes) {
    unsigned count = i->list_count, bytes = i->bytes / count;
    atomics_lock();
    for (uint32_t left = lanes; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        uint8_t *at = access_bytes(warp, access, lane);
        uint64_t old[8] = {0};
        for (unsigned n = 0; n < count; n++) memcpy(&old[n], at + n * bytes, bytes);
        invariant(count <= 8 && count * bytes == access->bytes && (bytes != HALF_BYTES || count == 2));
        if (bytes == HALF_BYTES) exchange_all(warp, i, at, lane, old);
        else update_elements(warp, i, at, lane, old);
        for (unsigned n = 0; n < count; n++) atomic_set_lane(warp, i->list[2 * count + n], lane, bytes, old[n]);
    }
    atomics_unlock();
}

static void run_wide_atomic(Warp *warp, const Instruction *i) {
    Access access = {.order = atomic_order(i), .kind = atomic_kind(i), .bytes = i->bytes};
    warp->spin_read = true;
    access_memory(warp, i, &access, update);
}

static unsigned vector_length(const PtxInstruction *in) {
    return ptx_has(in, "v2") ? 2 : ptx_has(in, "v4") ? 4 : ptx_has(in, "v8") ? 8 : 0;
}

bool atomic_is_wide(const PtxInstruction *in) { return vector_length(in) || ptx_type(in) == TYPE_B128; }

static bool bind_elements(Decoder *decoder, const PtxInstruction *in, const PtxOperand *operand, unsigned count,
                          Operand *to) {
    PtxType type = ptx_type(in);
    if (operand->kind == OPERAND_SINK) return true;
    if (type == TYPE_B128) {
        to[0] = to[1] = decode_operand(decoder, in, operand, type);
        if (operand_is_bound(to[0])) to[1] = operand_upper(to[0]);
        return operand_is_bound(to[0]);
    }
    if (operand->kind != OPERAND_VECTOR || operand->count != count)
        return decode_fail(decoder, in, "as many elements as the vector has are expected");
    for (unsigned n = 0; n < count; n++) {
        to[n] = decode_operand(decoder, in, &operand->elements[n], type);
        if (!operand_is_bound(to[n])) return false;
    }
    return true;
}

// Vectors have 16 bytes at most: of floats that are added, or of halves that are added or compared (min, max).
static bool vector_exists(const PtxInstruction *in, unsigned count, unsigned bytes) {
    PtxType type = ptx_type(in);
    bool halves = type >= TYPE_F16 && type <= TYPE_BF16X2;
    return count * bytes <= 16 && (ptx_has(in, "add") ? halves || type == TYPE_F32 : halves);
}

bool decode_wide_update(Decoder *decoder, const PtxInstruction *in, Instruction *out, const PtxOperand *result,
                        const PtxOperand *sources, uint32_t source_count) {
    unsigned length = vector_length(in), count = length ? length : 2;
    if (length && !vector_exists(in, count, out->bytes)) return decode_fail(decoder, in, "a vector of this type");
    Operand *list = decode_keep(decoder, 3 * count * sizeof *list);
    for (unsigned n = 0; n < 3 * count; n++) list[n] = (Operand){.bank = BANK_SINK};
    out->list = list;
    out->list_count = (uint8_t)count;
    out->bytes = (uint8_t)(out->bytes * count);
    out->run = run_wide_atomic;
    for (unsigned n = 0; n < source_count; n++)
        if (!bind_elements(decoder, in, &sources[n], count, list + n * count)) return false;
    return !result || bind_elements(decoder, in, result, count, list + 2 * count);
}
