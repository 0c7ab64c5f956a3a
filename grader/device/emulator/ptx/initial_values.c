// initial_values.c - reads the initial values of variables: numbers, nested lists, and addresses.
//
// Addresses are not known yet, so each becomes a relocation of eight bytes. A structure that holds an address at an
// odd place is written byte by byte, 0xFF(x), 0xFF00(x), ...: eight masked bytes in order are one address.
#include "reader.h"

#include <assert.h>
#include <string.h>

enum { ADDRESS_BYTES = 8, BYTE_BITS = 8 };

static const uint64_t BYTE_MASK = 0xFF;

typedef struct {
    Reader *reader;
    uint32_t variable;
    PtxType type;
    uint64_t element, size;             // bytes
    uint64_t spans[DIMENSIONS_MAX + 1]; // elements in a list at each level of nesting
    uint32_t levels;
    uint32_t room;   // for relocations
    uint32_t masked; // bytes of the last relocation that were given by masks; 0: none under way
} Initial;

static PtxVariable *target(const Initial *initial) { return &initial->reader->module->variables[initial->variable]; }

static void put(const Initial *initial, uint64_t offset, uint64_t bits) {
    assert(checked_inside(offset, initial->element, target(initial)->size));
    memcpy(target(initial)->initial + offset, &bits, initial->element); // little-endian, as the device is
}

