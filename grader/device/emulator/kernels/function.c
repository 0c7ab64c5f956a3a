// function.c - from a parsed function to code that runs: slots for registers, literals, layout, branch targets.
//
// A function is cut into basic blocks, the blocks are put in layout order, and each instruction is bound: registers
// to slots of the frame, literals to a pool of ready-made lanes. Branch targets are patched last, when every block
// has its place. (decode/operands.c has what the binding of one operand takes.)
#include "function.h"
#include "../assembled/folded_operations.h"
#include "../assembled/fused_multiply_add.h"
#include "../assembled/merged_accesses.h"
#include "../assembled/redundant_loads.h"
#include "../assembled/split_vectors.h"
#include "../assembled/sunk_operations.h"
#include "../assembled/unrolled_loops.h"
#include "../base/checked.h"
#include "../control/branches.h"
#include "../control/call.h"
#include "../decode/decoders.h"
#include "../decode/literal_pool.h"
#include "../decode/uniformity.h"
#include "../undefined/rules.h"
#include "../waits/load_waits.h"
#include "instruction_table.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

#define LOCAL_BYTES_MOST (1u << 26) // of a frame

enum { ARRAY_ALIGN = 8, FRAME_ALIGN = 16 };
_Static_assert(sizeof((Decoder *)NULL)->bases / sizeof *((Decoder *)NULL)->bases == SHAPES, "a register for each slot");

static const DecodeFunction DECODERS[OPCODE_COUNT] = {
    [OPCODE_OTHER] = decode_arithmetic,
#define INSTRUCTION(name, mnemonic, decoder, ...) [OPCODE_##name] = decoder,
#include "../instructions/instructions.def"
};

static const struct {
    PtxOpcode opcode;
    const char *modifier;
    DecodeFunction decode;
} FORMS[] = {
#define INSTRUCTION(...)
#define FORM(name, modifier, decoder) {OPCODE_##name, modifier, decoder},
#include "../instructions/instructions.def"
};

// A conversion's source may be wider than its type; its handler looks at the bank.
static Operand bind_source(Decoder *decoder, const PtxInstruction *in, const PtxOperand *operand, PtxType type,
                           bool wide) {
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
        *to = bind_source(decoder, in, pair ? &operand->elements[0] : operand, type,
                          operation->wide_sources && !destination);
        if (!operand_is_bound(*to) || !operand_is_bound(out->pair)) return false;
    }
    return true;
}

static const Instruction NOTHING_BOUND = {.d = {.bank = BANK_SINK},
                                          .a = {.bank = BANK_SINK},
                                          .b = {.bank = BANK_SINK},
                                          .c = {.bank = BANK_SINK},
                                          .e = {.bank = BANK_SINK},
                                          .pair = {.bank = BANK_SINK},
                                          .guard = {.bank = BANK_SINK}};

bool decode_arithmetic(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    Operation operation = {0};
    char reason[160] = "";
    if (in->opcode == OPCODE_CVTA && ptx_space(in) == SPACE_PARAM && !decoder->function->is_entry)
        return decode_fail(decoder, in, "only a kernel's parameters have an address");
    if (!operation_find(in, &operation, reason)) return decode_fail(decoder, in, "%s", reason);
    out->run = operation.run;
    out->class = operation.class;
    out->extra = operation.extra;
    out->site = decode_site(decoder, operation.class);
    return bind_operation(decoder, in, &operation, out);
}

static DecodeFunction decoder_of(const PtxInstruction *in) {
    for (size_t n = 0; n < sizeof FORMS / sizeof *FORMS; n++)
        if (in->opcode == FORMS[n].opcode && ptx_has(in, FORMS[n].modifier)) return FORMS[n].decode;
    return DECODERS[in->opcode];
}

static bool has_value_as_result(const PtxInstruction *in) {
    const PtxOperand *result;
    for (OperandWalk walk = operands_assigned(in); (result = operand_next(&walk));) {
        if (result->kind == OPERAND_ADDRESS) return false; // what is assigned lies there
        if (result->kind == OPERAND_IMMEDIATE || result->kind == OPERAND_SPECIAL || result->kind == OPERAND_VARIABLE ||
            result->kind == OPERAND_FUNCTION)
            return true;
    }
    return false;
}

