// program.c - a kernel and every function it can reach, with shared memory laid out for it.
#include "program.h"
#include "../base/attempt.h"
#include "../base/checked.h"
#include "../control/system_calls.h"
#include "../decode/literal_pool.h"
#include "../decode/written_roots.h"
#include "../extensions/extensions.h"
#include "function.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHARED_BYTES_MOST (1u << 24) // far more than any GPU has
// Of a kernel's program, and of one function while it is decoded; WebAssembly has addresses of 32 bits.
#define DECODE_BYTES_MOST (SIZE_MAX > UINT32_MAX ? (size_t)(UINT64_C(16) << 30) : SIZE_MAX / 2)
#define RESERVED_SHARED_BYTES 288 // for cooperative groups; on hardware in the part that the system reserves

static void reach(Program *program, uint32_t function) {
    const PtxFunction *reached = &program->module->functions[function];
    if (program->code_of[function] >= 0 || reached->is_extern) return;
    if (reached->is_entry && reached != program->kernel) return; // launched from here, not called
    assert(program->code_count < program->module->function_count);
    program->code_of[function] = (int32_t)program->code_count;
    program->codes[program->code_count++] =
        (Code){.function = function, .source = &program->module->functions[function]};
}

static void reach_pointed_functions(Program *program) {
    for (uint32_t v = 0; v < program->module->variable_count; v++)
        for (uint32_t r = 0; r < program->module->variables[v].relocation_count; r++)
            if (program->module->variables[v].relocations[r].is_function)
                reach(program, program->module->variables[v].relocations[r].index);
}

static bool calls_indirectly(const PtxInstruction *in) {
    if (in->opcode != OPCODE_CALL) return false;
    for (uint32_t o = 0; o < in->operand_count; o++)
        if (in->operands[o].kind == OPERAND_FUNCTION) return false;
    return true;
}

static void reach_all(Program *program) {
    for (uint32_t c = 0; c < program->code_count; c++) {
        const PtxFunction *function = program->codes[c].source;
        for (uint32_t n = 0; n < function->instruction_count; n++) {
            const PtxInstruction *in = &function->instructions[n];
            if (in->opcode == OPCODE_CALL || in->opcode == OPCODE_ALLOCA) program->has_calls = true;
            if (calls_indirectly(in)) reach_pointed_functions(program);
            const PtxOperand *operand;
            for (OperandWalk walk = operands_all(in); (operand = operand_next(&walk));)
                if (operand->kind == OPERAND_FUNCTION) reach(program, operand->index);
        }
    }
}

// used[variable_count] stands for the reserved shared memory.
static void mark_variables(const PtxInstruction *in, uint8_t *used, uint32_t variable_count) {
    const PtxOperand *operand;
    for (OperandWalk walk = operands_all(in); (operand = operand_next(&walk));) {
        if (operand_names_variable(operand)) used[operand->index] = 1;
        if (operand->kind == OPERAND_SPECIAL && operand->index == SPECIAL_RESERVED_SMEM_OFFSET_1)
            used[variable_count] = 1;
    }
}

