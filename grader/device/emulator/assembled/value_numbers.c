// value_numbers.c - which registers have the same value, found by a walk over a function's blocks in the order of its
// flow.
//
// This is value numbering: equal operations on equal values give equal values. A register is settled if it is assigned
// once, under no guard, and the assignment dominates every use, as in SSA form: then its name stands for one
// computation. Any other gets a value of its own with each assignment, and with each entry of a loop that assigns it,
// so that between two places of the walk where it has one value, and no loop is entered, nothing assigns it.
#include "value_numbers.h"
#include "../../system/hash.h"
#include <assert.h>
#include <string.h>

// Bases that need no walk: addresses of variables, special registers that never change, and plain numbers.
#define BASE_VARIABLES (1u << 30)
#define BASE_SPECIALS (2u << 30)
#define BASE_NUMBER (3u << 30)

enum { MOST_SOURCES = 4 };

typedef struct {
    uint64_t hash; // 0: nothing here
    const PtxInstruction *in;
    Value source[MOST_SOURCES];
    uint32_t base;
} Computation;

// A register that a loop assigns and that is not settled: one more of the loop's.
typedef struct {
    uint32_t index, next; // next: place in the list + 1, 0: none
} Unsettled;

struct Values {
    Arena *arena;
    const PtxFunction *function;
    const Blocks *blocks;
    Value *held;          // by register
    uint32_t *assignment; // by register: 1 + the instruction that assigns it, 0: none
    uint8_t *settled;     // by register
    uint32_t *newest;     // by base
    uint32_t count, room; // bases
    Computation *computations;
    uint64_t mask; // places for computations are a power of two, and more than there are instructions
    Unsettled *unsettled;
    uint32_t unsettled_count, unsettled_room;
    uint32_t *of_loop; // by header: place in unsettled + 1
};

// Whatever a call names may be its result.
static OperandWalk assigned_by(const PtxInstruction *in) {
    return facts_of(in)->flow == CALLS ? operands_all(in) : operands_assigned(in);
}

// ---- settled registers ---------------------------------------------------------------------------------------------

static void note_assignments(Values *values, uint32_t where) {
    const PtxInstruction *in = &values->function->instructions[where];
    const PtxOperand *result;
    for (OperandWalk walk = assigned_by(in); (result = operand_next(&walk));) {
        if (result->kind != OPERAND_REGISTER) continue;
        bool first = values->assignment[result->index] == 0;
        values->assignment[result->index] = where + 1;
        values->settled[result->index] = first && in->guard < 0;
    }
}

static void check_use(Values *values, uint32_t index, uint32_t where) {
    uint32_t at = values->assignment[index] - 1;
    if (!values->settled[index] || at == UINT32_MAX) return;
    uint32_t from = values->blocks->block_of[at], to = values->blocks->block_of[where];
    values->settled[index] = from == to ? at < where : flow_dominates(&values->blocks->flow, from, to);
}

static void find_settled(Values *values) {
    const PtxFunction *function = values->function;
    const Blocks *blocks = values->blocks;
    for (uint32_t n = 0; n < function->instruction_count; n++) note_assignments(values, n);
    for (uint32_t n = 0; n < function->instruction_count; n++) {
        const PtxInstruction *in = &function->instructions[n];
        if (blocks->flow.number[blocks->block_of[n]] == NO_BLOCK) continue;
        const PtxOperand *source;
        for (OperandWalk walk = operands_read(in); (source = operand_next(&walk));)
            if (operand_names_register(source)) check_use(values, source->index, n);
        if (in->guard >= 0) check_use(values, (uint32_t)in->guard, n);
    }
}

static void add_unsettled(Values *values, uint32_t index, uint32_t header) {
    if (values->unsettled_count == values->unsettled_room)
        values->unsettled =
            arena_grow(values->arena, values->unsettled, &values->unsettled_room, sizeof *values->unsettled);
    values->unsettled[values->unsettled_count++] = (Unsettled){index, values->of_loop[header]};
    values->of_loop[header] = values->unsettled_count;
}