static uint64_t float_bits(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t double_bits(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

// The literal's value, converted to the variable's type.
static uint64_t converted(const Initial *initial, const Token *number) {
    float single;
    double value = (double)number->bits;
    memcpy(&single, &number->bits, sizeof single);
    if (number->literal == LITERAL_F64) memcpy(&value, &number->bits, sizeof value);
    if (number->literal == LITERAL_F32) value = single;
    if (initial->type == TYPE_F64) return double_bits(value);
    if (initial->type == TYPE_F32) return number->literal == LITERAL_F32 ? number->bits : float_bits((float)value);
    uint64_t literal_bytes = number->literal == LITERAL_F32 ? 4 : 8;
    if (number->literal != LITERAL_INTEGER && initial->element != literal_bytes)
        reader_fail(initial->reader, "a floating-point value does not fit this type");
    return number->bits;
}

static uint64_t negated(const Initial *initial, uint64_t bits) {
    if (initial->type == TYPE_F32) return bits ^ UINT64_C(1) << 31;
    if (initial->type == TYPE_F64) return bits ^ UINT64_C(1) << 63;
    return -bits;
}

// "sum", "sum+8", "generic(sum)-8".
static PtxRelocation address_read(Reader *reader) {
    PtxRelocation address = {.generic = reader_at_word(reader, "generic")};
    if (address.generic) {
        reader_next(reader);
        reader_expect(reader, '(');
    }
    Token at = reader->token;
    const Name *name = name_read(reader);
    const Symbol *symbol = name->symbol;
    if (!symbol || (symbol->kind != SYMBOL_VARIABLE && symbol->kind != SYMBOL_FUNCTION))
        reader_fail_at(reader, at.line, at.column, "%.60s is no variable and no function", name->text);
    address.index = symbol->index;
    address.is_function = symbol->kind == SYMBOL_FUNCTION;
    if (address.generic) reader_expect(reader, ')');
    if (reader_at(reader, '+') || reader_at(reader, '-')) address.addend = (int64_t)reader_integer(reader);
    return address;
}

static void relocate(Initial *initial, uint64_t offset, PtxRelocation address) {
    PtxVariable *variable = target(initial);
    if (offset + ADDRESS_BYTES > variable->size)
        reader_fail(initial->reader, "an address does not fit into the variable");
    address.offset = (uint32_t)offset; // initialised variables are smaller than 4 GiB
    READER_ROOM(initial->reader, variable->relocations, variable->relocation_count, initial->room);
    variable->relocations[variable->relocation_count++] = address;
}

// "(sum+8)" after a mask, one byte of an address: the bytes must follow each other from the lowest to the highest.
static void masked_read(Initial *initial, uint64_t offset, uint64_t mask) {
    Reader *reader = initial->reader;
    if (initial->element != 1 || mask != BYTE_MASK << initial->masked * BYTE_BITS)
        reader_fail(reader, "masked addresses are supported byte by byte, lowest first");
    reader_expect(reader, '(');
    PtxRelocation address = address_read(reader);
    reader_expect(reader, ')');
    if (!initial->masked) {
        relocate(initial, offset, address);
    } else {
        const PtxVariable *variable = target(initial);
        assert(variable->relocation_count && initial->masked < ADDRESS_BYTES);
        const PtxRelocation *first = &variable->relocations[variable->relocation_count - 1];
        if (first->index != address.index || first->is_function != address.is_function ||
            first->generic != address.generic || first->addend != address.addend ||
            first->offset + initial->masked != offset)
            reader_fail(reader, "the bytes of an address do not belong together");
    }
    initial->masked = (initial->masked + 1) % ADDRESS_BYTES;
}

static void value_read(Initial *initial, uint64_t offset) {
    Reader *reader = initial->reader;
    bool negative = false;
    while (reader_at(reader, '-') || reader_at(reader, '+')) {
        negative ^= reader_at(reader, '-');
        reader_next(reader);
    }
    if (reader->token.kind == TOKEN_NUMBER) {
        Token number = reader->token;
        reader_next(reader);
        if (reader_at(reader, '(') && !negative) {
            masked_read(initial, offset, number.bits);
            return;
        }
        uint64_t bits = converted(initial, &number);
        put(initial, offset, negative ? negated(initial, bits) : bits);
    } else {
        if (initial->element != ADDRESS_BYTES || negative) reader_fail(reader, "a number is expected here");
        relocate(initial, offset, address_read(reader));
    }
    if (initial->masked) reader_fail(reader, "an address lacks its upper bytes");
}

// "{1, {2, 3}}": a list of a level's elements, which begins at the given one. Lists within it begin at multiples of
// their own span.
static void list_read(Initial *initial, uint32_t level, uint64_t first) {
    Reader *reader = initial->reader;
    uint64_t count = 0, span = initial->spans[level];
    reader_expect(reader, '{');
    while (!reader_at(reader, '}')) {
        bool nested = reader_at(reader, '{');
        uint64_t step = nested && level + 1 < initial->levels ? initial->spans[level + 1] : 1;
        if (nested && level + 1 >= initial->levels) reader_fail(reader, "a list is nested deeper than the array");
        if (step) count = (count + step - 1) / step * step;
        if (!step || count + step > span) reader_fail(reader, "more initial values than the variable has elements");
        if (nested) list_read(initial, level + 1, first + count);
        else value_read(initial, (first + count) * initial->element);
        count += step;
        if (!reader_at(reader, '}')) reader_expect(reader, ',');
    }
    reader_next(reader);
}

// Elements of each level, outermost first; the components of a vector are the innermost.
static void spans_find(Initial *initial, const Declaration *declaration) {
    uint64_t span = 1;
    uint32_t vector = declaration->components > 1;
    initial->levels = declaration->dimension_count + vector;
    for (uint32_t level = initial->levels; level-- > 0;) {
        span *=
            vector && level == declaration->dimension_count ? declaration->components : declaration->dimensions[level];
        initial->spans[level] = span;
    }
}

void initial_read(Reader *reader, uint32_t variable, const Declaration *declaration) {
    PtxVariable *target_variable = &reader->module->variables[variable];
    Initial initial = {.reader = reader, .variable = variable, .type = declaration->type};
    initial.element = ptx_type_bytes(declaration->type);
    if (target_variable->space != SPACE_GLOBAL && target_variable->space != SPACE_CONST)
        reader_fail(reader, "only .global and .const variables have initial values");
    if (declaration->unsized || !initial.element)
        reader_fail(reader, "initial values of a variable without a size are not supported");
    reader->initial_bytes += target_variable->size;
    if (reader->initial_bytes > INITIAL_BYTES_MAX) reader_fail(reader, "initialised variables of more than 256 MiB");
    target_variable->initial = reader_alloc(reader, target_variable->size, 1);
    spans_find(&initial, declaration);
    reader_expect(reader, '=');
    if (initial.levels) list_read(&initial, 0, 0);
    else value_read(&initial, 0);
    if (initial.masked) reader_fail(reader, "an address lacks its upper bytes");
}
