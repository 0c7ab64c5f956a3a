// preprocess.c - directives and macros.
//
// Text between two directives is expanded as a whole, so the arguments of a macro may span lines. A token of a macro's
// body has the place where the macro is used; a token of an argument keeps its own. A macro's name in its own expansion
// is painted, as the standard says, and is never expanded again.
#include "../front/front.h"
#include <stdlib.h>

typedef struct Macro {
    const char *name;
    bool is_function, is_variadic, is_busy, is_undefined;
    const char *parameters[MAX_PARAMETERS];
    unsigned parameter_count;
    const Token *body;
    size_t body_count;
    struct Macro *next;
} Macro;

enum { BUCKETS = 256, MAX_CONDITIONS = 64 };
struct Macros {
    Macro *buckets[BUCKETS];
    unsigned files;
    size_t expanded; // tokens, of all expansions
    const char *once[MAX_INCLUDES];
    unsigned once_count, include_depth;
};

static unsigned bucket_of(const char *name) { return (unsigned)(((uintptr_t)name >> 4) % BUCKETS); }

static Macro *macro_find(Front *front, const char *name) {
    for (Macro *macro = front->macros->buckets[bucket_of(name)]; macro; macro = macro->next)
        if (macro->name == name) return macro->is_undefined ? NULL : macro;
    return NULL;
}

static Macro *macro_new(Front *front, const char *name) {
    Macro *macro = front_alloc(front, sizeof *macro);
    macro->name = name;
    macro->next = front->macros->buckets[bucket_of(name)];
    return front->macros->buckets[bucket_of(name)] = macro;
}

// ---- expansion ------------------------------------------------------------------------------------------------

typedef struct {
    Tokens tokens;   // as written
    Tokens expanded; // by itself
} Argument;

static void expand(Front *front, const Token *list, size_t count, Tokens *out, unsigned depth);

static int parameter_of(const Front *front, const Macro *macro, const Token *token) {
    (void)front;
    if (token->kind != TOKEN_NAME) return -1;
    for (unsigned i = 0; i < macro->parameter_count; i++)
        if (macro->parameters[i] == token->text) return (int)i;
    return macro->is_variadic && !strcmp(token->text, "__VA_ARGS__") ? (int)macro->parameter_count : -1;
}

static Token string_of(Front *front, const Tokens *tokens, const Token *place) {
    Tokens text = {0};
    char *bytes = NULL;
    size_t length = 0;
    (void)text;
    for (int pass = 0; pass < 2; pass++) {
        size_t at = 0;
        for (size_t i = 0; i < tokens->count; i++) {
            const Token *token = &tokens->list[i];
            bool is_quoted = token->kind == TOKEN_STRING || token->kind == TOKEN_CHARACTER;
            size_t size = token->kind == TOKEN_STRING ? token->text_length : strlen(token->text);
            if (i && token->after_space) at++, pass ? (void)(bytes[at - 1] = ' ') : (void)0;
            if (is_quoted) at++, pass ? (void)(bytes[at - 1] = token->kind == TOKEN_STRING ? '"' : '\'') : (void)0;
            if (pass) memcpy(bytes + at, token->text, size);
            at += size;
            if (is_quoted) at++, pass ? (void)(bytes[at - 1] = token->kind == TOKEN_STRING ? '"' : '\'') : (void)0;
        }
        if (!pass) bytes = front_alloc(front, at + 1), length = at;
    }
    Token token = *place;
    token.kind = TOKEN_STRING;
    token.text = bytes;
    token.text_length = length;
    return token;
}

static void paste(Front *front, Tokens *out, const Token *right) {
    Token *left = &out->list[out->count - 1];
    char text[256];
    int length = snprintf(text, sizeof text, "%s%s", left->text, right->text);
    if (length < 0 || length >= (int)sizeof text) return;
    left->text = intern(front, text, (size_t)length);
    if (left->kind == TOKEN_INTEGER) { // 1##u
        Token *made = left;
        made->integer = strtoull(text, NULL, 0);
    }
}

