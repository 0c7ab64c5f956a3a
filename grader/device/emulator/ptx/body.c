// body.c - reads a function's body: scopes, declarations, labels and instructions.
#include "instruction_facts.h"
#include "reader.h"

#include <assert.h>
#include <string.h>

// Braces within braces, each with a bar after it, and a register of a vector in the innermost.
_Static_assert(OPERANDS_NESTED >= 2 * (VECTOR_DEPTH_MAX + 1) + 2, "a walk can stand in all operands around one");
// "%p, %r<30>": the names after ".reg" and its type.
static void registers_read(Reader *reader) {
    Declaration declaration = {.space = SPACE_REGISTER};
    declaration_read(reader, &declaration);
    do {
        Name *name = name_read(reader);
        if (reader_skip(reader, '<')) {
            uint32_t count = reader_count(reader, RANGE_MAX);
            name_bind_range(reader, name, declaration.type, declaration.components, count);
            reader_expect(reader, '>');
        } else {
            name_bind_register(reader, name, declaration.type, declaration.components, reader->depth);
        }
    } while (reader_skip(reader, ','));
    reader_expect(reader, ';');
}

static void body_directive_read(Reader *reader) {
    PtxSpace space = space_named(&reader->token);
    bool is_extern = reader_at_dotted(reader, "extern");
    if (is_extern) {
        reader_next(reader);
        space = space_named(&reader->token);
    }
    bool is_register = reader_at_dotted(reader, "reg"), is_location = reader_at_dotted(reader, "loc");
    if (space == SPACE_GENERIC && !is_register && !is_location && !reader_at_dotted(reader, "pragma"))
        reader_fail(reader, "this directive is not supported in a function");
    reader_next(reader);
    if (space != SPACE_GENERIC) variables_read(reader, space, is_extern, false);
    else if (is_register) registers_read(reader);
    else if (is_location) location_read(reader);
    else pragma_read(reader);
}

// "L0, L1;" after .branchtargets, the functions' names after .calltargets.
static void targets_read(Reader *reader, struct PtxTable *table, bool of_functions) {
    uint32_t room = 0;
    do {
        Token at = reader->token;
        Name *name = name_read(reader);
        READER_ROOM(reader, table->labels, table->count, room);
        if (of_functions) {
            if (!name->symbol || name->symbol->kind != SYMBOL_FUNCTION)
                reader_fail_at(reader, at.line, at.column, "%.60s is no function", name->text);
            table->labels[table->count++] = name->symbol->index;
        } else {
            table->labels[table->count++] = label_refer(reader, name, &at);
        }
    } while (reader_skip(reader, ','));
    reader_expect(reader, ';');
}

// "(.param .b32 _) _ (.param .b64 _);": nothing in it is needed, as the callee declares the same.
static void prototype_read(Reader *reader) {
    while (!reader_at(reader, ';')) {
        if (reader->token.kind == TOKEN_END) reader_fail(reader, "a call prototype that does not end");
        reader_next(reader);
    }
    reader_next(reader);
}

// "name: .branchtargets ...", with the directive at the token.
static void table_read(Reader *reader, Name *name) {
    PtxFunction *function = reader->function;
    bool branches = reader_at_dotted(reader, "branchtargets"), calls = reader_at_dotted(reader, "calltargets");
    READER_ROOM(reader, function->tables, function->table_count, reader->table_room);
    struct PtxTable *table = &function->tables[function->table_count];
    *table = (struct PtxTable){.name = name->text, .branches = branches};
    name_bind(reader, name, SYMBOL_TABLE, function->table_count++, reader->depth);
    reader_next(reader);
    if (branches || calls) targets_read(reader, table, calls);
    else prototype_read(reader);
}

static bool at_table(const Reader *reader) {
    return reader_at_dotted(reader, "branchtargets") || reader_at_dotted(reader, "calltargets") ||
           reader_at_dotted(reader, "callprototype");
}

static void modifiers_read(Reader *reader, PtxInstruction *instruction) {
    const char *words[MODIFIERS_MAX];
    uint32_t count = 0;
    for (; reader->token.kind == TOKEN_DOTTED; reader_next(reader)) {
        if (count == MODIFIERS_MAX) reader_fail(reader, "an instruction with too many modifiers");
        words[count++] = name_intern(reader, reader->token.start, reader->token.length)->text;
    }
    const char **copy = reader_alloc(reader, count, sizeof *copy);
    if (count) memcpy(copy, words, count * sizeof *copy);
    instruction->modifiers = copy;
    instruction->modifier_count = count;
}

static void branch_target_read(Reader *reader) {
    Token at = reader->token;
    uint32_t label = label_refer(reader, name_read(reader), &at);
    operand_push(reader, (PtxOperand){.kind = OPERAND_LABEL, .index = label});
}

