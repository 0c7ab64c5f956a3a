// cache_policy.c - createpolicy: what the L2 is to keep, as an opaque number that loads and stores may be given.
//
// Nothing here looks at the number: results do not depend on what a cache keeps.
#include "decode.h"

static void run_create_policy(Warp *warp, const Instruction *i) {
    uint64_t *d = operand_lanes(warp, i->d);
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        if (warp->mask >> lane & 1) d[lane] = i->extra;
}

bool decode_create_policy(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    bool known = ptx_has(in, "fractional") || ptx_has(in, "range") || ptx_has(in, "cvt");
    if (!known || !in->operand_count) return decode_fail(decoder, in, "this kind of policy");
    out->run = run_create_policy;
    out->site = decode_site(decoder, CLASS_OTHER);
    out->d = decode_operand(decoder, in, &in->operands[0], TYPE_B64);
    return operand_is_bound(out->d);
}
