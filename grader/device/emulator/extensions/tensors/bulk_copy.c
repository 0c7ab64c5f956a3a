// bulk_copy.c - cp.async.bulk and cp.reduce.async.bulk: a lane copies many bytes between global and shared memory, or
// between blocks of a cluster, or reduces them into the destination, and an mbarrier counts them.
//
// As with cp.async the copy happens at once. No counter of the load and store unit sees it: on hardware another unit,
// the TMA, does the work. It cuts a copy into pieces of 128 bytes from its start, each of which touches its sectors, as
// an H100 counts them (bulk_load_sectors: l1tex__m_xbar2l1tex_read_sectors_mem_global_op_tma_ld).
#include "../../machine/cluster.h"
#include "../../memory/address_pair.h"
#include "../../memory/atomics.h"
#include "../../memory/mbarrier.h"
#include "../../waits/in_flight.h"
#include <stdio.h>

enum { PIECE = 16, TMA_PIECE = 128 };

// Operands: a + extra the destination; list: the source's and the barrier's addresses, the bytes, the blocks.
enum { SOURCE, BARRIER = 2, BYTES = 4, BLOCKS, PARTS };

enum { FLAG_FROM_SHARED = ATOMIC_LOOP, FLAG_REDUCES = ATOMIC_MERGED }; // beside the operation of a reduction

static void reduce_piece(Warp *warp, const Instruction *i, const Access *access, uint32_t lanes) {
    Combine combine = atomic_combine(i, access->space);
    atomics_lock();
    for (uint32_t left = lanes; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        const uint8_t *from = (const uint8_t *)access->values + lane * PIECE;
        uint8_t *to = access_bytes(warp, access, lane);
        for (unsigned n = 0; n < PIECE; n += i->bytes) {
            uint64_t old = 0, value = 0;
            memcpy(&old, to + n, i->bytes);
            memcpy(&value, from + n, i->bytes);
            uint64_t new = combine(old, value, 0);
            memcpy(to + n, &new, i->bytes);
        }
    }
    atomics_unlock();
}

static uint32_t lanes_longer_than(const Warp *warp, const uint32_t bytes[WARP_LANES], uint32_t done) {
    uint32_t lanes = 0;
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        if (warp->mask >> lane & 1 && bytes[lane] > done) lanes |= 1u << lane;
    return lanes;
}

static void copy(Warp *warp, const Instruction *i, Instruction to, const uint32_t bytes[WARP_LANES]) {
    bool reduces = i->flags & FLAG_REDUCES;
    PtxSpace source = i->flags & FLAG_FROM_SHARED ? SPACE_SHARED : SPACE_GLOBAL;
    Instruction from = with_address_pair(warp, i, i->list + SOURCE, source);
    uint32_t all = warp->mask;
    for (uint32_t done = 0; !warp->block->stopped; done += PIECE, from.extra += PIECE, to.extra += PIECE) {
        uint8_t values[WARP_LANES * PIECE] = {0};
        Access load = {.kind = ACCESS_LOAD, .bytes = PIECE, .values = values};
        Access store = {.kind = reduces ? ACCESS_REDUCTION : ACCESS_STORE, .bytes = PIECE, .values = values};
        warp->mask = all;
        warp->mask = lanes_longer_than(warp, bytes, done);
        if (!warp->mask) break;
        access_memory(warp, &from, &load, access_fetch);
        if (!warp->block->stopped) access_memory(warp, &to, &store, reduces ? reduce_piece : access_store);
    }
    warp->mask = all;
}

static bool sizes_fit(Warp *warp, const Instruction *i, const uint32_t bytes[WARP_LANES]) {
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        if (!(warp->mask >> lane & 1) || bytes[lane] % PIECE == 0) continue;
        Fault fault = {.count = 1, .bytes = bytes[lane], .space = "shared"};
        fault.fact = FACT_OF(copies_odd_bytes, bytes[lane], PIECE);
        warp_fault(warp, i, lane, FAULT_MISALIGNED, &fault);
        return false;
    }
    return true;
}

static uint64_t sectors_of(uint64_t address, uint32_t bytes) {
    uint64_t sectors = 0;
    for (uint32_t done = 0; done < bytes; done += TMA_PIECE) {
        uint64_t first = address + done, end = address + (done + TMA_PIECE < bytes ? done + TMA_PIECE : bytes);
        sectors += (end - 1) / SECTOR_BYTES - first / SECTOR_BYTES + 1;
    }
    return sectors;
}

// Where a lane's copy begins in global memory.
static uint64_t global_address(Warp *warp, const Instruction *i, unsigned lane) {
    if (i->class == CLASS_BULK_STORE) return lane_address(warp, i, lane);
    Instruction from = with_address_pair(warp, i, i->list + SOURCE, SPACE_GLOBAL);
    return lane_address(warp, &from, lane);
}

// The meters have seen pieces of 16 bytes, but a copy counts as a whole.
static void count_whole(Warp *warp, const Instruction *i, const uint32_t bytes[WARP_LANES], const SiteCounts *before) {
    SiteCounts *counts = &warp->worker->sites[i->site];
    uint64_t all = 0;
    counts->requests = before->requests;
    counts->sectors = before->sectors;
    counts->bytes = before->bytes;
    counts->wasted = before->wasted;
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        if (!(warp->mask >> lane & 1)) continue;
        uint64_t sectors = sectors_of(global_address(warp, i, lane), bytes[lane]);
        counts->requests += (bytes[lane] + TMA_PIECE - 1) / TMA_PIECE;
        counts->sectors += sectors;
        counts->bytes += bytes[lane];
        counts->wasted += sectors * SECTOR_BYTES - bytes[lane];
        all += bytes[lane];
    }
    if (i->class == CLASS_BULK_LOAD && all) in_flight_bulk(warp, all);
}

