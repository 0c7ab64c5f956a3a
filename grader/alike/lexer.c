// lexer.c - CUDA C++ as tokens, with the author's macros expanded.
#include "../device/system/grow.h"
#include "alike.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define MOST_MACROS 200
#define MOST_PARAMETERS 16
#define MOST_DEPTH 16

typedef struct {
    Token name;
    unsigned parameters[2], body[2]; // first and end, in the tokens of definitions
    bool function;
} Macro;

typedef struct {
    const char *begin, *at, *end;
    Tokens *tokens;
    Tokens definitions;
    Macro macros[MOST_MACROS]; // the last one of a name counts
    unsigned macro_count;
    bool keep_definitions; // as ordinary tokens
} Lexer;

static bool push(Tokens *tokens, Token token) {
    if (tokens->count == MOST_TOKENS) return true;
    if (!ARRAY_GROW(tokens->tokens, tokens->count)) return false;
    tokens->tokens[tokens->count++] = token;
    return true;
}

void tokens_free(Tokens *tokens) {
    free(tokens->tokens);
    *tokens = (Tokens){.count = 0};
}

// ---- characters ----

static bool begins(const Lexer *lexer, const char *text) {
    size_t length = strlen(text);
    return (size_t)(lexer->end - lexer->at) >= length && !memcmp(lexer->at, text, length);
}

static void skip_comment(Lexer *lexer) {
    if (lexer->at[1] == '/')
        while (lexer->at < lexer->end && *lexer->at != '\n') lexer->at++;
    else
        for (lexer->at += 2; lexer->at < lexer->end; lexer->at++)
            if (begins(lexer, "*/")) {
                lexer->at += 2;
                return;
            }
}

// Blanks, comments and continued lines; within a directive the end of the line is no blank.
static void skip_blanks(Lexer *lexer, bool directive) {
    while (lexer->at < lexer->end) {
        if (begins(lexer, "\\\n")) lexer->at += 2;
        else if (begins(lexer, "//") || begins(lexer, "/*")) skip_comment(lexer);
        else if (isspace((unsigned char)*lexer->at) && !(directive && *lexer->at == '\n')) lexer->at++;
        else return;
    }
}

static void skip_quoted(Lexer *lexer) {
    char quote = *lexer->at++;
    while (lexer->at < lexer->end && *lexer->at != quote && *lexer->at != '\n')
        lexer->at += *lexer->at == '\\' && lexer->at + 1 < lexer->end ? 2 : 1;
    if (lexer->at < lexer->end) lexer->at++;
}

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80; }

static void skip_number(Lexer *lexer) {
    while (lexer->at < lexer->end && (is_word(*lexer->at) || *lexer->at == '.' || *lexer->at == '\'')) {
        bool exponent = strchr("eEpP", *lexer->at) != NULL;
        lexer->at++;
        if (exponent && lexer->at < lexer->end && (*lexer->at == '+' || *lexer->at == '-')) lexer->at++;
    }
}

static unsigned read_punctuation(Lexer *lexer) {
    static const char *const longer[] = {"<<<", ">>>", "<<=", ">>=", "->", "++", "--", "<<", ">>",
                                         "<=",  ">=",  "==",  "!=",  "&&", "||", "+=", "-=", "*=",
                                         "/=",  "%=",  "&=",  "|=",  "^=", "::", "##"};
    for (size_t i = 0; i < sizeof longer / sizeof *longer; i++) {
        if (!begins(lexer, longer[i])) continue;
        lexer->at += strlen(longer[i]);
        return PUNCTUATION(longer[i][0], longer[i][1], longer[i][2]);
    }
    return (unsigned char)*lexer->at++;
}

// The next token; the caller has skipped blanks.
static Token read_token(Lexer *lexer) {
    const char *from = lexer->at;
    Token token = {.text = from, .offset = (unsigned)(from - lexer->begin)};
    bool number =
        isdigit((unsigned char)*from) || (*from == '.' && from + 1 < lexer->end && isdigit((unsigned char)from[1]));
    if (*from == '"' || *from == '\'') token.kind = TOKEN_LITERAL, skip_quoted(lexer);
    else if (number) token.kind = TOKEN_LITERAL, skip_number(lexer);
    else if (is_word(*from))
        while (lexer->at < lexer->end && is_word(*lexer->at)) lexer->at++;
    else token.kind = TOKEN_PUNCTUATION, token.code = read_punctuation(lexer);
    token.length = (unsigned)(lexer->at - from);
    return token;
}