static bool decode_instruction(Decoder *decoder, uint32_t n, Instruction *out) {
    FusedInstruction fused;
    const PtxInstruction *in = fusion_apply(decoder, n, &fused);
    *out = NOTHING_BOUND;
    out->location = decoder->location;
    out->source = n;
    if (in->guard >= 0) {
        out->guard = decoder->registers[in->guard];
        out->guard.negated = in->guard_negated;
    }
    if (has_value_as_result(in)) return decode_fail(decoder, in, "a result goes to a register");
    return decoder_of(in)(decoder, in, out);
}

// Gives each register of the function a slot in its bank. false: there are too many.
static bool assign_registers(Decoder *decoder) {
    const PtxFunction *function = decoder->function;
    Code *code = decoder->code;
    for (uint32_t n = 0; n < function->register_count; n++) {
        Bank bank = decode_bank(function->registers[n].type);
        uint32_t *used = bank == BANK_WORD   ? &code->word_bytes
                         : bank == BANK_LONG ? &code->long_bytes
                                             : &code->predicate_bytes;
        if (*used >= OPERAND_OFFSETS) return false;
        decoder->registers[n] = (Operand){.bank = bank, .offset = *used & (OPERAND_OFFSETS - 1)};
        bool double_slot = function->registers[n].type == TYPE_B128;
        *used += bank == BANK_WORD ? WORD_SLOT : bank == BANK_LONG ? (1u + double_slot) * LONG_SLOT : 4;
    }
    return true;
}

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
        uint64_t at, rounded;
        if (!checked_place(&used, variable->align, variable->size, LOCAL_BYTES_MOST, &at)) return false;
        if (!checked_round_up(variable->size, ARRAY_ALIGN, &rounded)) return false;
        decoder->local_offset[n] = (uint32_t)at;
        if (variable->space == SPACE_LOCAL) decoder->code->array_bytes += (uint32_t)rounded;
    }
    if (!checked_round_up(used, FRAME_ALIGN, &used)) return false;
    decoder->code->local_bytes = (uint32_t)used;
    return true;
}

// nvcc gives line 0 to instructions that it has moved or merged: they belong to the function itself, no longer to one
// that was inlined into it.
static void note_location(Decoder *decoder, uint32_t location) {
    const PtxLocation *locations = decoder->module->locations;
    if (location && locations[location].line) decoder->location = location;
    else if (location)
        while (locations[decoder->location].inlined_at >= 0)
            decoder->location = (uint32_t)locations[decoder->location].inlined_at;
}

// ---- accesses with the same base register ------------------------------------------------------------------------

// Chooses the slot of the base register, which keeps the shape of the accesses through it in this basic block
// (memory/repeated_shapes.c). Shared memory only: its meters and checks do not ask where a shape lies. Plain loads and
// stores only: matrix instructions use other lanes' addresses. Nothing under a guard: if it is skipped, the slot still
// has the shape of what came before.
static void choose_shape(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    const PtxOperand *address = in->operand_count ? &in->operands[in->operand_count - 1] : NULL;
    for (uint32_t o = 0; o < in->operand_count; o++)
        if (in->operands[o].kind == OPERAND_ADDRESS) address = &in->operands[o];
    bool access = in->opcode == OPCODE_LD || in->opcode == OPCODE_ST;
    if (!access || out->space != SPACE_SHARED || in->guard >= 0) return;
    if (!address || address->base != BASE_REGISTER) return;
    uint32_t slot = 0;
    for (uint32_t n = SHAPES - 1; n > 0; n--) {
        if (!decoder->bases[n]) slot = slot ? slot : n;
        if (decoder->bases[n] == address->index + 1) slot = n, out->same_base = true;
        if (out->same_base) break;
    }
    assert(slot < SHAPES);
    if (slot) decoder->bases[slot] = address->index + 1;
    out->shape = (uint8_t)slot;
}

