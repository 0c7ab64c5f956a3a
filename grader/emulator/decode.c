// decode.c - from a parsed kernel to code that runs: slots for registers, literals, layout, branch targets.
//
// A kernel and every function it can reach become one Program. Each function is cut into basic blocks, the blocks
// are put in layout order, and each instruction is bound: registers to slots of the frame, literals to a pool of
// ready-made lanes. Branch targets are patched last, when every block has its place.
#include "decode.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORD_SLOT (4 * WARP_LANES)
#define LONG_SLOT (8 * WARP_LANES)
#define CALL_STACK_BYTES 16384 // per thread, for kernels that call functions

// ---- literals: each distinct value once, as a register full of it -------------------------------------------------

typedef struct LiteralPool {
    struct Entry { uint64_t bits; uint32_t offset; bool wide, used; } *table;
    uint32_t capacity, count;
    uint8_t *bytes[2];        // WORD, LONG
    size_t used[2], room[2];
} LiteralPool;

static uint64_t literal_hash(uint64_t bits, bool wide) { return (bits * 0x9e3779b97f4a7c15ull ^ wide) >> 16; }

static struct Entry *literal_entry(LiteralPool *pool, uint64_t bits, bool wide) {
    uint32_t at = literal_hash(bits, wide) & (pool->capacity - 1);
    while (pool->table[at].used && (pool->table[at].bits != bits || pool->table[at].wide != wide))
        at = (at + 1) & (pool->capacity - 1);
    return &pool->table[at];
}

static void literals_grow(LiteralPool *pool) {
    LiteralPool larger = {.capacity = pool->capacity ? pool->capacity * 2 : 64};
    larger.table = calloc(larger.capacity, sizeof *larger.table);
    for (uint32_t n = 0; n < pool->capacity; n++)
        if (pool->table[n].used) *literal_entry(&larger, pool->table[n].bits, pool->table[n].wide) = pool->table[n];
    free(pool->table);
    pool->table = larger.table;
    pool->capacity = larger.capacity;
}

static uint32_t literal_store(LiteralPool *pool, uint64_t bits, bool wide) {
    size_t bytes = wide ? LONG_SLOT : WORD_SLOT;
    if (pool->used[wide] + bytes > pool->room[wide]) {
        pool->room[wide] = 2 * pool->room[wide] + 16 * bytes;
        pool->bytes[wide] = realloc(pool->bytes[wide], pool->room[wide]);
    }
    uint8_t *at = pool->bytes[wide] + pool->used[wide];
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        if (wide) ((uint64_t *)(void *)at)[lane] = bits;
        else ((uint32_t *)(void *)at)[lane] = (uint32_t)bits;
    pool->used[wide] += bytes;
    return (uint32_t)(pool->used[wide] - bytes);
}

static Operand literal_operand(LiteralPool *pool, uint64_t bits, bool wide) {
    if (2 * pool->count >= pool->capacity) literals_grow(pool);
    struct Entry *entry = literal_entry(pool, bits, wide);
    if (!entry->used) {
        *entry = (struct Entry){bits, literal_store(pool, bits, wide), wide, true};
        pool->count++;
    }
    return (Operand){.bank = wide ? BANK_LITERAL_LONG : BANK_LITERAL_WORD, .offset = entry->offset};
}

Operand decode_literal(Decoder *decoder, PtxType type, uint64_t bits) {
    unsigned bytes = ptx_type_bytes(type);
    if (type == TYPE_PRED) // two slots at the pool's start: all false, all true
        return (Operand){.bank = BANK_LITERAL_PREDICATE, .offset = bits ? 4 : 0};
    if (bytes < 8) bits &= (1ull << 8 * bytes) - 1;
    return literal_operand(decoder->literals, bits, bytes == 8);
}

// ---- errors --------------------------------------------------------------------------------------------------

