// tokens.c - text to tokens.
#include "../front/front.h"
#include <stdlib.h>

typedef struct {
    Front *front;
    const char *at, *end, *line_start;
    uint32_t line;
    uint16_t file;
    bool starts_line, after_space;
    Tokens *out;
} Reader;

void tokens_add(Front *front, Tokens *tokens, const Token *token) {
    if (tokens->count == tokens->room) {
        size_t room = tokens->room ? 2 * tokens->room : 64;
        Token *list = front_alloc(front, room * sizeof *list);
        if (tokens->count) memcpy(list, tokens->list, tokens->count * sizeof *list);
        tokens->list = list;
        tokens->room = room;
    }
    tokens->list[tokens->count++] = *token;
}

bool is_token(const Token *token, const char *text) {
    return (token->kind == TOKEN_NAME || token->kind == TOKEN_PUNCTUATOR) && token->text[0] == text[0] &&
           !strcmp(token->text, text);
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c >= 0x80;
}
static char at(const Reader *reader, size_t ahead) {
    return (size_t)(reader->end - reader->at) > ahead ? reader->at[ahead] : 0;
}

static Place place_of(const Reader *reader, const char *where) {
    size_t column = (size_t)(where - reader->line_start) + 1;
    return (Place){.file = reader->file, .line = reader->line, .column = column < 60000 ? (uint16_t)column : 0};
}

static void skip_comment(Reader *reader) {
    const char *open = reader->at;
    Place place = place_of(reader, open);
    for (reader->at += 2; reader->at < reader->end; reader->at++) {
        if (reader->at[0] == '*' && at(reader, 1) == '/') {
            reader->at += 2;
            return;
        }
        if (*reader->at == '\n') {
            reader->line++;
            reader->line_start = reader->at + 1;
        }
    }
    fail(reader->front, place, 2, "this comment does not end", "close it with `*/`");
}

// A backslash at the end of a line joins it with the next one. Whether one was skipped.
static bool skip_joint(Reader *reader) {
    size_t length = at(reader, 1) == '\r' ? 3 : 2;
    if (at(reader, 0) != '\\' || at(reader, length - 1) != '\n') return false;
    reader->at += length;
    reader->line++;
    reader->line_start = reader->at;
    return true;
}

// To the next token.
static void skip_space(Reader *reader) {
    while (reader->at < reader->end) {
        char c = *reader->at;
        if (c == '\n') {
            reader->starts_line = true;
            reader->line++;
            reader->line_start = ++reader->at;
        } else if (skip_joint(reader)) {
            reader->after_space = true;
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
            reader->at++;
            reader->after_space = true;
        } else if (c == '/' && at(reader, 1) == '/') {
            while (reader->at < reader->end && *reader->at != '\n')
                if (!skip_joint(reader)) reader->at++;
        } else if (c == '/' && at(reader, 1) == '*') {
            skip_comment(reader);
            reader->after_space = true;
        } else {
            return;
        }
    }
}

// ---- numbers --------------------------------------------------------------------------------------------------

static const Type *integer_type(Front *front, uint64_t value, bool is_decimal, bool is_unsigned, unsigned longs) {
    TypeKind kind = TYPE_UNSIGNED_LONG;
    bool may_be_unsigned = is_unsigned || !is_decimal;
    if (!longs && !is_unsigned && value <= INT32_MAX) kind = TYPE_INT;
    else if (!longs && may_be_unsigned && value <= UINT32_MAX) kind = TYPE_UNSIGNED;
    else if (!is_unsigned && value <= INT64_MAX) kind = TYPE_LONG;
    if (longs == 2) kind = kind == TYPE_LONG ? TYPE_LONG_LONG : TYPE_UNSIGNED_LONG_LONG;
    return type_basic(front, kind);
}

