// load_waits.c - where a warp stalls because it needs what it has loaded from global memory.
//
// A load does not make its warp wait; the first instruction that needs its value does (on hardware by the scoreboard).
// In PTX that is often the very next one, even where loads follow that do not depend on it. ptxas moves such loads up:
// it asks for all it can before it needs any of them. So an instruction that needs a loaded value is put off here, and
// with it whatever needs its result, until something cannot pass it:
//   - a load whose address needs a loaded value, or that may read what a put-off store writes: one to the same space,
//     unless the load is one of read-only memory (.nc: const __restrict__); any load, where an atomic was put off;
//   - a branch that needs a loaded value;
//   - the branch back to a loop's head. Of a loop that ptxas unrolls by four only that of every fourth iteration;
//   - a barrier, a fence, a call, the end.
// There the warp waits for all that it has asked for. Branches forward stop nothing: ptxas replaces short ones by
// predicates. A mov is not a need: ptxas renames the register. What is loaded and not needed yet stays in flight, so
// loads for the next iteration of a loop are counted with those of this one.
//
// What ptxas does beyond that is not known here: it puts fewer loads ahead when registers run short.
#include "load_waits.h"
#include "../assembled/fused_multiply_add.h"
#include "../assembled/unrolled_loops.h"
#include "in_flight.h"

#include <assert.h>
#include <string.h>

enum { UNROLLED_TURNS = 4 };
#define NONE UINT32_MAX
// Ahead.flags: something was put off, and what is among it.
enum { PUT_OFF = 1, SHARED_STORE = 2, GLOBAL_STORE = 4, ATOMIC = 8 };

// What is not there yet at a point of the function.
typedef struct {
    uint64_t *loaded; // by register, a bit: it needs a load
    uint32_t flags;
    uint32_t first; // the first instruction that was put off
} Ahead;

typedef struct {
    Decoder *decoder;
    const Blocks *blocks;
    size_t words;
    Ahead *before;       // by block
    uint8_t *waits;      // by PTX instruction: it waits every n-th time; 0: never
    uint32_t *needs;     // by PTX instruction that waits: the one that needs the value
    uint8_t *turns;      // by block: iterations of the loop that it ends which are one in machine code
    uint32_t waits_back; // of the block: the branch back to a loop's head that waits, NONE
    Ahead now;
} Search;

// ---- registers ----

static bool any_loaded_of(const Search *search, OperandWalk walk) {
    for (const PtxOperand *operand; (operand = operand_next(&walk));)
        if (operand_names_register(operand) && search->now.loaded[operand->index / 64] >> operand->index % 64 & 1)
            return true;
    return false;
}

static bool sources_are_loaded(const Search *search, const PtxInstruction *in) {
    bool guard = in->guard >= 0 && search->now.loaded[in->guard / 64] >> in->guard % 64 & 1;
    return guard || any_loaded_of(search, operands_read(in));
}

// What is assigned under a guard may be what it was before.
static void assign(Search *search, const PtxInstruction *in, bool loaded) {
    OperandWalk walk = operands_assigned(in);
    for (const PtxOperand *result; (result = operand_next(&walk));) {
        if (result->kind != OPERAND_REGISTER) continue;
        uint64_t bit = 1ull << result->index % 64, *word = &search->now.loaded[result->index / 64];
        if (loaded) *word |= bit;
        else if (in->guard < 0) *word &= ~bit;
    }
}

static void put_off(Search *search, uint32_t n, uint32_t flags) {
    if (!search->now.flags) search->now.first = n;
    search->now.flags |= PUT_OFF | flags;
}

// The warp waits in front of instruction n: everything is there.
static void wait_at(Search *search, uint32_t n, uint8_t turns) {
    search->waits[n] = turns;
    search->needs[n] = search->now.flags ? search->now.first : n;
    memset(search->now.loaded, 0, search->words * sizeof(uint64_t));
    search->now.flags = 0;
}

// ---- instructions ----

// Into registers.
static bool loads(const PtxInstruction *in) {
    unsigned marks = facts_of(in)->marks;
    return marks & LOADS || (marks & LOADS_IF_LOAD && ptx_has(in, "load"));
}

static bool stores(const PtxInstruction *in) {
    unsigned order = facts_of(in)->order;
    return order == WRITES || order == WRITES_SHARED || (order == WRITES_IF_STORE && ptx_has(in, "store"));
}

static bool is_global(PtxSpace space) { return space == SPACE_GLOBAL || space == SPACE_GENERIC; }

