// tensor_copy.c - cp.async.bulk.tensor: boxes of a tensor between global and shared memory, by a map of the tensor.
//
// As with other bulk copies it happens at once, and the load and store unit counts nothing. What lies outside of the
// tensor is filled in, or not stored. In a swizzled box the pieces of 16 bytes of a row change places: the number of a
// piece is XORed with the bits of its shared address from 7 on.
#include "../../../protocol/tensor_map.h"
#include "../../base/checked.h"
#include "../../machine/cluster.h"
#include "../../memory/address_pair.h"
#include "../../memory/lane_view.h"
#include "../../memory/mbarrier.h"
#include "../../numbers/half.h"
#include <stdio.h>

enum { PIECE = 16, SHARED_ALIGN = 128, MAP_BYTES = 128, MAP_ALIGN = 64 };

// Operands: a + extra the shared address; list: the barrier's and the map's addresses, the blocks, the coordinates.
enum { BARRIER, MAP = 2, BLOCKS = 4, COORDINATES };

enum { FLAG_STORES = 1 };

static bool fail(Warp *warp, const Instruction *i, unsigned lane, FaultKind kind, Fact fact) {
    Fault fault = {.count = 1, .fact = fact};
    warp_fault(warp, i, lane, kind, &fault);
    return false;
}

static bool read_map(Warp *warp, const Instruction *i, unsigned lane, TensorMap *map) {
    Instruction at = with_address_pair(warp, i, i->list + MAP, SPACE_GENERIC);
    uint64_t address = lane_address(warp, &at, lane);
    const uint8_t *bytes = address % MAP_ALIGN ? NULL : lane_view(warp, lane, address, MAP_BYTES);
    if (bytes) memcpy(map, bytes, sizeof *map);
    if (!bytes || map->magic != TENSOR_MAP_MAGIC || !tensor_map_sensible(map))
        return fail(warp, i, lane, FAULT_OUT_OF_BOUNDS, FACT_ALONE(tensor_map_address));
    return map->rank == i->list_count - COORDINATES ||
           fail(warp, i, lane, FAULT_OUT_OF_BOUNDS, FACT_ALONE(tensor_map_rank));
}

// One access of the lane alone.
static void access_alone(Warp *warp, const Instruction *i, unsigned lane, PtxSpace space, uint64_t address,
                         unsigned bytes, AccessKind kind, uint8_t *value) {
    uint8_t values[WARP_LANES * PIECE];
    Instruction other = *i;
    Access access = {.kind = kind, .bytes = bytes, .values = values};
    uint32_t all = warp->mask;
    other.space = (uint8_t)space;
    for (unsigned l = 0; l < WARP_LANES; l++) access.address[l] = address;
    memcpy(values + lane * bytes, value, bytes);
    warp->mask = 1u << lane;
    if (!warp->block->stopped) access_at(warp, &other, &access, kind == ACCESS_STORE ? access_store : access_fetch);
    warp->mask = all;
    memcpy(value, values + lane * bytes, bytes);
}

typedef struct {
    TensorMap map;
    int64_t at[TENSOR_RANK_MOST]; // of the box in the tensor
    uint64_t shared;              // address of the box
} Copy;

// The elements of a piece in global memory: at once if all are inside and aligned, otherwise one by one.
static void move_piece(Warp *warp, const Instruction *i, unsigned lane, const Copy *copy, uint64_t row, bool inside,
                       int64_t first, uint8_t piece[PIECE]) {
    unsigned bytes = copy->map.element_bytes, count = PIECE / bytes;
    AccessKind kind = i->flags & FLAG_STORES ? ACCESS_STORE : ACCESS_LOAD;
    int64_t end = (int64_t)copy->map.size[0];
    const uint64_t outside = copy->map.fill ? OUT_OF_BOUNDS : 0;
    uint64_t address = row + (uint64_t)first * bytes;
    if (inside && first >= 0 && first + (int64_t)count <= end && address % PIECE == 0) {
        access_alone(warp, i, lane, SPACE_GLOBAL, address, PIECE, kind, piece);
        return;
    }
    for (unsigned n = 0; n < count; n++) {
        int64_t element = first + n;
        bool there = inside && element >= 0 && element < end;
        if (there) access_alone(warp, i, lane, SPACE_GLOBAL, address + n * bytes, bytes, kind, piece + n * bytes);
        else memcpy(piece + n * bytes, &outside, bytes);
    }
}

