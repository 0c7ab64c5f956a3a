// fence.c - membar and fence: they order memory for other warps and blocks, in the checks of races and on the host.
// Blocks run on threads of their own, to which stores may come in another order than that of the program if the host is
// no x86.
#include "../checks/checks.h"
#include "../decode/decoders.h"

static void run_fence(Warp *warp, const Instruction *i) {
    (void)i;
    race_warp_fence(warp);
    race_order_fence(warp->block);
    atomic_thread_fence(memory_order_seq_cst);
}

static void run_block_fence(Warp *warp, const Instruction *i) {
    (void)i;
    race_warp_fence(warp);
}

// One for the block only orders nothing among blocks, one between kinds of accesses nothing at all.
bool decode_fence(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    if (!decode_nothing(decoder, in, out)) return false;
    bool block_only = ptx_has(in, "cta"), initialises = ptx_has(in, "mbarrier_init"), proxy = ptx_has(in, "proxy");
    if (!initialises && !proxy) out->run = block_only ? run_block_fence : run_fence;
    return true;
}
