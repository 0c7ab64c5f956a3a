// merged_accesses.c - which neighbouring accesses to shared or global memory the assembler makes one access of.
//
// Between two points where that memory may change or be waited for, loads of 4 or of 8 bytes in one aligned piece of
// 16 become one load if at least three quarters of the piece are asked for, in one of 8 if all of it is. Stores that
// follow one another, with no other access to that memory between, become one if they fill an aligned piece of 4, 8
// or 16. Where shared memory lies is known. Of a pointer to global memory only accesses tell: the base of one of 8 or
// 16 bytes in the same basic block, or in one that dominates it, is aligned to as many. All of that was read off the
// machine code of small kernels, and the counts of golden/*.csv agree with it.
#include "merged_accesses.h"
#include "alignment.h"
#include "fused_multiply_add.h"
#include <assert.h>
#include <string.h>

#define PIECE_BYTES 16

// Accesses of one kind and size in one piece: which of its bytes, and by which instructions.
typedef struct {
    bool store, constant;    // constant: ld.global.nc
    unsigned size, elements; // of one access: bytes, and in global memory elements of its vector
    int32_t root;
    uint32_t version;                // of the root: assignments seen in this block
    int64_t piece;                   // offset of its first byte from the root
    unsigned bytes;                  // of the piece: 16, or less if the root is less aligned
    Instruction *of[PIECE_BYTES];    // by byte in the piece: the access that begins there
    Instruction *order[PIECE_BYTES]; // as they come in the program
    unsigned count;
} Group;

typedef struct {
    Arena *arena;
    Group *groups;
    uint32_t count, room;
} Groups;

// ---- a group that is complete ----------------------------------------------------------------------------------

static bool fills(const Group *group, unsigned first, unsigned bytes) {
    assert(bytes % group->size == 0 && first + bytes <= PIECE_BYTES);
    unsigned there = 0;
    for (unsigned at = first; at < first + bytes; at += group->size) there += group->of[at] != NULL;
    unsigned all = bytes / group->size;
    return group->store || bytes < PIECE_BYTES ? there == all : there > 1 && 4 * there >= 3 * all;
}

// The first of them in the program stands for all.
static void merge(const Group *group, unsigned first, unsigned bytes) {
    bool led = false;
    for (unsigned n = 0; n < group->count; n++) {
        unsigned at = first;
        while (at < first + bytes && group->of[at] != group->order[n]) at++;
        if (at == first + bytes) continue;
        Instruction *part = group->order[n];
        assert(part->fate == FATE_ISSUED || part->fate == FATE_SORTED);
        if (led) part->fate = FATE_MERGED;
        else part->merged_bytes = (uint8_t)bytes;
        part->merged_from = (int8_t)((int)first - (int)at);
        led = true;
    }
}

static void merge_largest(const Group *group, unsigned first, unsigned bytes) {
    if (bytes <= group->size) return;
    if (fills(group, first, bytes)) {
        merge(group, first, bytes);
        return;
    }
    merge_largest(group, first, bytes / 2);
    merge_largest(group, first + bytes / 2, bytes / 2);
}

static void close_groups(Groups *groups) {
    for (uint32_t n = 0; n < groups->count; n++) merge_largest(&groups->groups[n], 0, groups->groups[n].bytes);
    groups->count = 0;
}

// ---- a block's accesses ----------------------------------------------------------------------------------------

static bool same_group(const Group *a, const Group *b) {
    return a->size == b->size && a->root == b->root && a->version == b->version && a->piece == b->piece &&
           a->constant == b->constant && a->elements == b->elements;
}

static int64_t round_down(int64_t value, int64_t unit) { return value - ((value % unit) + unit) % unit; }

static Group *add_group(Groups *groups, const Group *group) {
    if (groups->count == groups->room)
        groups->groups = arena_grow(groups->arena, groups->groups, &groups->room, sizeof *groups->groups);
    groups->groups[groups->count] = *group;
    return &groups->groups[groups->count++];
}

