// reader.c - reads a PTX text into a module: the directives of module scope and the heads of functions.
#include "reader.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LENGTH_MAX = 1 << 30, ARENA_BASE = 640 << 20, ARENA_PER_BYTE = 256, MESSAGE_WORD = 60, CLAUSE_NUMBERS = 3 };

_Noreturn static void fail_with(Reader *reader, uint32_t line, uint32_t column, const char *format, va_list arguments) {
    reader->error->line = line;
    reader->error->column = column;
    vsnprintf(reader->error->message, sizeof reader->error->message, format, arguments);
    attempt_give_up(&reader->attempt);
}

void reader_fail_at(Reader *reader, uint32_t line, uint32_t column, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fail_with(reader, line, column, format, arguments);
}

void reader_fail(Reader *reader, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fail_with(reader, reader->token.line, reader->token.column, format, arguments);
}

void reader_next(Reader *reader) {
    reader->token = lexer_next(&reader->lexer);
    if (reader->token.kind == TOKEN_BAD) reader_fail(reader, "%s", reader->token.problem);
}

bool reader_at(const Reader *reader, char mark) { return reader->token.mark == mark; }

bool reader_at_word(const Reader *reader, const char *word) { return token_is(&reader->token, TOKEN_NAME, word); }

bool reader_at_dotted(const Reader *reader, const char *word) { return token_is(&reader->token, TOKEN_DOTTED, word); }

bool reader_skip(Reader *reader, char mark) {
    if (!reader_at(reader, mark)) return false;
    reader_next(reader);
    return true;
}

void reader_expect(Reader *reader, char mark) {
    if (!reader_skip(reader, mark)) reader_fail(reader, "'%c' is expected here", mark);
}

uint64_t reader_integer(Reader *reader) {
    bool negative = false;
    while (reader_at(reader, '-') || reader_at(reader, '+')) {
        negative ^= reader_at(reader, '-');
        reader_next(reader);
    }
    if (reader->token.kind != TOKEN_NUMBER || reader->token.literal != LITERAL_INTEGER)
        reader_fail(reader, "an integer is expected here");
    uint64_t value = reader->token.bits;
    reader_next(reader);
    return negative ? -value : value;
}

uint32_t reader_count(Reader *reader, uint32_t limit) {
    Token at = reader->token;
    uint64_t value = reader_integer(reader);
    if (value > limit) reader_fail_at(reader, at.line, at.column, "a number up to %u is expected here", limit);
    return (uint32_t)value;
}

void *reader_alloc(Reader *reader, size_t count, size_t size) {
    size_t bytes;
    void *memory = __builtin_mul_overflow(count, size, &bytes) ? NULL : arena_alloc(reader->arena, bytes);
    if (!memory) reader_fail(reader, "the text needs more memory than the reader may use");
    return memory;
}

void *reader_grow(Reader *reader, const void *items, uint32_t count, uint32_t *room, size_t size) {
    uint32_t larger = *room ? *room : 8;
    assert(count < UINT32_MAX / 2);
    while (larger <= count) larger *= 2;
    void *copy = reader_alloc(reader, larger, size);
    if (count) memcpy(copy, items, count * size);
    *room = larger;
    return copy;
}

static void version_read(Reader *reader) {
    const Token *token = &reader->token;
    char text[8] = "";
    unsigned major = 0, minor = 0;
    if (token->kind == TOKEN_NUMBER && token->length < sizeof text) memcpy(text, token->start, token->length);
    if (sscanf(text, "%u.%u", &major, &minor) != 2) reader_fail(reader, "a version like 9.0 is expected here");
    reader->module->version_major = (int)major;
    reader->module->version_minor = (int)minor;
    reader_next(reader);
}

// "sm_90a, texmode_independent": the architecture's number.
static void target_read(Reader *reader) {
    do {
        Name *name = name_read(reader);
        int target = 0;
        if (!strcmp(name->text, "debug")) reader->module->is_debug = true;
        if (!strncmp(name->text, "sm_", 3) || !strncmp(name->text, "compute_", 8))
            for (const char *digit = strchr(name->text, '_') + 1; *digit >= '0' && *digit <= '9' && target < 1000;
                 digit++)
                target = target * 10 + (*digit - '0');
        if (target) reader->module->target = target;
    } while (reader_skip(reader, ','));
    if (!reader->module->target) reader_fail(reader, "a target like sm_90 is expected here");
}

// "i:s32=%r5", "t:s32=3": what is no such thing is none of our compiler's, and left out.
static void named_read(Reader *reader, const char *text, size_t length) {
    char word[120], *type, *value;
    if (length >= sizeof word || !reader->function) return;
    memcpy(word, text, length);
    word[length] = 0;
    if (!(type = strchr(word, ':')) || !(value = strchr(type, '='))) return;
    *type++ = *value++ = 0;
    PtxNamed named = {.type = ptx_type_named(type), .is_register = *value == '%', .bits = strtoull(value, NULL, 10)};
    if (named.is_register) {
        const Symbol *symbol = name_symbol(reader, name_intern(reader, value, strlen(value)));
        if (!symbol || symbol->kind != SYMBOL_REGISTER) return;
        named.index = symbol->index;
    }
    named.name = name_intern(reader, word, strlen(word))->text;
    READER_ROOM(reader, reader->named, reader->named_count, reader->named_room);
    reader->named[reader->named_count++] = named;
}

