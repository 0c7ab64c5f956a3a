// operands.c - reads the operands of instructions.
//
// Operands are gathered on a stack, those within braces above those around them, and moved into the arena when
// their list is complete. A label is an index into the function's references until the function ends.
#include "reader.h"

#include <assert.h>
#include <string.h>

enum { WARP_LANES = 32 };
enum {
    LEAST_OPERANDS = 4
}; // those that an instruction lacks are there as sinks, so that looking at one needs no count first

void operand_push(Reader *reader, PtxOperand operand) {
    READER_ROOM(reader, reader->operands, reader->operand_count, reader->operand_room);
    reader->operands[reader->operand_count++] = operand;
}

PtxOperand *operands_take(Reader *reader, uint32_t first) {
    assert(first <= reader->operand_count);
    uint32_t count = reader->operand_count - first, room = count > LEAST_OPERANDS ? count : LEAST_OPERANDS;
    PtxOperand *operands = reader_alloc(reader, room, sizeof *operands);
    for (uint32_t n = count; n < room; n++) operands[n] = (PtxOperand){.kind = OPERAND_SINK};
    if (count) memcpy(operands, reader->operands + first, count * sizeof *operands);
    reader->operand_count = first;
    return operands;
}

// Replaces the operands from first on by one that holds them.
static void operands_enclose(Reader *reader, uint32_t first, PtxOperandKind kind) {
    PtxOperand whole = {.kind = kind, .count = reader->operand_count - first};
    whole.elements = operands_take(reader, first);
    operand_push(reader, whole);
}

uint32_t label_refer(Reader *reader, Name *name, const Token *at) {
    uint32_t index = reader->reference_count;
    READER_ROOM(reader, reader->references, reader->reference_count, reader->reference_room);
    reader->references[reader->reference_count++] =
        (LabelReference){.name = name, .line = at->line, .column = at->column};
    READER_ROOM(reader, reader->pending, reader->pending_count, reader->pending_room);
    reader->pending[reader->pending_count++] = index;
    return index;
}

// "+4", "-4", "+-4" and several of them.
static int64_t offset_read(Reader *reader) {
    uint64_t offset = 0;
    while (reader_at(reader, '+') || reader_at(reader, '-')) offset += reader_integer(reader);
    return (int64_t)offset;
}

static void vector_push(Reader *reader, const Symbol *vector) {
    assert(vector->kind == SYMBOL_VECTOR && vector->index + vector->components <= reader->function->register_count);
    uint32_t first = reader->operand_count;
    for (uint32_t i = 0; i < vector->components; i++)
        operand_push(reader, (PtxOperand){.kind = OPERAND_REGISTER, .index = vector->index + i});
    operands_enclose(reader, first, OPERAND_VECTOR);
}

// The name at the token, with the component that may follow it: "%tid.x", "%v.y".
static Name *component_name_read(Reader *reader) {
    Token name = reader->token;
    reader_next(reader);
    if (name.kind == TOKEN_NAME && reader->token.kind == TOKEN_DOTTED && reader->token.touches) {
        name_symbol(reader, name_intern(reader, name.start, name.length)); // a vector's first use names its components
        name.length += 1 + reader->token.length;                           // they touch in the text
        reader_next(reader);
    }
    return name_intern(reader, name.start, name.length);
}

static void symbol_push(Reader *reader, const Symbol *symbol) {
    assert(symbol->kind != SYMBOL_REGISTER || symbol->index < reader->function->register_count);
    PtxOperand operand = {.index = symbol->index};
    switch (symbol->kind) {
    case SYMBOL_REGISTER: operand.kind = OPERAND_REGISTER; break;
    case SYMBOL_SPECIAL:
        operand.kind = OPERAND_SPECIAL;
        if (symbol->index < SPECIAL_OTHER) break;
        operand.bits = symbol->index - SPECIAL_OTHER;
        operand.index = SPECIAL_OTHER;
        break;
    case SYMBOL_FUNCTION: operand.kind = OPERAND_FUNCTION; break;
    case SYMBOL_VARIABLE:
        operand.kind = OPERAND_VARIABLE;
        operand.offset = offset_read(reader);
        break;
    default: vector_push(reader, symbol); return;
    }
    operand_push(reader, operand);
}

// "%r1.b3", "%r1.h10": a register and the parts of it that a video instruction takes. false: the name is none.
static bool part_push(Reader *reader, const char *text) {
    const char *dot = strchr(text, '.');
    size_t digits = dot && (dot[1] == 'b' || dot[1] == 'h') ? strspn(dot + 2, "01234567") : 0;
    if (!digits || digits > 4 || dot[2 + digits]) return false;
    const Symbol *symbol = name_symbol(reader, name_intern(reader, text, (size_t)(dot - text)));
    if (!symbol || symbol->kind != SYMBOL_REGISTER) return false;
    PtxOperand operand = {.kind = OPERAND_REGISTER, .index = symbol->index};
    memcpy(&operand.bits, dot + 1, 1 + digits);
    operand_push(reader, operand);
    return true;
}