// Reads the arguments of a macro's use, from its parenthesis on. Returns what is behind them.
static size_t read_arguments(Front *front, const Macro *macro, const Token *list, size_t at, size_t count,
                             Argument *arguments, unsigned *argument_count) {
    unsigned depth = 1, n = 0;
    const Token *open = &list[at];
    for (at++; at < count; at++) {
        const Token *token = &list[at];
        if (is_token(token, "(") || is_token(token, "[") || is_token(token, "{")) depth++;
        else if (is_token(token, ")") || is_token(token, "]") || is_token(token, "}")) depth--;
        if (!depth) break;
        bool is_rest = macro->is_variadic && n >= macro->parameter_count;
        if (depth == 1 && is_token(token, ",") && !is_rest && n + 1 < MAX_PARAMETERS) n++;
        else tokens_add(front, &arguments[n].tokens, token);
    }
    if (at >= count)
        fail(front, open->place, 1, "the arguments of the macro `%s` do not end", "close them with `)`", macro->name);
    *argument_count = n + 1;
    return at + 1;
}

static void add_all(Front *front, Tokens *out, const Tokens *tokens, const Token *first) {
    for (size_t i = 0; i < tokens->count; i++) {
        Token token = tokens->list[i];
        if (!i) token.after_space = first->after_space;
        tokens_add(front, out, &token);
    }
}

// The `##` at body[i] and what is behind it.
static void substitute_paste(Front *front, const Macro *macro, const Token *right, Argument *arguments, Tokens *body) {
    int parameter = parameter_of(front, macro, right);
    const Tokens *tokens = parameter >= 0 ? &arguments[parameter].tokens : NULL;
    if (tokens && body->count && is_token(&body->list[body->count - 1], ",")) { // , ## __VA_ARGS__
        if (!tokens->count) body->count--;
        else add_all(front, body, tokens, right);
    } else if (tokens && tokens->count && body->count) {
        paste(front, body, &tokens->list[0]);
        for (size_t i = 1; i < tokens->count; i++) tokens_add(front, body, &tokens->list[i]);
    } else if (!tokens && body->count) {
        paste(front, body, right);
    }
}

// __VA_OPT__ ( ... ): its content if there are variable arguments. Returns the index behind it.
static size_t optional_end(const Macro *macro, size_t at) {
    unsigned depth = 0;
    for (at++; at < macro->body_count; at++) {
        if (is_token(&macro->body[at], "(")) depth++;
        if (is_token(&macro->body[at], ")") && !--depth) break;
    }
    return at;
}

static void substitute(Front *front, const Macro *macro, const Token *from, size_t count, Argument *arguments,
                       const Token *use, Tokens *body, unsigned depth) {
    for (size_t i = 0; i < count; i++) {
        const Token *token = &from[i];
        bool pastes_next = i + 1 < count && is_token(&from[i + 1], "##");
        int parameter = parameter_of(front, macro, token);
        if (is_token(token, "##") && i + 1 < count) {
            substitute_paste(front, macro, &from[++i], arguments, body);
        } else if (is_token(token, "#") && macro->is_function && i + 1 < count &&
                   parameter_of(front, macro, &from[i + 1]) >= 0) {
            Token text = string_of(front, &arguments[parameter_of(front, macro, &from[++i])].tokens, use);
            tokens_add(front, body, &text);
        } else if (macro->is_variadic && is_token(token, "__VA_OPT__")) {
            size_t end = optional_end(macro, (size_t)(token - macro->body));
            if (arguments[macro->parameter_count].tokens.count && depth < MAX_DEPTH)
                substitute(front, macro, token + 2, (size_t)(&macro->body[end] - token) - 2, arguments, use, body,
                           depth + 1);
            i += (size_t)(&macro->body[end] - token);
        } else if (parameter >= 0 && pastes_next) {
            add_all(front, body, &arguments[parameter].tokens, token);
            if (!arguments[parameter].tokens.count) i++; // nothing ## x is x
        } else if (parameter >= 0) {
            Argument *argument = &arguments[parameter];
            if (argument->tokens.count && !argument->expanded.count)
                expand(front, argument->tokens.list, argument->tokens.count, &argument->expanded, depth + 1);
            add_all(front, body, &argument->expanded, token);
        } else {
            Token copy = *token;
            copy.place = use->place;
            copy.from_macro = true;
            copy.length = use->length;
            tokens_add(front, body, &copy);
        }
    }
}

