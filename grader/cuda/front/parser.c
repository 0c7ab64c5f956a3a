// parser.c - the entry, and reading tokens.
//
// After an error everything sees the end of the text until the function that has it is left. So no loop runs on, no
// reader needs to ask whether the one below it failed, and a tree with an EXPR_ERROR is thrown away with its function.
#include "front.h"
#include <stdlib.h>

const Token *peek(Front *front) { return front->failed ? front->end : front->token; }

const Token *peek_at(Front *front, unsigned ahead) {
    const Token *token = peek(front);
    while (ahead-- && token->kind != TOKEN_END) token++;
    return token;
}

const Token *take(Front *front) {
    const Token *token = peek(front);
    if (token->kind == TOKEN_END) return token;
    bool is_too_much = cuda_arena_is_full(front->unit->arena) || ++front->taken > MAX_TAKEN;
    if (is_too_much && !front->budget_is_said) {
        front->quiet = false;
        refuse(front, token->place, token->length, "this file needs more memory or time than this compiler takes",
               NULL);
        front->budget_is_said = true;
    }
    if (front->budget_is_said) front->failed = true;
    front->last = token;
    front->token = token + 1;
    return token;
}

bool is(Front *front, const char *text) { return is_token(peek(front), text); }
bool is_at(Front *front, unsigned ahead, const char *text) { return is_token(peek_at(front, ahead), text); }

bool consume(Front *front, const char *text) {
    if (!is(front, text)) return false;
    take(front);
    return true;
}

// What word processors and web pages make of the characters that C++ knows.
void fail_stray(Front *front, const Token *token) {
    static const struct {
        const char *text, *advice;
    } typographic[] = {{"\u201c", "write a straight `\"`"},
                       {"\u201d", "write a straight `\"`"},
                       {"\u2018", "write a straight `'`"},
                       {"\u2019", "write a straight `'`"},
                       {"\u2013", "write `-`"},
                       {"\u2014", "write `-`"},
                       {"\u2212", "write `-`"},
                       {"\u00a0", "this space does not break: write an ordinary one"}};
    const char *advice = "remove it";
    for (size_t i = 0; i < sizeof typographic / sizeof *typographic; i++)
        if (!strcmp(token->text, typographic[i].text)) advice = typographic[i].advice;
    fail(front, token->place, 1, "`%s` has no meaning in C++", advice, token->text);
}

// `n // 2;`: the `;` is missing because it stands in a comment behind a value.
static bool fail_comment(Front *front, const char *text, const Token *last, const Token *next) {
    if (strcmp(text, ";") || !last || last->from_macro || !last->place.line || !next->starts_line) return false;
    const SourceFile *file = &front->unit->files[last->place.file];
    const char *line = last->place.line <= file->line_count ? file->lines[last->place.line - 1] : NULL;
    size_t end = (size_t)last->place.column - 1 + last->length, length = line ? strcspn(line, "\n") : 0;
    if (end >= length) return false;
    size_t at = end + strspn(line + end, " ");
    while (length && strchr(" \r", line[length - 1])) length--;
    if (at + 3 > length || strncmp(line + at, "//", 2) || line[length - 1] != ';') return false;
    Place place = last->place;
    place.column = (uint16_t)(at + 1);
    fail(front, place, 2, "`//` begins a comment, and the `;` is in it",
         "one `/` divides; of integers it drops the rest");
    return true;
}

bool expect(Front *front, const char *text, const char *after) {
    if (consume(front, text)) return true;
    if (front->failed) return false;
    if (peek(front)->kind == TOKEN_STRAY) {
        fail_stray(front, peek(front));
        return false;
    }
    const Token *last = front->last, *next = peek(front);
    if (fail_comment(front, text, last, next)) return false;
    bool is_behind =
        last && last->kind != TOKEN_END && (next->place.line != last->place.line || next->kind == TOKEN_END);
    Place place = is_behind ? last->place : next->place;
    if (is_behind) place.column = (uint16_t)(place.column + last->length);
    if (next->kind == TOKEN_END || is_behind)
        fail(front, place, 1, "a `%s` is missing %s", "write `%s` here", text, after, text);
    else
        fail(front, place, next->length, "a `%s` is missing %s, before `%s`", "write `%s` before `%s`", text, after,
             next->text, text, next->text);
    return false;
}