static void values_read(Reader *reader, const char *text, const char *end) {
    while (text < end) {
        const char *space = memchr(text, ' ', (size_t)(end - text)), *stop = space ? space : end;
        named_read(reader, text, (size_t)(stop - text));
        text = stop + 1;
    }
}

void pragma_read(Reader *reader) {
    do {
        static const char MASK[] = "used_bytes_mask", VALUES[] = "values ";
        const Token *token = &reader->token;
        if (token->kind != TOKEN_STRING) reader_fail(reader, "a string is expected here");
        reader->keep_rolled |= token_is(token, TOKEN_STRING, "nounroll");
        reader->some_bytes |= token->length >= sizeof MASK - 1 && !memcmp(token->start, MASK, sizeof MASK - 1);
        if (token->length >= sizeof VALUES - 1 && !memcmp(token->start, VALUES, sizeof VALUES - 1))
            values_read(reader, token->start + sizeof VALUES - 1, token->start + token->length);
        reader_next(reader);
    } while (reader_skip(reader, ','));
    reader_expect(reader, ';');
}

// "(.param .b32 a, .param .align 8 .b8 b[16])": the variables' indices.
static uint32_t *parameters_read(Reader *reader, uint32_t *count) {
    uint32_t *indices = NULL, room = 0;
    *count = 0;
    reader_expect(reader, '(');
    if (reader_skip(reader, ')')) return NULL;
    do {
        if (!reader_at_dotted(reader, "param")) reader_fail(reader, "parameters other than .param are not supported");
        reader_next(reader);
        Declaration declaration = {.space = SPACE_PARAM};
        declaration_read(reader, &declaration);
        READER_ROOM(reader, indices, *count, room);
        indices[*count] = variable_read(reader, &declaration);
        ++*count;
    } while (reader_skip(reader, ','));
    reader_expect(reader, ')');
    return indices;
}

// The function of this name: declared before, or new.
static uint32_t function_named(Reader *reader, Name *name) {
    PtxModule *module = reader->module;
    if (name->symbol && name->symbol->kind == SYMBOL_FUNCTION) return name->symbol->index;
    READER_ROOM(reader, module->functions, module->function_count, reader->function_room);
    module->functions[module->function_count] = (PtxFunction){.name = name->text, .is_extern = true};
    name_bind(reader, name, SYMBOL_FUNCTION, module->function_count, MODULE_SCOPE);
    return module->function_count++;
}

static uint32_t *clause_place(PtxFunction *function, const Token *token) {
    if (token_is(token, TOKEN_DOTTED, "maxntid")) return function->maxntid;
    if (token_is(token, TOKEN_DOTTED, "reqntid")) return function->reqntid;
    if (token_is(token, TOKEN_DOTTED, "reqnctapercluster")) return function->reqnctapercluster;
    return NULL;
}