// After an instruction the shapes of the registers that it writes no longer hold, after a call none does.
static void forget_bases(Decoder *decoder, const PtxInstruction *in) {
    const PtxOperand *written;
    if (facts_of(in)->flow == CALLS) memset(decoder->bases, 0, sizeof decoder->bases);
    for (OperandWalk walk = operands_assigned(in); (written = operand_next(&walk));)
        for (uint32_t n = 1; n < SHAPES; n++)
            if (written->kind == OPERAND_REGISTER && decoder->bases[n] == written->index + 1) decoder->bases[n] = 0;
}

static void run_unsupported(Warp *warp, const Instruction *i) {
    Fault fault = {.count = 1};
    fault.fact = FACT_OF(not_supported, fact_long_text((const char *)(uintptr_t)i->extra));
    warp_fault(warp, i, (unsigned)__builtin_ctz(warp->mask), FAULT_UNSUPPORTED, &fault);
}

// What is not supported in a function that the kernel may call is refused only when it is executed: programs built with
// -G carry much of the headers as functions that nothing calls. In the kernel itself it is refused at the launch.
static bool refuse_later(Decoder *decoder, Instruction *out) {
    if (decoder->code == decoder->program->codes) return false;
    size_t length = strlen(decoder->error->message) + 1;
    char *message = decode_keep(decoder, length);
    memcpy(message, decoder->error->message, length);
    *decoder->error = (DecodeError){0};
    out->run = run_unsupported;
    out->extra = (uintptr_t)message;
    out->site = decode_site(decoder, CLASS_OTHER);
    return true;
}

static bool decode_block(Decoder *decoder, const Blocks *blocks, uint32_t block) {
    Code *code = decoder->code;
    memset(decoder->bases, 0, sizeof decoder->bases);
    uint32_t count = decode_order(decoder, blocks, block);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t n = decoder->order[k];
        const PtxInstruction *in = &decoder->function->instructions[n];
        note_location(decoder, in->location);
        Instruction *out = &code->instructions[code->count];
        if (!decode_instruction(decoder, n, out) && !refuse_later(decoder, out)) return false;
        choose_shape(decoder, in, &code->instructions[code->count]);
        forget_bases(decoder, in);
        code->count++;
    }
    return true;
}

static void emit(Code *code, Handler run, uint64_t extra) {
    Instruction *out = &code->instructions[code->count++];
    *out = NOTHING_BOUND;
    out->run = run;
    out->extra = extra;
}

// Decodes the blocks in layout order; falls through where the next block follows, jumps where it does not.
static bool decode_blocks(Decoder *decoder, Blocks *blocks, UnrolledLoop **loops) {
    uint32_t *order = arena_array(decoder->scratch, blocks->count, sizeof *order);
    uint32_t reached = layout_order(&blocks->flow, order);
    Code *code = decoder->code;
    code->instructions =
        arena_array(decoder->program->arena, decoder->function->instruction_count + 2 * blocks->count + 1,
                    sizeof *code->instructions);
    bool good = true;
    for (uint32_t n = 0; n < reached && good; n++) {
        uint32_t block = order[n];
        blocks->entry[block] = code->count;
        if (loops[block]) emit(code, run_loop_head, (uintptr_t)loops[block]);
        blocks->place[block] = code->count;
        good = decode_block(decoder, blocks, block);
        blocks->end[block] = code->count;
        if (block == blocks->count - 1) emit(code, run_return, 0);
        else if (blocks->edges[block].next[0] >= 0 && (n + 1 == reached || order[n + 1] != block + 1))
            emit(code, run_jump, block + 1);
    }
    assert(!good || code->count <= decoder->function->instruction_count + 2 * blocks->count + 1);
    return good;
}