static void note_unsettled(Values *values, const PtxInstruction *in, uint32_t header) {
    const PtxOperand *result;
    for (OperandWalk walk = assigned_by(in); (result = operand_next(&walk));)
        if (result->kind == OPERAND_REGISTER && !values->settled[result->index])
            add_unsettled(values, result->index, header);
}

// false: loops are nested too deeply
static bool find_unsettled(Values *values) {
    const Flow *flow = &values->blocks->flow;
    for (uint32_t b = 0; b < flow->count; b++) {
        uint32_t depth = 0;
        for (uint32_t header = flow->loop[b]; header != NO_BLOCK; header = flow->around[header]) {
            if (++depth > VALUES_DEEPEST) return false;
            for (uint32_t n = values->blocks->first[b]; n < values->blocks->first[b + 1]; n++)
                note_unsettled(values, &values->function->instructions[n], header);
        }
    }
    return true;
}

// ---- computations --------------------------------------------------------------------------------------------------

uint32_t values_new(Values *values, uint32_t newest) {
    if (values->count == BASE_VARIABLES) arena_exhausted(values->arena);
    if (values->count == values->room)
        values->newest = arena_grow(values->arena, values->newest, &values->room, sizeof *values->newest);
    assert(newest <= values->count);
    values->newest[values->count] = newest ? newest : values->count;
    return values->count++;
}

uint32_t values_now(const Values *values) { return values->count; }

uint32_t values_newest(const Values *values, Value value) {
    return value.base < BASE_VARIABLES ? values->newest[value.base] : 0;
}

static const Value NO_VALUE = {UINT32_MAX, 0};

Value values_of(const Values *values, const PtxOperand *operand) {
    bool changes = operand->kind == OPERAND_SPECIAL && operand->index >= SPECIAL_STATIC_COUNT;
    bool part = operand->kind == OPERAND_REGISTER && (operand->bits || operand->negated);
    if (changes || part) return NO_VALUE;
    switch (operand->kind) {
    case OPERAND_REGISTER: return values->held[operand->index];
    case OPERAND_IMMEDIATE: return (Value){BASE_NUMBER, (int64_t)operand->bits};
    case OPERAND_SPECIAL: return (Value){BASE_SPECIALS | operand->index, 0};
    case OPERAND_VARIABLE: return (Value){BASE_VARIABLES | operand->index, operand->offset};
    case OPERAND_ADDRESS: break;
    default: return NO_VALUE;
    }
    if (operand->base == BASE_NONE) return (Value){BASE_NUMBER, operand->offset};
    if (operand->base == BASE_VARIABLE) return (Value){BASE_VARIABLES | operand->index, operand->offset};
    Value value = values->held[operand->index];
    value.offset += operand->offset;
    return value;
}

static uint64_t hash_of(const Computation *wanted) {
    uint64_t hash = 1;
    hash = hash_mixed(hash, wanted->in->opcode);
    for (uint32_t m = 0; m < wanted->in->modifier_count; m++)
        for (const char *c = wanted->in->modifiers[m]; *c; c++) hash = hash_mixed(hash, (uint8_t)*c);
    for (unsigned n = 0; n < MOST_SOURCES; n++)
        hash = hash_mixed(hash_mixed(hash, wanted->source[n].base), (uint64_t)wanted->source[n].offset) ^ hash >> 32;
    return hash | 1;
}

static bool same_computation(const Computation *a, const Computation *b) {
    if (a->hash != b->hash || a->in->opcode != b->in->opcode) return false;
    if (a->in->modifier_count != b->in->modifier_count) return false;
    for (uint32_t m = 0; m < a->in->modifier_count; m++)
        if (strcmp(a->in->modifiers[m], b->in->modifiers[m])) return false;
    for (unsigned n = 0; n < MOST_SOURCES; n++)
        if (a->source[n].base != b->source[n].base || a->source[n].offset != b->source[n].offset) return false;
    return true;
}

static uint32_t base_of(Values *values, const Computation *wanted) {
    uint64_t place;
    HASH_SEARCH(place, wanted->hash >> 20, values->mask,
                !values->computations[place].hash || same_computation(&values->computations[place], wanted));
    Computation *known = &values->computations[place];
    if (known->hash) return known->base;
    *known = *wanted;
    uint32_t newest = 1;
    for (unsigned n = 0; n < MOST_SOURCES; n++) {
        uint32_t of_source = values_newest(values, wanted->source[n]);
        newest = of_source > newest ? of_source : newest;
    }
    return known->base = values_new(values, newest);
}