static void add_access(Groups *groups, const Group *key, unsigned at, Instruction *out) {
    Group *group = NULL;
    uint32_t oldest = key->store && groups->count ? groups->count - 1 : 0;
    for (uint32_t n = groups->count; n > oldest && !group; n--)
        if (same_group(&groups->groups[n - 1], key)) group = &groups->groups[n - 1];
    if (!group || group->of[at]) group = add_group(groups, key);
    group->of[at] = out;
    assert(at < PIECE_BYTES && group->count < PIECE_BYTES);
    group->order[group->count++] = out;
}

typedef struct {
    PtxSpace space; // that is looked at
    const Alignment *alignment;
    uint32_t *versions; // by register: assignments seen
    uint32_t *ahead;    // the same, of what is learnt from before it is scanned
    uint8_t *known;     // by register: to how many bytes the accesses of a block say that it is aligned,
    uint32_t *known_of; // of which version, from 1,
    uint32_t *known_in; // and which block
    const Blocks *blocks;
    uint32_t block; // that is scanned
    Groups loads, stores;
} Scan;

static bool is_here(const Scan *scan, const PtxInstruction *in) {
    PtxSpace space = ptx_space(in);
    return space == scan->space || space == SPACE_GENERIC;
}

// The memory may change there, or must not be used across it; or it ends a basic block of the machine code.
static bool separates(const Scan *scan, const PtxInstruction *in) {
    if (ptx_is_subroutine(in)) return true;
    switch (facts_of(in)->order) {
    case FENCE: return true;
    case WRITES_IF_STORE: return ptx_has(in, "store") && is_here(scan, in);
    case WRITES:
    case WRITES_SHARED: return is_here(scan, in);
    default: return false;
    }
}

static bool is_plain(const Scan *scan, const PtxInstruction *in, PtxOpcode opcode) {
    return in->opcode == opcode && ptx_space(in) == scan->space && in->guard < 0 && !ptx_is_ordered(in);
}

static const PtxOperand *address_of(const PtxInstruction *in) { return &in->operands[in->opcode != OPCODE_ST ? 1 : 0]; }

// Is the address that was seen there still in its register in this block? In a loop ptxas computes an address that is
// one multiply-add again (rematerialisation).
static bool is_kept(const Scan *scan, uint32_t root) {
    const Flow *flow = &scan->blocks->flow;
    uint32_t from = scan->known_in[root];
    if (from == scan->block) return true;
    if (flow->number[from] == NO_BLOCK || flow->number[scan->block] == NO_BLOCK) return false;
    bool same_loop = flow->loop[from] == flow->loop[scan->block];
    return flow_dominates(flow, from, scan->block) && (same_loop || !alignment_is_product(scan->alignment, root));
}

// Bytes that the address's root is aligned to, PIECE_BYTES at most.
static unsigned alignment_of(const Scan *scan, const SharedAddress *address) {
    if (scan->space == SPACE_SHARED) return address->zeros < 4 ? 1u << address->zeros : PIECE_BYTES;
    if (address->root < 0 || scan->known_of[address->root] != scan->versions[address->root] + 1) return 1;
    return is_kept(scan, (uint32_t)address->root) ? scan->known[address->root] : 1;
}

static void scan_access(Scan *scan, const PtxInstruction *in, Instruction *out, bool store) {
    SharedAddress address = alignment_address(scan->alignment, address_of(in));
    unsigned size = (unsigned)out->bytes * out->list_count, smallest = store ? 2 : 4;
    Group key = {.store = store, .constant = ptx_has(in, "nc"), .size = size, .root = address.root};
    if (scan->space == SPACE_GLOBAL) key.elements = out->list_count;
    key.bytes = alignment_of(scan, &address);
    if (size < smallest || size >= key.bytes || address.offset % size != 0) {
        if (store) close_groups(&scan->stores);
        return;
    }
    key.version = address.root >= 0 ? scan->versions[address.root] : 0;
    key.piece = round_down(address.offset, key.bytes);
    add_access(store ? &scan->stores : &scan->loads, &key, (unsigned)(address.offset - key.piece), out);
}

