// launches.c - the launches of a source: their arguments, and the kernels that they name. (launches.h)
#define _GNU_SOURCE // memmem
#include "launches.h"

#include "../source/flow.h"

#include "../../device/system/text.h"

#include <stdlib.h>
#include <string.h>

// What a variable of the function was last given or declared with before `at`: "a, b" of "dim3 grid(a, b);", "n / 2" of
// "int blocks = n / 2;". The piece itself where it is no variable.
static Piece value_before(const Source *source, const char *at, Piece piece) {
    char name[NAME];
    Piece found = piece;
    bool is_variable = piece_is_name(piece);
    piece_name(piece, name);
    for (const char *use = function_start(source, at); is_variable && (use = word_find(use, at, name)); use++) {
        const char *after = use + strlen(name) + strspn(use + strlen(name), " ");
        if (*after == '(') found = piece_trimmed(after + 1, behind_closing(after, near_end(after)) - 1);
        else if (*after == '=' && after[1] != '=') {
            Piece parts[MOST_PARTS];
            const char *end = near_end(after);
            const char *stop = memchr(after, ';', (size_t)(end - after));
            piece_parts(after + 1, stop ? stop : end, ',', parts);
            found = parts[0];
        }
    }
    if (text_begins(found.begin, "dim3(")) found = piece_trimmed(found.begin + 5, found.end - 1);
    return found;
}

// The template's names before a kernel's __global__ at `head`: "T, WIDTH" of "template <int T, int WIDTH>".
static void read_parameters(const char *head, const char *body, Launch *launch) {
    const char *open = memchr(head, '<', (size_t)(body - head)), *end = word_find(head, body, "__global__");
    if (!word_find(head, body, "template") || !open || !end || open > end) return;
    while (end > open && *end != '>') end--;
    Piece parts[MOST_PARTS];
    launch->parameter_count = piece_parts(open + 1, end, ',', parts);
    for (unsigned i = 0; i < launch->parameter_count; i++)
        piece_name(piece_name_before(parts[i].begin, parts[i].end), launch->parameters[i]);
}

const char *definition_of(const Source *source, const char *name, const char *kind, const char **head) {
    const char *all = source->text + strlen(source->text);
    for (const char *at = source->text; (at = word_find(at, all, name)); at++) {
        const char *open = at + strlen(name);
        if (*open != '(') continue;
        const char *brace = behind_closing(open, near_end(open));
        brace += strspn(brace, " \n");
        for (*head = at; *head > source->text && at - *head < MOST_READ && !strchr(";}", (*head)[-1]); --*head) {}
        if (*brace == '{' && word_find(*head, at, kind)) return brace;
    }
    return NULL;
}

// The < that opens what the > before `end` closes.
static const char *opening_angle(const char *start, const char *end) {
    unsigned depth = 0;
    const char *at = end;
    while (at > start && end - at < MOST_READ) {
        at--;
        depth += *at == '>' ? 1 : *at == '<' ? -1u : 0;
        if (!depth) break;
    }
    return at;
}

bool launch_next(const Source *source, const char **at, Launch *launch) {
    while ((*at = strstr(*at, "<<<"))) {
        const char *open = (*at)++, *end = memmem(open, (size_t)(near_end(open) - open), ">>>", 3), *name = open, *head;
        *launch = (Launch){.at = open};
        if (!end || piece_parts(open + 3, end, ',', launch->written) < 2) continue;
        if (open[-1] == '>') {
            name = opening_angle(source->text, open);
            launch->template_count = piece_parts(name + 1, open - 1, ',', launch->templates);
        }
        piece_name(piece_name_before(source->text, name), launch->kernel);
        launch->body = launch->kernel[0] ? definition_of(source, launch->kernel, "__global__", &head) : NULL;
        if (launch->body) read_parameters(head, launch->body, launch);
        launch->grid = value_before(source, open, launch->written[0]);
        launch->block = value_before(source, open, launch->written[1]);
        return true;
    }
    return false;
}