// Lays out the shared variables that the program's code names; the unsized ones (dynamic) all start after them.
static void lay_out_shared(Decoder *decoder) {
    Program *program = decoder->program;
    const PtxModule *module = program->module;
    uint8_t *used = arena_array(program->arena, module->variable_count + 1, 1);
    for (uint32_t c = 0; c < program->code_count; c++)
        for (uint32_t n = 0; n < program->codes[c].source->instruction_count; n++)
            mark_variables(&program->codes[c].source->instructions[n], used, module->variable_count);
    uint64_t end = 0, dynamic_align = 1;
    for (uint32_t v = 0; v < module->variable_count; v++) {
        const PtxVariable *variable = &module->variables[v];
        decoder->shared_offset[v] = UINT32_MAX;
        if (variable->space != SPACE_SHARED || !used[v]) continue;
        if (!variable->size) {
            if (variable->align > dynamic_align) dynamic_align = variable->align;
            continue;
        }
        uint64_t at;
        if (!checked_place(&end, variable->align, variable->size, SHARED_BYTES_MOST, &at))
            at = end = SHARED_BYTES_MOST; // refused at the launch
        decoder->shared_offset[v] = (uint32_t)at;
    }
    if (used[module->variable_count]) program->reserved_bytes = RESERVED_SHARED_BYTES;
    checked_round_up(end, dynamic_align, &end);
    assert(end <= UINT32_MAX);
    program->static_shared_bytes = (uint32_t)end; // with padding that aligns the dynamic memory
    for (uint32_t v = 0; v < module->variable_count; v++)
        if (module->variables[v].space == SPACE_SHARED && used[v] && !module->variables[v].size)
            decoder->shared_offset[v] = (uint32_t)end;
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

// The system call of that name: a function that programs declare and no PTX defines.
static const SystemCallRow *system_call_named(const char *name) {
    for (const SystemCallRow *row = SYSTEM_CALLS; row->name; row++)
        if (!strcmp(name, row->name)) return row;
    return extension_call(name);
}

static Decoder *decoder_create(Program *program, DecodeError *error) {
    const PtxModule *module = program->module;
    Decoder *decoder = arena_array(program->arena, 1, sizeof *decoder);
    *decoder = (Decoder){.program = program, .module = module, .error = error, .system_call = system_call_named};
    decoder->literals = arena_array(program->arena, 1, sizeof *decoder->literals);
    decoder->literals->arena = program->arena;
    decoder->local_offset = arena_array(program->arena, module->variable_count + 1, sizeof *decoder->local_offset);
    decoder->shared_offset = arena_array(program->arena, module->variable_count + 1, sizeof *decoder->shared_offset);
    return decoder;
}

static void take_literals(Program *program, LiteralPool *literals) {
    for (unsigned wide = 0; wide < 2; wide++) {
        program->literal_bytes[wide] = literals->used[wide];
        program->shared_literals[wide] = literals_shared(literals, wide, &program->shared_literal_count[wide]);
    }
    literals_give(literals, program->literals);
}

// A kernel that is being decoded. Running out of memory ends the attempt, from any depth of calls.
typedef struct {
    Program *program;
    DecodeError *error;
    Attempt attempt;
    Arena *scratch; // of the function that is being decoded
    bool good;
} Decoding;

static bool decode_functions(Decoding *decoding, Decoder *decoder) {
    Program *program = decoding->program;
    bool good = true;
    for (uint32_t c = 0; c < program->code_count && good; c++) {
        decoder->scratch = decoding->scratch = arena_new(DECODE_BYTES_MOST);
        if (!decoder->scratch) attempt_give_up(&decoding->attempt);
        arena_on_failure(decoder->scratch, &decoding->attempt);
        good = decode_function(decoder, &program->codes[c]);
        arena_free(decoder->scratch);
        decoding->scratch = NULL;
    }
    return good;
}

static void decode_all(void *context) {
    Decoding *decoding = context;
    Program *program = decoding->program;
    assert(!program->kernel->is_extern);
    const PtxModule *module = program->module;
    program->codes = arena_array(program->arena, module->function_count, sizeof *program->codes);
    program->code_of = arena_array(program->arena, module->function_count, sizeof *program->code_of);
    memset(program->code_of, -1, module->function_count * sizeof *program->code_of);
    Decoder *decoder = decoder_create(program, decoding->error);
    decode_site(decoder, CLASS_OTHER); // site 0
    reach(program, (uint32_t)(program->kernel - module->functions));
    assert(program->site_count == 1 && program->codes[0].source == program->kernel);
    reach_all(program);
    lay_out_shared(decoder);
    program->parameter_bytes = parameter_bytes(module, program->kernel);
    written_roots_find(program);
    decoding->good = decode_functions(decoding, decoder);
    program->local_bytes = program->codes[0].local_bytes;
    take_literals(program, decoder->literals);
}

static bool fail_for_memory(DecodeError *error) {
    snprintf(error->message, sizeof error->message, "there is not enough memory to decode the kernel");
    return false;
}

static bool decode_within_memory(Program *program, DecodeError *error) {
    Decoding decoding = {.program = program, .error = error};
    arena_on_failure(program->arena, &decoding.attempt);
    if (attempt(&decoding.attempt, decode_all, &decoding)) return decoding.good;
    arena_free(decoding.scratch);
    return fail_for_memory(error);
}

Program *program_decode(const PtxModule *module, const PtxFunction *kernel, DecodeError *error) {
    if (kernel->is_extern) {
        snprintf(error->message, sizeof error->message, "the kernel is declared, and not defined");
        return NULL;
    }
    Program *program = calloc(1, sizeof *program);
    if (program) *program = (Program){.module = module, .kernel = kernel, .arena = arena_new(DECODE_BYTES_MOST)};
    bool good = program && program->arena ? decode_within_memory(program, error) : fail_for_memory(error);
    if (good) return program;
    program_free(program);
    return NULL;
}

void program_free(Program *program) {
    if (program) arena_free(program->arena);
    free(program);
}