static void read_integer(Reader *reader, Token *token, const char *digits) {
    int base = 10;
    if (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X')) base = 16, digits += 2;
    else if (digits[0] == '0' && (digits[1] == 'b' || digits[1] == 'B')) base = 2, digits += 2;
    else if (digits[0] == '0') base = 8;
    char *suffix;
    token->kind = TOKEN_INTEGER;
    token->integer = strtoull(digits, &suffix, base);
    bool is_unsigned = false, is_bad = suffix == digits;
    unsigned longs = 0;
    for (; *suffix; suffix++) {
        if (*suffix == 'u' || *suffix == 'U') is_unsigned = true;
        else if (*suffix == 'l' || *suffix == 'L') longs++;
        else if (*suffix == 'z' || *suffix == 'Z') longs = 1;
        else is_bad = true;
    }
    if (is_bad || longs > 2) fail(reader->front, token->place, token->length, "`%s` is no number", NULL, token->text);
    token->type = integer_type(reader->front, token->integer, base == 10, is_unsigned, longs);
}

static void read_floating(Reader *reader, Token *token, const char *digits) {
    char *suffix;
    token->kind = TOKEN_FLOATING;
    token->floating = strtod(digits, &suffix);
    bool is_float = *suffix == 'f' || *suffix == 'F';
    if (is_float) token->floating = strtof(digits, &suffix);
    if (*suffix && (suffix[1] || !is_float) && strcmp(suffix, "l") && strcmp(suffix, "L"))
        fail(reader->front, token->place, token->length, "`%s` is no number", NULL, token->text);
    token->type = type_basic(reader->front, is_float ? TYPE_FLOAT : TYPE_DOUBLE);
}

static void read_number(Reader *reader, Token *token) {
    char digits[128];
    size_t count = 0;
    const char *start = reader->at;
    bool is_hex = at(reader, 0) == '0' && (at(reader, 1) == 'x' || at(reader, 1) == 'X'), is_floating = false;
    for (;; reader->at++) {
        char c = at(reader, 0), before = reader->at > start ? reader->at[-1] : 0;
        bool is_exponent = is_hex ? before == 'p' || before == 'P' : before == 'e' || before == 'E';
        if (!is_digit(c) && !is_letter(c) && c != '.' && c != '\'' && !((c == '+' || c == '-') && is_exponent)) break;
        if (c == '.' || (is_hex ? c == 'p' || c == 'P' : c == 'e' || c == 'E')) is_floating = true;
        if (c != '\'' && count + 1 < sizeof digits) digits[count++] = c;
    }
    digits[count] = 0;
    token->length = (uint16_t)(reader->at - start);
    token->text = intern(reader->front, start, (size_t)(reader->at - start));
    if (is_floating) read_floating(reader, token, digits);
    else read_integer(reader, token, digits);
}

// ---- strings and characters -----------------------------------------------------------------------------------

static int digit_of(char c, int base) {
    int value = is_digit(c) ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : 99;
    return value < base ? value : -1;
}

static char read_escape(Reader *reader) {
    static const char names[] = "ntrabfv0\\'\"?", values[] = "\n\t\r\a\b\f\v\0\\'\"?";
    char c = *reader->at++;
    if (c == 'x' || is_digit(c)) {
        int base = c == 'x' ? 16 : 8, value = c == 'x' ? 0 : c - '0';
        for (int n = 0; n < 2 && reader->at < reader->end && digit_of(*reader->at, base) >= 0; n++)
            value = value * base + digit_of(*reader->at++, base);
        return (char)value;
    }
    const char *found = strchr(names, c);
    return found && c ? values[found - names] : c;
}

static void read_quoted(Reader *reader, Token *token) {
    Front *front = reader->front;
    char quote = *reader->at++;
    const char *start = reader->at;
    char *bytes = NULL;
    size_t count = 0, room = 0;
    while (reader->at < reader->end && *reader->at != quote && *reader->at != '\n') {
        if (skip_joint(reader)) continue;
        if (count + 1 >= room) {
            char *larger = front_alloc(front, room = room ? 2 * room : 32);
            if (count) memcpy(larger, bytes, count);
            bytes = larger;
        }
        if (*reader->at == '\\' && reader->at + 1 < reader->end) {
            reader->at++;
            bytes[count++] = read_escape(reader);
        } else {
            bytes[count++] = *reader->at++;
        }
    }
    token->length = (uint16_t)(reader->at - start + 2);
    if (reader->at < reader->end && *reader->at == quote) reader->at++;
    else {
        fail(front, token->place, 1,
             quote == '"' ? "this text does not end on its line" : "this character does not end",
             quote == '"' ? "close it with `\"`" : "close it with `'`; text of several characters stands in \"...\"");
        front->failed = false; // the rest of the file is read all the same
    }
    token->text = bytes ? bytes : "";
    token->text_length = count;
    token->kind = quote == '"' ? TOKEN_STRING : TOKEN_CHARACTER;
    if (quote == '\'') {
        token->integer = (uint64_t)(int64_t)(count ? (signed char)bytes[0] : 0);
        token->type = type_basic(front, count > 1 ? TYPE_INT : TYPE_CHAR);
        uint32_t word = 0; // of several characters the last four make a number
        for (size_t i = 0; i < count; i++) word = word << 8 | (unsigned char)bytes[i];
        if (count > 1) token->integer = (uint64_t)(int64_t)(int32_t)word;
    }
}

// ---- the rest -------------------------------------------------------------------------------------------------

// Bytes of a character beyond ASCII that no name may have: typographic signs (U+2000 to U+203F), minus, no-break space.
static size_t sign_length(const Reader *reader) {
    unsigned char first = (unsigned char)at(reader, 0), second = (unsigned char)at(reader, 1);
    size_t left = (size_t)(reader->end - reader->at);
    if (first == 0xc2 && second == 0xa0) return 2;
    if (first != 0xe2 || (second != 0x80 && (second != 0x88 || (unsigned char)at(reader, 2) != 0x92))) return 0;
    return left < 3 ? left : 3;
}

static void read_punctuator(Reader *reader, Token *token) {
    static const char *const longer[] = {"<<<", "<<=", "...", "->*", "<=>", "->", "++", "--", "<<", "<=", "==", "!=",
                                         "&&",  "||",  "+=",  "-=",  "*=",  "/=", "%=", "&=", "|=", "^=", "::", "##"};
    size_t sign = sign_length(reader), length = sign ? sign : 1;
    for (size_t i = 0; i < sizeof longer / sizeof *longer && length == 1; i++) {
        size_t n = strlen(longer[i]);
        if ((size_t)(reader->end - reader->at) >= n && !strncmp(reader->at, longer[i], n)) length = n;
    }
    token->kind = !sign && strchr("{}[]()<>=+-*/%&|^!~?:;,.#", *reader->at) ? TOKEN_PUNCTUATOR : TOKEN_STRAY;
    token->text = intern(reader->front, reader->at, length);
    token->length = (uint16_t)length;
    reader->at += length;
}

static void read_word(Reader *reader, Token *token) {
    const char *start = reader->at;
    while ((is_letter(at(reader, 0)) || is_digit(at(reader, 0))) && !sign_length(reader)) reader->at++;
    token->kind = TOKEN_NAME;
    token->text = intern(reader->front, start, (size_t)(reader->at - start));
    token->length = (uint16_t)(reader->at - start < 60000 ? reader->at - start : 60000);
}

void tokens_make(Front *front, unsigned file, Tokens *tokens) {
    const SourceFile *source = &front->unit->files[file];
    Reader reader = {.front = front,
                     .at = source->text,
                     .end = source->text + source->size,
                     .line_start = source->text,
                     .line = 1,
                     .file = (uint16_t)file,
                     .starts_line = true,
                     .out = tokens};
    for (;;) {
        skip_space(&reader);
        Token token = {.place = place_of(&reader, reader.at),
                       .starts_line = reader.starts_line,
                       .after_space = reader.after_space,
                       .text = "",
                       .length = 1};
        reader.starts_line = reader.after_space = false;
        char c = at(&reader, 0);
        if (reader.at >= reader.end || tokens->count > MAX_TOKENS || cuda_arena_is_full(front->unit->arena)) {
            token.starts_line = true;
            tokens_add(front, tokens, &token);
            return;
        }
        if (is_letter(c) && !sign_length(&reader)) read_word(&reader, &token);
        else if (is_digit(c) || (c == '.' && is_digit(at(&reader, 1)))) read_number(&reader, &token);
        else if (c == '"' || c == '\'') read_quoted(&reader, &token);
        else read_punctuator(&reader, &token);
        tokens_add(front, tokens, &token);
    }
}