static bool expand_special(Front *front, const Token *token, Tokens *out) {
    Token made = *token;
    if (is_token(token, "__LINE__") || is_token(token, "__COUNTER__")) {
        made.kind = TOKEN_INTEGER;
        made.integer = token->text[2] == 'L' ? token->place.line : front->serial++;
        made.type = type_basic(front, TYPE_INT);
    } else if (is_token(token, "__FILE__")) {
        made.kind = TOKEN_STRING;
        made.text = front->unit->files[token->place.file].name;
        made.text_length = strlen(made.text);
    } else {
        return false;
    }
    tokens_add(front, out, &made);
    return true;
}

static void expand(Front *front, const Token *list, size_t count, Tokens *out, unsigned depth) {
    for (size_t i = 0; i < count;) {
        const Token *token = &list[i];
        Macro *macro = token->kind == TOKEN_NAME && !token->is_painted ? macro_find(front, token->text) : NULL;
        if (macro && macro->is_busy) {
            Token painted = *token;
            painted.is_painted = true;
            tokens_add(front, out, &painted);
            i++;
            continue;
        }
        if (!macro || (macro->is_function && (i + 1 >= count || !is_token(&list[i + 1], "(")))) {
            if (token->kind != TOKEN_NAME || !expand_special(front, token, out)) tokens_add(front, out, token);
            i++;
            continue;
        }
        if (depth > MAX_DEPTH || front->macros->expanded > MAX_TOKENS || front->failed) {
            fail(front, token->place, token->length, "the macro `%s` expands without an end", NULL, macro->name);
            return;
        }
        Argument *arguments = front_alloc(front, MAX_PARAMETERS * sizeof *arguments);
        unsigned argument_count = 0;
        i++;
        if (macro->is_function) i = read_arguments(front, macro, list, i, count, arguments, &argument_count);
        if (macro->is_function && argument_count < macro->parameter_count)
            fail(front, token->place, token->length, "the macro `%s` needs %u arguments and gets %u", NULL, macro->name,
                 macro->parameter_count, argument_count);
        Tokens body = {0};
        substitute(front, macro, macro->body, macro->body_count, arguments, token, &body, depth);
        if (body.count) body.list[0].after_space = token->after_space;
        front->macros->expanded += body.count;
        macro->is_busy = true;
        expand(front, body.list, body.count, out, depth + 1);
        macro->is_busy = false;
    }
}

// ---- conditions -----------------------------------------------------------------------------------------------

typedef struct {
    Front *front;
    const Token *at, *end;
    unsigned depth;
} Condition;

static bool condition_accept(Condition *condition, const char *text) {
    if (condition->at >= condition->end || !is_token(condition->at, text)) return false;
    condition->at++;
    return true;
}

static int64_t condition_binary(Condition *condition, unsigned level);