static bool clause_is_counted(const Token *token) {
    static const char *const NAMES[] = {"maxnreg", "maxnctapersm", "maxclusterrank", "abi_preserve",
                                        "abi_preserve_control"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (token_is(token, TOKEN_DOTTED, NAMES[i])) return true;
    return false;
}

static bool clause_is_plain(const Token *token) {
    static const char *const NAMES[] = {"noreturn", "unique", "explicitcluster", "blocksareclusters"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (token_is(token, TOKEN_DOTTED, NAMES[i])) return true;
    return false;
}

// One of ".maxntid 256, 1, 1" and the others that stand between a function's parameters and its body.
static void clause_read(Reader *reader, PtxFunction *function) {
    Token clause = reader->token;
    uint32_t *place = clause_place(function, &clause);
    reader_next(reader);
    if (place) {
        place[0] = reader_count(reader, UINT32_MAX);
        for (int i = 1; i < CLAUSE_NUMBERS; i++)
            place[i] = reader_skip(reader, ',') ? reader_count(reader, UINT32_MAX) : 1;
    } else if (token_is(&clause, TOKEN_DOTTED, "minnctapersm")) {
        function->minnctapersm = reader_count(reader, UINT32_MAX);
    } else if (token_is(&clause, TOKEN_DOTTED, "pragma")) {
        pragma_read(reader);
    } else if (clause_is_counted(&clause)) {
        reader_count(reader, UINT32_MAX);
    } else if (!clause_is_plain(&clause)) {
        reader_fail_at(reader, clause.line, clause.column, ".%.*s is not known here",
                       clause.length < MESSAGE_WORD ? (int)clause.length : MESSAGE_WORD, clause.start);
    }
}

// Reads what follows ".entry" or ".func", to the ";" or the "}".
static void function_read(Reader *reader, bool is_entry) {
    PtxFunction head = {.is_entry = is_entry};
    reader->function_index = (int32_t)reader->module->function_count;
    reader->depth = MODULE_SCOPE;
    scope_open(reader); // the return parameters stand before the name
    uint32_t first_variable = reader->module->variable_count;
    if (reader_at(reader, '(')) head.results = parameters_read(reader, &head.result_count);
    Token at = reader->token;
    uint32_t index = function_named(reader, name_read(reader));
    PtxFunction *function = &reader->module->functions[index];
    reader->function_index = (int32_t)index;
    if (reader_at(reader, '(')) head.parameters = parameters_read(reader, &head.parameter_count);
    for (uint32_t i = first_variable; i < reader->module->variable_count; i++)
        reader->module->variables[i].function = (int32_t)index;
    while (reader->token.kind == TOKEN_DOTTED) clause_read(reader, &head);
    head.name = function->name;
    head.is_extern = function->is_extern;
    if (reader_at(reader, '{')) {
        if (!function->is_extern) reader_fail_at(reader, at.line, at.column, "%.60s is defined twice", head.name);
        *function = head;
        function->is_extern = false;
        reader->function = function;
        body_read(reader);
    } else {
        reader_expect(reader, ';');
        if (function->is_extern) *function = head; // a definition already read stays
    }
    scope_close(reader);
    reader->function = NULL;
    reader->function_index = -1;
}

// ".visible .global .u32 x;": linkage, then what is declared.
static void linked_read(Reader *reader) {
    bool is_extern = false, is_weak = false, linkage = true;
    while (linkage) {
        bool weak = reader_at_dotted(reader, "weak") || reader_at_dotted(reader, "common");
        linkage = weak || reader_at_dotted(reader, "visible") || reader_at_dotted(reader, "extern");
        is_extern |= reader_at_dotted(reader, "extern");
        is_weak |= weak;
        if (linkage) reader_next(reader);
    }
    PtxSpace space = space_named(&reader->token);
    bool is_entry = reader_at_dotted(reader, "entry");
    if (!is_entry && !reader_at_dotted(reader, "func") && space == SPACE_GENERIC)
        reader_fail(reader, "a directive of module scope is expected here");
    reader_next(reader);
    if (space == SPACE_GENERIC) {
        function_read(reader, is_entry);
    } else {
        variables_read(reader, space, is_extern, is_weak);
    }
}

static void address_size_read(Reader *reader) { reader->module->address_bits = (int)reader_count(reader, 64); }

static void directive_read(Reader *reader) {
    static const struct {
        const char *name;
        void (*read)(Reader *);
    } DIRECTIVES[] = {
        {"version", version_read},  {"target", target_read},   {"address_size", address_size_read},
        {"file", source_file_read}, {"section", section_read}, {"pragma", pragma_read},
    };
    for (size_t i = 0; i < sizeof DIRECTIVES / sizeof *DIRECTIVES; i++) {
        if (!reader_at_dotted(reader, DIRECTIVES[i].name)) continue;
        reader_next(reader);
        DIRECTIVES[i].read(reader);
        return;
    }
    if (!reader->module->target) reader_fail(reader, "a PTX text begins with .version and .target");
    linked_read(reader);
}

static void module_read(Reader *reader) {
    reader_next(reader);
    if (!reader_at_dotted(reader, "version")) reader_fail(reader, "a PTX text begins with .version");
    while (reader->token.kind != TOKEN_END) {
        if (reader->token.kind == TOKEN_DOTTED) directive_read(reader);
        else reader_expect(reader, ';');
    }
    if (!reader->module->target) reader_fail(reader, "the text names no .target");
    locations_finish(reader);
}

static void reader_start(Reader *reader) {
    reader->module = reader_alloc(reader, 1, sizeof *reader->module);
    reader->module->arena = reader->arena;
    reader->module->address_bits = 64;
    reader->function_index = -1;
    names_start(reader);
    locations_start(reader);
}

static void read_all(void *context) {
    Reader *reader = context;
    reader_start(reader);
    module_read(reader);
}

PtxModule *ptx_read(const char *text, size_t length, PtxError *error) {
    *error = (PtxError){.line = 1, .column = 1, .message = "out of memory"};
    if (length > LENGTH_MAX) {
        snprintf(error->message, sizeof error->message, "the text is longer than %d bytes", LENGTH_MAX);
        return NULL;
    }
    Arena *arena = arena_new(ARENA_BASE + ARENA_PER_BYTE * length);
    if (!arena) return NULL;
    Reader reader = {.arena = arena, .error = error};
    lexer_start(&reader.lexer, text, length);
    if (!attempt(&reader.attempt, read_all, &reader)) {
        arena_free(arena);
        return NULL;
    }
    *error = (PtxError){0};
    return reader.module;
}

void ptx_free(PtxModule *module) {
    for (PtxModule *linked; module; module = linked) {
        linked = module->linked;
        arena_free(module->arena);
    }
}
