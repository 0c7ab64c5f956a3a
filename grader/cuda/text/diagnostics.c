// diagnostics.c - what is wrong, where, and what to do about it.
#include "../front/front.h"
#include <stdarg.h>
#include <stdlib.h>

static Diagnostic *add(Diagnostics *diagnostics, DiagnosticKind kind, Place place) {
    if (diagnostics->count == diagnostics->room) {
        unsigned room = diagnostics->room ? 2 * diagnostics->room : 16;
        Diagnostic *list = realloc(diagnostics->list, room * sizeof *list);
        if (!list) abort();
        diagnostics->list = list;
        diagnostics->room = room;
    }
    Diagnostic *diagnostic = &diagnostics->list[diagnostics->count++];
    *diagnostic = (Diagnostic){.kind = kind, .place = place, .length = 1};
    diagnostics->counts[kind]++;
    return diagnostic;
}

// The formats share their arguments, so they are printed as one text and cut where the second begins.
static void fill(Diagnostic *diagnostic, const char *message, const char *advice, va_list arguments) {
    char format[1024], text[1024];
    snprintf(format, sizeof format, "%s\x1f%s", message, advice ? advice : "");
    vsnprintf(text, sizeof text, format, arguments);
    char *cut = strchr(text, '\x1f');
    if (cut) *cut = 0;
    snprintf(diagnostic->message, sizeof diagnostic->message, "%.*s", (int)sizeof diagnostic->message - 1, text);
    if (cut)
        snprintf(diagnostic->advice, sizeof diagnostic->advice, "%.*s", (int)sizeof diagnostic->advice - 1, cut + 1);
}

Diagnostic *diagnostic_add(Diagnostics *diagnostics, DiagnosticKind kind, Place place, const char *message,
                           const char *advice, ...) {
    va_list arguments;
    Diagnostic *diagnostic = add(diagnostics, kind, place);
    va_start(arguments, advice);
    fill(diagnostic, message, advice, arguments);
    va_end(arguments);
    return diagnostic;
}

static bool has_error_at(const Diagnostics *diagnostics, Place place) {
    for (unsigned i = 0; i < diagnostics->count; i++) {
        const Diagnostic *other = &diagnostics->list[i];
        if (other->kind == DIAGNOSTIC_ERROR && other->place.file == place.file && other->place.line == place.line)
            return true;
    }
    return false;
}

static Diagnostic *say(Front *front, DiagnosticKind kind, Place place, unsigned length, const char *message,
                       const char *advice, va_list arguments) {
    if (front->quiet || front->diagnostics->count >= MAX_DIAGNOSTICS) return NULL;
    if (kind == DIAGNOSTIC_ERROR && has_error_at(front->diagnostics, place)) return NULL; // it follows from that one
    Diagnostic *diagnostic = add(front->diagnostics, kind, place);
    diagnostic->length = length ? length : 1;
    fill(diagnostic, message, advice, arguments);
    if (front->function) snprintf(diagnostic->function, sizeof diagnostic->function, "%s", front->function->shown);
    return diagnostic;
}

Diagnostic *fail(Front *front, Place place, unsigned length, const char *message, const char *advice, ...) {
    if (front->failed) return NULL;
    va_list arguments;
    va_start(arguments, advice);
    Diagnostic *diagnostic = say(front, DIAGNOSTIC_ERROR, place, length, message, advice, arguments);
    va_end(arguments);
    front->failed = true;
    return diagnostic;
}

Diagnostic *refuse(Front *front, Place place, unsigned length, const char *message, const char *advice, ...) {
    if (front->failed) return NULL;
    va_list arguments;
    va_start(arguments, advice);
    Diagnostic *diagnostic = say(front, DIAGNOSTIC_REFUSED, place, length, message, advice, arguments);
    va_end(arguments);
    front->failed = true;
    return diagnostic;
}

void warn_of(Front *front, Place place, unsigned length, const char *message, const char *advice, ...) {
    if (front->failed || front->in_headers) return;
    va_list arguments;
    va_start(arguments, advice);
    say(front, DIAGNOSTIC_WARNING, place, length, message, advice, arguments);
    va_end(arguments);
}

void also(Diagnostic *diagnostic, Place place, const char *what, ...) {
    if (!diagnostic) return;
    va_list arguments;
    va_start(arguments, what);
    vsnprintf(diagnostic->other_is, sizeof diagnostic->other_is, what, arguments);
    va_end(arguments);
    diagnostic->other = place;
}

// ---- for people -----------------------------------------------------------------------------------------------

static const char *const KIND_NAMES[] = {"error", "not supported", "warning"};
static const char *const KIND_COLOURS[] = {"\033[1;31m", "\033[1;35m", "\033[1;33m"};

static void print_line(const SourceFile *file, Place place, unsigned length, FILE *to, const char *colour,
                       const char *plain) {
    if (!place.line || place.line > file->line_count) return;
    const char *line = file->lines[place.line - 1], *end = line;
    while (*end && *end != '\n' && *end != '\r') end++;
    int shown = (int)(end - line);
    if (shown > 240) shown = 240;
    fprintf(to, "%6u | %.*s\n", place.line, shown, line);
    if (!place.column || place.column > shown + 1) return;
    fprintf(to, "       | ");
    for (int i = 0; i < place.column - 1; i++) fputc(line[i] == '\t' ? '\t' : ' ', to);
    fprintf(to, "%s^", colour);
    for (unsigned i = 1; i < length && place.column + (int)i <= shown; i++) fputc('~', to);
    fprintf(to, "%s\n", plain);
}

static void print_place(const SourceFile *file, Place place, FILE *to) {
    if (place.line && place.column) fprintf(to, "%s:%u:%u: ", file->name, place.line, place.column);
    else if (place.line) fprintf(to, "%s:%u: ", file->name, place.line);
    else fprintf(to, "%s: ", file->name);
}

void diagnostics_print(const Diagnostics *diagnostics, const Unit *unit, FILE *to, bool colours) {
    const char *plain = colours ? "\033[0m" : "";
    for (unsigned i = 0; i < diagnostics->count; i++) {
        const Diagnostic *diagnostic = &diagnostics->list[i];
        const char *colour = colours ? KIND_COLOURS[diagnostic->kind] : "";
        const SourceFile *file = &unit->files[diagnostic->place.file];
        print_place(file, diagnostic->place, to);
        fprintf(to, "%s%s:%s %s\n", colour, KIND_NAMES[diagnostic->kind], plain, diagnostic->message);
        print_line(file, diagnostic->place, diagnostic->length, to, colour, plain);
        if (diagnostic->advice[0]) fprintf(to, "       = %s\n", diagnostic->advice);
        if (!diagnostic->other.line) continue;
        print_place(&unit->files[diagnostic->other.file], diagnostic->other, to);
        fprintf(to, "%s\n", diagnostic->other_is);
        print_line(&unit->files[diagnostic->other.file], diagnostic->other, 1, to, "", "");
    }
}

void diagnostics_free(Diagnostics *diagnostics) {
    free(diagnostics->list);
    *diagnostics = (Diagnostics){0};
}