// Does the result follow from the sources alone?
static bool is_pure(const PtxInstruction *in) {
    return facts_of(in)->marks & PURE && in->guard < 0 && !ptx_has(in, "cc");
}

static bool adds_number(const PtxInstruction *in) {
    PtxType type = ptx_type(in);
    bool whole = type < TYPE_F16 && ptx_type_bytes(type) >= 4;
    return in->opcode == OPCODE_ADD && whole && in->operand_count == 3 && !ptx_has(in, "sat");
}

static Value wrapped(Value value, const PtxInstruction *in) {
    if (ptx_type_bytes(ptx_type(in)) == 4) value.offset = (int32_t)value.offset;
    return value;
}

static Value result_of(Values *values, const PtxInstruction *in) {
    Computation wanted = {.in = in};
    if (!is_pure(in) || in->operand_count < 2 || in->operand_count > MOST_SOURCES + 1) return NO_VALUE;
    for (uint32_t n = 1; n < in->operand_count; n++) {
        wanted.source[n - 1] = values_of(values, &in->operands[n]);
        if (wanted.source[n - 1].base == UINT32_MAX) return NO_VALUE;
    }
    if (adds_number(in) && wanted.source[1].base == BASE_NUMBER) {
        wanted.source[0].offset += wanted.source[1].offset;
        return wrapped(wanted.source[0], in);
    }
    if (in->opcode == OPCODE_MOV) return wanted.source[0];
    wanted.hash = hash_of(&wanted);
    return (Value){base_of(values, &wanted), 0};
}

// ---- the walk ------------------------------------------------------------------------------------------------------

static void assign_new(Values *values, uint32_t index) { values->held[index] = (Value){values_new(values, 0), 0}; }

void values_enter(Values *values, uint32_t block) {
    assert(block < values->blocks->count);
    if (values->blocks->flow.loop[block] != block) return;
    for (uint32_t n = values->of_loop[block]; n; n = values->unsettled[n - 1].next)
        assign_new(values, values->unsettled[n - 1].index);
}

static bool has_settled_result(const Values *values, const PtxInstruction *in) {
    const PtxOperand *result = &in->operands[0];
    return ptx_has_result(in) && result->kind == OPERAND_REGISTER && values->settled[result->index];
}

void values_follow(Values *values, const PtxInstruction *in) {
    Value result = has_settled_result(values, in) ? result_of(values, in) : NO_VALUE;
    if (result.base != UINT32_MAX) {
        values->held[in->operands[0].index] = result;
        return;
    }
    const PtxOperand *assigned;
    for (OperandWalk walk = assigned_by(in); (assigned = operand_next(&walk));)
        if (assigned->kind == OPERAND_REGISTER) assign_new(values, assigned->index);
}

void values_learn(Values *values, const PtxInstruction *in, uint32_t base) {
    if (has_settled_result(values, in)) values->held[in->operands[0].index] = (Value){base, 0};
}

Values *values_begin(const Decoder *decoder, const Blocks *blocks) {
    const PtxFunction *function = decoder->function;
    uint32_t registers = function->register_count;
    Values *values = arena_array(decoder->scratch, 1, sizeof *values);
    *values = (Values){.arena = decoder->scratch, .function = function, .blocks = blocks, .mask = 15};
    while (values->mask < 2ull * function->instruction_count) values->mask = 2 * values->mask + 1;
    values->held = arena_array(decoder->scratch, registers + 1, sizeof *values->held);
    values->assignment = arena_array(decoder->scratch, registers + 1, sizeof *values->assignment);
    values->settled = arena_array(decoder->scratch, registers + 1, 1);
    values->computations = arena_array(decoder->scratch, values->mask + 1, sizeof *values->computations);
    values->of_loop = arena_array(decoder->scratch, blocks->count + 1, sizeof *values->of_loop);
    values_new(values, 0); // base 0 is unused
    for (uint32_t n = 0; n < registers; n++) assign_new(values, n);
    find_settled(values);
    return find_unsettled(values) ? values : NULL;
}