static const char *const KEYWORDS[] = {
    "alignas",    "alignof",      "asm",       "auto",          "bool",         "break",
    "case",       "catch",        "char",      "class",         "concept",      "const",
    "constexpr",  "continue",     "decltype",  "default",       "delete",       "do",
    "double",     "else",         "enum",      "explicit",      "extern",       "false",
    "float",      "for",          "friend",    "goto",          "if",           "inline",
    "int",        "long",         "mutable",   "namespace",     "new",          "noexcept",
    "nullptr",    "operator",     "private",   "protected",     "public",       "requires",
    "return",     "short",        "signed",    "sizeof",        "static",       "struct",
    "switch",     "template",     "this",      "throw",         "true",         "try",
    "typedef",    "typename",     "union",     "unsigned",      "using",        "virtual",
    "void",       "volatile",     "while",     "static_assert", "static_cast",  "reinterpret_cast",
    "const_cast", "dynamic_cast", "consteval", "constinit",     "thread_local", "typeid",
    "co_await",   "co_return",    "co_yield",
};

bool is_keyword(const char *text) {
    for (size_t i = 0; i < sizeof KEYWORDS / sizeof *KEYWORDS; i++)
        if (KEYWORDS[i][0] == text[0] && !strcmp(KEYWORDS[i], text)) return true;
    return false;
}

const char *expect_name(Front *front, const char *what) {
    const Token *token = peek(front);
    if (token->kind == TOKEN_NAME && !is_keyword(token->text)) return take(front)->text;
    if (token->kind == TOKEN_NAME)
        fail(front, token->place, token->length, "`%s` is a word of C++ and cannot be %s", "choose another name",
             token->text, what);
    else
        fail(front, token->place, token->length, "%s is missing before `%s`", NULL, what,
             token->kind == TOKEN_END ? "the end" : token->text);
    return NULL;
}

const Token *matching(const Token *open) {
    unsigned depth = 0;
    for (const Token *token = open; token->kind != TOKEN_END; token++) {
        if (token->kind != TOKEN_PUNCTUATOR) continue;
        char c = token->text[0];
        if (c == '(' || c == '[' || c == '{') depth++;
        else if ((c == ')' || c == ']' || c == '}') && !--depth) return token;
    }
    return NULL;
}

void skip_balanced(Front *front) {
    if (front->failed) return;
    const Token *close = matching(front->token);
    if (!close) {
        fail(front, front->token->place, 1, "this `%s` is not closed", NULL, front->token->text);
        return;
    }
    front->token = close;
    take(front);
}

bool enter_depth(Front *front) {
    if (front->depth++ < MAX_DEPTH) return true;
    refuse(front, peek(front)->place, 1, "this is nested too deep for this compiler", NULL);
    return false;
}

void leave_depth(Front *front) { front->depth--; }

Cursor cursor_save(const Front *front) {
    return (Cursor){front->token,      front->last,  front->scope,          front->function,
                    front->failed,     front->quiet, front->result_is_auto, front->unevaluated,
                    front->pack_index, front->loops, front->switches,       front->auto_result};
}

void cursor_restore(Front *front, const Cursor *cursor) {
    front->token = cursor->token;
    front->last = cursor->last;
    front->scope = cursor->scope;
    front->function = cursor->function;
    front->failed = cursor->failed;
    front->quiet = cursor->quiet;
    front->result_is_auto = cursor->result_is_auto;
    front->unevaluated = cursor->unevaluated;
    front->pack_index = cursor->pack_index;
    front->loops = cursor->loops;
    front->switches = cursor->switches;
    front->auto_result = cursor->auto_result;
}