static int64_t condition_unary(Condition *condition) {
    if (condition->depth++ > MAX_DEPTH || condition->at >= condition->end) return 0;
    int64_t value = 0;
    if (condition_accept(condition, "!")) value = !condition_unary(condition);
    else if (condition_accept(condition, "-")) value = (int64_t)(0 - (uint64_t)condition_unary(condition));
    else if (condition_accept(condition, "+")) value = condition_unary(condition);
    else if (condition_accept(condition, "~")) value = ~condition_unary(condition);
    else if (condition_accept(condition, "(")) {
        value = condition_binary(condition, 0);
        condition_accept(condition, ")");
    } else if (condition->at->kind == TOKEN_INTEGER || condition->at->kind == TOKEN_CHARACTER) {
        value = (int64_t)condition->at++->integer;
    } else {
        value = is_token(condition->at++, "true"); // a name that is no macro is 0
    }
    condition->depth--;
    return value;
}

// The operator at the level of precedence: its index, -1 if there is none. `>` stands alone, so `>=` is two tokens.
static int condition_operator(Condition *condition, unsigned level, unsigned *length) {
    static const char *const levels[][5] = {
        {"||"},       {"&&"},     {"|"},          {"^"}, {"&"}, {"==", "!="}, {"<", "<=", ">", ">="},
        {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}};
    for (int i = 4; i >= 0; i--) {
        const char *text = levels[level][i];
        if (!text || condition->at >= condition->end) continue;
        bool is_greater = text[0] == '>' && text[1];
        *length = is_greater ? 2 : 1;
        if (is_greater && condition->at + 1 < condition->end && is_token(condition->at, ">") &&
            is_token(condition->at + 1, text + 1) && !condition->at[1].after_space)
            return i;
        bool is_shift =
            is_token(condition->at, ">") && condition->at + 1 < condition->end && is_token(condition->at + 1, ">");
        if (!is_greater && is_token(condition->at, text) && !is_shift) return i;
    }
    return -1;
}

static int64_t condition_apply(unsigned level, int which, int64_t a, int64_t b) {
    switch (level * 8 + (unsigned)which) {
    case 0: return a || b;
    case 8: return a && b;
    case 16: return a | b;
    case 24: return a ^ b;
    case 32: return a & b;
    case 40: return a == b;
    case 41: return a != b;
    case 48: return a < b;
    case 49: return a <= b;
    case 50: return a > b;
    case 51: return a >= b;
    case 56: return (int64_t)((uint64_t)a << (b & 63));
    case 57: return a >> (b & 63);
    case 64: return (int64_t)((uint64_t)a + (uint64_t)b);
    case 65: return (int64_t)((uint64_t)a - (uint64_t)b);
    case 72: return (int64_t)((uint64_t)a * (uint64_t)b);
    case 73: return b && b != -1 ? a / b : 0;
    default: return b && b != -1 ? a % b : 0;
    }
}

static int64_t condition_binary(Condition *condition, unsigned level) {
    if (level == 10) return condition_unary(condition);
    if (condition->depth > MAX_DEPTH) return 0;
    int64_t left = condition_binary(condition, level + 1);
    unsigned length;
    for (int which; (which = condition_operator(condition, level, &length)) >= 0;) {
        condition->at += length;
        left = condition_apply(level, which, left, condition_binary(condition, level + 1));
    }
    if (level == 0 && condition_accept(condition, "?")) {
        int64_t yes = condition_binary(condition, 0);
        condition_accept(condition, ":");
        int64_t no = condition_binary(condition, 0);
        return left ? yes : no;
    }
    return left;
}

// `defined X`, `defined(X)`, `__has_include(...)`.
static void replace_defined(Front *front, const Token *list, size_t count, Tokens *out) {
    for (size_t i = 0; i < count; i++) {
        bool asks_header = is_token(&list[i], "__has_include");
        if (!is_token(&list[i], "defined") && !asks_header) {
            tokens_add(front, out, &list[i]);
            continue;
        }
        bool has_parenthesis = i + 1 < count && is_token(&list[i + 1], "(");
        size_t name = i + 1 + has_parenthesis;
        Token value = list[i];
        value.kind = TOKEN_INTEGER;
        value.integer = !asks_header && name < count && macro_find(front, list[name].text);
        tokens_add(front, out, &value);
        i = name;
        while (has_parenthesis && i < count && !is_token(&list[i], ")")) i++;
    }
}

