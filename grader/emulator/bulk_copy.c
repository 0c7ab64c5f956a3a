// bulk_copy.c - cp.async.bulk: a lane copies many bytes between global and shared memory, and a barrier hears of it.
//
// As with cp.async the copy happens at once. No counter of the load and store unit sees it: on hardware another one
// does the work.
#include "mbarrier.h"
#include <stdio.h>
#include <string.h>

enum { PIECE = 16 };

// Operands: a + extra the destination; list: the source's base and offset, the bytes, the barrier's base and offset.
enum { SOURCE_BASE, SOURCE_OFFSET, BYTES, BARRIER_BASE, BARRIER_OFFSET, PARTS };

static void fill_piece(Warp *warp, const Instruction *i, const Access *access, uint32_t lanes) {
    uint8_t *values = (uint8_t *)(uintptr_t)access->values;
    (void)i;
    for (uint32_t left = lanes; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        memcpy(values + lane * PIECE, access_bytes(warp, access, lane), PIECE);
    }
}

static void put_piece(Warp *warp, const Instruction *i, const Access *access, uint32_t lanes) {
    const uint8_t *values = access->values;
    (void)i;
    for (uint32_t left = lanes; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        memcpy(access_bytes(warp, access, lane), values + lane * PIECE, PIECE);
    }
}

static Instruction with_address(const Instruction *i, unsigned base, unsigned offset, const Warp *warp) {
    Instruction other = *i;
    other.a = i->list[base];
    other.extra = *(const uint64_t *)operand_lanes(warp, i->list[offset]);
    return other;
}

static uint32_t lanes_longer_than(const Warp *warp, const uint32_t bytes[WARP_LANES], uint32_t done) {
    uint32_t lanes = 0;
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        if (warp->mask >> lane & 1 && bytes[lane] > done) lanes |= 1u << lane;
    return lanes;
}

static void copy(Warp *warp, const Instruction *i, const uint32_t bytes[WARP_LANES]) {
    bool to_shared = i->space == SPACE_SHARED;
    Instruction from = with_address(i, SOURCE_BASE, SOURCE_OFFSET, warp), to = *i;
    from.space = to_shared ? SPACE_GLOBAL : SPACE_SHARED;
    uint32_t all = warp->mask;
    for (uint32_t done = 0; !warp->block->stopped; done += PIECE, from.extra += PIECE, to.extra += PIECE) {
        uint8_t values[WARP_LANES * PIECE] = {0};
        Access load = {.kind = ACCESS_LOAD, .bytes = PIECE, .values = values};
        Access store = {.kind = ACCESS_STORE, .bytes = PIECE, .values = values};
        warp->mask = all;
        warp->mask = lanes_longer_than(warp, bytes, done);
        if (!warp->mask) break;
        access_memory(warp, &from, &load, fill_piece);
        if (!warp->block->stopped) access_memory(warp, &to, &store, put_piece);
    }
    warp->mask = all;
}

static bool sizes_fit(Warp *warp, const Instruction *i, const uint32_t bytes[WARP_LANES]) {
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        if (!(warp->mask >> lane & 1) || bytes[lane] % PIECE == 0) continue;
        Fault fault = {.count = 1, .bytes = bytes[lane], .space = "shared"};
        snprintf(fault.message, sizeof fault.message, "copies %u bytes, which is no multiple of %u", bytes[lane],
                 PIECE);
        warp_fault(warp, i, lane, FAULT_MISALIGNED, &fault);
        return false;
    }
    return true;
}

static void run_bulk_copy(Warp *warp, const Instruction *i) {
    uint32_t bytes[WARP_LANES];
    int64_t done[WARP_LANES];
    memcpy(bytes, operand_lanes(warp, i->list[BYTES]), sizeof bytes);
    if (!sizes_fit(warp, i, bytes)) return;
    copy(warp, i, bytes);
    if (warp->block->stopped || i->list[BARRIER_BASE].bank == BANK_SINK) return;
    Instruction barrier = with_address(i, BARRIER_BASE, BARRIER_OFFSET, warp);
    for (unsigned lane = 0; lane < WARP_LANES; lane++) done[lane] = -(int64_t)bytes[lane];
    barrier.space = SPACE_SHARED;
    mbarrier_expect(warp, &barrier, done);
}

static bool bind_address(Decoder *decoder, const PtxInstruction *in, uint32_t operand, Operand *base, Operand *offset) {
    Instruction address = {0};
    if (!decode_address(decoder, in, &in->operands[operand], &address)) return false;
    *base = address.a;
    *offset = decode_literal(decoder, TYPE_U64, address.extra);
    return true;
}

// [destination], [source], bytes{, [barrier]}
static bool bind_copy(Decoder *decoder, const PtxInstruction *in, Instruction *out, bool to_shared) {
    Operand *list = decode_keep(decoder, PARTS * sizeof *list);
    if (in->operand_count != (to_shared ? 4 : 3) + (uint32_t)ptx_has(in, "L2::cache_hint"))
        return decode_fail(decoder, in, "this form of the instruction");
    for (unsigned n = 0; n < PARTS; n++) list[n] = (Operand){.bank = BANK_SINK};
    out->list = list;
    out->list_count = PARTS;
    out->run = run_bulk_copy;
    out->space = to_shared ? SPACE_SHARED : SPACE_GLOBAL;
    out->bytes = PIECE;
    out->class = CLASS_OTHER;
    out->site = decode_site(decoder, CLASS_OTHER);
    list[BYTES] = decode_operand(decoder, in, &in->operands[2], TYPE_U32);
    if (!operand_is_bound(list[BYTES]) || !decode_address(decoder, in, &in->operands[0], out)) return false;
    if (!bind_address(decoder, in, 1, &list[SOURCE_BASE], &list[SOURCE_OFFSET])) return false;
    return !to_shared || bind_address(decoder, in, 3, &list[BARRIER_BASE], &list[BARRIER_OFFSET]);
}

bool decode_bulk_copy(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    if (ptx_has(in, "commit_group") || ptx_has(in, "wait_group") || ptx_has(in, "prefetch"))
        return decode_nothing(decoder, in, out);
    bool to_shared = ptx_has(in, "mbarrier::complete_tx::bytes") && ptx_has(in, "global");
    bool to_global = ptx_has(in, "bulk_group") && ptx_has(in, "global");
    if (ptx_has(in, "tensor") || ptx_has(in, "reduce") || ptx_has(in, "cp_mask") || ptx_has(in, "multicast::cluster") ||
        to_shared == to_global)
        return decode_fail(decoder, in, "this kind of bulk copy is not supported");
    return bind_copy(decoder, in, out, to_shared);
}
