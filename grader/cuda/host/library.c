// library.c - the C library for interpreted host code: text, numbers, memory, the end.
#include "../front/front.h"
#include "run.h"
#include <inttypes.h>
#include <stdlib.h>

// ---- printf ---------------------------------------------------------------------------------------------------

typedef struct {
    char *bytes;
    size_t size, length;
} Sink;

static void put(Sink *sink, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++, sink->length++)
        if (sink->length + 1 < sink->size) sink->bytes[sink->length] = text[i];
}

typedef struct {
    Machine *machine;
    const HostValue *arguments;
    unsigned count, next;
} Source;

static HostValue next_value(Source *source) {
    if (source->next < source->count) return source->arguments[source->next++];
    machine_fail(source->machine, "the format asks for more values than there are");
    return (HostValue){0};
}

// One conversion, from behind its `%`. Returns what is behind it.
static const char *put_conversion(Source *source, Sink *sink, const char *at) {
    char form[48] = "%", text[512];
    size_t length = 1;
    for (; *at && strchr("-+ #0123456789.*", *at) && length < 30; at++) {
        if (*at == '*')
            length += (size_t)snprintf(form + length, sizeof form - length, "%d", (int)next_value(source).integer);
        else form[length++] = *at;
        form[length] = 0;
    }
    while (*at && strchr("lhzjtL", *at)) at++;
    char kind = *at ? *at++ : 0;
    int written = 0;
    HostValue value = kind && kind != '%' ? next_value(source) : (HostValue){0};
    bool is_wide = value.type && value.type->size == 8;
    if (kind == 'd' || kind == 'i') {
        strcat(form, PRId64);
        written = snprintf(text, sizeof text, form, is_wide ? (int64_t)value.integer : (int64_t)(int32_t)value.integer);
    } else if (kind == 'u' || kind == 'x' || kind == 'X' || kind == 'o') {
        snprintf(form + length, sizeof form - length, "%s",
                 kind == 'u'   ? PRIu64
                 : kind == 'x' ? PRIx64
                 : kind == 'X' ? PRIX64
                               : PRIo64);
        written = snprintf(text, sizeof text, form, is_wide ? value.integer : (uint64_t)(uint32_t)value.integer);
    } else if (kind && strchr("fFeEgGaA", kind)) {
        snprintf(form + length, sizeof form - length, "%c", kind);
        written = snprintf(text, sizeof text, form, value.floating);
    } else if (kind == 'c') {
        snprintf(form + length, sizeof form - length, "c");
        written = snprintf(text, sizeof text, form, (int)value.integer);
    } else if (kind == 's') {
        const char *shown = machine_text(source->machine, value.integer);
        if (!shown) machine_fail(source->machine, "`%%s` needs a text that ends");
        snprintf(form + length, sizeof form - length, "s");
        written = snprintf(text, sizeof text, form, shown ? shown : "");
    } else if (kind == 'p') {
        written = snprintf(text, sizeof text, "0x%" PRIx64, value.integer);
    } else if (kind == '%') {
        written = snprintf(text, sizeof text, "%%");
    }
    put(sink, text, written < 0 ? 0 : (size_t)written < sizeof text ? (size_t)written : sizeof text - 1);
    return at;
}

size_t machine_format(Machine *machine, char *buffer, size_t size, const char *format, const HostValue *arguments,
                      unsigned count) {
    Sink sink = {buffer, size, 0};
    Source source = {machine, arguments, count, 0};
    while (*format)
        if (*format == '%') format = put_conversion(&source, &sink, format + 1);
        else put(&sink, format++, 1);
    if (size) buffer[sink.length < size ? sink.length : size - 1] = 0;
    return sink.length;
}

static uint64_t print(Run *run, Machine *machine, FILE *to, const HostValue *arguments, unsigned count) {
    (void)run;
    const char *format = machine_text(machine, arguments[0].integer);
    if (!format) {
        machine_fail(machine, "a format must be a text that ends");
        return 0;
    }
    size_t length = machine_format(machine, NULL, 0, format, arguments + 1, count - 1);
    char *text = malloc(length + 1);
    if (!text) abort();
    machine_format(machine, text, length + 1, format, arguments + 1, count - 1);
    fwrite(text, 1, length, to);
    free(text);
    return length;
}

static FILE *file_of(Run *run, uint64_t handle) {
    return handle == 3 ? run->errors : run->out;
} // as the prelude has them

// ---- numbers and text -----------------------------------------------------------------------------------------

static const char *text_of(Machine *machine, const HostValue *value) {
    const char *text = machine_text(machine, value->integer);
    if (!text) machine_fail(machine, "a text that ends was expected");
    return text ? text : "";
}

// strtol and its kind: the end goes to the second argument.
static uint64_t parse_number(Machine *machine, const HostValue *a, bool is_signed) {
    const char *text = text_of(machine, &a[0]);
    char *end;
    uint64_t value =
        is_signed ? (uint64_t)strtoll(text, &end, (int)a[2].integer) : strtoull(text, &end, (int)a[2].integer);
    uint64_t address = a[0].integer + (uint64_t)(end - text);
    uint8_t *to = a[1].integer ? machine_bytes(machine, a[1].integer, 8) : NULL;
    if (to) memcpy(to, &address, 8);
    return value;
}