static bool condition_holds(Front *front, const Token *list, size_t count) {
    Tokens asked = {0}, expanded = {0};
    replace_defined(front, list, count, &asked);
    expand(front, asked.list, asked.count, &expanded, 0);
    if (!expanded.count) return false;
    Condition condition = {front, expanded.list, expanded.list + expanded.count, 0};
    return condition_binary(&condition, 0) != 0;
}

// ---- directives -----------------------------------------------------------------------------------------------

typedef struct {
    Front *front;
    unsigned file;
    const char *path;
    Tokens *out;
    Tokens text; // since the last directive
    struct {
        bool is_active, was_active, outer;
        Place place;
    } conditions[MAX_CONDITIONS];
    unsigned depth;
} Preprocessor;

static bool is_active(const Preprocessor *run) { return !run->depth || run->conditions[run->depth - 1].is_active; }

static void flush(Preprocessor *run) {
    if (run->text.count) expand(run->front, run->text.list, run->text.count, run->out, 0);
    run->text.count = 0;
}

static void define(Front *front, const Token *list, size_t count) {
    if (!count || list[0].kind != TOKEN_NAME) return;
    Macro *macro = macro_new(front, list[0].text);
    size_t at = 1;
    if (at < count && is_token(&list[at], "(") && !list[at].after_space) {
        macro->is_function = true;
        for (at++; at < count && !is_token(&list[at], ")"); at++) {
            if (is_token(&list[at], "...")) macro->is_variadic = true;
            else if (list[at].kind == TOKEN_NAME && macro->parameter_count + 1 < MAX_PARAMETERS)
                macro->parameters[macro->parameter_count++] = list[at].text;
        }
        at++;
    }
    macro->body = list + at;
    macro->body_count = at < count ? count - at : 0;
}

static bool was_included(Front *front, const char *name) {
    struct Macros *macros = front->macros;
    for (unsigned i = 0; i < macros->once_count; i++)
        if (macros->once[i] == name) return true;
    if (macros->once_count < MAX_INCLUDES) macros->once[macros->once_count++] = name;
    return false;
}

static void include_text(Preprocessor *run, const Token *at, const char *name, const char *text, bool is_own) {
    Front *front = run->front;
    if (front->macros->include_depth >= 20 || front->unit->file_count >= MAX_INCLUDES) {
        fail(front, at->place, at->length, "there are too many files that include each other", NULL);
        return;
    }
    unsigned file = file_add(front, name, text, strlen(text));
    front->unit->files[file].is_own = is_own;
    front->macros->include_depth++;
    preprocess(front, file, run->out);
    front->macros->include_depth--;
}

// One of our own headers. False: there is none of that name.
static bool include_own(Preprocessor *run, const Token *at, const char *name) {
    const char *text = strcmp(name, "cuda_runtime.h") ? own_header(name) : ""; // it is there already
    if (text && *text && !was_included(run->front, name)) include_text(run, at, name, text, true);
    return text;
}

static void refuse_header(Preprocessor *run, const Token *at, unsigned width, const char *name) {
    const char *nearest = nearest_header(name);
    if (nearest)
        refuse(run->front, at->place, width, "this compiler cannot compile `#include <%s>`", "did you mean `<%s>`?",
               name, nearest);
    else
        refuse(run->front, at->place, width, "this compiler cannot compile `#include <%s>`",
               "it knows the language and the parts of CUDA and of the standard library that the lessons use; nvcc "
               "compiles this file",
               name);
}

