// async_store.c - st.async and red.async: to shared memory of the cluster, where an mbarrier counts their bytes.
//
// As with all asynchronous copies it happens at once, which a program that waits for the barrier cannot tell.
#include "../../memory/address_pair.h"
#include "../../memory/atomics.h"
#include "../../memory/mbarrier.h"

// list: the elements, then the barrier's address
static void complete(Warp *warp, const Instruction *i, int64_t bytes) {
    int64_t done[WARP_LANES];
    if (warp->block->stopped) return;
    for (unsigned lane = 0; lane < WARP_LANES; lane++) done[lane] = -bytes;
    Instruction barrier = with_address_pair(warp, i, i->list + i->list_count, SPACE_SHARED);
    mbarrier_expect(warp, &barrier, done);
}

static void run_async_store(Warp *warp, const Instruction *i) {
    uint8_t values[WARP_LANES * 16];
    unsigned bytes = (unsigned)i->bytes * i->list_count;
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        for (unsigned n = 0; n < i->list_count; n++) {
            uint64_t value = atomic_lane(warp, i->list[n], lane, i->bytes);
            memcpy(values + lane * bytes + n * i->bytes, &value, i->bytes);
        }
    Access access = {.kind = ACCESS_STORE, .bytes = bytes, .values = values};
    access_memory(warp, i, &access, access_store);
    complete(warp, i, bytes);
}

static void update(Warp *warp, const Instruction *i, const Access *access, uint32_t lanes) {
    for (uint32_t left = lanes; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        uint64_t old = 0;
        memcpy(&old, access_bytes(warp, access, lane), i->bytes);
        uint64_t new = atomic_combine(i, access->space)(old, atomic_lane(warp, i->list[0], lane, i->bytes), 0);
        memcpy(access_bytes(warp, access, lane), &new, i->bytes);
    }
}

static void run_async_reduction(Warp *warp, const Instruction *i) {
    Access access = {.kind = ACCESS_REDUCTION, .bytes = i->bytes};
    access_memory(warp, i, &access, update);
    complete(warp, i, i->bytes);
}

// [address], value, [barrier]
static bool bind(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    PtxType type = ptx_type(in);
    if (in->operand_count != 3 || !ptx_has(in, "mbarrier::complete_tx::bytes"))
        return decode_fail(decoder, in, "this form of the instruction");
    const PtxOperand *value = &in->operands[1];
    uint32_t count = value->kind == OPERAND_VECTOR ? value->count : 1;
    out->bytes = (uint8_t)ptx_type_bytes(type);
    if ((out->bytes != 4 && out->bytes != 8) || count * out->bytes > 16)
        return decode_fail(decoder, in, "values of this type");
    Operand *list = decode_keep(decoder, (count + 2) * sizeof *list);
    for (uint32_t n = 0; n < count; n++) {
        list[n] = decode_operand(decoder, in, count > 1 ? &value->elements[n] : value, type);
        if (!operand_is_bound(list[n])) return false;
    }
    out->list = list;
    out->list_count = (uint8_t)count;
    out->space = SPACE_SHARED;
    out->class = CLASS_ASYNC_STORE;
    out->site = decode_site(decoder, CLASS_ASYNC_STORE);
    return decode_address_pair(decoder, in, &in->operands[2], list + count) &&
           decode_address(decoder, in, &in->operands[0], out);
}

bool decode_async_store(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    out->run = run_async_store;
    return bind(decoder, in, out);
}

bool decode_async_reduction(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    out->run = run_async_reduction;
    return bind(decoder, in, out) && atomic_find(decoder, in, ptx_type(in), out);
}