// Branches were decoded with their target's block (or PTX instruction); now every block has its place.
static void patch_targets(Decoder *decoder, const Blocks *blocks) {
    Code *code = decoder->code;
    for (uint32_t n = 0; n < code->count; n++) {
        Instruction *i = &code->instructions[n];
        if (i->run == run_jump) {
            assert(blocks->place[i->extra] != UINT32_MAX);
            i->extra = (uintptr_t)&code->instructions[blocks->entry[i->extra]];
        } else if (i->run == run_branch) {
            assert(blocks->place[blocks->block_of[i->extra]] != UINT32_MAX);
            i->extra = (uintptr_t)&code->instructions[blocks->entry[blocks->block_of[i->extra]]];
        } else if (i->run == run_branch_table) {
            const struct PtxTable *table = &decoder->function->tables[i->extra];
            assert(table->branches);
            const Instruction **targets = decode_keep(decoder, (table->count + 1) * sizeof *targets);
            for (uint32_t t = 0; t < table->count; t++)
                targets[t] = &code->instructions[blocks->entry[blocks->block_of[table->labels[t]]]];
            i->extra = (uintptr_t)targets;
        }
    }
}

// Sets each loop's end: where the last of its blocks in the layout ends.
static void patch_loops(const Code *code, const Blocks *blocks, UnrolledLoop *const *loops) {
    for (uint32_t block = 0; block < blocks->count; block++) {
        UnrolledLoop *loop = loops[block];
        if (!loop || blocks->place[block] == UINT32_MAX) continue;
        uint32_t end = 0;
        for (uint32_t part = loop->first_block; part <= loop->last_block; part++) {
            if (blocks->place[part] != UINT32_MAX && blocks->end[part] > end) end = blocks->end[part];
        }
        assert(end > blocks->place[block]);
        loop->end = &code->instructions[end];
    }
}

static uint32_t *offsets_of(Decoder *decoder, const uint32_t *variables, uint32_t count) {
    uint32_t *offsets = decode_keep(decoder, (count + 1) * sizeof *offsets);
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

bool decode_function(Decoder *decoder, Code *code) {
    const PtxFunction *function = code->source;
    decoder->code = code;
    decoder->function = function;
    decoder->location = function->location;
    code->registers = decoder->registers = decode_keep(decoder, (function->register_count + 1) * sizeof(Operand));
    decoder->reads = arena_array(decoder->scratch, function->register_count + 1, sizeof *decoder->reads);
    if (!assign_registers(decoder)) {
        snprintf(decoder->error->message, sizeof decoder->error->message, "more than a million registers");
        return false;
    }
    for (uint32_t n = 0; n < function->instruction_count; n++) {
        const PtxInstruction *in = &function->instructions[n];
        count_named(operands_all(in), decoder->reads);
        if (in->guard >= 0) decoder->reads[in->guard]++;
    }
    Blocks blocks;
    blocks_find(function, decoder->scratch, &blocks);
    bool good = assign_locals(decoder);
    if (!good) snprintf(decoder->error->message, sizeof decoder->error->message, "more than 64 MB of local variables");
    if (good) note_parameters(decoder);
    decoder->varies = uniformity_find(decoder, &blocks);
    decoder->order = arena_array(decoder->scratch, function->instruction_count + 1, sizeof *decoder->order);
    decoder->fusions = fusions_find(decoder, &blocks);
    if (decoder->fusions) sunk_operations_find(decoder, &blocks, decoder->fusions);
    UnrolledLoop **loops = unrolled_loops_find(decoder, &blocks);
    good = good && decode_blocks(decoder, &blocks, loops);
    if (good) patch_targets(decoder, &blocks);
    if (good) patch_loops(code, &blocks, loops);
    if (good) redundant_loads_find(decoder, &blocks);
    if (good) merged_accesses_find(decoder, &blocks);
    if (good) split_vectors_find(decoder, &blocks);
#define PASS(find)                                                                                                     \
    if (good) find(decoder, &blocks);
#include "../extensions/extensions.def"
    if (good) folded_operations_find(decoder, &blocks);
    if (good) rules_find(decoder, &blocks);
    if (good) load_waits_find(decoder, &blocks);
    return good;
}
