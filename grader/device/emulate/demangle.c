// demangle.c - C++ names of kernels from their mangled form (Itanium C++ ABI, section 5.1).
//
// Names come from programs nobody trusts, and back references let a short name stand for a very long one. So all
// text that is made goes into one pool of fixed size: what does not fit, nests too deeply, or is one of the forms
// that kernels do not have in practice (expressions) is shown as it is, mangled. The C++ library's __cxa_demangle has
// no such bound: of a name of 210 characters it makes a text of 67 million, and 10 more double that.
#include "demangle.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POOL_BYTES 16384
#define SUBSTITUTIONS 128
#define ARGUMENTS 64
#define DEPTH 64

typedef struct {
    uint32_t at, length;
} Text;
typedef struct {
    Text text[ARGUMENTS];
    unsigned count;
} Arguments;

typedef struct {
    const char *next;
    bool failed;
    unsigned depth;
    char pool[POOL_BYTES];
    uint32_t used;
    Text substitutions[SUBSTITUTIONS];
    unsigned substitution_count;
    Arguments function; // the template arguments that T_, T0_, ... mean
    bool templated;     // the name read last ended with template arguments
} Reader;

static Text fail(Reader *r) {
    r->failed = true;
    return (Text){0, 0};
}

// Makes a new text in the pool. TEXT(r, text) gives a Text as the two arguments of %.*s.
#define TEXT(r, text) (int)(text).length, (r)->pool + (text).at
__attribute__((format(printf, 2, 3))) static Text make(Reader *r, const char *format, ...) {
    va_list arguments;
    size_t room = POOL_BYTES - r->used;
    if (r->failed) return fail(r);
    va_start(arguments, format);
    int length = vsnprintf(r->pool + r->used, room, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= room) return fail(r);
    Text text = {r->used, (uint32_t)length};
    r->used += (uint32_t)length + 1;
    return text;
}

static bool take(Reader *r, char c) {
    if (*r->next != c) return false;
    r->next++;
    return true;
}

static Text remember(Reader *r, Text text) {
    if (r->substitution_count == SUBSTITUTIONS) return fail(r);
    r->substitutions[r->substitution_count++] = text;
    return text;
}

static Text read_type(Reader *r);
static Text read_name(Reader *r, bool is_type);
static Text read_encoding(Reader *r, Text *parameters);

static Text read_source_name(Reader *r) {
    unsigned long length = 0;
    while (isdigit((unsigned char)*r->next) && length < POOL_BYTES) length = length * 10 + (unsigned)(*r->next++ - '0');
    if (!length || strnlen(r->next, length) < length) return fail(r);
    const char *name = r->next;
    r->next += length;
    bool anonymous = length >= 10 && strncmp(name, "_GLOBAL__N", 10) == 0;
    return anonymous ? make(r, "(anonymous namespace)") : make(r, "%.*s", (int)length, name);
}

// The number in S_, S0_, SZ_ or T_, T0_: without digits it is 0, the digit 0 is 1. Base 36 or 10.
static unsigned read_sequence(Reader *r, unsigned base) {
    unsigned number = 0;
    if (take(r, '_')) return 0;
    while (isdigit((unsigned char)*r->next) || isupper((unsigned char)*r->next)) {
        unsigned digit = (unsigned)(isdigit((unsigned char)*r->next) ? *r->next - '0' : *r->next - 'A' + 10);
        if (digit >= base || number > SUBSTITUTIONS) r->failed = true;
        if (r->failed) return 0;
        number = number * base + digit;
        r->next++;
    }
    if (!take(r, '_')) r->failed = true;
    return number + 1;
}

static Text argument(Reader *r, unsigned number) {
    return number < r->function.count ? r->function.text[number] : fail(r);
}