// Copies to the destination plus `further` bytes, and reports completion to the mbarrier at its address plus `further`.
static void copy_and_tell(Warp *warp, const Instruction *i, const uint32_t bytes[WARP_LANES], uint64_t further) {
    int64_t done[WARP_LANES];
    Instruction to = *i;
    to.extra += further;
    copy(warp, i, to, bytes);
    if (warp->block->stopped || i->list[BARRIER].bank == BANK_SINK) return;
    Instruction barrier = with_address_pair(warp, i, i->list + BARRIER, SPACE_SHARED);
    barrier.extra += further;
    for (unsigned lane = 0; lane < WARP_LANES; lane++) done[lane] = -(int64_t)bytes[lane];
    mbarrier_expect(warp, &barrier, done);
}

// To the same place in each block whose bit is set.
static void copy_to_blocks(Warp *warp, const Instruction *i, const uint32_t bytes[WARP_LANES]) {
    const uint32_t *blocks = operand_lanes(warp, i->list[BLOCKS]);
    uint32_t all = warp->mask;
    for (unsigned rank = 0; rank < 16 && !warp->block->stopped; rank++) {
        uint64_t further = ((uint64_t)rank << CLUSTER_SHIFT) - warp->block->cluster_bits;
        warp->mask = 0;
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            if (all >> lane & 1 && blocks[lane] >> rank & 1) warp->mask |= 1u << lane;
        if (warp->mask) copy_and_tell(warp, i, bytes, further);
    }
    warp->mask = all;
}

static void run_bulk_copy(Warp *warp, const Instruction *i) {
    uint32_t bytes[WARP_LANES];
    memcpy(bytes, operand_lanes(warp, i->list[BYTES]), sizeof bytes);
    if (!sizes_fit(warp, i, bytes)) return;
    const SiteCounts before = warp->worker->sites[i->site];
    if (i->list[BLOCKS].bank == BANK_SINK) copy_and_tell(warp, i, bytes, 0);
    else copy_to_blocks(warp, i, bytes);
    if (i->class != CLASS_BULK_COPY && !warp->block->stopped) count_whole(warp, i, bytes, &before);
}

// [destination], [source], bytes{, [barrier]}{, blocks}{, what the cache is to do}
static bool bind_copy(Decoder *decoder, const PtxInstruction *in, Instruction *out, InstructionClass class, bool tells,
                      bool multicast) {
    Operand *list = decode_keep(decoder, PARTS * sizeof *list);
    if (in->operand_count != 3u + tells + multicast + ptx_has(in, "L2::cache_hint"))
        return decode_fail(decoder, in, "this form of the instruction");
    for (unsigned n = 0; n < PARTS; n++) list[n] = (Operand){.bank = BANK_SINK};
    out->list = list;
    out->list_count = PARTS;
    out->run = run_bulk_copy;
    out->class = (uint8_t) class;
    out->site = decode_site(decoder, class);
    list[BYTES] = decode_operand(decoder, in, &in->operands[2], TYPE_U32);
    if (multicast) list[BLOCKS] = decode_operand(decoder, in, &in->operands[4], TYPE_U16);
    if (!operand_is_bound(list[BYTES]) || !operand_is_bound(list[BLOCKS])) return false;
    if (!decode_address(decoder, in, &in->operands[0], out)) return false;
    if (!decode_address_pair(decoder, in, &in->operands[1], list + SOURCE)) return false;
    return !tells || decode_address_pair(decoder, in, &in->operands[3], list + BARRIER);
}

// The spaces in the order written: where to, where from.
static bool read_spaces(const PtxInstruction *in, bool shared[2]) {
    unsigned count = 0;
    for (uint32_t n = 0; n < in->modifier_count && count < 2; n++) {
        bool is_shared = !strncmp(in->modifiers[n], "shared", 6);
        if (is_shared || !strcmp(in->modifiers[n], "global")) shared[count++] = is_shared;
    }
    return count == 2 && (shared[0] || shared[1]);
}

bool decode_bulk_copy(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    if (ptx_has(in, "commit_group") || ptx_has(in, "wait_group") || ptx_has(in, "prefetch"))
        return decode_nothing(decoder, in, out);
    bool shared[2], tells = ptx_has(in, "mbarrier::complete_tx::bytes"), reduces = ptx_has(in, "reduce");
    if (ptx_has(in, "cp_mask"))
        return decode_fail(decoder, in, "bulk copies with .cp_mask are not supported: copy all bytes of each piece");
    if (!read_spaces(in, shared) || tells != shared[0])
        return decode_fail(decoder, in, "a bulk copy completes on an mbarrier (to shared memory) or in a bulk group");
    bool multicast = ptx_has(in, "multicast::cluster"), other = reduces || multicast || (shared[0] && shared[1]);
    InstructionClass class = other ? CLASS_BULK_COPY : shared[0] ? CLASS_BULK_LOAD : CLASS_BULK_STORE;
    if (!bind_copy(decoder, in, out, class, tells, multicast)) return false;
    out->space = shared[0] ? SPACE_SHARED : SPACE_GLOBAL;
    out->bytes = PIECE;
    if (reduces && !atomic_find(decoder, in, ptx_type(in), out)) return false;
    out->flags |= (reduces ? FLAG_REDUCES : 0) | (shared[1] ? FLAG_FROM_SHARED : 0);
    return true;
}
