// redundant_loads.c - redundant load elimination: which loads the assembler leaves out, as a register has the value.
//
// The rule, read off what ptxas 13.0 -O3 made of some 500 small kernels for sm_90 (test_redundant_loads.c has them):
//
// A load is left out if on every path to it the same address was loaded, or stored to, with the same width, and nothing
// since may have changed the memory. Addresses are the same if they are computed in the same way (value_numbers.c). Any
// store to the same space or to a generic address changes all of it, also one to another offset from the same register;
// so do atomics and reductions. Barriers, also those of a warp, fences, nanosleep, prefetches, asynchronous copies and
// calls change everything; shuffles, votes, loads of any kind and what touches another space change nothing. Memory
// read with .nc changes only in calls. Whatever stands between in the order of the blocks counts, not only what is on
// the path: with `if (c) store; else load;` the load stays. A loop between them counts like a store.
//
// Bytes and halves are the same only with the same sign; 4 bytes of any type are the same, and so are elements
// of vectors; 8 bytes are not two times 4. Volatile, relaxed and acquire loads are never left out and help no other.
// What a load has beside its type (.cg, .L1::evict_last) must be the same. One that a pragma says to be used in part is
// neither left out nor a help.
//
// Nothing is known where a loop begins. But a load in a loop's first block whose address does not change, where nothing
// in the loop changes the memory, is hoisted in front of the loop first (loop-invariant code motion). There it may find
// its value; what it leaves behind in the loop finds nothing. A value is still known after the loop, unless the loop is
// tested at its top, for ptxas rotates such loops.
//
// What ptxas removes beyond that stays counted: what is hoisted and finds nothing in front of the loop, what it finds
// after it has unrolled a loop or replaced a branch by predicates, values that outlive a loop in shared memory. So does
// what it removes in some kernels and not in others: values that leave nested loops, stored ones there, and stored ones
// after the point where the two sides of a branch meet again.
#include "redundant_loads.h"
#include "../../system/hash.h"
#include "fused_multiply_add.h"
#include "value_numbers.h"
#include <assert.h>
#include <string.h>

enum { GLOBAL_MEMORY, SHARED_MEMORY, LOCAL_MEMORY, GENERIC_MEMORY, CONSTANT_MEMORY, MEMORIES };
enum {
    GLOBAL_BIT = 1 << GLOBAL_MEMORY,
    SHARED_BIT = 1 << SHARED_MEMORY,
    LOCAL_BIT = 1 << LOCAL_MEMORY,
    GENERIC_BIT = 1 << GENERIC_MEMORY,
    CHANGING = GLOBAL_BIT | SHARED_BIT | LOCAL_BIT | GENERIC_BIT,
    EVERYTHING = (1 << MEMORIES) - 1
};
enum { CHUNK = 64, LARGEST_ACCESS = 16 };

// What a register gets from memory: bytes from an address, in one state of the memory.
typedef struct {
    uint8_t memory, bytes;
    bool is_signed;
    Value address;
    uint32_t state;
    uint64_t manner; // hash of what else the load says
} Contents;

typedef struct {
    Contents contents; // bytes 0: nothing here
    uint32_t base;     // the value, to value_numbers.c
    uint32_t slot;     // its bit, from 0; UINT32_MAX: nobody asks for it a second time
    bool again;
} Key;

// That an instruction loads or stores one of these.
typedef struct {
    uint32_t key, instruction;
    bool asks, gives;
    bool moves;   // hoisted in front of the loop
    bool removed; // if it moves: its value is known in front of the loop
} Use;

typedef struct {
    const Decoder *decoder;
    const Blocks *blocks;
    Values *values;
    Key *keys;
    uint64_t mask;
    uint32_t slots;
    Use *uses;
    uint32_t use_count, use_room;
    uint32_t *first_use;        // by place in the order of blocks, and one more
    uint8_t *changes;           // by instruction: a bit for each memory that it may change
    uint8_t *loop_changes;      // by header
    uint8_t *contains_loop;     // by header
    uint8_t *closed;            // by block: values do not leave it
    uint32_t state[MEMORIES];   // as the walk goes on
    uint32_t outside[MEMORIES]; // as it was in front of the last header
    uint32_t *began;            // by header: values_now() when it was entered
    uint64_t *available;        // by block: of a chunk of slots, those that are known at its end
    uint64_t *stored;           // of these, those known from a store
    uint8_t *redundant;         // by instruction
} Search;

