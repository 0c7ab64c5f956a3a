// variables.c - reads declarations of variables and their initial values.
#include "reader.h"

#include <assert.h>
#include <string.h>

enum { ALIGN_MAX = 1 << 20, OPAQUE_BYTES = 8 };

PtxSpace space_named(const Token *token) {
    static const struct {
        const char *name;
        PtxSpace space;
    } SPACES[] = {
        {"global", SPACE_GLOBAL}, {"const", SPACE_CONST}, {"shared", SPACE_SHARED},
        {"local", SPACE_LOCAL},   {"param", SPACE_PARAM},
    };
    for (size_t i = 0; i < sizeof SPACES / sizeof *SPACES; i++)
        if (token_is(token, TOKEN_DOTTED, SPACES[i].name)) return SPACES[i].space;
    return SPACE_GENERIC;
}

static uint32_t align_read(Reader *reader) {
    Token at = reader->token;
    uint32_t align = reader_count(reader, ALIGN_MAX);
    if (!align || align & (align - 1)) reader_fail_at(reader, at.line, at.column, "an alignment is a power of two");
    return align;
}

// ".attribute(.managed)", with the word attribute just read.
static void attribute_read(Reader *reader, Declaration *declaration) {
    reader_expect(reader, '(');
    while (!reader_at(reader, ')')) {
        if (!reader_at_dotted(reader, "managed")) reader_fail(reader, "the only attribute supported is .managed");
        declaration->is_managed = true;
        reader_next(reader);
        reader_skip(reader, ',');
    }
    reader_next(reader);
}

// ".ptr .global .align 4": what a parameter points to, which nobody needs to know.
static void pointee_read(Reader *reader) {
    if (space_named(&reader->token) != SPACE_GENERIC) reader_next(reader);
    if (!reader_at_dotted(reader, "align")) return;
    reader_next(reader);
    align_read(reader);
}

static bool type_read(Reader *reader, Declaration *declaration) {
    char text[16] = "";
    if (reader->token.length < sizeof text) memcpy(text, reader->token.start, reader->token.length);
    PtxType type = ptx_type_named(text);
    if (type == TYPE_NONE) return false;
    if (type >= TYPE_B1 && type < TYPE_OTHER) reader_fail(reader, ".%s is a type of matrix fragments only", text);
    declaration->type = type;
    reader_next(reader);
    return true;
}

void declaration_read(Reader *reader, Declaration *declaration) {
    declaration->components = 1;
    while (reader->token.kind == TOKEN_DOTTED) {
        if (type_read(reader, declaration)) continue;
        bool is_v2 = reader_at_dotted(reader, "v2"), is_align = reader_at_dotted(reader, "align");
        bool is_pointer = reader_at_dotted(reader, "ptr"), is_attribute = reader_at_dotted(reader, "attribute");
        if (!is_v2 && !is_align && !is_pointer && !is_attribute && !reader_at_dotted(reader, "v4"))
            reader_fail(reader, "a type, .v2, .v4 or .align is expected here");
        reader_next(reader);
        if (is_align) declaration->align = align_read(reader);
        else if (is_pointer) pointee_read(reader);
        else if (is_attribute) attribute_read(reader, declaration);
        else declaration->components = is_v2 ? 2 : 4;
    }
    if (declaration->type == TYPE_NONE) reader_fail(reader, "a type is expected here");
}

static uint64_t element_bytes(const Declaration *declaration) {
    return declaration->type == TYPE_OTHER ? OPAQUE_BYTES : ptx_type_bytes(declaration->type);
}

// "[4][8]"; only the first pair of brackets may be empty.
static void dimensions_read(Reader *reader, Declaration *declaration) {
    declaration->dimension_count = 0;
    declaration->unsized = false;
    while (reader_skip(reader, '[')) {
        if (declaration->dimension_count == DIMENSIONS_MAX) reader_fail(reader, "an array of too many dimensions");
        uint64_t *dimension = &declaration->dimensions[declaration->dimension_count++];
        *dimension = 1;
        if (reader_at(reader, ']') && declaration->dimension_count == 1) declaration->unsized = true;
        else *dimension = reader_integer(reader);
        reader_expect(reader, ']');
    }
}

static uint64_t declaration_bytes(Reader *reader, const Declaration *declaration) {
    uint64_t bytes = element_bytes(declaration) * declaration->components;
    for (uint32_t i = 0; i < declaration->dimension_count; i++)
        if (__builtin_mul_overflow(bytes, declaration->dimensions[i], &bytes) || bytes > VARIABLE_BYTES_MAX)
            reader_fail(reader, "a variable of more than 4 GiB");
    return declaration->unsized ? 0 : bytes;
}

// The variable's place in the table: new, or that of the .extern declaration that it makes good.
static uint32_t variable_place(Reader *reader, Name *name, PtxSpace space) {
    PtxModule *module = reader->module;
    const Symbol *symbol = name->symbol;
    if (symbol && symbol->kind == SYMBOL_VARIABLE && symbol->depth == reader->depth) {
        const PtxVariable *old = &module->variables[symbol->index];
        if (old->is_extern && old->space == space) return symbol->index;
    }
    READER_ROOM(reader, module->variables, module->variable_count, reader->variable_room);
    name_bind(reader, name, SYMBOL_VARIABLE, module->variable_count, reader->depth);
    return module->variable_count++;
}

uint32_t variable_read(Reader *reader, Declaration *declaration) {
    if (declaration->type == TYPE_PRED) reader_fail(reader, "a predicate cannot stand in memory");
    Name *name = name_read(reader);
    if (reader_at(reader, '<')) reader_fail(reader, "a range of variables in memory is not supported");
    dimensions_read(reader, declaration);
    uint64_t natural = element_bytes(declaration) * declaration->components;
    assert(natural && (natural & (natural - 1)) == 0);
    uint32_t index = variable_place(reader, name, declaration->space);
    reader->module->variables[index] =
        (PtxVariable){.name = name->text,
                      .space = declaration->space,
                      .type = declaration->type,
                      .align = declaration->align ? declaration->align : (uint32_t)natural,
                      .size = declaration_bytes(reader, declaration),
                      .is_extern = declaration->is_extern,
                      .is_weak = declaration->is_weak,
                      .is_managed = declaration->is_managed,
                      .function = reader->function_index};
    return index;
}

void variables_read(Reader *reader, PtxSpace space, bool is_extern, bool is_weak) {
    Declaration declaration = {.space = space, .is_extern = is_extern, .is_weak = is_weak};
    declaration_read(reader, &declaration);
    do {
        uint32_t index = variable_read(reader, &declaration);
        if (reader_at(reader, '=')) initial_read(reader, index, &declaration);
        else if (declaration.unsized && !is_extern) reader_fail(reader, "an array without a size must be .extern");
    } while (reader_skip(reader, ','));
    reader_expect(reader, ';');
}