// "in" of "(float *)in" and "const_cast<float *>(in)".
static Piece without_cast(Piece argument) {
    const char *end = argument.end;
    bool named = text_begins(argument.begin, "const_cast<") && end[-1] == ')';
    Piece name = piece_name_before(argument.begin, named ? end - 1 : end);
    bool cast = named || (name.begin > argument.begin && *argument.begin == '(');
    return cast && piece_is_name(name) ? name : argument;
}

unsigned launch_call(const Source *source, const Launch *launch, Piece given[MOST_PARTS],
                     Piece parameters[MOST_PARTS]) {
    const char *open = strstr(launch->at, ">>>"), *head;
    if (!launch->body || !open || open[3] != '(' || !definition_of(source, launch->kernel, "__global__", &head))
        return 0;
    unsigned count = piece_parts(open + 4, behind_closing(open + 3, near_end(open)) - 1, ',', given);
    const char *list = word_find(head, launch->body, launch->kernel);
    list = list ? list + strlen(launch->kernel) : launch->body;
    if (*list != '(' || piece_parts(list + 1, behind_closing(list, launch->body) - 1, ',', parameters) != count)
        return 0;
    for (unsigned i = 0; i < count; i++) {
        parameters[i] = piece_name_before(parameters[i].begin, parameters[i].end);
        given[i] = without_cast(given[i]);
    }
    return count;
}

bool launch_gives(const Source *source, const char *at, Piece parameter, Piece *given) {
    Launch launch;
    Piece arguments[MOST_PARTS], parameters[MOST_PARTS];
    const char *body = function_start(source, at);
    for (const char *next = source->text; launch_next(source, &next, &launch);) {
        if (launch.body != body) continue;
        unsigned count = launch_call(source, &launch, arguments, parameters);
        for (unsigned i = 0; i < count; i++)
            if (piece_same(parameters[i], parameter)) return *given = arguments[i], true;
    }
    return false;
}

Piece launch_size(Piece of, char direction) {
    static const char one[] = "1";
    Piece sizes[MOST_PARTS];
    unsigned count = piece_parts(of.begin, of.end, ',', sizes), d = (unsigned)(direction - 'x');
    return d < count ? sizes[d] : (Piece){one, one + 1};
}

Piece launch_argument(const Launch *launch, Piece piece) {
    for (unsigned i = 0; i < launch->parameter_count && i < launch->template_count; i++)
        if (piece_is(piece, launch->parameters[i])) return launch->templates[i];
    return piece;
}

// ---- numbers ----

// Of "if (tile == 16)" before the launch in its statement, for "tile"; -1: there is none.
static long number_tested(const Source *source, const Launch *launch, const char *name) {
    const char *begin = statement_begin(source, launch->at), *test = word_find(begin, launch->at, name);
    const char *after = test ? test + strlen(name) : "";
    if (!text_begins(after, " == ") || word_find(test, launch->at, "else")) return -1;
    return isdigit((unsigned char)after[4]) ? strtol(after + 4, NULL, 10) : -1;
}

// Of "constexpr int TILE = 16;"; -1: there is none, or no plain number.
static long number_declared(const Source *source, const char *name) {
    const char *all = source->text + strlen(source->text);
    for (const char *at = source->text; (at = word_find(at, all, name)); at++) {
        const char *after = at + strlen(name), *begin = statement_begin(source, at);
        if (!text_begins(after, " = ") || !isdigit((unsigned char)after[3])) continue;
        char *end;
        long number = strtol(after + 3, &end, 10);
        if (strchr(",;", *end) && (word_find(begin, at, "constexpr") || word_find(begin, at, "const"))) return number;
    }
    return -1;
}

long launch_number(const Source *source, const Launch *launch, Piece piece) {
    char name[NAME];
    piece = launch_argument(launch, piece);
    if (piece.begin < piece.end && isdigit((unsigned char)*piece.begin)) {
        char *end;
        long number = strtol(piece.begin, &end, 10);
        return end == piece.end ? number : -1;
    }
    if (!piece_is_name(piece)) return -1;
    piece_name(piece, name);
    long tested = number_tested(source, launch, name);
    return tested >= 0 ? tested : number_declared(source, name);
}
