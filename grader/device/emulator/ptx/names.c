// names.c - what the names in a PTX text stand for, scope by scope.
#include "../../system/hash.h"
#include "reader.h"

#include <assert.h>
#include <string.h>
#include <unistd.h>

enum { FIRST_PLACES = 1024 };

// A keyed hash: whoever writes the text cannot choose names that collide.
static uint64_t hash_text(const Reader *reader, const char *text, size_t length) {
    uint64_t hash = reader->hash_seed ^ length;
    while (length) {
        uint64_t word = 0;
        size_t part = length < sizeof word ? length : sizeof word;
        memcpy(&word, text, part);
        hash = hash_mixed(hash, word);
        hash ^= hash >> 29 ^ reader->hash_seed >> 32;
        text += part;
        length -= part;
    }
    hash *= UINT64_C(0xBF58476D1CE4E5B9);
    return hash ^ hash >> 32;
}

static void names_grow(Reader *reader) {
    uint32_t places = reader->name_places ? 2 * reader->name_places : FIRST_PLACES;
    assert((places & (places - 1)) == 0 && places > reader->name_count);
    Name **names = reader_alloc(reader, places, sizeof *names);
    for (uint32_t i = 0; i < reader->name_places; i++) {
        if (!reader->names[i]) continue;
        uint32_t place;
        HASH_SEARCH(place, (uint32_t)reader->names[i]->hash, places - 1, !names[place]);
        names[place] = reader->names[i];
    }
    reader->names = names;
    reader->name_places = places;
}

// %r12 is number 12 of %r. Numbers do not begin with 0, so that each has one spelling.
static void split_name(Reader *reader, Name *name) {
    uint32_t first = name->length;
    while (first && name->text[first - 1] >= '0' && name->text[first - 1] <= '9') first--;
    uint32_t digits = name->length - first;
    if (!first || !digits || digits > 7 || (digits > 1 && name->text[first] == '0')) return;
    for (uint32_t i = first; i < name->length; i++) name->number = name->number * 10 + (uint32_t)(name->text[i] - '0');
    name->prefix = name_intern(reader, name->text, first);
}

static bool name_is(const Name *name, uint64_t hash, const char *text, size_t length) {
    return name->hash == hash && name->length == length && !memcmp(name->text, text, length);
}

Name *name_intern(Reader *reader, const char *text, size_t length) {
    if (reader->name_count * 2 >= reader->name_places) names_grow(reader);
    uint64_t hash = hash_text(reader, text, length);
    uint32_t place;
    assert(reader->name_count < reader->name_places); // the search ends
    HASH_SEARCH(place, (uint32_t)hash, reader->name_places - 1,
                !reader->names[place] || name_is(reader->names[place], hash, text, length));
    if (reader->names[place]) return reader->names[place];
    Name *name = reader_alloc(reader, 1, sizeof *name);
    char *copy = reader_alloc(reader, 1, length + 1);
    memcpy(copy, text, length);
    *name = (Name){.text = copy, .length = (uint32_t)length, .hash = hash, .opcode = -1};
    reader->names[place] = name;
    reader->name_count++;
    split_name(reader, name);
    return name;
}

Name *name_read(Reader *reader) {
    if (reader->token.kind != TOKEN_NAME) reader_fail(reader, "a name is expected here");
    Name *name = name_intern(reader, reader->token.start, reader->token.length);
    reader->name_line = reader->token.line;
    reader->name_column = reader->token.column;
    reader_next(reader);
    return name;
}

static Symbol *symbol_new(Reader *reader, Name *name, SymbolKind kind, uint32_t depth) {
    assert(depth <= reader->depth);
    Symbol *symbol = reader_alloc(reader, 1, sizeof *symbol);
    *symbol = (Symbol){.kind = kind, .depth = depth, .name = name, .neighbour = reader->scopes[depth]};
    reader->scopes[depth] = symbol;
    return symbol;
}

Symbol *name_bind(Reader *reader, Name *name, SymbolKind kind, uint32_t index, uint32_t depth) {
    if (name->symbol && name->symbol->depth >= depth)
        reader_fail_at(reader, reader->name_line, reader->name_column, "%.60s is declared twice", name->text);
    Symbol *symbol = symbol_new(reader, name, kind, depth);
    symbol->index = index;
    symbol->shadowed = name->symbol;
    return name->symbol = symbol;
}

void name_bind_register(Reader *reader, Name *name, PtxType type, uint8_t components, uint32_t depth) {
    Symbol *symbol = name_bind(reader, name, components > 1 ? SYMBOL_VECTOR : SYMBOL_REGISTER, UNUSED_REGISTER, depth);
    symbol->type = type;
    symbol->components = components;
}