static bool call_text(Machine *machine, const char *name, const HostValue *a, HostValue *result) {
    if (!strcmp(name, "atoi") || !strcmp(name, "atol") || !strcmp(name, "atoll"))
        result->integer = (uint64_t)strtoll(text_of(machine, a), NULL, 10);
    else if (!strcmp(name, "atof")) result->floating = strtod(text_of(machine, a), NULL);
    else if (!strcmp(name, "strtol") || !strcmp(name, "strtoll")) result->integer = parse_number(machine, a, true);
    else if (!strcmp(name, "strtoul") || !strcmp(name, "strtoull")) result->integer = parse_number(machine, a, false);
    else if (!strcmp(name, "strtod")) result->floating = strtod(text_of(machine, a), NULL);
    else if (!strcmp(name, "strlen")) result->integer = strlen(text_of(machine, a));
    else if (!strcmp(name, "strcmp"))
        result->integer = (uint64_t)(int64_t)strcmp(text_of(machine, a), text_of(machine, a + 1));
    else if (!strcmp(name, "strncmp"))
        result->integer = (uint64_t)(int64_t)strncmp(text_of(machine, a), text_of(machine, a + 1), a[2].integer);
    else if (!strcmp(name, "strchr") || !strcmp(name, "strstr")) {
        const char *text = text_of(machine, a),
                   *found = name[3] == 'c' ? strchr(text, (int)a[1].integer) : strstr(text, text_of(machine, a + 1));
        result->integer = found ? a[0].integer + (uint64_t)(found - text) : 0;
    } else return false;
    return true;
}

static bool call_memory(Machine *machine, const char *name, const HostValue *a, HostValue *result) {
    if (!strcmp(name, "malloc")) {
        result->integer = machine_alloc(machine, a[0].integer);
        machine_unset(machine, result->integer, a[0].integer);
    } else if (!strcmp(name, "calloc")) {
        bool is_huge = a[1].integer && a[0].integer > (UINT64_C(1) << 40) / a[1].integer;
        result->integer = machine_alloc(machine, is_huge ? UINT64_MAX : a[0].integer * a[1].integer);
    } else if (!strcmp(name, "realloc")) {
        result->integer = a[0].integer ? a[0].integer : machine_alloc(machine, a[1].integer);
        if (a[0].integer && !machine_resize(machine, a[0].integer, a[1].integer))
            machine_fail(machine, "`realloc` of what `malloc` did not give");
    } else if (!strcmp(name, "free")) {
        if (a[0].integer && !machine_release(machine, a[0].integer))
            machine_fail(machine, "`free` of what `malloc` did not give");
    } else if (!strcmp(name, "memcmp")) {
        const uint8_t *left = machine_bytes(machine, a[0].integer, a[2].integer),
                      *right = machine_bytes(machine, a[1].integer, a[2].integer);
        if (!left || !right) machine_fail(machine, "`memcmp` of memory that is not there");
        else result->integer = (uint64_t)(int64_t)memcmp(left, right, a[2].integer);
    } else return false;
    return true;
}

static bool call_output(Run *run, Machine *machine, const char *name, const HostValue *a, unsigned count,
                        HostValue *result) {
    if (!strcmp(name, "printf")) result->integer = print(run, machine, run->out, a, count);
    else if (!strcmp(name, "fprintf"))
        result->integer = print(run, machine, file_of(run, a[0].integer), a + 1, count - 1);
    else if (!strcmp(name, "puts")) fprintf(run->out, "%s\n", text_of(machine, a));
    else if (!strcmp(name, "putchar")) putc((int)a[0].integer, run->out);
    else if (!strcmp(name, "fflush")) fflush(run->out);
    else if (!strcmp(name, "snprintf")) {
        uint8_t *to = a[1].integer ? machine_bytes(machine, a[0].integer, a[1].integer) : NULL;
        if (a[1].integer && !to) machine_fail(machine, "`snprintf` writes past the end of its buffer");
        else
            result->integer =
                machine_format(machine, (char *)to, a[1].integer, text_of(machine, a + 2), a + 3, count - 3);
    } else return false;
    return true;
}

bool library_call(Run *run, Machine *machine, const Function *function, const HostValue *arguments, unsigned count,
                  HostValue *result) {
    const char *name = function->name;
    result->type = function->result;
    if (call_output(run, machine, name, arguments, count, result) || call_text(machine, name, arguments, result) ||
        call_memory(machine, name, arguments, result))
        return true;
    if (!strcmp(name, "exit")) machine_stop(machine, (int)arguments[0].integer);
    else if (!strcmp(name, "abort")) machine_fail(machine, "the program calls `abort`");
    else if (!strcmp(name, "getenv")) result->integer = 0; // an interpreted program has no environment
    else if (!strcmp(name, "srand")) run->random = arguments[0].integer;
    else if (!strcmp(name, "rand"))
        result->integer = (run->random = run->random * 6364136223846793005u + 1442695040888963407u) >> 33;
    else return false;
    return true;
}