// ---- what changes memory -------------------------------------------------------------------------------------------

static uint8_t changed_by_access(const PtxInstruction *in) {
    if (ptx_has(in, "shared::cluster") || ptx_has(in, "async") || ptx_has(in, "bulk")) return CHANGING;
    switch (ptx_space(in)) {
    case SPACE_GLOBAL: return GLOBAL_BIT | GENERIC_BIT;
    case SPACE_SHARED: return SHARED_BIT | GENERIC_BIT;
    case SPACE_LOCAL: return LOCAL_BIT | GENERIC_BIT;
    case SPACE_PARAM: return 0;
    default: return CHANGING;
    }
}

static uint8_t changed_by(const PtxInstruction *in) {
    switch ((ChangeFact)facts_of(in)->changes) {
    case CHANGES_NOTHING: return 0;
    case CHANGES_ITS_SPACE: return changed_by_access(in);
    case CHANGES_IF_STORE: return ptx_has(in, "store") ? changed_by_access(in) : 0;
    case CHANGES_SHARED: return SHARED_BIT | GENERIC_BIT;
    case CHANGES_MEMORY: return CHANGING;
    case CHANGES_UNLESS_COMMIT: return ptx_has(in, "commit_group") ? 0 : CHANGING;
    case CHANGES_EVERYTHING: break;
    }
    return EVERYTHING;
}

static void find_changes(Search *search) {
    const PtxFunction *function = search->decoder->function;
    const Blocks *blocks = search->blocks;
    const Flow *flow = &blocks->flow;
    for (uint32_t n = 0; n < function->instruction_count; n++)
        search->changes[n] = changed_by(&function->instructions[n]);
    for (uint32_t n = flow->reached; n-- > 0;) {
        uint32_t block = flow->order[n], header = flow->loop[block];
        if (header == NO_BLOCK) continue;
        for (uint32_t i = blocks->first[block]; i < blocks->first[block + 1]; i++)
            search->loop_changes[header] |= search->changes[i];
        uint32_t around = header == block ? flow->around[header] : NO_BLOCK;
        if (around != NO_BLOCK) search->loop_changes[around] |= search->loop_changes[header];
    }
}

// ---- loops that values do not leave --------------------------------------------------------------------------------

static bool leaves(const Flow *flow, uint32_t block, uint32_t header) {
    const BlockEdges *edges = &flow->edges[block];
    for (uint32_t e = 0; e < flow_edge_count(edges); e++)
        if (flow_edge(edges, e) >= 0 && !flow_in_loop(flow, (uint32_t)flow_edge(edges, e), header)) return true;
    return false;
}

static bool tested_at_its_end(const Flow *flow, uint32_t header) {
    for (uint32_t n = flow->first_from[header]; n < flow->first_from[header + 1]; n++)
        if (flow_in_loop(flow, flow->from[n], header) && leaves(flow, flow->from[n], header)) return true;
    return false;
}

static void find_closed(Search *search) {
    const Flow *flow = &search->blocks->flow;
    for (uint32_t b = 0; b < flow->count; b++)
        if (flow->loop[b] == b && flow->around[b] != NO_BLOCK) search->contains_loop[flow->around[b]] = 1;
    uint8_t *open = arena_array(search->decoder->scratch, flow->count + 1, 1); // by header
    for (uint32_t b = 0; b < flow->count; b++)
        if (flow->loop[b] == b && !search->contains_loop[b] && flow->around[b] == NO_BLOCK)
            open[b] = tested_at_its_end(flow, b);
    for (uint32_t b = 0; b < flow->count; b++)
        for (uint32_t header = flow->loop[b]; header != NO_BLOCK; header = flow->around[header])
            search->closed[b] |= !open[header] && leaves(flow, b, header);
}

// ---- contents ------------------------------------------------------------------------------------------------------

static bool names_memory_or_type(const char *modifier) {
    static const char *const NAMES[] = {"global", "shared", "shared::cta", "local", "weak", "v2", "v4", "v8", NULL};
    for (const char *const *name = NAMES; *name; name++)
        if (!strcmp(*name, modifier)) return true;
    return ptx_type_named(modifier) != TYPE_NONE;
}