static void all_operands_read(Reader *reader, PtxInstruction *instruction) {
    uint32_t first = reader->operand_count;
    if (instruction->opcode == OPCODE_BRA) {
        branch_target_read(reader);
        reader_expect(reader, ';');
    } else {
        operand_list_read(reader, ';', 0);
    }
    instruction->operand_count = reader->operand_count - first;
    instruction->operands = operands_take(reader, first);
}

// Reads what follows the mnemonic, to the ";".
static void instruction_read(Reader *reader, PtxInstruction instruction) {
    PtxFunction *function = reader->function;
    instruction.location = reader->location;
    instruction.keep_rolled = reader->keep_rolled;
    reader->keep_rolled = false;
    instruction.some_bytes = reader->some_bytes;
    reader->some_bytes = false;
    instruction.named = reader->named;
    instruction.named_count = reader->named_count;
    reader->named = NULL;
    reader->named_count = reader->named_room = 0;
    modifiers_read(reader, &instruction);
    all_operands_read(reader, &instruction);
    READER_ROOM(reader, function->instructions, function->instruction_count, reader->instruction_room);
    function->instructions[function->instruction_count++] = instruction;
}

// "@p", "@!p"
static void guard_read(Reader *reader, PtxInstruction *instruction) {
    reader_next(reader);
    instruction->guard_negated = reader_skip(reader, '!');
    Token at = reader->token;
    const Symbol *symbol = name_symbol(reader, name_read(reader));
    if (!symbol || symbol->kind != SYMBOL_REGISTER || reader->function->registers[symbol->index].type != TYPE_PRED)
        reader_fail_at(reader, at.line, at.column, "a predicate register is expected here");
    instruction->guard = (int32_t)symbol->index;
}

static void statement_read(Reader *reader) {
    PtxInstruction instruction = {.guard = -1, .ptx_line = reader->token.line};
    bool guarded = reader_at(reader, '@');
    if (guarded) guard_read(reader, &instruction);
    Name *name = name_read(reader);
    if (guarded || !reader_skip(reader, ':')) {
        if (name->opcode < 0) name->opcode = opcode_named(name->text);
        instruction.mnemonic = name->text;
        instruction.opcode = (PtxOpcode)name->opcode;
        instruction_read(reader, instruction);
    } else if (at_table(reader)) {
        table_read(reader, name);
    } else {
        name_bind(reader, name, SYMBOL_LABEL, reader->function->instruction_count, reader->depth);
    }
}

// Puts the labels' places where their references were.
static void labels_resolve(Reader *reader) {
    PtxFunction *function = reader->function;
    for (uint32_t i = 0; i < function->instruction_count; i++) {
        PtxInstruction *instruction = &function->instructions[i];
        for (uint32_t j = 0; j < instruction->operand_count; j++) {
            PtxOperand *operand = &instruction->operands[j];
            if (operand->kind != OPERAND_LABEL) continue;
            const LabelReference *reference = &reader->references[operand->index];
            assert(operand->index < reader->reference_count && reference->table <= function->table_count);
            assert(reference->instruction <= function->instruction_count);
            operand->index = reference->instruction;
            operand->count = reference->table;
        }
    }
    for (uint32_t i = 0; i < function->table_count; i++)
        for (uint32_t j = 0; j < function->tables[i].count && function->tables[i].branches; j++)
            function->tables[i].labels[j] = reader->references[function->tables[i].labels[j]].instruction;
}

static void body_start(Reader *reader) {
    reader->location = 0;
    reader->some_bytes = false;
    reader->named = NULL;
    reader->named_count = reader->named_room = 0;
    reader->instruction_room = reader->register_room = reader->table_room = 0;
    reader->operand_count = reader->reference_count = reader->pending_count = 0;
    scope_open(reader);
}

void body_read(Reader *reader) {
    body_start(reader);
    reader_expect(reader, '{');
    uint32_t outside = reader->depth - 1;
    while (reader->depth > outside) {
        if (reader_skip(reader, '{')) {
            scope_open(reader);
        } else if (reader_skip(reader, '}')) {
            scope_close(reader);
        } else if (reader->token.kind == TOKEN_DOTTED) {
            body_directive_read(reader);
        } else if (!reader_skip(reader, ';')) {
            if (reader->token.kind == TOKEN_END) reader_fail(reader, "the function's body does not end");
            statement_read(reader);
        }
    }
    if (reader->pending_count) {
        const LabelReference *missing = &reader->references[reader->pending[0]];
        reader_fail_at(reader, missing->line, missing->column, "%.60s is not declared", missing->name->text);
    }
    assert(reader->depth == PARAMETER_SCOPE);
    labels_resolve(reader);
}
