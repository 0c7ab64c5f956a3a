// async_copy.c - cp.async: from global to shared memory past the registers.
//
// The copy happens at once. A program that waits for it, as it must, cannot tell; one that uses its bytes before that
// has a race (race_async.c). It counts as a global load and, as on hardware, not as a shared store. The sectors of
// copies of 16 bytes past the L1 (.cg) are counted in pieces: what goes from one line of 128 bytes to one sector of
// shared memory is one (measured on an H200).
#include "../checks/checks.h"
#include "../waits/in_flight.h"
#include "address_pair.h"
#include "load_store.h"
#include <assert.h>
#include <string.h>

// Operands: a + extra the shared address; list[0] + list[1] (a literal) the global one; list[2] bytes to read, or SINK.

// Lanes whose source size is 0 read nothing and write zeros.
static uint32_t reading_lanes(const Warp *warp, const Instruction *i) {
    if (i->list[2].bank == BANK_SINK) return warp->mask;
    const uint32_t *size = operand_lanes(warp, i->list[2]);
    uint32_t lanes = 0;
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        if (warp->mask >> lane & 1 && size[lane]) lanes |= 1u << lane;
    return lanes;
}

// What a copy of fewer bytes than it writes has not read is zeros.
static void clear_rest(const Warp *warp, const Instruction *i, uint8_t *values) {
    if (i->list[2].bank == BANK_SINK) return;
    const uint32_t *size = operand_lanes(warp, i->list[2]);
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        if (size[lane] < i->bytes) memset(values + lane * i->bytes + size[lane], 0, i->bytes - size[lane]);
}

enum { LINE_BYTES = 128, FLAG_PAST_L1 = 1 };

static unsigned pieces(const Access *load, const Access *store, uint32_t lanes) {
    unsigned count = 0;
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        bool first = lanes >> lane & 1;
        for (unsigned other = 0; other < lane && first; other++)
            first = !(lanes >> other & 1 && load->address[other] / LINE_BYTES == load->address[lane] / LINE_BYTES &&
                      store->address[other] / SECTOR_BYTES == store->address[lane] / SECTOR_BYTES);
        count += first;
    }
    return count;
}

static void run_async_copy(Warp *warp, const Instruction *i) {
    uint8_t values[WARP_LANES * 16] = {0};
    assert(i->bytes * WARP_LANES <= sizeof values);
    uint32_t all = warp->mask;
    Instruction from = with_address_pair(warp, i, i->list, SPACE_GLOBAL), to = *i;
    to.space = SPACE_SHARED;
    to.site = i->site + 1;
    Access load = {.kind = ACCESS_LOAD, .bytes = i->bytes, .values = values};
    Access store = {.kind = ACCESS_STORE, .bytes = i->bytes, .values = values};
    SiteCounts *counts = &warp->worker->sites[i->site];
    uint64_t sectors = counts->sectors, asked = warp->flight.asked;
    uint32_t reading = warp->mask = reading_lanes(warp, i);
    if (warp->mask) access_memory(warp, &from, &load, access_fetch);
    in_flight_copy(warp, asked);
    clear_rest(warp, i, values);
    warp->mask = all;
    if (!warp->block->stopped) access_memory(warp, &to, &store, access_store);
    if (!warp->block->stopped) race_copy_begin(warp, &store);
    bool both = reading && !warp->block->stopped && load.mask == reading && store.mask == all;
    if (i->flags & FLAG_PAST_L1 && both) counts->sectors = sectors + pieces(&load, &store, reading);
}

static void run_commit(Warp *warp, const Instruction *i) {
    (void)i;
    in_flight_commit(warp);
    race_copies_commit(warp);
}
static void run_wait(Warp *warp, const Instruction *i) {
    in_flight_wait(warp, i, (uint32_t)i->extra);
    race_copies_wait(warp, (uint32_t)i->extra);
}

// commit_group; wait_group, number; wait_all
static bool bind_wait(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    bool number = ptx_has(in, "wait_group");
    if (!decode_nothing(decoder, in, out)) return false; // on hardware's counters
    if (number && (in->operand_count < 1 || in->operands[0].kind != OPERAND_IMMEDIATE))
        return decode_fail(decoder, in, "no number of groups");
    out->extra = number ? (uint32_t)in->operands[0].bits : COPIES_NONE;
    out->run = ptx_has(in, "commit_group") ? run_commit : run_wait;
    return true;
}

static bool bind_source(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    Operand *list = decode_keep(decoder, 3 * sizeof *list);
    out->list = list;
    out->list_count = 3;
    if (!decode_address_pair(decoder, in, &in->operands[1], list)) return false;
    list[2] = (Operand){.bank = BANK_SINK};
    if (in->operand_count > 3 && !ptx_has(in, "L2::cache_hint"))
        list[2] = decode_operand(decoder, in, &in->operands[3], TYPE_U32);
    return operand_is_bound(list[2]);
}

bool decode_copy(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    if (!ptx_has(in, "async") || ptx_has(in, "reduce")) return decode_fail(decoder, in, "this kind of copy");
    if (ptx_has(in, "commit_group") || ptx_has(in, "wait_group") || ptx_has(in, "wait_all"))
        return bind_wait(decoder, in, out);
    uint64_t bytes = in->operand_count > 2 && in->operands[2].kind == OPERAND_IMMEDIATE ? in->operands[2].bits : 0;
    if (bytes != 4 && bytes != 8 && bytes != 16) return decode_fail(decoder, in, "a copy of this size");
    out->bytes = (uint8_t)bytes;
    if (!decode_address(decoder, in, &in->operands[0], out) || !bind_source(decoder, in, out)) return false;
    out->run = run_async_copy;
    decode_memory_sites(decoder, CLASS_LOAD, SPACE_GLOBAL, out);
    decode_space_site(decoder, CLASS_OTHER, SPACE_SHARED); // the next one
    if (ptx_has(in, "cg")) out->flags = FLAG_PAST_L1;
    return true;
}