static uint64_t manner_of(const PtxInstruction *in) {
    uint64_t hash = 0;
    for (uint32_t m = 0; m < in->modifier_count; m++)
        for (const char *c = in->modifiers[m]; !names_memory_or_type(in->modifiers[m]) && *c; c++)
            hash = hash_mixed(hash + 1, (uint8_t)*c);
    return hash;
}

static bool is_plain(const PtxInstruction *in) {
    bool other = ptx_is_ordered(in) || ptx_has(in, "async") || ptx_has(in, "bulk") || ptx_has(in, "shared::cluster");
    return !other && in->operand_count == 2 && !in->some_bytes; // two: no cache policy
}

static bool same_contents(const Contents *a, const Contents *b) {
    return a->memory == b->memory && a->bytes == b->bytes && a->is_signed == b->is_signed && a->manner == b->manner &&
           a->address.base == b->address.base && a->address.offset == b->address.offset && a->state == b->state;
}

static uint32_t place_of(const Search *search, const Contents *contents) {
    uint64_t hash = hash_mixed(contents->manner, contents->memory << 16 | contents->bytes << 8 | contents->is_signed);
    hash = hash_mixed(hash_mixed(hash_mixed(hash, contents->address.base), (uint64_t)contents->address.offset),
                      contents->state);
    uint64_t place;
    HASH_SEARCH(place, hash >> 24, search->mask,
                !search->keys[place].contents.bytes || same_contents(&search->keys[place].contents, contents));
    return (uint32_t)place;
}

static uint32_t newest_of(const Search *search, const Contents *contents) {
    uint32_t address = values_newest(search->values, contents->address);
    return address > contents->state ? address : contents->state;
}

static uint32_t key_of(Search *search, const Contents *contents, bool asks) {
    uint32_t place = place_of(search, contents);
    Key *key = &search->keys[place];
    if (key->contents.bytes && asks && !key->again) {
        key->again = true;
        key->slot = search->slots++;
    }
    if (!key->contents.bytes)
        *key = (Key){*contents, values_new(search->values, newest_of(search, contents)), UINT32_MAX, false};
    return place;
}

static bool memory_of(const PtxInstruction *in, uint8_t *memory) {
    switch (ptx_space(in)) {
    case SPACE_GLOBAL: *memory = ptx_has(in, "nc") ? CONSTANT_MEMORY : GLOBAL_MEMORY; return true;
    case SPACE_SHARED: *memory = SHARED_MEMORY; return true;
    case SPACE_LOCAL: *memory = LOCAL_MEMORY; return true;
    case SPACE_GENERIC: *memory = GENERIC_MEMORY; return true;
    default: return false;
    }
}

// Elements smaller than a word come to a register together.
static unsigned unit_of(unsigned element, unsigned count) {
    unsigned all = element * count;
    return element >= 4 ? element : all < 4 ? all : 4;
}

// ---- the walk ------------------------------------------------------------------------------------------------------

static void add_use(Search *search, const Use *use) {
    if (search->use_count == search->use_room)
        search->uses = arena_grow(search->decoder->scratch, search->uses, &search->use_room, sizeof *search->uses);
    search->uses[search->use_count++] = *use;
}

// In a loop that leaves this memory as it is, with an address from in front of it: from its first block, and where it
// contains other loops perhaps from others.
static bool moves(const Search *search, uint32_t block, const Contents *contents) {
    uint32_t header = search->blocks->flow.loop[block];
    if (header == NO_BLOCK || (header != block && !search->contains_loop[header])) return false;
    if (search->loop_changes[header] >> contents->memory & 1) return false;
    return values_newest(search->values, contents->address) < search->began[header];
}

// Values of stores are not known to be used in loops that contain others.
static bool gives(const Search *search, uint32_t block, const PtxInstruction *in, bool load) {
    uint32_t header = search->blocks->flow.loop[block];
    return in->guard < 0 && (load || header == NO_BLOCK || !search->contains_loop[header]);
}

static void learn(Search *search, const PtxInstruction *in, uint32_t key) {
    const PtxOperand *result = &in->operands[0];
    if (result->kind != OPERAND_REGISTER || in->guard >= 0) return;
    unsigned bytes = ptx_type_bytes(search->decoder->function->registers[result->index].type);
    if (bytes == search->keys[key].contents.bytes) values_learn(search->values, in, search->keys[key].base);
}

