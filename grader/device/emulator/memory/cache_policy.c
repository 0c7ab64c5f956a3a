// cache_policy.c - createpolicy: what the L2 is to keep, as a number that loads and stores may be given.
//
// Nothing here looks at the number: results do not depend on what a cache keeps. It is the one of capability 9.0, made
// by the steps of the machine code. The upper word, highest bits first:
//
//   0001 0 pp s ffff 0...                            a fraction: as many sixteenths, less one
//   0001 1 pp s bbbb aaaaaaa nnnnnnn 00000           a range: n blocks of 1 << (12 + b) bytes from block a on
//
// pp is the priority of what is in it, s that the rest is evicted first; unchanged is 0.
#include "../decode/decoders.h"
#include "address_pair.h"
#include "load_store.h"
#include <math.h>

enum { LEAST_BLOCK = 12, BLOCKS_MOST = 127, UNCHANGED = 0 };

static uint64_t policy(unsigned kind, unsigned size) { return (uint64_t)(0x10 | kind) << 56 | (uint64_t)size << 52; }

static void run_fractional(Warp *warp, const Instruction *i) {
    uint64_t *d = operand_lanes(warp, i->d);
    const float *fraction = operand_lanes(warp, i->a);
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        if (warp->mask >> lane & 1) d[lane] = policy(i->flags, (uint32_t)(fraction[lane] * 15.99f) & 15);
}

static uint64_t range(unsigned kind, uint64_t address, uint32_t bytes, uint32_t total) {
    if (total == 0) return policy(8 | UNCHANGED, 0);
    int wanted = (int)ceilf(log2f((float)total)) - 7;
    unsigned shift = wanted > LEAST_BLOCK ? (unsigned)wanted : LEAST_BLOCK;
    uint64_t first = address >> shift, end = (address + (uint32_t)(bytes + (1u << shift) - 1)) >> shift;
    uint64_t blocks = end - first < BLOCKS_MOST ? end - first : BLOCKS_MOST;
    return policy(8 | kind, shift - LEAST_BLOCK) | (first & BLOCKS_MOST) << 44 | blocks << 37;
}

static void run_range(Warp *warp, const Instruction *i) {
    uint64_t *d = operand_lanes(warp, i->d);
    const uint32_t *bytes = operand_lanes(warp, i->b), *total = operand_lanes(warp, i->c);
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        if (warp->mask >> lane & 1) d[lane] = range(i->flags, lane_address(warp, i, lane), bytes[lane], total[lane]);
}

// A policy made elsewhere.
static void run_convert(Warp *warp, const Instruction *i) {
    uint64_t *d = operand_lanes(warp, i->d);
    const uint64_t *a = operand_lanes(warp, i->a);
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        if (warp->mask >> lane & 1) d[lane] = a[lane];
}

// The primary priority is named first, the secondary one is evict_first or unchanged.
static uint8_t read_kind(const PtxInstruction *in) {
    static const char *const PRIORITIES[] = {"L2::evict_unchanged", "L2::evict_first", "L2::evict_last",
                                             "L2::evict_normal"};
    unsigned count = 0, kind = 0;
    for (uint32_t n = 0; n < in->modifier_count; n++)
        for (unsigned p = 0; p < 4; p++)
            if (!strcmp(in->modifiers[n], PRIORITIES[p])) kind |= count++ ? p : p << 1;
    return (uint8_t)kind;
}

bool decode_create_policy(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    bool fraction = ptx_has(in, "fractional"), ranges = ptx_has(in, "range"), converts = ptx_has(in, "cvt");
    uint32_t least = fraction ? 1 : ranges ? 4 : 2, most = fraction ? 2 : least;
    if (!(fraction || ranges || converts) || in->operand_count < least || in->operand_count > most)
        return decode_fail(decoder, in, "this kind of policy");
    out->run = fraction ? run_fractional : ranges ? run_range : run_convert;
    out->flags = read_kind(in);
    out->site = decode_site(decoder, CLASS_OTHER);
    out->d = decode_operand(decoder, in, &in->operands[0], TYPE_B64);
    if (fraction)
        out->a = in->operand_count > 1 ? decode_operand(decoder, in, &in->operands[1], TYPE_F32)
                                       : decode_literal(decoder, TYPE_F32, 0x3f800000);
    if (converts) out->a = decode_operand(decoder, in, &in->operands[1], TYPE_B64);
    if (!ranges) return operand_is_bound(out->d) && operand_is_bound(out->a);
    out->b = decode_operand(decoder, in, &in->operands[2], TYPE_U32);
    out->c = decode_operand(decoder, in, &in->operands[3], TYPE_U32);
    return operand_is_bound(out->d) && operand_is_bound(out->b) && operand_is_bound(out->c) &&
           decode_address(decoder, in, &in->operands[1], out);
}