static bool is_text(const Token *token, const char *text) {
    return token->length == strlen(text) && !memcmp(token->text, text, token->length);
}

static bool same_text(const Token *one, const Token *other) {
    return one->length == other->length && !memcmp(one->text, other->text, one->length);
}

// ---- directives ----

static bool read_to_line_end(Lexer *lexer, Tokens *tokens) {
    for (skip_blanks(lexer, true); lexer->at < lexer->end && *lexer->at != '\n'; skip_blanks(lexer, true))
        if (!push(tokens, read_token(lexer))) return false;
    return true;
}

// The name has been read, and the parameters and the body lie in the definitions from `first` on.
static void define(Lexer *lexer, Token name, unsigned first, bool function) {
    Macro macro = {.name = name, .function = function, .parameters = {first, first}, .body = {first, first}};
    const Token *tokens = lexer->definitions.tokens;
    unsigned end = lexer->definitions.count;
    if (function) {
        unsigned close = first;
        while (close < end && tokens[close].code != ')') close++;
        if (close == end) return;
        macro.parameters[0] = first + 1, macro.parameters[1] = close;
        first = close + 1;
    }
    macro.body[0] = first, macro.body[1] = end;
    if (lexer->macro_count < MOST_MACROS) lexer->macros[lexer->macro_count++] = macro;
}

static bool read_define(Lexer *lexer) {
    unsigned first = lexer->definitions.count;
    skip_blanks(lexer, true);
    if (lexer->at >= lexer->end || !is_word(*lexer->at)) return read_to_line_end(lexer, &lexer->definitions);
    Token name = read_token(lexer);
    bool function = lexer->at < lexer->end && *lexer->at == '(';
    if (!read_to_line_end(lexer, &lexer->definitions)) return false;
    define(lexer, name, first, function);
    return true;
}

// Behind "#if 0" to its end.
static bool skip_disabled(Lexer *lexer) {
    Tokens line = {.count = 0};
    bool read = true;
    for (unsigned open = 1; open && read && lexer->at < lexer->end;) {
        skip_blanks(lexer, false);
        line.count = 0;
        read = read_to_line_end(lexer, &line);
        if (line.count < 2 || line.tokens[0].code != '#') continue;
        const Token *word = &line.tokens[1];
        if (is_text(word, "if") || is_text(word, "ifdef") || is_text(word, "ifndef")) open++;
        else if (is_text(word, "endif") || (open == 1 && is_text(word, "else"))) open--;
    }
    tokens_free(&line);
    return read;
}

static bool read_directive(Lexer *lexer) {
    Tokens rest = {.count = 0};
    lexer->at++;
    skip_blanks(lexer, true);
    if (lexer->at >= lexer->end || !is_word(*lexer->at)) return true;
    Token word = read_token(lexer);
    if (is_text(&word, "define") && !lexer->keep_definitions) return read_define(lexer);
    if (is_text(&word, "define")) return true;
    bool read = read_to_line_end(lexer, &rest);
    bool disabled = read && is_text(&word, "if") && rest.count == 1 && is_text(rest.tokens, "0");
    tokens_free(&rest);
    return read && (!disabled || skip_disabled(lexer));
}

// ---- macros ----

static const Macro *macro_of(const Lexer *lexer, const Token *name) {
    for (unsigned i = lexer->macro_count; name->kind == TOKEN_NAME && i-- > 0;)
        if (same_text(&lexer->macros[i].name, name)) return &lexer->macros[i];
    return NULL;
}

typedef struct {
    unsigned first[MOST_PARAMETERS], end[MOST_PARAMETERS], count, after;
} Arguments;

// The arguments from the opening parenthesis on; false: there is none, or no end of it.
static bool find_arguments(const Token *tokens, unsigned at, unsigned end, Arguments *arguments) {
    int open = 0;
    *arguments = (Arguments){.count = 1, .first = {at + 1}};
    if (at >= end || tokens[at].code != '(') return false;
    for (unsigned i = at; i < end; i++) {
        unsigned code = tokens[i].code, last = arguments->count - 1;
        open += (code == '(') - (code == ')');
        if (!open) return arguments->end[last] = i, arguments->after = i + 1, true;
        if (open != 1 || code != ',' || arguments->count == MOST_PARAMETERS) continue;
        arguments->end[last] = i;
        arguments->first[arguments->count++] = i + 1;
    }
    return false;
}