void name_bind_range(Reader *reader, Name *prefix, PtxType type, uint8_t components, uint32_t count) {
    char last = prefix->text[prefix->length - 1];
    if (last >= '0' && last <= '9')
        reader_fail(reader, "a range of registers whose name ends in a digit is not supported");
    if (prefix->range && prefix->range->depth == reader->depth)
        reader_fail_at(reader, reader->name_line, reader->name_column, "%.60s<> is declared twice", prefix->text);
    Symbol *range = symbol_new(reader, prefix, SYMBOL_RANGE, reader->depth);
    range->count = count;
    range->type = type;
    range->components = components;
    range->shadowed = prefix->range;
    prefix->range = range;
}

// Gives a declared register its place in the function's table.
static uint32_t register_new(Reader *reader, const char *name, PtxType type) {
    PtxFunction *function = reader->function;
    READER_ROOM(reader, function->registers, function->register_count, reader->register_room);
    function->registers[function->register_count] = (PtxRegister){.name = name, .type = type, .vector = 1};
    return function->register_count++;
}

// A vector register is its components: %v.x, %v.y, also named %v.r, %v.g.
static void vector_new(Reader *reader, Symbol *vector) {
    assert(vector->components == 2 || vector->components == 4);
    vector->index = reader->function->register_count;
    for (unsigned i = 0; i < vector->components; i++) {
        const char letters[2] = {"xyzw"[i], "rgba"[i]};
        char *text = reader_alloc(reader, 1, vector->name->length + 3);
        memcpy(text, vector->name->text, vector->name->length);
        text[vector->name->length] = '.';
        uint32_t index = register_new(reader, text, vector->type);
        for (unsigned j = 0; j < 2; j++) {
            text[vector->name->length + 1] = letters[1 - j];
            name_bind(reader, name_intern(reader, text, vector->name->length + 2), SYMBOL_REGISTER, index,
                      vector->depth);
        }
    }
}

Symbol *name_symbol(Reader *reader, Name *name) {
    Symbol *range = name->prefix ? name->prefix->range : NULL;
    while (range && range->count <= name->number) range = range->shadowed;
    if (range && (!name->symbol || name->symbol->depth < range->depth))
        name_bind_register(reader, name, range->type, range->components, range->depth);
    Symbol *symbol = name->symbol;
    if (!symbol || symbol->index != UNUSED_REGISTER) return symbol;
    if (symbol->kind == SYMBOL_REGISTER) symbol->index = register_new(reader, name->text, symbol->type);
    if (symbol->kind == SYMBOL_VECTOR) vector_new(reader, symbol);
    assert(symbol->index < reader->function->register_count);
    return symbol;
}

void names_start(Reader *reader) {
    if (getentropy(&reader->hash_seed, sizeof reader->hash_seed) < 0)
        reader->hash_seed = (uint64_t)(uintptr_t)reader->arena * UINT64_C(0x94D049BB133111EB);
    names_grow(reader);
    const char *text;
    for (uint32_t i = 0; (text = special_name(i)); i++)
        name_bind(reader, name_intern(reader, text, strlen(text)), SYMBOL_SPECIAL, i, MODULE_SCOPE);
}

void scope_open(Reader *reader) {
    if (reader->depth + 1 == SCOPES_MAX) reader_fail(reader, "scopes are nested too deep");
    reader->depth++;
    reader->scopes[reader->depth] = NULL;
    reader->scope_pending[reader->depth] = reader->pending_count;
}

// References that name a label of the scope that ends are settled; the others wait for the scope around it.
static void settle_references(Reader *reader) {
    uint32_t kept = reader->scope_pending[reader->depth];
    assert(kept <= reader->pending_count);
    for (uint32_t i = kept; i < reader->pending_count; i++) {
        LabelReference *reference = &reader->references[reader->pending[i]];
        const Symbol *symbol = reference->name->symbol;
        bool here = symbol && symbol->depth == reader->depth;
        if (here && symbol->kind == SYMBOL_LABEL) {
            reference->instruction = symbol->index;
        } else if (here && symbol->kind == SYMBOL_TABLE) {
            reference->table = 1 + symbol->index;
        } else {
            reader->pending[kept++] = reader->pending[i];
        }
    }
    reader->pending_count = kept;
}

void scope_close(Reader *reader) {
    assert(reader->depth > MODULE_SCOPE);
    settle_references(reader);
    for (Symbol *symbol = reader->scopes[reader->depth]; symbol; symbol = symbol->neighbour) {
        Symbol **top = symbol->kind == SYMBOL_RANGE ? &symbol->name->range : &symbol->name->symbol;
        assert(*top == symbol && symbol->depth == reader->depth);
        *top = symbol->shadowed;
    }
    reader->depth--;
}