static void include_system(Preprocessor *run, const Token *list, size_t count) {
    char text[256] = "";
    size_t length = 0;
    for (size_t i = 1; i < count && !is_token(&list[i], ">"); i++)
        length += (size_t)snprintf(text + length, length < sizeof text ? sizeof text - length : 0, "%s", list[i].text);
    const char *name = intern_text(run->front, text);
    unsigned width = count > 1 && list[count - 1].place.line == list[0].place.line
                         ? (unsigned)(list[count - 1].place.column - list[0].place.column + 1)
                         : 1;
    if (!include_own(run, &list[0], name)) refuse_header(run, &list[0], width, name);
}

// Whether it is probably a header of the toolkit, which lies in no directory that this compiler looks into.
static bool is_of_toolkit(const char *name) {
    static const char *const beginnings[] = {"cu", "cooperative_groups", "thrust/", "nv", "helper_"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (!strncmp(name, beginnings[i], strlen(beginnings[i]))) return true;
    return false;
}

static void include(Preprocessor *run, const Token *list, size_t count) {
    Front *front = run->front;
    if (count && is_token(&list[0], "<")) {
        include_system(run, list, count);
        return;
    }
    if (!count || list[0].kind != TOKEN_STRING) return;
    const CudaOptions *options = front->options;
    const char *name = intern(front, list[0].text, list[0].text_length);
    char path[CUDA_PATH] = "", *found = NULL;
    if (options->find_header) found = options->find_header(options->context, name, run->path, path);
    if (found) {
        size_t size = strlen(found);
        char *copy = front_alloc(front, size + 1);
        memcpy(copy, found, size);
        free(found);
        include_text(run, &list[0], path[0] ? path : name, copy, false);
    } else if (!include_own(run, &list[0], name)) {
        if (is_of_toolkit(name)) refuse_header(run, &list[0], list[0].length, name);
        else fail(front, list[0].place, list[0].length, "there is no file `%s`", NULL, name);
    }
}

static void begin_condition(Preprocessor *run, bool holds, Place place) {
    if (run->depth >= MAX_CONDITIONS) {
        fail(run->front, place, 1, "conditions are nested too deep", NULL);
        return;
    }
    bool outer = is_active(run);
    run->conditions[run->depth].outer = outer;
    run->conditions[run->depth].is_active = run->conditions[run->depth].was_active = outer && holds;
    run->conditions[run->depth++].place = place;
}

static void next_condition(Preprocessor *run, bool holds) {
    if (!run->depth) return;
    unsigned last = run->depth - 1;
    run->conditions[last].is_active = run->conditions[last].outer && !run->conditions[last].was_active && holds;
    run->conditions[last].was_active |= run->conditions[last].is_active;
}

static bool condition_directive(Preprocessor *run, const Token *name, const Token *rest, size_t count) {
    Front *front = run->front;
    if (is_token(name, "ifdef") || is_token(name, "ifndef")) {
        bool is_defined = count && macro_find(front, rest[0].text);
        begin_condition(run, is_defined == is_token(name, "ifdef"), name->place);
    } else if (is_token(name, "if")) {
        begin_condition(run, is_active(run) && condition_holds(front, rest, count), name->place);
    } else if (is_token(name, "elif")) {
        bool may = run->depth && run->conditions[run->depth - 1].outer && !run->conditions[run->depth - 1].was_active;
        next_condition(run, may && condition_holds(front, rest, count));
    } else if (is_token(name, "else")) {
        next_condition(run, true);
    } else if (is_token(name, "endif")) {
        if (!run->depth) fail(front, name->place, name->length, "this `#endif` has no `#if`", NULL);
        else run->depth--;
    } else {
        return false;
    }
    return true;
}

static void pragma(Preprocessor *run, const Token *list, size_t count) {
    Front *front = run->front;
    if (count && is_token(&list[0], "once") && was_included(front, front->unit->files[run->file].name)) return;
    if (!count || (!is_token(&list[0], "unroll") && !is_token(&list[0], "nounroll"))) return;
    Token unroll = list[0], end = list[0];
    unroll.kind = TOKEN_UNROLL;
    tokens_add(front, run->out, &unroll);
    if (is_token(&list[0], "nounroll")) {
        Token one = list[0];
        one.kind = TOKEN_INTEGER;
        one.integer = 1;
        one.type = type_basic(front, TYPE_INT);
        tokens_add(front, run->out, &one);
    }
    expand(front, list + 1, count - 1, run->out, 0);
    end.kind = TOKEN_PUNCTUATOR;
    end.text = intern_text(front, "#");
    tokens_add(front, run->out, &end);
}

static void directive(Preprocessor *run, const Token *list, size_t count) {
    Front *front = run->front;
    if (!count) return;
    const Token *name = &list[0], *rest = list + 1;
    count--;
    if (condition_directive(run, name, rest, count) || !is_active(run)) return;
    if (is_token(name, "define")) define(front, rest, count);
    else if (is_token(name, "include")) include(run, rest, count);
    else if (is_token(name, "pragma")) pragma(run, rest, count);
    else if (is_token(name, "undef") && count) macro_new(front, rest[0].text)->is_undefined = true;
    else if (is_token(name, "error")) {
        Tokens all = {(Token *)(uintptr_t)rest, count, count};
        fail(front, name->place, name->length, "#error %s", NULL, string_of(front, &all, name).text);
    } else if (!is_token(name, "line") && !is_token(name, "warning") && !is_token(name, "undef") &&
               name->kind != TOKEN_INTEGER) {
        fail(front, name->place, name->length, "`#%s` is no directive", NULL, name->text);
    }
}

static size_t line_end(const Tokens *tokens, size_t at) {
    while (at < tokens->count && !tokens->list[at].starts_line) at++;
    return at;
}

static bool is_included_once(Front *front, unsigned file, const Tokens *tokens) {
    if (tokens->count < 3 || !is_token(&tokens->list[0], "#") || !is_token(&tokens->list[1], "pragma") ||
        !is_token(&tokens->list[2], "once"))
        return false;
    for (unsigned i = 0; i < file; i++)
        if (!strcmp(front->unit->files[i].name, front->unit->files[file].name)) return true;
    return false;
}

void preprocess(Front *front, unsigned file, Tokens *out) {
    if (!front->macros) front->macros = front_alloc(front, sizeof *front->macros);
    Tokens tokens = {0};
    tokens_make(front, file, &tokens);
    if (is_included_once(front, file, &tokens)) return;
    Preprocessor *run = front_alloc(front, sizeof *run);
    *run = (Preprocessor){.front = front, .file = file, .path = front->unit->files[file].name, .out = out};
    for (size_t i = 0; i < tokens.count && tokens.list[i].kind != TOKEN_END && !front->failed;) {
        if (is_token(&tokens.list[i], "#") && tokens.list[i].starts_line) {
            size_t end = line_end(&tokens, i + 1);
            flush(run);
            directive(run, &tokens.list[i + 1], end - i - 1);
            i = end;
        } else {
            if (is_active(run)) tokens_add(front, &run->text, &tokens.list[i]);
            i++;
        }
    }
    flush(run);
    if (run->depth && !front->failed)
        fail(front, run->conditions[run->depth - 1].place, 2, "this condition has no `#endif`", NULL);
}

unsigned file_add(Front *front, const char *name, const char *text, size_t size) {
    Unit *unit = front->unit;
    unit->files = front_grow(front, unit->files, unit->file_count, sizeof *unit->files);
    SourceFile *file = &unit->files[unit->file_count];
    char *copy = front_alloc(front, size + 1);
    memcpy(copy, text, size);
    *file = (SourceFile){.name = intern_text(front, name), .text = copy, .size = size};
    for (const char *line = copy; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        file->lines = front_grow(front, file->lines, file->line_count, sizeof *file->lines);
        file->lines[file->line_count++] = line;
    }
    return unit->file_count++;
}