// A name that nothing declared so far can only be a label or a table further down.
static void name_push(Reader *reader, unsigned nesting) {
    Token at = reader->token;
    Name *name = component_name_read(reader);
    const Symbol *symbol = name_symbol(reader, name);
    bool is_label = !symbol || symbol->kind == SYMBOL_LABEL || symbol->kind == SYMBOL_TABLE;
    if (!is_label) {
        symbol_push(reader, symbol);
    } else if (!strcmp(name->text, "_")) {
        operand_push(reader, (PtxOperand){.kind = OPERAND_SINK});
    } else if (!strcmp(name->text, "WARP_SZ")) {
        operand_push(reader, (PtxOperand){.kind = OPERAND_IMMEDIATE, .bits = WARP_LANES});
    } else if (name->text[0] == '%' && part_push(reader, name->text)) {
        return;
    } else if (nesting || name->text[0] == '%') {
        reader_fail_at(reader, at.line, at.column, "%.60s is not declared", name->text);
    } else {
        uint32_t label = label_refer(reader, name, &at);
        operand_push(reader, (PtxOperand){.kind = OPERAND_LABEL, .index = label});
    }
}

// "-%r1" of vmad.
static void negative_read(Reader *reader, unsigned nesting) {
    name_push(reader, nesting);
    PtxOperand *operand = &reader->operands[reader->operand_count - 1];
    if (operand->kind != OPERAND_REGISTER) reader_fail(reader, "'-' stands before registers and numbers only");
    operand->negated = true;
}

// "-5", "0xFFU", "~1", "0f3F800000"
static void immediate_read(Reader *reader, unsigned nesting) {
    bool inverted = reader_skip(reader, '~'), negative = !inverted && reader_skip(reader, '-');
    Token number = reader->token;
    if (negative && number.kind == TOKEN_NAME) {
        negative_read(reader, nesting);
        return;
    }
    if (number.kind == TOKEN_NUMBER && number.literal != LITERAL_INTEGER) {
        if (inverted) reader_fail(reader, "an integer is expected here");
        uint64_t sign = number.literal == LITERAL_F32 ? UINT64_C(1) << 31 : UINT64_C(1) << 63;
        uint64_t bits = negative ? number.bits ^ sign : number.bits;
        reader_next(reader);
        operand_push(reader, (PtxOperand){.kind = OPERAND_IMMEDIATE, .literal = number.literal, .bits = bits});
        return;
    }
    uint64_t bits = reader_integer(reader);
    bits = inverted ? ~bits : negative ? -bits : bits;
    operand_push(reader, (PtxOperand){.kind = OPERAND_IMMEDIATE, .bits = bits});
}

// "[%rd1+4]", "[sum]", "[16]" and, for textures and tensors, "[%rd1, {%r1, %r2}]".
static void address_read(Reader *reader, unsigned nesting) {
    uint32_t first = reader->operand_count;
    PtxOperand address = {.kind = OPERAND_ADDRESS};
    reader_expect(reader, '[');
    if (reader->token.kind == TOKEN_NAME) {
        Token at = reader->token;
        Name *name = component_name_read(reader);
        const Symbol *symbol = name_symbol(reader, name);
        if (!symbol || (symbol->kind != SYMBOL_REGISTER && symbol->kind != SYMBOL_VARIABLE))
            reader_fail_at(reader, at.line, at.column, "%.60s is no register and no variable", name->text);
        address.base = symbol->kind == SYMBOL_REGISTER ? BASE_REGISTER : BASE_VARIABLE;
        address.index = symbol->index;
    } else {
        address.offset = (int64_t)reader_integer(reader);
    }
    address.offset = (int64_t)((uint64_t)address.offset + (uint64_t)offset_read(reader));
    operand_push(reader, address);
    if (reader_skip(reader, ',')) {
        operand_list_read(reader, ']', nesting + 1);
        operands_enclose(reader, first, OPERAND_VECTOR);
    } else {
        reader_expect(reader, ']');
    }
}

static void negated_read(Reader *reader, unsigned nesting) {
    reader_next(reader);
    name_push(reader, nesting);
    PtxOperand *operand = &reader->operands[reader->operand_count - 1];
    if (operand->kind != OPERAND_REGISTER || reader->function->registers[operand->index].type != TYPE_PRED)
        reader_fail(reader, "'!' stands before predicate registers only");
    operand->negated = true;
}

void operand_list_read(Reader *reader, char end, unsigned nesting) {
    if (reader_skip(reader, end)) return;
    do operand_read(reader, nesting);
    while (reader_skip(reader, ','));
    reader_expect(reader, end);
}

// "|%q" after the first of two results.
static void second_result_read(Reader *reader, uint32_t first, unsigned nesting) {
    name_push(reader, nesting + 1);
    for (uint32_t i = first; i < reader->operand_count; i++) {
        PtxOperandKind kind = reader->operands[i].kind;
        if (kind != OPERAND_REGISTER && kind != OPERAND_SINK && kind != OPERAND_VECTOR)
            reader_fail(reader, "'|' stands between registers only");
    }
    operands_enclose(reader, first, OPERAND_PREDICATES);
}

void operand_read(Reader *reader, unsigned nesting) {
    if (nesting > VECTOR_DEPTH_MAX) reader_fail(reader, "operands are nested too deep");
    uint32_t first = reader->operand_count;
    if (reader->token.kind == TOKEN_NAME) {
        name_push(reader, nesting);
    } else if (reader_at(reader, '[')) {
        address_read(reader, nesting);
    } else if (reader_at(reader, '!')) {
        negated_read(reader, nesting);
    } else if (reader_skip(reader, '{')) {
        operand_list_read(reader, '}', nesting + 1);
        operands_enclose(reader, first, OPERAND_VECTOR);
    } else if (reader_skip(reader, '(')) {
        operand_list_read(reader, ')', nesting + 1);
        operands_enclose(reader, first, OPERAND_ARGUMENTS);
    } else {
        immediate_read(reader, nesting);
    }
    if (reader_skip(reader, '|')) second_result_read(reader, first, nesting);
}