bool decode_fail(Decoder *decoder, const PtxInstruction *in, const char *format, ...) {
    char text[160], reason[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    ptx_print(decoder->module, decoder->function, in, text, sizeof text);
    snprintf(decoder->error->message, sizeof decoder->error->message, "%s: %s", text, reason);
    decoder->error->location = decoder->location;
    return false;
}

// ---- operands ------------------------------------------------------------------------------------------------

static const Operand SINK = {.bank = BANK_SINK};
static const Operand UNBOUND = {.bank = BANK_COUNT};

bool operand_is_bound(Operand operand) { return operand.bank != BANK_COUNT; }

static Bank bank_of(PtxType type) {
    return type == TYPE_PRED ? BANK_PREDICATE : ptx_type_bytes(type) == 8 ? BANK_LONG : BANK_WORD;
}

static Operand fail_operand(Decoder *decoder, const PtxInstruction *in, const char *reason) {
    decode_fail(decoder, in, "%s", reason);
    return UNBOUND;
}

static Operand bind_register(Decoder *decoder, const PtxInstruction *in, const PtxOperand *operand, PtxType type) {
    Operand slot = decoder->registers[operand->index];
    if (slot.bank != bank_of(type)) return fail_operand(decoder, in, "register's width does not fit the instruction");
    slot.negated = operand->negated;
    return slot;
}

static Operand bind_immediate(Decoder *decoder, const PtxOperand *operand, PtxType type) {
    double wide;
    float narrow;
    uint64_t bits = operand->bits;
    memcpy(&wide, &bits, sizeof wide);
    if (type == TYPE_F32 && operand->literal == LITERAL_F64) {
        narrow = (float)wide;
        bits = 0;
        memcpy(&bits, &narrow, sizeof narrow);
    } else if (type == TYPE_F64 && operand->literal == LITERAL_F32) {
        memcpy(&narrow, &bits, sizeof narrow);
        wide = narrow;
        memcpy(&bits, &wide, sizeof wide);
    }
    return decode_literal(decoder, type, bits);
}

// A local variable's address depends on the frame: a hidden register is set to it when the frame is entered.
static Operand bind_local_address(Decoder *decoder, uint32_t offset) {
    Code *code = decoder->code;
    for (uint32_t n = 0; n < code->local_address_count; n++)
        if (code->local_addresses[n].offset == offset)
            return (Operand){.bank = BANK_LONG, .offset = code->local_addresses[n].slot};
    size_t size = (code->local_address_count + 1) * sizeof *code->local_addresses;
    code->local_addresses = realloc(code->local_addresses, size);
    code->local_addresses[code->local_address_count++] = (struct LocalAddress){code->long_bytes, offset};
    code->long_bytes += LONG_SLOT;
    return (Operand){.bank = BANK_LONG, .offset = code->long_bytes - LONG_SLOT};
}

static Operand bind_variable(Decoder *decoder, const PtxInstruction *in, const PtxOperand *operand, PtxType type) {
    const PtxVariable *variable = &decoder->module->variables[operand->index];
    uint32_t local = decoder->local_offset[operand->index];
    uint64_t offset = (uint64_t)operand->offset;
    switch (variable->space) {
    case SPACE_SHARED:
        return decode_literal(decoder, type, decoder->shared_offset[operand->index] + offset);
    case SPACE_GLOBAL:
    case SPACE_CONST:
        return decode_literal(decoder, type, variable->offset + offset);
    case SPACE_PARAM:
        if (decoder->function->is_entry && local == UINT32_MAX)
            return decode_literal(decoder, type, PARAMETER_OFFSET + variable->offset + offset);
        break;
    default: break;
    }
    if (local == UINT32_MAX || ptx_type_bytes(type) != 8) return fail_operand(decoder, in, "address of this variable");
    return bind_local_address(decoder, local + (uint32_t)offset);
}

Operand decode_operand(Decoder *decoder, const PtxInstruction *in, const PtxOperand *operand, PtxType type) {
    switch (operand->kind) {
    case OPERAND_REGISTER: return bind_register(decoder, in, operand, type);
    case OPERAND_IMMEDIATE: return bind_immediate(decoder, operand, type);
    case OPERAND_VARIABLE: return bind_variable(decoder, in, operand, type);
    case OPERAND_FUNCTION: return decode_literal(decoder, type, FUNCTION_WINDOW + 16ull * operand->index);
    case OPERAND_SINK: return SINK;
    case OPERAND_SPECIAL:
        if (operand->index >= SPECIAL_STATIC_COUNT) return SINK; // the operation reads it itself
        if (ptx_type_bytes(type) == 8) return fail_operand(decoder, in, "special register is not 64 bits wide");
        return (Operand){.bank = BANK_SPECIAL, .offset = operand->index * WORD_SLOT};
    default: return fail_operand(decoder, in, "operand is not supported here");
    }
}

bool decode_address(Decoder *decoder, const PtxInstruction *in, const PtxOperand *operand, Instruction *out) {
    if (operand->kind != OPERAND_ADDRESS) return decode_fail(decoder, in, "expected an address in brackets");
    PtxOperand base = *operand;
    out->extra = (uint64_t)operand->offset;
    switch (operand->base) {
    case BASE_REGISTER:
        out->a = decoder->registers[operand->index];
        if (out->a.bank == BANK_PREDICATE) return decode_fail(decoder, in, "address is a predicate");
        return true;
    case BASE_VARIABLE:
        base.kind = OPERAND_VARIABLE;
        base.offset = 0;
        out->a = decode_operand(decoder, in, &base, TYPE_U64);
        return operand_is_bound(out->a);
    default: out->a = decode_literal(decoder, TYPE_U64, 0); return true;
    }
}

bool decode_list(Decoder *decoder, const PtxInstruction *in, const PtxOperand *operand, PtxType type,
                 Instruction *out) {
    bool vector = operand->kind == OPERAND_VECTOR;
    uint32_t count = vector ? operand->count : 1;
    if (count > 8) return decode_fail(decoder, in, "more than eight elements");
    Operand *list = calloc(count, sizeof *list);
    out->list = list;
    out->list_count = (uint8_t)count;
    for (uint32_t n = 0; n < count; n++) {
        list[n] = decode_operand(decoder, in, vector ? &operand->elements[n] : operand, type);
        if (!operand_is_bound(list[n])) return false;
    }
    return true;
}

PtxSpace decode_space(const PtxInstruction *in) {
    static const struct { const char *name; PtxSpace space; } SPACES[] = {
        {"global", SPACE_GLOBAL}, {"shared", SPACE_SHARED}, {"shared::cta", SPACE_SHARED}, {"local", SPACE_LOCAL},
        {"const", SPACE_CONST}, {"param", SPACE_PARAM}, {"param::entry", SPACE_PARAM}, {"param::func", SPACE_PARAM}};
    for (size_t n = 0; n < sizeof SPACES / sizeof *SPACES; n++)
        if (ptx_has(in, SPACES[n].name)) return SPACES[n].space;
    return SPACE_GENERIC;
}

PtxType decode_type(const PtxInstruction *in) {
    for (uint32_t n = in->modifier_count; n-- > 0;) {
        PtxType type = ptx_type_named(in->modifiers[n]);
        if (type != TYPE_NONE) return type;
    }
    return TYPE_NONE;
}

static uint32_t add_site(Decoder *decoder, InstructionClass class, unsigned space) {
    Program *program = decoder->program;
    if (program->site_count == program->site_room) {
        program->site_room = 2 * program->site_room + 64;
        program->sites = realloc(program->sites, program->site_room * sizeof *program->sites);
    }
    program->sites[program->site_count] = (Site){(uint8_t)class, (uint8_t)space, decoder->location};
    return program->site_count++;
}

uint32_t decode_site(Decoder *decoder, InstructionClass class) { return add_site(decoder, class, SITE_GLOBAL); }

uint32_t decode_memory_site(Decoder *decoder, InstructionClass class, PtxSpace space) {
    if (space != SPACE_GENERIC)
        return add_site(decoder, class, space == SPACE_SHARED ? SITE_SHARED : space == SPACE_LOCAL ? SITE_LOCAL : SITE_GLOBAL);
    uint32_t first = add_site(decoder, class, SITE_GLOBAL);
    add_site(decoder, class, SITE_SHARED);
    add_site(decoder, class, SITE_LOCAL);
    return first;
}

// ---- one function --------------------------------------------------------------------------------------------

static const struct { const char *mnemonic; DecodeFunction decode; } IRREGULARS[] = {
#define IRREGULAR(mnemonic, function) {mnemonic, function},
#include "irregular.def"
#undef IRREGULAR
};

// A conversion's source may be wider than its type; its handler looks at the bank.
static Operand bind_source(Decoder *decoder, const PtxInstruction *in, const PtxOperand *operand, PtxType type, bool wide) {
    bool as_it_is = wide && operand->kind == OPERAND_REGISTER && decoder->registers[operand->index].bank == BANK_LONG;
    return as_it_is ? decoder->registers[operand->index] : decode_operand(decoder, in, operand, type);
}

static bool bind_operation(Decoder *decoder, const PtxInstruction *in, const Operation *operation, Instruction *out) {
    Operand *places[] = {&out->a, &out->b, &out->c, &out->e};
    uint32_t place = 0;
    for (uint32_t n = 0; n < in->operand_count; n++) {
        const PtxOperand *operand = &in->operands[n];
        if (n >= OPERATION_OPERANDS || place >= 4) return decode_fail(decoder, in, "too many operands");
        PtxType type = operation->type[n];
        bool destination = n == 0 && operation->has_destination;
        if (type == TYPE_NONE) continue;
        Operand *to = destination ? &out->d : places[place++];
        if (operand->kind == OPERAND_VECTOR) {
            if (!decode_list(decoder, in, operand, type, out)) return false;
            continue;
        }
        bool pair = operand->kind == OPERAND_PREDICATES;
        if (pair) out->pair = decode_operand(decoder, in, &operand->elements[1], TYPE_PRED);
        *to = bind_source(decoder, in, pair ? &operand->elements[0] : operand, type, operation->wide_sources && !destination);
        if (!operand_is_bound(*to) || !operand_is_bound(out->pair)) return false;
    }
    return true;
}

static bool decode_instruction(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    *out = (Instruction){.d = SINK, .a = SINK, .b = SINK, .c = SINK, .e = SINK, .pair = SINK, .guard = SINK,
                         .location = decoder->location, .source = (uint32_t)(in - decoder->function->instructions)};
    if (in->guard >= 0) {
        out->guard = decoder->registers[in->guard];
        out->guard.negated = in->guard_negated;
    }
    for (size_t n = 0; n < sizeof IRREGULARS / sizeof *IRREGULARS; n++)
        if (!strcmp(in->mnemonic, IRREGULARS[n].mnemonic)) return IRREGULARS[n].decode(decoder, in, out);
    Operation operation = {0};
    char reason[160] = "";
    if (!operation_find(in, &operation, reason)) return decode_fail(decoder, in, "%s", reason);
    out->run = operation.run;
    out->class = operation.class;
    out->extra = operation.extra;
    out->site = decode_site(decoder, operation.class);
    return bind_operation(decoder, in, &operation, out);
}

// Slots for all registers of a function, and how often each is read.
static void assign_registers(Decoder *decoder) {
    const PtxFunction *function = decoder->function;
    Code *code = decoder->code;
    for (uint32_t n = 0; n < function->register_count; n++) {
        Bank bank = bank_of(function->registers[n].type);
        uint32_t *used = bank == BANK_WORD ? &code->word_bytes
                         : bank == BANK_LONG ? &code->long_bytes : &code->predicate_bytes;
        decoder->registers[n] = (Operand){.bank = bank, .offset = *used & ((1u << 27) - 1)};
        *used += bank == BANK_WORD ? WORD_SLOT : bank == BANK_LONG ? LONG_SLOT : 4;
    }
}

static void count_reads(Decoder *decoder, const PtxOperand *operand) {
    if (operand->kind == OPERAND_REGISTER) decoder->reads[operand->index]++;
    if (operand->kind == OPERAND_ADDRESS && operand->base == BASE_REGISTER) decoder->reads[operand->index]++;
    for (uint32_t n = 0; n < operand->count && operand->elements; n++) count_reads(decoder, &operand->elements[n]);
}

static uint32_t align_up(uint32_t value, uint32_t align) { return (value + align - 1) / (align ? align : 1) * (align ? align : 1); }

// Local variables and parameters that live in the frame's part of the stack.
static bool assign_locals(Decoder *decoder) {
    uint32_t function = (uint32_t)(decoder->function - decoder->module->functions);
    uint64_t used = 0;
    for (uint32_t n = 0; n < decoder->module->variable_count; n++) {
        const PtxVariable *variable = &decoder->module->variables[n];
        decoder->local_offset[n] = UINT32_MAX;
        if (variable->function != (int32_t)function) continue;
        bool formal = false;
        for (uint32_t p = 0; p < decoder->function->parameter_count; p++)
            formal |= decoder->function->parameters[p] == n;
        bool in_frame = variable->space == SPACE_LOCAL ||
                        (variable->space == SPACE_PARAM && !(formal && decoder->function->is_entry));
        if (!in_frame) continue;
        used = align_up((uint32_t)used, variable->align);
        decoder->local_offset[n] = (uint32_t)used;
        used += variable->size;
        if (used > 1u << 26) return false;
    }
    decoder->code->local_bytes = align_up((uint32_t)used, 16);
    return true;
}

typedef struct {
    uint32_t *block_of;   // by PTX instruction (and one past the end)
    uint32_t *first;      // by block: its first PTX instruction; [count]: instruction_count
    uint32_t *place;      // by block: its first instruction in the layout, UINT32_MAX: not reachable
    BlockEdges *edges;
    uint32_t count;
} Blocks;

static const struct PtxTable *branch_table(const PtxFunction *function, const PtxInstruction *in) {
    const PtxOperand *last = &in->operands[in->operand_count - 1];
    return last->kind == OPERAND_LABEL && last->count ? &function->tables[last->count - 1] : NULL;
}

bool operation_is_branch(const PtxInstruction *in) { return !strcmp(in->mnemonic, "bra"); }

bool operation_ends_path(const PtxInstruction *in) {
    return in->guard < 0 && (!strcmp(in->mnemonic, "bra") || !strcmp(in->mnemonic, "brx") ||
                             !strcmp(in->mnemonic, "ret") || !strcmp(in->mnemonic, "exit"));
}

static bool ends_block(const PtxInstruction *in) {
    return operation_is_branch(in) || operation_ends_path(in) || !strcmp(in->mnemonic, "brx");
}

static void find_blocks(const PtxFunction *function, Blocks *blocks) {
    uint32_t count = function->instruction_count;
    uint8_t *leader = calloc(count + 2, 1);
    leader[0] = 1;
    for (uint32_t n = 0; n < count; n++) {
        const PtxInstruction *in = &function->instructions[n];
        if (ends_block(in)) leader[n + 1] = 1;
        for (uint32_t o = 0; o < in->operand_count; o++)
            if (in->operands[o].kind == OPERAND_LABEL && !in->operands[o].count) leader[in->operands[o].index] = 1;
    }
    for (uint32_t t = 0; t < function->table_count; t++)
        for (uint32_t n = 0; function->tables[t].branches && n < function->tables[t].count; n++)
            leader[function->tables[t].labels[n]] = 1;
    blocks->block_of = calloc(count + 2, sizeof(uint32_t));
    blocks->first = calloc(count + 3, sizeof(uint32_t));
    leader[count] = 1; // the end of the function is a block of its own: an implicit return
    for (uint32_t n = 0; n <= count; n++) {
        if (leader[n]) blocks->first[blocks->count++] = n;
        blocks->block_of[n] = blocks->count - 1;
    }
    blocks->first[blocks->count] = count;
    free(leader);
}

static void find_edges(const PtxFunction *function, Blocks *blocks) {
    blocks->edges = calloc(blocks->count, sizeof *blocks->edges);
    blocks->place = malloc(blocks->count * sizeof *blocks->place);
    for (uint32_t b = 0; b < blocks->count; b++) {
        BlockEdges *edges = &blocks->edges[b];
        edges->next[0] = edges->next[1] = -1;
        blocks->place[b] = UINT32_MAX;
        if (b == blocks->count - 1) continue;
        const PtxInstruction *last = &function->instructions[blocks->first[b + 1] - 1];
        if (!operation_ends_path(last)) edges->next[0] = (int32_t)b + 1;
        if (operation_is_branch(last)) edges->next[1] = (int32_t)blocks->block_of[last->operands[0].index];
        const struct PtxTable *table = strcmp(last->mnemonic, "brx") ? NULL : branch_table(function, last);
        if (!table) continue;
        uint32_t *more = malloc(table->count * sizeof *more);
        for (uint32_t n = 0; n < table->count; n++) more[n] = blocks->block_of[table->labels[n]];
        edges->more = more;
        edges->more_count = table->count;
    }
}

static void free_blocks(Blocks *blocks) {
    for (uint32_t b = 0; b < blocks->count; b++) free((void *)blocks->edges[b].more);
    free(blocks->edges);
    free(blocks->place);
    free(blocks->block_of);
    free(blocks->first);
}

static void note_location(Decoder *decoder, uint32_t location) {
    if (location && decoder->module->locations[location].line) decoder->location = location;
}

static bool decode_block(Decoder *decoder, const Blocks *blocks, uint32_t block) {
    Code *code = decoder->code;
    for (uint32_t n = blocks->first[block]; n < blocks->first[block + 1]; n++) {
        const PtxInstruction *in = &decoder->function->instructions[n];
        note_location(decoder, in->location);
        if (!decode_instruction(decoder, in, &code->instructions[code->count])) return false;
        code->count++;
    }
    return true;
}

void run_jump(Warp *warp, const Instruction *i); // control.c: the layout's own jumps, which nobody counts
void run_return(Warp *warp, const Instruction *i);

static void emit(Code *code, Handler run, uint32_t target_block) {
    code->instructions[code->count++] = (Instruction){
        .run = run, .d = SINK, .a = SINK, .b = SINK, .c = SINK, .e = SINK, .pair = SINK, .guard = SINK, .extra = target_block};
}

// Decodes the blocks in layout order; falls through where the next block follows, jumps where it does not.
static bool decode_blocks(Decoder *decoder, Blocks *blocks) {
    uint32_t *order = malloc(blocks->count * sizeof *order);
    uint32_t reached = layout_order(blocks->edges, blocks->count, order);
    Code *code = decoder->code;
    code->instructions = calloc(decoder->function->instruction_count + blocks->count + 1, sizeof *code->instructions);
    bool good = true;
    for (uint32_t n = 0; n < reached && good; n++) {
        uint32_t block = order[n];
        blocks->place[block] = code->count;
        good = decode_block(decoder, blocks, block);
        if (block == blocks->count - 1) emit(code, run_return, 0);
        else if (blocks->edges[block].next[0] >= 0 && (n + 1 == reached || order[n + 1] != block + 1))
            emit(code, run_jump, block + 1);
    }
    free(order);
    return good;
}

void run_branch(Warp *warp, const Instruction *i);
void run_branch_table(Warp *warp, const Instruction *i);

// Branches were decoded with their target's block (or PTX instruction); now every block has its place.
static void patch_targets(Decoder *decoder, const Blocks *blocks) {
    Code *code = decoder->code;
    for (uint32_t n = 0; n < code->count; n++) {
        Instruction *i = &code->instructions[n];
        if (i->run == run_jump) {
            i->extra = (uintptr_t)&code->instructions[blocks->place[i->extra]];
        } else if (i->run == run_branch) {
            i->extra = (uintptr_t)&code->instructions[blocks->place[blocks->block_of[i->extra]]];
        } else if (i->run == run_branch_table) {
            const struct PtxTable *table = &decoder->function->tables[i->extra];
            const Instruction **targets = malloc((table->count + 1) * sizeof *targets);
            for (uint32_t t = 0; t < table->count; t++)
                targets[t] = &code->instructions[blocks->place[blocks->block_of[table->labels[t]]]];
            targets[table->count] = NULL;
            i->extra = (uintptr_t)targets;
        }
    }
}

static uint32_t *offsets_of(const Decoder *decoder, const uint32_t *variables, uint32_t count) {
    uint32_t *offsets = calloc(count + 1, sizeof *offsets);
    for (uint32_t n = 0; n < count; n++) offsets[n] = decoder->local_offset[variables[n]];
    return offsets;
}

static void note_parameters(Decoder *decoder) {
    Code *code = decoder->code;
    if (decoder->function->is_entry) return;
    code->formal_count = decoder->function->parameter_count;
    code->formals = offsets_of(decoder, decoder->function->parameters, code->formal_count);
    code->result_count = decoder->function->result_count;
    code->results = offsets_of(decoder, decoder->function->results, code->result_count);
}

static bool decode_function(Decoder *decoder, Code *code) {
    const PtxFunction *function = code->source;
    decoder->code = code;
    decoder->function = function;
    decoder->location = function->location;
    decoder->registers = calloc(function->register_count + 1, sizeof *decoder->registers);
    decoder->reads = calloc(function->register_count + 1, sizeof *decoder->reads);
    assign_registers(decoder);
    for (uint32_t n = 0; n < function->instruction_count; n++) {
        const PtxInstruction *in = &function->instructions[n];
        for (uint32_t o = 0; o < in->operand_count; o++) count_reads(decoder, &in->operands[o]);
        if (in->guard >= 0) decoder->reads[in->guard]++;
    }
    Blocks blocks = {0};
    find_blocks(function, &blocks);
    find_edges(function, &blocks);
    bool good = assign_locals(decoder);
    if (!good) snprintf(decoder->error->message, sizeof decoder->error->message, "more than 64 MB of local variables");
    if (good) note_parameters(decoder);
    good = good && decode_blocks(decoder, &blocks);
    if (good) patch_targets(decoder, &blocks);
    free_blocks(&blocks);
    free(decoder->registers);
    free(decoder->reads);
    return good;
}

// ---- the whole program -----------------------------------------------------------------------------------------

static void reach(Program *program, uint32_t function) {
    if (program->code_of[function] >= 0 || program->module->functions[function].is_extern) return;
    program->code_of[function] = (int32_t)program->code_count;
    program->codes[program->code_count++] =
        (Code){.function = function, .source = &program->module->functions[function]};
}

static void reach_operand(Program *program, const PtxOperand *operand) {
    if (operand->kind == OPERAND_FUNCTION) reach(program, operand->index);
    for (uint32_t n = 0; n < operand->count && operand->elements; n++) reach_operand(program, &operand->elements[n]);
}

static void reach_pointed_functions(Program *program) {
    for (uint32_t v = 0; v < program->module->variable_count; v++)
        for (uint32_t r = 0; r < program->module->variables[v].relocation_count; r++)
            if (program->module->variables[v].relocations[r].is_function)
                reach(program, program->module->variables[v].relocations[r].index);
}

static bool calls_indirectly(const PtxInstruction *in) {
    if (strcmp(in->mnemonic, "call")) return false;
    for (uint32_t o = 0; o < in->operand_count; o++)
        if (in->operands[o].kind == OPERAND_FUNCTION) return false;
    return true;
}

static void reach_all(Program *program) {
    for (uint32_t c = 0; c < program->code_count; c++) {
        const PtxFunction *function = program->codes[c].source;
        for (uint32_t n = 0; n < function->instruction_count; n++) {
            const PtxInstruction *in = &function->instructions[n];
            if (!strcmp(in->mnemonic, "call")) program->has_calls = true;
            if (calls_indirectly(in)) reach_pointed_functions(program);
            for (uint32_t o = 0; o < in->operand_count; o++) reach_operand(program, &in->operands[o]);
        }
    }
}

static void mark_variables(const PtxOperand *operand, uint8_t *used) {
    bool names = operand->kind == OPERAND_VARIABLE ||
                 (operand->kind == OPERAND_ADDRESS && operand->base == BASE_VARIABLE);
    if (names) used[operand->index] = 1;
    for (uint32_t n = 0; n < operand->count && operand->elements; n++) mark_variables(&operand->elements[n], used);
}

// Lays out the shared variables that the program's code names; the unsized ones (dynamic) all start behind them.
static void lay_out_shared(Decoder *decoder) {
    Program *program = decoder->program;
    const PtxModule *module = program->module;
    uint8_t *used = calloc(module->variable_count + 1, 1);
    for (uint32_t c = 0; c < program->code_count; c++)
        for (uint32_t n = 0; n < program->codes[c].source->instruction_count; n++) {
            const PtxInstruction *in = &program->codes[c].source->instructions[n];
            for (uint32_t o = 0; o < in->operand_count; o++) mark_variables(&in->operands[o], used);
        }
    uint64_t end = 0, dynamic_align = 1;
    for (uint32_t v = 0; v < module->variable_count; v++) {
        const PtxVariable *variable = &module->variables[v];
        decoder->shared_offset[v] = UINT32_MAX;
        if (variable->space != SPACE_SHARED || !used[v]) continue;
        if (!variable->size) {
            if (variable->align > dynamic_align) dynamic_align = variable->align;
            continue;
        }
        end = align_up((uint32_t)end, variable->align);
        decoder->shared_offset[v] = (uint32_t)end;
        end += variable->size;
        if (end > 1u << 24) end = 1u << 24; // refused at the launch
    }
    program->static_shared_bytes = (uint32_t)end;
    for (uint32_t v = 0; v < module->variable_count; v++)
        if (module->variables[v].space == SPACE_SHARED && used[v] && !module->variables[v].size)
            decoder->shared_offset[v] = align_up((uint32_t)end, (uint32_t)dynamic_align);
    free(used);
}

static void take_literals(Program *program, LiteralPool *pool) {
    program->literals[0] = pool->bytes[0];
    program->literals[1] = pool->bytes[1];
    program->literals[2] = calloc(2, 4);
    memset(program->literals[2] + 4, 0xff, 4);
    free(pool->table);
}

static uint32_t parameter_bytes(const PtxModule *module, const PtxFunction *kernel) {
    uint32_t end = 0;
    for (uint32_t p = 0; p < kernel->parameter_count; p++) {
        const PtxVariable *variable = &module->variables[kernel->parameters[p]];
        uint32_t last = (uint32_t)(variable->offset + variable->size);
        if (last > end) end = last;
    }
    return end;
}

Program *program_decode(const PtxModule *module, const PtxFunction *kernel, DecodeError *error) {
    Program *program = calloc(1, sizeof *program);
    LiteralPool literals = {0};
    Decoder decoder = {.program = program, .module = module, .literals = &literals, .error = error};
    program->module = module;
    program->kernel = kernel;
    program->codes = calloc(module->function_count, sizeof *program->codes);
    program->code_of = malloc(module->function_count * sizeof *program->code_of);
    memset(program->code_of, -1, module->function_count * sizeof *program->code_of);
    decoder.local_offset = calloc(module->variable_count + 1, sizeof(uint32_t));
    decoder.shared_offset = calloc(module->variable_count + 1, sizeof(uint32_t));
    decode_site(&decoder, CLASS_OTHER); // site 0
    reach(program, (uint32_t)(kernel - module->functions));
    reach_all(program);
    lay_out_shared(&decoder);
    program->parameter_bytes = parameter_bytes(module, kernel);
    bool good = true;
    for (uint32_t c = 0; c < program->code_count && good; c++) good = decode_function(&decoder, &program->codes[c]);
    program->local_bytes = program->codes[0].local_bytes + (program->has_calls ? CALL_STACK_BYTES : 0);
    take_literals(program, &literals);
    free(decoder.local_offset);
    free(decoder.shared_offset);
    if (good) return program;
    program_free(program);
    return NULL;
}

static void code_free(Code *code) {
    for (uint32_t n = 0; n < code->count; n++) {
        free((void *)code->instructions[n].list);
        if (code->instructions[n].run == run_branch_table) free((void *)(uintptr_t)code->instructions[n].extra);
    }
    free(code->instructions);
    free(code->local_addresses);
    free(code->formals);
    free(code->results);
}

void program_free(Program *program) {
    if (!program) return;
    for (uint32_t c = 0; c < program->code_count; c++) code_free(&program->codes[c]);
    for (unsigned n = 0; n < 3; n++) free(program->literals[n]);
    free(program->codes);
    free(program->code_of);
    free(program->sites);
    free(program);
}