static uint64_t swizzled(const TensorMap *map, uint64_t address) {
    uint64_t pieces = map->swizzle_bytes ? map->swizzle_bytes / PIECE - 1 : 0;
    return address ^ (address >> 7 & pieces) << 4;
}

static void copy_row(Warp *warp, const Instruction *i, unsigned lane, const Copy *copy, const unsigned *index,
                     uint64_t shared) {
    const TensorMap *map = &copy->map;
    uint64_t row = map->address, distance;
    bool inside = true, stores = i->flags & FLAG_STORES;
    for (unsigned n = 1; n < TENSOR_RANK_MOST && inside; n++) {
        int64_t place = copy->at[n] + index[n];
        inside = place >= 0 && (uint64_t)place < map->size[n];
        if (!inside) break;
        bool fits = checked_multiply((uint64_t)place, map->stride[n], &distance) && checked_add(row, distance, &row);
        if (fits) continue;
        fail(warp, i, lane, FAULT_OUT_OF_BOUNDS, FACT_ALONE(tensor_map_strides));
        return;
    }
    unsigned row_bytes = map->box[0] * map->element_bytes;
    for (unsigned done = 0; done < row_bytes && !warp->block->stopped; done += PIECE) {
        uint8_t piece[PIECE] = {0};
        uint64_t at = swizzled(map, shared + done);
        int64_t first = copy->at[0] + done / map->element_bytes;
        if (stores) access_alone(warp, i, lane, SPACE_SHARED, at, PIECE, ACCESS_LOAD, piece);
        move_piece(warp, i, lane, copy, row, inside, first, piece);
        if (!stores) access_alone(warp, i, lane, SPACE_SHARED, at, PIECE, ACCESS_STORE, piece);
    }
}

// All rows of the box, the second dimension first; returns its bytes.
static uint32_t copy_box(Warp *warp, const Instruction *i, unsigned lane, const Copy *copy) {
    const uint16_t *box = copy->map.box;
    unsigned index[TENSOR_RANK_MOST] = {0}, row_bytes = box[0] * copy->map.element_bytes, n;
    uint32_t bytes = 0;
    do {
        copy_row(warp, i, lane, copy, index, copy->shared + bytes);
        bytes += row_bytes;
        for (n = 1; n < TENSOR_RANK_MOST && ++index[n] == box[n]; n++) index[n] = 0;
    } while (n < TENSOR_RANK_MOST && !warp->block->stopped);
    return bytes;
}

static void tell(Warp *warp, const Instruction *i, unsigned lane, uint32_t bytes, uint64_t further) {
    int64_t done[WARP_LANES];
    uint32_t all = warp->mask;
    if (i->flags & FLAG_STORES || warp->block->stopped) return;
    for (unsigned l = 0; l < WARP_LANES; l++) done[l] = -(int64_t)bytes;
    Instruction barrier = with_address_pair(warp, i, i->list + BARRIER, SPACE_SHARED);
    barrier.extra += further;
    warp->mask = 1u << lane;
    mbarrier_expect(warp, &barrier, done);
    warp->mask = all;
}

static void copy_tensor(Warp *warp, const Instruction *i, unsigned lane) {
    Copy copy = {.shared = lane_address(warp, i, lane)};
    if (!read_map(warp, i, lane, &copy.map)) return;
    if (copy.shared % SHARED_ALIGN) {
        fail(warp, i, lane, FAULT_MISALIGNED, FACT_ALONE(tensor_box_shared));
        return;
    }
    for (unsigned n = 0; n < copy.map.rank; n++)
        copy.at[n] = ((const int32_t *)operand_lanes(warp, i->list[COORDINATES + n]))[lane];
    if (copy.at[0] * copy.map.element_bytes % PIECE) {
        fail(warp, i, lane, FAULT_TENSOR_BOX, FACT_ALONE(tensor_box_row));
        return;
    }
    if (i->flags & FLAG_STORES && copy.at[0] < 0) {
        fail(warp, i, lane, FAULT_TENSOR_BOX, FACT_ALONE(tensor_box_before));
        return;
    }
    bool multicast = i->list[BLOCKS].bank != BANK_SINK;
    uint32_t blocks = multicast ? ((const uint32_t *)operand_lanes(warp, i->list[BLOCKS]))[lane] & 0xffff : 1;
    uint64_t first = copy.shared;
    for (uint32_t left = blocks; left && !warp->block->stopped; left &= left - 1) {
        unsigned rank = (unsigned)__builtin_ctz(left);
        uint64_t further = multicast ? ((uint64_t)rank << CLUSTER_SHIFT) - warp->block->cluster_bits : 0;
        copy.shared = first + further;
        tell(warp, i, lane, copy_box(warp, i, lane, &copy), further);
    }
}