static void use_memory(Search *search, uint32_t block, uint32_t n, bool load) {
    const PtxInstruction *in = &search->decoder->function->instructions[n];
    const PtxOperand *list = &in->operands[load ? 0 : 1];
    PtxType type = ptx_type(in);
    Contents contents = {.address = values_of(search->values, &in->operands[load ? 1 : 0]), .manner = manner_of(in)};
    unsigned count = list->kind == OPERAND_VECTOR ? list->count : 1, bytes = ptx_type_bytes(type);
    unsigned unit = unit_of(bytes, count);
    bool useful = load || (contents.manner == 0 && in->guard < 0);
    if (!memory_of(in, &contents.memory) || !useful || !bytes || bytes > 8 || bytes * count > LARGEST_ACCESS) return;
    assert(unit && unit <= LARGEST_ACCESS && bytes * count % unit == 0);
    contents.bytes = (uint8_t)unit;
    contents.is_signed = load && unit < 4 && type >= TYPE_S8 && type <= TYPE_S64;
    bool moving = load && in->guard < 0 && moves(search, block, &contents);
    bool first = moving && search->blocks->flow.loop[block] == block;
    contents.state = first ? search->outside[contents.memory] : search->state[contents.memory];
    if (load) values_follow(search->values, in);
    for (unsigned at = 0; at < bytes * count; at += unit, contents.address.offset += unit) {
        uint32_t key = key_of(search, &contents, load);
        add_use(search, &(Use){key, n, .asks = load, .gives = gives(search, block, in, load), .moves = moving});
        if (load && bytes * count == unit) learn(search, in, key);
    }
}

static void walk_instruction(Search *search, uint32_t block, uint32_t n) {
    const PtxInstruction *in = &search->decoder->function->instructions[n];
    bool load = in->opcode == OPCODE_LD, keyed = (load || in->opcode == OPCODE_ST) && is_plain(in);
    for (unsigned memory = 0; memory < MEMORIES; memory++)
        if (search->changes[n] >> memory & 1) search->state[memory] = values_new(search->values, 0);
    uint32_t before = search->use_count;
    if (keyed) use_memory(search, block, n, load);
    if (!load || search->use_count == before) values_follow(search->values, in);
}

// A loop begins with new states.
static void enter_block(Search *search, uint32_t block) {
    if (search->blocks->flow.loop[block] == block) {
        search->began[block] = values_now(search->values);
        memcpy(search->outside, search->state, sizeof search->outside);
        for (unsigned memory = 0; memory < MEMORIES; memory++) search->state[memory] = values_new(search->values, 0);
    }
    values_enter(search->values, block);
}

static void walk(Search *search) {
    const Blocks *blocks = search->blocks;
    for (unsigned memory = 0; memory < MEMORIES; memory++) search->state[memory] = values_new(search->values, 0);
    for (uint32_t n = 0; n < blocks->flow.reached; n++) {
        uint32_t block = blocks->flow.order[n];
        search->first_use[n] = search->use_count;
        enter_block(search, block);
        for (uint32_t i = blocks->first[block]; i < blocks->first[block + 1]; i++) walk_instruction(search, block, i);
    }
    search->first_use[blocks->flow.reached] = search->use_count;
}

// ---- what is known where -------------------------------------------------------------------------------------------

// Available values: of the slots in the chunk, those known on all paths into the block, without the edges back from its
// own loop. What was stored is not sure to be known where two paths meet.
static uint64_t known_before(const Search *search, uint32_t block, uint64_t *stored) {
    const Flow *flow = &search->blocks->flow;
    uint64_t known = UINT64_MAX;
    uint32_t ways = 0;
    *stored = 0;
    for (uint32_t n = flow->first_from[block]; n < flow->first_from[block + 1]; n++) {
        if (flow->number[flow->from[n]] >= flow->number[block]) continue;
        known &= search->available[flow->from[n]];
        *stored |= search->stored[flow->from[n]];
        ways++;
    }
    if (ways > 1) known &= ~*stored;
    return ways && block != 0 ? known : 0;
}

static uint64_t bit_of(const Search *search, const Use *use, uint32_t first_slot) {
    uint32_t slot = search->keys[use->key].slot;
    return slot >= first_slot && slot - first_slot < CHUNK ? 1ull << (slot - first_slot) : 0;
}