static int parameter_of(const Lexer *lexer, const Macro *macro, const Token *token) {
    int number = 0;
    for (unsigned i = macro->parameters[0]; i < macro->parameters[1]; i++) {
        const Token *parameter = &lexer->definitions.tokens[i];
        if (parameter->code == ',') number++;
        else if (token->kind == TOKEN_NAME && same_text(parameter, token)) return number;
    }
    return -1;
}

static bool put_argument(Tokens *out, const Token *tokens, const Arguments *arguments, unsigned number) {
    for (unsigned i = arguments->first[number]; i < arguments->end[number]; i++)
        if (!push(out, tokens[i])) return false;
    return true;
}

// The body with its arguments. Its tokens stand where the macro is used.
static bool put_body(const Lexer *lexer, const Macro *macro, const Token *tokens, const Arguments *arguments,
                     unsigned offset, Tokens *out) {
    for (unsigned i = macro->body[0]; i < macro->body[1]; i++) {
        Token token = lexer->definitions.tokens[i];
        int parameter = macro->function ? parameter_of(lexer, macro, &token) : -1;
        token.offset = offset;
        bool put = parameter >= 0 && (unsigned)parameter < arguments->count
                       ? put_argument(out, tokens, arguments, (unsigned)parameter)
                       : push(out, token);
        if (!put) return false;
    }
    return true;
}

// Replaces each use of a macro once. *any: there was one.
static bool expand_once(const Lexer *lexer, const Tokens *from, Tokens *to, bool *any) {
    *any = false;
    for (unsigned i = 0; i < from->count; i++) {
        const Macro *macro = macro_of(lexer, &from->tokens[i]);
        Arguments arguments = {.after = i + 1};
        if (macro && macro->function && !find_arguments(from->tokens, i + 1, from->count, &arguments)) macro = NULL;
        if (!macro && !push(to, from->tokens[i])) return false;
        if (!macro) continue;
        *any = true;
        if (!put_body(lexer, macro, from->tokens, &arguments, from->tokens[i].offset, to)) return false;
        i = arguments.after - 1;
    }
    return true;
}

static bool expand(const Lexer *lexer, Tokens *tokens) {
    bool any = lexer->macro_count > 0;
    for (unsigned depth = 0; any && depth < MOST_DEPTH; depth++) {
        Tokens expanded = {.count = 0};
        if (!expand_once(lexer, tokens, &expanded, &any)) return tokens_free(&expanded), false;
        tokens_free(tokens);
        *tokens = expanded;
    }
    return true;
}

// ---- helpers ----
//
// A function that only returns an expression is a macro under another name, so it is expanded like one.

static unsigned close_of(const Tokens *tokens, unsigned at) {
    unsigned open = tokens->tokens[at].code, close = open == '(' ? ')' : '}';
    int depth = 0;
    for (; at < tokens->count; at++) {
        depth += (tokens->tokens[at].code == open) - (tokens->tokens[at].code == close);
        if (!depth) return at;
    }
    return tokens->count;
}

typedef struct {
    unsigned first, name, open, body, end; // tokens: the definition, its name, "(", behind "return", behind "}"
} Helper;

static bool has_code(const Tokens *tokens, unsigned at, unsigned code) {
    return at < tokens->count && tokens->tokens[at].code == code;
}

// Whether a helper is defined by the parenthesis at `open`; `first` is where its definition begins.
static bool helper_at(const Tokens *tokens, unsigned first, unsigned open, Helper *helper) {
    unsigned brace = close_of(tokens, open) + 1;
    if (open <= first || tokens->tokens[open - 1].kind != TOKEN_NAME || !has_code(tokens, brace, '{')) return false;
    unsigned end = close_of(tokens, brace), semicolon = brace + 2;
    if (end >= tokens->count || !is_text(&tokens->tokens[brace + 1], "return")) return false;
    while (semicolon < end && tokens->tokens[semicolon].code != ';') semicolon++;
    *helper = (Helper){first, open - 1, open, brace + 2, end + 1};
    return semicolon + 1 == end;
}