// The access of a redundant load is left out.
static void scan_instruction(Scan *scan, const PtxInstruction *in, Instruction *out) {
    if (out->fate == FATE_REDUNDANT) {
        count_assigned(in, scan->versions);
        return;
    }
    bool load = is_plain(scan, in, OPCODE_LD), store = is_plain(scan, in, OPCODE_ST);
    bool loads = in->opcode == OPCODE_LD && is_here(scan, in);
    if (separates(scan, in)) close_groups(&scan->loads);
    if ((separates(scan, in) && !store) || loads) close_groups(&scan->stores);
    if (load || store) scan_access(scan, in, out, store);
    count_assigned(in, scan->versions);
}

// What an access says of its base. If the register changes in the block, what is known is of its last value.
static void learn(Scan *scan, const PtxInstruction *in, const Instruction *out) {
    bool accesses = (in->opcode == OPCODE_LD || in->opcode == OPCODE_ST) && is_here(scan, in) && in->guard < 0;
    if (!accesses) return;
    SharedAddress address = alignment_address(scan->alignment, address_of(in));
    unsigned size = (unsigned)out->bytes * out->list_count;
    if (address.root < 0 || size == 0 || size > PIECE_BYTES || address.offset % size != 0) return;
    uint32_t version = scan->ahead[address.root] + 1;
    if (scan->known_of[address.root] == version && scan->known[address.root] >= size) return;
    scan->known[address.root] = (uint8_t)size;
    scan->known_of[address.root] = version;
    scan->known_in[address.root] = scan->block;
}

static void scan_block(Scan *scan, const Decoder *decoder, uint32_t block) {
    const PtxInstruction *instructions = decoder->function->instructions;
    Instruction *out = &decoder->code->instructions[scan->blocks->place[block]];
    uint32_t count = decode_order(decoder, scan->blocks, block);
    assert(scan->blocks->place[block] + count <= scan->blocks->end[block]);
    scan->block = block;
    for (uint32_t k = 0; k < count && scan->space == SPACE_GLOBAL; k++) {
        learn(scan, &instructions[decoder->order[k]], &out[k]);
        count_assigned(&instructions[decoder->order[k]], scan->ahead);
    }
    for (uint32_t k = 0; k < count; k++) scan_instruction(scan, &instructions[decoder->order[k]], &out[k]);
    close_groups(&scan->loads);
    close_groups(&scan->stores);
}

// Whether there is anything that could be merged: for global memory, an access that tells of an alignment.
static bool concerns(const Scan *scan, const PtxFunction *function) {
    for (uint32_t n = 0; n < function->instruction_count; n++) {
        const PtxInstruction *in = &function->instructions[n];
        if (!is_plain(scan, in, OPCODE_LD) && !is_plain(scan, in, OPCODE_ST)) continue;
        bool wide = ptx_has(in, "v2") || ptx_has(in, "v4") || ptx_type_bytes(ptx_type(in)) == 8;
        if (scan->space == SPACE_SHARED || wide) return true;
    }
    return false;
}

static void merge_in(const Decoder *decoder, const Blocks *blocks, PtxSpace space) {
    size_t registers = decoder->function->register_count + 1;
    Scan scan = {.space = space, .blocks = blocks, .loads.arena = decoder->scratch, .stores.arena = decoder->scratch};
    if (!concerns(&scan, decoder->function)) return;
    Alignment *alignment = alignment_find(decoder);
    scan.alignment = alignment;
    scan.versions = arena_array(decoder->scratch, 4 * registers, sizeof *scan.versions);
    scan.ahead = scan.versions + registers;
    scan.known_of = scan.ahead + registers;
    scan.known_in = scan.known_of + registers;
    scan.known = arena_array(decoder->scratch, registers, 1);
    for (uint32_t block = 0; block < blocks->count; block++)
        if (blocks->place[block] != UINT32_MAX) scan_block(&scan, decoder, block);
}

void merged_accesses_find(const Decoder *decoder, const Blocks *blocks) {
    merge_in(decoder, blocks, SPACE_SHARED);
    merge_in(decoder, blocks, SPACE_GLOBAL);
}