static uint32_t store_flags(PtxSpace space) {
    return (is_global(space) ? GLOBAL_STORE : 0u) |
           (space == SPACE_SHARED || space == SPACE_GENERIC ? SHARED_STORE : 0u);
}

static void visit_load(Search *search, const PtxInstruction *in, uint32_t n) {
    PtxSpace space = ptx_space(in);
    bool read_only = ptx_has(in, "nc"), global = is_global(space);
    uint32_t stops = (global ? ATOMIC : 0u) | (global && !read_only ? GLOBAL_STORE : 0u) |
                     (space == SPACE_SHARED || space == SPACE_GENERIC ? SHARED_STORE : 0u);
    bool behind_store = search->now.flags & stops;
    if (sources_are_loaded(search, in) || behind_store) wait_at(search, n, 1);
    assign(search, in, global);
}

// A reduction (red) is a store. An atomic that returns the old value is also a load.
static void visit_store(Search *search, const PtxInstruction *in, uint32_t n) {
    PtxSpace space = ptx_space(in);
    bool returns = in->opcode == OPCODE_ATOM;
    if (returns && is_global(space) && search->now.flags & GLOBAL_STORE) wait_at(search, n, 1);
    uint32_t flags = store_flags(space) | (returns || in->opcode == OPCODE_RED ? ATOMIC : 0u);
    if (sources_are_loaded(search, in)) put_off(search, n, flags);
    if (returns) assign(search, in, is_global(space) || sources_are_loaded(search, in));
}

// Nothing passes these. Asynchronous copies do not wait for loads to begin.
static bool stops_all(const PtxInstruction *in) {
    const InstructionFacts *facts = facts_of(in);
    if (in->opcode == OPCODE_CP) return ptx_has(in, "wait_group") || ptx_has(in, "wait_all");
    return facts->order == FENCE || in->opcode == OPCODE_MBARRIER ||
           (facts->flow != GOES_ON && facts->flow != BRANCHES);
}

static bool any_loaded(const Search *search) {
    for (size_t w = 0; w < search->words; w++)
        if (search->now.loaded[w]) return true;
    return false;
}

// What a function loads may be needed by who called it.
static void visit_stop(Search *search, const PtxInstruction *in, uint32_t n) {
    bool ends = facts_of(in)->flow == ENDS, calls = facts_of(in)->flow == CALLS;
    bool leaves = calls || (ends && !search->decoder->function->is_entry);
    if (search->now.flags || sources_are_loaded(search, in) || (leaves && any_loaded(search))) wait_at(search, n, 1);
    assign(search, in, false);
}

// A branch that no lane takes is not run here, yet the warp had to wait for its predicate: so its comparison waits.
static void visit_branch(Search *search, const PtxInstruction *in, uint32_t n) {
    bool back = in->operands[0].kind == OPERAND_LABEL && in->operands[0].index <= n;
    bool compared = n > 0 && in[-1].opcode == OPCODE_SETP && in[-1].guard < 0;
    if (sources_are_loaded(search, in)) wait_at(search, compared ? n - 1 : n, 1);
    else if (back && search->now.flags) search->waits_back = n;
}

static void visit_other(Search *search, const PtxInstruction *in, uint32_t n) {
    bool loaded = sources_are_loaded(search, in);
    if (loaded && in->opcode != OPCODE_MOV) put_off(search, n, 0);
    assign(search, in, loaded);
}

static void visit(Search *search, uint32_t n) {
    const PtxInstruction *in = &search->decoder->function->instructions[n];
    if (loads(in)) visit_load(search, in, n);
    else if (stores(in)) visit_store(search, in, n);
    else if (facts_of(in)->flow == BRANCHES) visit_branch(search, in, n);
    else if (stops_all(in)) visit_stop(search, in, n);
    else visit_other(search, in, n);
}

// ---- the function ----

// Adds what may be ahead at the end of a block to its successor; true if that is news.
static bool ahead_add(const Search *search, Ahead *to) {
    const Ahead *from = &search->now;
    bool news = (from->flags & ~to->flags) != 0;
    if (from->flags && (!to->flags || from->first < to->first)) to->first = from->first;
    to->flags |= from->flags;
    for (size_t w = 0; w < search->words; w++) {
        news |= (from->loaded[w] & ~to->loaded[w]) != 0;
        to->loaded[w] |= from->loaded[w];
    }
    return news;
}