// After the S: an abbreviation of a standard name, or a substitution.
static Text read_substitution(Reader *r) {
    static const struct {
        char letter;
        const char *name;
    } known[] = {
        {'a', "std::allocator"}, {'b', "std::basic_string"}, {'s', "std::string"},
        {'i', "std::istream"},   {'o', "std::ostream"},      {'d', "std::iostream"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (take(r, known[i].letter)) return make(r, "%s", known[i].name);
    unsigned number = read_sequence(r, 36);
    Text text = number < r->substitution_count ? r->substitutions[number] : fail(r);
    return text.at < POOL_BYTES ? text : argument(r, text.at - POOL_BYTES);
}

static Text read_literal(Reader *r) {
    if (*r->next == '_') return fail(r); // a mangled name as an argument
    char type = *r->next;
    Text named = read_type(r);
    bool negative = take(r, 'n');
    const char *digits = r->next;
    while (isalnum((unsigned char)*r->next) && *r->next != 'E') r->next++;
    int length = (int)(r->next - digits);
    if (!take(r, 'E')) return fail(r);
    if (type == 'b' && length == 1) return make(r, "%s", *digits == '1' ? "true" : "false");
    const char *suffix = type == 'j' ? "u" : type == 'l' ? "l" : type == 'm' ? "ul" : "";
    if (strchr("ijlmxy", type)) return make(r, "%s%.*s%s", negative ? "-" : "", length, digits, suffix);
    return make(r, "(%.*s)%s%.*s", TEXT(r, named), negative ? "-" : "", length, digits);
}

// Joins arguments with commas. An empty pack adds nothing.
static Text join(Reader *r, const Arguments *list, unsigned from) {
    Text text = make(r, "%s", "");
    for (unsigned i = from; i < list->count && !r->failed; i++)
        if (list->text[i].length)
            text = make(r, "%.*s%s%.*s", TEXT(r, text), text.length ? ", " : "", TEXT(r, list->text[i]));
    return text;
}

// Arguments up to the E. A pack is one of them, its own joined.
static void read_arguments(Reader *r, Arguments *list) {
    if (++r->depth > DEPTH) r->failed = true;
    while (!r->failed && !take(r, 'E')) {
        Text text;
        if (take(r, 'J')) {
            Arguments pack = {.count = 0};
            read_arguments(r, &pack);
            text = join(r, &pack, 0);
        } else {
            text = take(r, 'L') ? read_literal(r) : read_type(r);
        }
        if (list->count == ARGUMENTS) r->failed = true;
        else list->text[list->count++] = text;
    }
    r->depth--;
}

static Text read_template(Reader *r, Text name, bool is_type) {
    Arguments list = {.count = 0};
    read_arguments(r, &list);
    if (!is_type) r->function = list;
    r->templated = true;
    Text inner = join(r, &list, 0);
    return make(r, "%.*s<%.*s>", TEXT(r, name), TEXT(r, inner));
}

static Text read_nested(Reader *r, bool is_type) {
    Text name = {0, 0};
    bool any = false;
    while (*r->next == 'K' || *r->next == 'V' || *r->next == 'r') r->next++; // of member functions
    while (!r->failed && !take(r, 'E')) {
        r->templated = false;
        if (take(r, 'I')) {
            name = read_template(r, name, is_type);
        } else if (*r->next == 'S' && r->next[1] != 't' && !any) {
            r->next++;
            name = read_substitution(r);
            any = true;
            continue;
        } else if (*r->next == 'S' && r->next[1] == 't' && !any) {
            r->next += 2;
            name = make(r, "std");
            any = true;
            continue;
        } else {
            Text part = read_source_name(r);
            name = any ? make(r, "%.*s::%.*s", TEXT(r, name), TEXT(r, part)) : part;
        }
        any = true;
        // Every prefix can be referred to. A type's whole name is remembered as a type, a function's not at all.
        if (*r->next != 'E') remember(r, name);
    }
    return any ? name : fail(r);
}

// Reads what follows the E of a local name: a lambda with its number, or a name, whose number among equal ones is
// skipped.
static Text read_entity(Reader *r, Text function) {
    if (strncmp(r->next, "Ul", 2) == 0) {
        Arguments list = {.count = 0};
        r->next += 2;
        read_arguments(r, &list);
        bool none = list.count == 1 && !r->failed && strcmp(r->pool + list.text[0].at, "void") == 0;
        Text inner = none ? make(r, "%s", "") : join(r, &list, 0);
        unsigned number = read_sequence(r, 10) + 1;
        return make(r, "%.*s::{lambda(%.*s)#%u}", TEXT(r, function), TEXT(r, inner), number);
    }
    Text name = read_source_name(r);
    if (take(r, '_'))
        while (isdigit((unsigned char)*r->next) || *r->next == '_') r->next++;
    return make(r, "%.*s::%.*s", TEXT(r, function), TEXT(r, name));
}

// After Z: a name that is local to a function. The function's template arguments are not the ones outside.
static Text read_local(Reader *r) {
    Arguments outer = r->function;
    Text parameters;
    if (++r->depth > DEPTH) return fail(r);
    Text function = read_encoding(r, &parameters);
    if (!take(r, 'E')) r->failed = true;
    r->function = outer;
    Text text = r->failed ? fail(r) : read_entity(r, function);
    r->templated = false;
    r->depth--;
    return text;
}

static Text read_name(Reader *r, bool is_type) {
    r->templated = false;
    if (take(r, 'N')) return read_nested(r, is_type);
    if (take(r, 'Z')) return read_local(r);
    Text name;
    if (*r->next == 'S' && r->next[1] == 't') {
        r->next += 2;
        name = read_source_name(r);
        name = make(r, "std::%.*s", TEXT(r, name));
    } else {
        name = read_source_name(r);
    }
    if (*r->next != 'I') return name;
    remember(r, name);
    r->next++;
    return read_template(r, name, is_type);
}

static const char *builtin(Reader *r) {
    static const char *const names[26] = {
        ['v' - 'a'] = "void",        ['w' - 'a'] = "wchar_t",
        ['b' - 'a'] = "bool",        ['c' - 'a'] = "char",
        ['a' - 'a'] = "signed char", ['h' - 'a'] = "unsigned char",
        ['s' - 'a'] = "short",       ['t' - 'a'] = "unsigned short",
        ['i' - 'a'] = "int",         ['j' - 'a'] = "unsigned int",
        ['l' - 'a'] = "long",        ['m' - 'a'] = "unsigned long",
        ['x' - 'a'] = "long long",   ['y' - 'a'] = "unsigned long long",
        ['n' - 'a'] = "__int128",    ['o' - 'a'] = "unsigned __int128",
        ['f' - 'a'] = "float",       ['d' - 'a'] = "double",
        ['e' - 'a'] = "long double", ['g' - 'a'] = "__float128",
        ['z' - 'a'] = "...",
    };
    if (*r->next < 'a' || *r->next > 'z') return NULL;
    const char *name = names[*r->next - 'a'];
    if (name) r->next++;
    return name;
}

// After F: a function's type, with what stands between result and parameters.
static Text read_function_type(Reader *r, const char *between) {
    Arguments list = {.count = 0};
    read_arguments(r, &list);
    if (!list.count) return fail(r);
    Text parameters =
        list.count == 2 && strcmp(r->pool + list.text[1].at, "void") == 0 ? make(r, "%s", "") : join(r, &list, 1);
    return make(r, "%.*s (%s)(%.*s)", TEXT(r, list.text[0]), between, TEXT(r, parameters));
}

// After A: the element's type and the bounds.
static Text read_array(Reader *r, const char *between) {
    const char *bound = r->next;
    while (isdigit((unsigned char)*r->next)) r->next++;
    int length = (int)(r->next - bound);
    if (!take(r, '_')) return fail(r);
    Text element = read_type(r);
    return make(r, "%.*s %s[%.*s]", TEXT(r, element), between, length, bound);
}

static Text read_pointer(Reader *r, const char *mark) {
    char wrapped[8];
    snprintf(wrapped, sizeof wrapped, "(%s) ", mark);
    if (take(r, 'F')) {
        Text inner = read_function_type(r, mark);
        remember(r, inner); // the function's type, then the pointer
        return remember(r, inner);
    }
    if (take(r, 'A')) {
        Text inner = read_array(r, wrapped);
        remember(r, inner);
        return remember(r, inner);
    }
    Text target = read_type(r);
    return remember(r, make(r, "%.*s%s", TEXT(r, target), mark));
}

static Text read_qualified(Reader *r) {
    bool is_volatile = take(r, 'V'), is_const = take(r, 'K');
    Text type = read_type(r);
    bool behind = type.length && strchr("*&", r->pool[type.at + type.length - 1]);
    const char *words = is_const && is_volatile ? "const volatile" : is_const ? "const" : "volatile";
    return remember(r, behind ? make(r, "%.*s %s", TEXT(r, type), words) : make(r, "%s %.*s", words, TEXT(r, type)));
}

static Text read_parameter(Reader *r) {
    unsigned number = read_sequence(r, 10);
    remember(r, (Text){POOL_BYTES + number, 0}); // whose it is depends on where it is referred to
    return argument(r, number);
}

static Text read_type_within(Reader *r) {
    const char *name = builtin(r);
    if (name) return make(r, "%s", name);
    if (take(r, 'P')) return read_pointer(r, "*");
    if (take(r, 'R')) return read_pointer(r, "&");
    if (take(r, 'O')) return read_pointer(r, "&&");
    if (*r->next == 'K' || *r->next == 'V') return read_qualified(r);
    if (take(r, 'r')) return read_type(r); // restrict is left out
    if (take(r, 'T')) return read_parameter(r);
    if (take(r, 'F')) return remember(r, read_function_type(r, ""));
    if (take(r, 'A')) return remember(r, read_array(r, ""));
    if (take(r, 'u')) return remember(r, read_source_name(r));
    if (r->next[0] == 'D' && r->next[1] == 'n') return r->next += 2, make(r, "std::nullptr_t");
    if (strncmp(r->next, "DpT", 3) == 0) return r->next += 2, remember(r, read_type(r)); // the pack is joined already
    if (*r->next == 'S' && r->next[1] != 't') {
        r->next++;
        Text known = read_substitution(r);
        return take(r, 'I') ? remember(r, read_template(r, known, true)) : known;
    }
    if (*r->next == 'N' || *r->next == 'S' || *r->next == 'Z' || isdigit((unsigned char)*r->next))
        return remember(r, read_name(r, true));
    return fail(r);
}

static Text read_type(Reader *r) {
    if (r->failed || ++r->depth > DEPTH) return fail(r);
    Text text = read_type_within(r);
    r->depth--;
    return text;
}

// Reads a function's name, up to an E if it is within another name; *parameters are its parameters in brackets.
static Text read_encoding(Reader *r, Text *parameters) {
    Arguments list = {.count = 0};
    Text name = read_name(r, false);
    if (r->templated) read_type(r); // the result, which only templates have in their names
    while (!r->failed && *r->next && *r->next != '.' && *r->next != 'E') {
        if (list.count == ARGUMENTS) fail(r);
        else list.text[list.count++] = read_type(r);
    }
    bool none = list.count == 1 && !r->failed && strcmp(r->pool + list.text[0].at, "void") == 0;
    Text inner = none ? make(r, "%s", "") : join(r, &list, 0);
    *parameters = make(r, "(%.*s)", TEXT(r, inner));
    return name;
}

static void demangle(const char *mangled, char *name, size_t size, bool with_parameters) {
    Reader *r = mangled[0] == '_' && mangled[1] == 'Z' ? calloc(1, sizeof *r) : NULL;
    Text parameters = {0, 0}, text = {0, 0};
    if (r) {
        r->next = mangled + 2;
        text = read_encoding(r, &parameters);
        if (*r->next == 'E') r->failed = true;
    }
    if (!r || r->failed) snprintf(name, size, "%s", mangled);
    else
        snprintf(name, size, "%.*s%.*s", TEXT(r, text), with_parameters ? (int)parameters.length : 0,
                 r->pool + parameters.at);
    free(r);
}

void kernel_demangle(const char *mangled, char *name, size_t size) { demangle(mangled, name, size, true); }
void kernel_short_name(const char *mangled, char *name, size_t size) { demangle(mangled, name, size, false); }