static bool is_called(const Tokens *tokens, const Helper *helper) {
    for (unsigned i = 0; i + 1 < tokens->count; i++)
        if ((i < helper->first || i >= helper->end) && tokens->tokens[i + 1].code == '(' &&
            same_text(&tokens->tokens[i], &tokens->tokens[helper->name]))
            return true;
    return false;
}

// (a, b) (expression), as #define would say it
static bool helper_define(Lexer *lexer, const Tokens *tokens, const Helper *helper) {
    static const Token open = {.text = "(", .length = 1, .kind = TOKEN_PUNCTUATION, .code = '('};
    static const Token comma = {.text = ",", .length = 1, .kind = TOKEN_PUNCTUATION, .code = ','};
    static const Token close = {.text = ")", .length = 1, .kind = TOKEN_PUNCTUATION, .code = ')'};
    unsigned first = lexer->definitions.count, end = close_of(tokens, helper->open);
    bool pushed = push(&lexer->definitions, open);
    for (unsigned i = helper->open + 1; i < end && pushed; i++) {
        bool last = tokens->tokens[i + 1].code == ',' || i + 1 == end;
        if (!last || tokens->tokens[i].kind != TOKEN_NAME) continue;
        pushed = push(&lexer->definitions, tokens->tokens[i]) && (i + 1 == end || push(&lexer->definitions, comma));
    }
    pushed = pushed && push(&lexer->definitions, close) && push(&lexer->definitions, open);
    for (unsigned i = helper->body; i + 2 < helper->end && pushed; i++)
        pushed = push(&lexer->definitions, tokens->tokens[i]);
    pushed = pushed && push(&lexer->definitions, close);
    if (pushed) define(lexer, tokens->tokens[helper->name], first, true);
    return pushed;
}

// Makes macros of the helpers, and takes their definitions out.
static bool helpers_find(Lexer *lexer, Tokens *tokens) {
    Tokens kept = {.count = 0};
    unsigned first = 0;
    bool worked = true;
    for (unsigned i = 0; i < tokens->count && worked;) {
        Helper helper;
        unsigned code = tokens->tokens[i].code, after = i + 1;
        bool found = code == '(' && helper_at(tokens, first, i, &helper) && is_called(tokens, &helper);
        if (found) {
            worked = helper_define(lexer, tokens, &helper);
            kept.count -= i - first;
            i = first = helper.end;
            continue;
        }
        if (code == '(' || code == '{') after = close_of(tokens, i) + (close_of(tokens, i) < tokens->count);
        for (; i < after && worked; i++) worked = push(&kept, tokens->tokens[i]);
        if (code == ';' || code == '{') first = i;
    }
    tokens_free(tokens);
    *tokens = kept;
    return worked;
}

// ---- all of it ----

static bool read_all(Lexer *lexer) {
    bool line_begins = true;
    while (true) {
        const char *from = lexer->at;
        skip_blanks(lexer, false);
        if (lexer->at >= lexer->end || lexer->tokens->count == MOST_TOKENS) return true;
        line_begins = line_begins || memchr(from, '\n', (size_t)(lexer->at - from)) != NULL;
        bool read = *lexer->at == '#' && line_begins ? read_directive(lexer) : push(lexer->tokens, read_token(lexer));
        if (!read) return false;
        line_begins = false;
    }
}

static bool read_source(const char *source, size_t length, bool plain, Tokens *tokens) {
    Lexer *lexer = calloc(1, sizeof *lexer);
    *tokens = (Tokens){.count = 0};
    if (!lexer) return false;
    *lexer =
        (Lexer){.begin = source, .at = source, .end = source + length, .tokens = tokens, .keep_definitions = plain};
    bool read = read_all(lexer) && (plain || (helpers_find(lexer, tokens) && expand(lexer, tokens)));
    tokens_free(&lexer->definitions);
    free(lexer);
    if (!read) tokens_free(tokens);
    return read;
}

bool tokens_read(const char *source, size_t length, Tokens *tokens) {
    return read_source(source, length, false, tokens);
}

bool tokens_read_plain(const char *source, size_t length, Tokens *tokens) {
    return read_source(source, length, true, tokens);
}