// Loads are sure to be hoisted only from innermost loops.
static void visit(Search *search, uint32_t place, uint32_t first_slot) {
    uint32_t block = search->blocks->flow.order[place];
    bool header = search->blocks->flow.loop[block] == block;
    uint64_t stored, before = known_before(search, block, &stored), known = header ? 0 : before, moved = 0;
    for (uint32_t n = search->first_use[place]; n < search->first_use[place + 1]; n++) {
        Use *use = &search->uses[n];
        uint64_t bit = bit_of(search, use, first_slot);
        if (!bit) continue;
        bool in_front = header && use->moves && !search->contains_loop[block] && before & bit;
        if (use->asks) use->removed = in_front || known & bit;
        if (use->gives && !(known & bit)) stored = use->asks ? stored & ~bit : stored | bit;
        if (use->gives) known |= bit;
        if (use->moves) moved |= bit;
    }
    search->available[block] = search->closed[block] ? 0 : known & ~moved;
    search->stored[block] = stored;
}

static void find_known(Search *search) {
    for (uint32_t first = 0; first < search->slots; first += CHUNK)
        for (uint32_t place = 0; place < search->blocks->flow.reached; place++) visit(search, place, first);
}

static void mark(Search *search) {
    const Blocks *blocks = search->blocks;
    for (uint32_t n = 0; n < search->use_count; n++)
        if (search->uses[n].asks) search->redundant[search->uses[n].instruction] = 1;
    for (uint32_t n = 0; n < search->use_count; n++)
        if (!search->uses[n].removed) search->redundant[search->uses[n].instruction] = 0;
    for (uint32_t block = 0; block < blocks->count; block++) {
        if (blocks->place[block] == UINT32_MAX) continue;
        Instruction *out = &search->decoder->code->instructions[blocks->place[block]];
        uint32_t count = decode_order(search->decoder, blocks, block);
        for (uint32_t k = 0; k < count; k++)
            if (search->redundant[search->decoder->order[k]]) out[k].fate = FATE_REDUNDANT;
    }
}

static void run_search(Search *search, uint32_t accesses) {
    const Flow *flow = &search->blocks->flow;
    uint32_t count = search->decoder->function->instruction_count;
    search->mask = 15;
    while (search->mask < 2ull * LARGEST_ACCESS / 4 * accesses) search->mask = 2 * search->mask + 1;
    search->keys = arena_array(search->decoder->scratch, search->mask + 1, sizeof *search->keys);
    search->first_use = arena_array(search->decoder->scratch, flow->count + 1, sizeof *search->first_use);
    search->changes = arena_array(search->decoder->scratch, count + 1, 1);
    search->loop_changes = arena_array(search->decoder->scratch, flow->count + 1, 1);
    search->began = arena_array(search->decoder->scratch, flow->count + 1, sizeof *search->began);
    search->contains_loop = arena_array(search->decoder->scratch, flow->count + 1, 1);
    search->closed = arena_array(search->decoder->scratch, flow->count + 1, 1);
    search->available = arena_array(search->decoder->scratch, flow->count + 1, sizeof *search->available);
    search->stored = arena_array(search->decoder->scratch, flow->count + 1, sizeof *search->stored);
    search->redundant = arena_array(search->decoder->scratch, count + 1, 1);
    find_changes(search);
    find_closed(search);
    walk(search);
    find_known(search);
    mark(search);
}

// Loads that could be left out, and what else has their values; 0: nothing that could.
static uint32_t count_accesses(const PtxFunction *function) {
    uint32_t loads = 0, stores = 0;
    for (uint32_t n = 0; n < function->instruction_count; n++) {
        const PtxInstruction *in = &function->instructions[n];
        bool load = in->opcode == OPCODE_LD, store = in->opcode == OPCODE_ST;
        uint8_t memory;
        if (!(load || store) || !memory_of(in, &memory) || !is_plain(in)) continue;
        loads += load;
        stores += store;
    }
    return loads && loads + stores > 1 ? loads + stores : 0;
}

void redundant_loads_find(const Decoder *decoder, const Blocks *blocks) {
    uint32_t accesses = count_accesses(decoder->function);
    if (!accesses || !blocks->flow.reducible) return;
    Search search = {.decoder = decoder, .blocks = blocks, .values = values_begin(decoder, blocks)};
    if (search.values) run_search(&search, accesses);
}
