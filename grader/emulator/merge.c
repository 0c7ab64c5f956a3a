// merge.c - which neighbouring accesses to shared memory the assembler makes one access of.
//
// Between two points where shared memory may change or be waited for, loads of 4 or of 8 bytes in one aligned piece of
// 16 become one load if at least three quarters of the piece are asked for, in one of 8 if all of it is. Stores that
// follow one another, with no other access to shared memory between, become one if they fill an aligned piece of 4, 8
// or 16. All of that was read off the machine code of small kernels, and the counts of golden/*.csv agree with it.
#include "merge.h"
#include "alignment.h"
#include <stdlib.h>
#include <string.h>

#define PIECE_BYTES 16

// Accesses of one kind and size in one piece: which of its bytes, and by which instructions.
typedef struct {
    bool store;
    unsigned size; // of one access
    int32_t root;
    uint32_t version;                // of the root: assignments seen in this block
    int64_t piece;                   // offset of its first byte from the root
    unsigned bytes;                  // of the piece: 16, or less if the root is less aligned
    Instruction *of[PIECE_BYTES];    // by byte in the piece: the access that begins there
    Instruction *order[PIECE_BYTES]; // as they come in the program
    unsigned count;
} Group;

typedef struct {
    Group *groups;
    uint32_t count, room;
} Groups;

// ---- a group that is complete ----------------------------------------------------------------------------------

static bool fills(const Group *group, unsigned first, unsigned bytes) {
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
        group->order[n]->merged_bytes = led ? MERGED_AWAY : (uint8_t)bytes;
        group->order[n]->merged_from = (int8_t)((int)first - (int)at);
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
    return a->size == b->size && a->root == b->root && a->version == b->version && a->piece == b->piece;
}

static int64_t round_down(int64_t value, int64_t unit) { return value - ((value % unit) + unit) % unit; }

static Group *add_group(Groups *groups, const Group *group) {
    if (groups->count == groups->room) {
        groups->room = 2 * groups->room + 16;
        groups->groups = realloc(groups->groups, groups->room * sizeof *groups->groups);
    }
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
    group->order[group->count++] = out;
}

// Shared memory may be another after it, or has to be as it was before it; or it ends a block of the machine code.
static bool separates(const PtxInstruction *in) {
    static const char *const ALWAYS[] = {"bar", "barrier", "membar", "fence", "nanosleep", "call", "cp", NULL};
    static const char *const WRITES[] = {"st", "stmatrix", "atom", "red", NULL};
    if (ptx_is_one_of(in, ALWAYS) || decode_is_subroutine(in)) return true;
    PtxSpace space = decode_space(in);
    bool writes = ptx_is_one_of(in, WRITES) || (!strcmp(in->mnemonic, "wmma") && ptx_has(in, "store"));
    return writes && (space == SPACE_SHARED || space == SPACE_GENERIC);
}

static bool is_plain(const PtxInstruction *in, const char *mnemonic) {
    return !strcmp(in->mnemonic, mnemonic) && decode_space(in) == SPACE_SHARED && in->guard < 0 &&
           !ptx_has(in, "volatile") && !ptx_has(in, "relaxed") && !ptx_has(in, "acquire") && !ptx_has(in, "release");
}

typedef struct {
    const Alignment *alignment;
    uint32_t *versions; // by register: assignments seen in this block
    Groups loads, stores;
} Scan;

static void scan_access(Scan *scan, const PtxInstruction *in, Instruction *out, bool store) {
    SharedAddress address = alignment_address(scan->alignment, &in->operands[store ? 0 : 1]);
    unsigned size = (unsigned)out->bytes * out->list_count, smallest = store ? 2 : 4;
    Group key = {.store = store, .size = size, .root = address.root, .bytes = PIECE_BYTES};
    if (address.zeros < 4) key.bytes = 1u << address.zeros;
    if (size < smallest || size >= key.bytes || address.offset % size != 0) {
        if (store) close_groups(&scan->stores);
        return;
    }
    key.version = address.root >= 0 ? scan->versions[address.root] : 0;
    key.piece = round_down(address.offset, key.bytes);
    add_access(store ? &scan->stores : &scan->loads, &key, (unsigned)(address.offset - key.piece), out);
}

// A load that is left out is not there.
static void scan_instruction(Scan *scan, const PtxInstruction *in, Instruction *out) {
    if (out->redundant) {
        decode_count_results(in, scan->versions);
        return;
    }
    bool load = is_plain(in, "ld"), store = is_plain(in, "st");
    bool loads = !strcmp(in->mnemonic, "ld") && (decode_space(in) == SPACE_SHARED || decode_space(in) == SPACE_GENERIC);
    if (separates(in)) close_groups(&scan->loads);
    if ((separates(in) && !store) || loads) close_groups(&scan->stores);
    if (load || store) scan_access(scan, in, out, store);
    decode_count_results(in, scan->versions);
}

static bool uses_shared_memory(const PtxFunction *function) {
    for (uint32_t n = 0; n < function->instruction_count; n++)
        if (is_plain(&function->instructions[n], "ld") || is_plain(&function->instructions[n], "st")) return true;
    return false;
}

void merge_find(const Decoder *decoder, const Blocks *blocks) {
    if (!uses_shared_memory(decoder->function)) return;
    Scan scan = {0};
    Alignment *alignment = alignment_find(decoder);
    scan.alignment = alignment;
    scan.versions = calloc(decoder->function->register_count + 1, sizeof *scan.versions);
    for (uint32_t block = 0; block < blocks->count; block++) {
        if (blocks->place[block] == UINT32_MAX) continue;
        Instruction *out = &decoder->code->instructions[blocks->place[block]];
        uint32_t count = decode_order(decoder, blocks, block);
        for (uint32_t k = 0; k < count; k++)
            scan_instruction(&scan, &decoder->function->instructions[decoder->order[k]], out++);
        close_groups(&scan.loads);
        close_groups(&scan.stores);
    }
    free(scan.loads.groups);
    free(scan.stores.groups);
    free(scan.versions);
    alignment_free(alignment);
}