// The edge that a branch takes which waits.
static bool is_way_back(const Search *search, uint32_t block, int32_t to) {
    return search->waits_back != NONE && to <= (int32_t)block;
}

static bool visit_block(Search *search, uint32_t block) {
    const BlockEdges *edges = &search->blocks->edges[block];
    bool news = false;
    memcpy(search->now.loaded, search->before[block].loaded, search->words * sizeof(uint64_t));
    search->now.flags = search->before[block].flags;
    search->now.first = search->before[block].first;
    search->waits_back = NONE;
    for (uint32_t n = search->blocks->first[block]; n < search->blocks->first[block + 1]; n++) {
        search->waits[n] = 0;
        visit(search, n);
    }
    // A warp that leaves the loop does not branch back, and waits later.
    if (search->waits_back == NONE || search->decoder->function->instructions[search->waits_back].guard >= 0)
        for (uint32_t e = 0; e < flow_edge_count(edges); e++)
            if (flow_edge(edges, e) >= 0 && !is_way_back(search, block, flow_edge(edges, e)))
                news |= ahead_add(search, &search->before[flow_edge(edges, e)]);
    if (search->waits_back != NONE) wait_at(search, search->waits_back, search->turns[block]);
    return news;
}

static void visit_function(Search *search) {
    const Flow *flow = &search->blocks->flow;
    for (bool news = true; news;) {
        news = false;
        for (uint32_t n = 0; n < flow->reached; n++) news |= visit_block(search, flow->order[n]);
    }
}

// ---- what the warp does there ----

static uint32_t site_of(const Search *search, const Code *code, const uint32_t *place, uint32_t n) {
    uint32_t at = place[search->needs[n]] != UINT32_MAX ? search->needs[n] : n;
    return code->instructions[place[at]].site;
}

static void mark(Search *search) {
    Code *code = search->decoder->code;
    const Blocks *blocks = search->blocks;
    uint32_t count = search->decoder->function->instruction_count;
    uint32_t *place =
        arena_array(search->decoder->scratch, count + 1, sizeof *place); // by PTX instruction: in the code
    memset(place, 0xff, (count + 1) * sizeof *place);
    for (uint32_t block = 0; block < blocks->count; block++) {
        if (blocks->place[block] == UINT32_MAX) continue;
        uint32_t decoded = decode_order(search->decoder, blocks, block);
        assert(blocks->place[block] + decoded <= blocks->end[block]);
        for (uint32_t k = 0; k < decoded; k++) place[search->decoder->order[k]] = blocks->place[block] + k;
    }
    code->load_waits = decode_keep(search->decoder, (code->count + 1) * sizeof *code->load_waits);
    for (uint32_t n = 0; n < count; n++) {
        if (!search->waits[n] || place[n] == UINT32_MAX) continue;
        Instruction *i = &code->instructions[place[n]];
        assert(i->run != run_load_wait);
        code->load_waits[place[n]] =
            (LoadWait){.run = i->run, .site = site_of(search, code, place, n), .turns = search->waits[n]};
        i->run = run_load_wait;
    }
}

static bool loads_from_global(const PtxFunction *function) {
    for (uint32_t n = 0; n < function->instruction_count; n++) {
        const PtxInstruction *in = &function->instructions[n];
        if ((loads(in) || in->opcode == OPCODE_ATOM) && is_global(ptx_space(in))) return true;
    }
    return false;
}

void load_waits_find(Decoder *decoder, const Blocks *blocks) {
    uint32_t count = decoder->function->instruction_count, blocks_count = blocks->count;
    if (!loads_from_global(decoder->function)) return;
    Search search = {.decoder = decoder, .blocks = blocks, .words = decoder->function->register_count / 64 + 1};
    Arena *scratch = decoder->scratch;
    uint64_t *bits = arena_array(scratch, (blocks_count + 1) * search.words, sizeof *bits);
    search.before = arena_array(scratch, blocks_count, sizeof *search.before);
    search.waits = arena_array(scratch, count + 1, 1);
    search.needs = arena_array(scratch, count + 1, sizeof *search.needs);
    search.turns = arena_array(scratch, blocks_count, 1);
    for (uint32_t block = 0; block < blocks_count; block++) {
        search.before[block].loaded = bits + block * search.words;
        search.turns[block] = unrolled_by_assembler(decoder, blocks, block) ? UNROLLED_TURNS : 1;
    }
    search.now.loaded = bits + blocks_count * search.words;
    visit_function(&search);
    mark(&search);
}