void cursor_move(Front *front, const Token *token, Scope *scope) {
    front->token = token;
    front->last = NULL;
    front->scope = scope;
    front->failed = false;
    front->pack_index = -1;
    front->loops = front->switches = 0;
    front->unevaluated = false;
}

// ---- the entry ------------------------------------------------------------------------------------------------

static void read_declarations(Front *front, const Tokens *tokens) {
    cursor_move(front, tokens->list, front->global);
    while (front->token->kind != TOKEN_END && !front->budget_is_said) {
        const Token *before = front->token;
        front->function = NULL;
        parse_declaration(front);
        if (front->failed) {
            front->failed = false;
            front->quiet = false;
            front->scope = front->global;
            front->token = before;
            skip_declaration(front);
            note_suspects(front, before, front->token);
        }
        front->depth = 0;
        read_pending(front);
        front->failed = false;
    }
}

static void read_file(Front *front, unsigned file) {
    Tokens *tokens = front_alloc(front, sizeof *tokens);
    preprocess(front, file, tokens);
    front->failed = false;
    Token end = {.kind = TOKEN_END, .text = "", .length = 1, .place = {.file = (uint16_t)file}};
    if (tokens->count) end.place = tokens->list[tokens->count - 1].place;
    tokens_add(front, tokens, &end);
    read_declarations(front, tokens);
}

static void define_macros(Front *front) {
    char text[4096];
    const CudaOptions *options = front->options;
    int length = snprintf(text, sizeof text,
                          "#define __CUDACC__ 1\n#define __NVCC__ 1\n#define __cplusplus 202002L\n#define "
                          "__CUDACC_VER_MAJOR__ 13\n#define __CUDA_ARCH__ %u\n",
                          options->architecture ? options->architecture : 900);
    for (unsigned i = 0; i < options->definition_count && length < 3600; i++) {
        const char *definition = options->definitions[i], *equals = strchr(definition, '=');
        size_t name = equals ? (size_t)(equals - definition) : strlen(definition);
        if (name + strlen(definition) > 300) continue;
        length += snprintf(text + length, sizeof text - (size_t)length, "#define %.*s %s\n", (int)name, definition,
                           equals ? equals + 1 : "1");
    }
    Tokens nothing = {0};
    preprocess(front, file_add(front, "(definitions)", text, (size_t)length), &nothing);
}

Unit *cuda_parse(const char *name, const char *text, const CudaOptions *options, Diagnostics *diagnostics) {
    static const CudaOptions none;
    if (!options) options = &none;
    CudaArena *arena = cuda_arena_new(options->memory_limit ? options->memory_limit : 256u << 20);
    Unit *unit = cuda_arena_alloc(arena, sizeof *unit);
    unit->arena = arena;
    unit->diagnostics = diagnostics;
    Front *front = front_alloc((&(Front){.unit = unit}), sizeof *front);
    *front = (Front){.unit = unit, .diagnostics = diagnostics, .options = options, .pack_index = -1};
    unit->front = front;
    Token *end = front_alloc(front, sizeof *end);
    *end = (Token){.kind = TOKEN_END, .text = "", .length = 1};
    front->end = front->token = end;
    types_start(front);
    front->global = front->scope = scope_new(front, SCOPE_NAMESPACE, NULL);
    unsigned file = file_add(front, name, text, strlen(text));
    define_macros(front);
    const char *prelude = own_header("cuda_runtime.h");
    unsigned first = file_add(front, "(cuda_runtime.h)", prelude, strlen(prelude));
    unit->files[first].is_own = true;
    read_file(front, first);
    const Symbol *grid = scope_find(front->global, intern_text(front, "dim3"));
    front->dim3 = grid && grid->kind == SYMBOL_TYPE ? grid->type : type_basic(front, TYPE_UNSIGNED);
    read_file(front, file);
    return unit;
}

void cuda_free(Unit *unit) {
    if (unit) cuda_arena_free(unit->arena);
}