static void run_tensor_copy(Warp *warp, const Instruction *i) {
    for (uint32_t left = warp->mask; left && !warp->block->stopped; left &= left - 1)
        copy_tensor(warp, i, (unsigned)__builtin_ctz(left));
}

// "[map, {x, y}]", read as a vector of the address and the coordinates.
static bool bind_map(Decoder *decoder, const PtxInstruction *in, const PtxOperand *operand, Instruction *out) {
    bool whole = operand->kind == OPERAND_VECTOR && operand->count == 2 && operand->elements[0].kind == OPERAND_ADDRESS;
    uint32_t rank = whole && operand->elements[1].kind == OPERAND_VECTOR ? operand->elements[1].count : 0;
    if (!rank || rank > TENSOR_RANK_MOST) return decode_fail(decoder, in, "a tensor map and coordinates are expected");
    Operand *list = decode_keep(decoder, (COORDINATES + rank) * sizeof *list);
    for (unsigned n = 0; n < COORDINATES; n++) list[n] = (Operand){.bank = BANK_SINK};
    out->list = list;
    out->list_count = (uint8_t)(COORDINATES + rank);
    for (unsigned n = 0; n < rank; n++) {
        list[COORDINATES + n] = decode_operand(decoder, in, &operand->elements[1].elements[n], TYPE_S32);
        if (!operand_is_bound(list[COORDINATES + n])) return false;
    }
    return decode_address_pair(decoder, in, &operand->elements[0], list + MAP);
}

// The modifier that asks for more than copying a box of a tiled map, NULL: there is none.
static const char *refused_modifier(const PtxInstruction *in) {
    for (uint32_t n = 0; n < in->modifier_count; n++) {
        const char *name = in->modifiers[n];
        if (!strcmp(name, "reduce") || !strncmp(name, "cta_group", 9) || !strncmp(name, "im2col", 6) ||
            !strncmp(name, "tile::", 6))
            return name;
    }
    return NULL;
}

// [to], [map, {...}], [barrier]{, blocks}; or [map, {...}], [from]; and perhaps what the cache is to do
bool decode_tensor_copy(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    if (ptx_has(in, "prefetch")) return decode_nothing(decoder, in, out);
    bool stores = ptx_has(in, "bulk_group"), multicast = ptx_has(in, "multicast::cluster");
    bool loads = ptx_has(in, "mbarrier::complete_tx::bytes");
    const char *refused = refused_modifier(in);
    if (refused)
        return decode_fail(decoder, in,
                           "tensor copies with .%s are not supported: copy boxes of a tiled map without it", refused);
    if (stores == loads)
        return decode_fail(decoder, in, "a tensor copy completes on an mbarrier (to shared memory) or in a bulk group");
    if (in->operand_count != 2u + loads + multicast + ptx_has(in, "L2::cache_hint"))
        return decode_fail(decoder, in, "this form of the instruction");
    if (!bind_map(decoder, in, &in->operands[loads], out)) return false;
    Operand *list = (Operand *)(uintptr_t)out->list;
    if (multicast) list[BLOCKS] = decode_operand(decoder, in, &in->operands[3], TYPE_U16);
    out->run = run_tensor_copy;
    out->flags = stores ? FLAG_STORES : 0;
    out->space = SPACE_SHARED;
    out->bytes = PIECE;
    out->class = CLASS_BULK_COPY;
    out->site = decode_site(decoder, CLASS_BULK_COPY);
    return operand_is_bound(list[BLOCKS]) && decode_address(decoder, in, &in->operands[stores], out) &&
           (stores || decode_address_pair(decoder, in, &in->operands[2], list + BARRIER));
}
