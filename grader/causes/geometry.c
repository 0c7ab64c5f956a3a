// geometry.c - blocks and threads that a launch gives, and elements that its kernel makes of their numbers: what the
// source tells of both, held against each other.
#define _GNU_SOURCE // memmem
#include "geometry.h"

#include "flow.h"

#include "../exercises/exercise.h"
#include "../system/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// No text may keep the grader busy for long: nobody launches that often, or writes launches and heads that are as long.
enum { MOST_LAUNCHES = 40, MOST_HEAD = 1000 };
enum { MOST_FACTORS = 6, MOST_ARGUMENTS = 6, NAME = 64, CALLS = 3, SHOWN = 60 };

typedef struct {
    const char *at; // its <<<
    char kernel[NAME];
    Piece templates[MOST_ARGUMENTS]; // "16, 17" of padded_kernel<16, 17><<<...>>>
    unsigned template_count;
    Piece written[MOST_ARGUMENTS];         // "grid, block"
    Piece grid, block;                     // the same, or what these variables were declared with
    const char *body;                      // the brace that opens the kernel's
    char parameters[MOST_ARGUMENTS][NAME]; // of the kernel's template
    unsigned parameter_count;
} Launch;

// ---- pieces ----

// MOST_HEAD characters further, or the end of the text.
static const char *near_end(const char *at) { return at + strnlen(at, MOST_HEAD); }

static Piece trimmed(const char *begin, const char *end) {
    while (begin < end && isspace((unsigned char)*begin)) begin++;
    while (end > begin && isspace((unsigned char)end[-1])) end--;
    return (Piece){begin, end};
}

static bool is_text(Piece piece, const char *text) {
    size_t length = (size_t)(piece.end - piece.begin);
    return strlen(text) == length && !strncmp(piece.begin, text, length);
}

static bool is_same(Piece a, Piece b) {
    return a.end - a.begin == b.end - b.begin && !strncmp(a.begin, b.begin, (size_t)(a.end - a.begin));
}

static bool is_one_name(Piece piece) {
    for (const char *at = piece.begin; at < piece.end; at++)
        if (!is_name(*at)) return false;
    return piece.begin < piece.end && !isdigit((unsigned char)*piece.begin);
}

static void name_of(Piece piece, char name[NAME]) {
    snprintf(name, NAME, "%.*s", (int)(piece.end - piece.begin), piece.begin);
}

// The parts of [begin, end) between signs outside of parentheses; what is beyond MOST_ARGUMENTS is left out.
static unsigned parts_of(const char *begin, const char *end, char sign, Piece parts[MOST_ARGUMENTS]) {
    unsigned count = 0, depth = 0;
    const char *from = begin;
    for (const char *at = begin; at <= end && count < MOST_ARGUMENTS; at++) {
        if (at < end && strchr("([{", *at)) depth++;
        if (at < end && strchr(")]}", *at)) depth -= depth > 0;
        if (at < end && (depth || *at != sign)) continue;
        parts[count++] = trimmed(from, at);
        from = at + 1;
    }
    return count;
}

// ---- a launch and its kernel ----

// What a variable of the function was last given or declared with before `at`: "a, b" of "dim3 grid(a, b);", "n / 2" of
// "int blocks = n / 2;". The piece itself where it is no variable.
static Piece value_before(const Source *source, const char *at, Piece piece) {
    char name[NAME];
    Piece found = piece;
    bool is_variable = is_one_name(piece);
    name_of(piece, name);
    for (const char *use = function_start(source, at); is_variable && (use = word_find(use, at, name)); use++) {
        const char *after = use + strlen(name) + strspn(use + strlen(name), " ");
        if (*after == '(') found = trimmed(after + 1, behind_closing(after, near_end(after)) - 1);
        else if (*after == '=' && after[1] != '=') {
            Piece parts[MOST_ARGUMENTS];
            const char *end = near_end(after);
            const char *stop = memchr(after, ';', (size_t)(end - after));
            parts_of(after + 1, stop ? stop : end, ',', parts);
            found = parts[0];
        }
    }
    if (text_begins(found.begin, "dim3(")) found = trimmed(found.begin + 5, found.end - 1);
    return found;
}

// The template's names before a kernel's __global__ at `head`: "T, WIDTH" of "template <int T, int WIDTH>".
static void read_parameters(const char *head, const char *body, Launch *launch) {
    const char *open = memchr(head, '<', (size_t)(body - head)), *end = word_find(head, body, "__global__");
    if (!word_find(head, body, "template") || !open || !end || open > end) return;
    while (end > open && *end != '>') end--;
    Piece parts[MOST_ARGUMENTS];
    launch->parameter_count = parts_of(open + 1, end, ',', parts);
    for (unsigned i = 0; i < launch->parameter_count; i++) {
        const char *name = parts[i].end;
        while (name > parts[i].begin && is_name(name[-1])) name--;
        name_of((Piece){name, parts[i].end}, launch->parameters[i]);
    }
}

// Where a function of that name is defined, its brace; NULL: nowhere. kind: "__global__" or "__device__".
static const char *definition_of(const Source *source, const char *name, const char *kind, const char **head) {
    const char *all = source->text + strlen(source->text);
    for (const char *at = source->text; (at = word_find(at, all, name)); at++) {
        const char *open = at + strlen(name);
        if (*open != '(') continue;
        const char *brace = behind_closing(open, near_end(open));
        brace += strspn(brace, " \n");
        for (*head = at; *head > source->text && at - *head < MOST_HEAD && !strchr(";}", (*head)[-1]); --*head) {}
        if (*brace == '{' && word_find(*head, at, kind)) return brace;
    }
    return NULL;
}

// The < that opens what the > before `end` closes.
static const char *opening_angle(const char *start, const char *end) {
    unsigned depth = 0;
    const char *at = end;
    while (at > start && end - at < MOST_HEAD) {
        at--;
        depth += *at == '>' ? 1 : *at == '<' ? -1u : 0;
        if (!depth) break;
    }
    return at;
}

// The next launch from *at on. body is NULL where the kernel is not defined in this file, or called by a pointer.
static bool next_launch(const Source *source, const char **at, Launch *launch) {
    while ((*at = strstr(*at, "<<<"))) {
        const char *open = (*at)++, *end = memmem(open, (size_t)(near_end(open) - open), ">>>", 3), *name = open, *head;
        *launch = (Launch){.at = open};
        if (!end || parts_of(open + 3, end, ',', launch->written) < 2) continue;
        if (open[-1] == '>') {
            name = opening_angle(source->text, open);
            launch->template_count = parts_of(name + 1, open - 1, ',', launch->templates);
        }
        const char *first = name;
        while (first > source->text && is_name(first[-1])) first--;
        name_of((Piece){first, name}, launch->kernel);
        launch->body = launch->kernel[0] ? definition_of(source, launch->kernel, "__global__", &head) : NULL;
        if (launch->body) read_parameters(head, launch->body, launch);
        launch->grid = value_before(source, open, launch->written[0]);
        launch->block = value_before(source, open, launch->written[1]);
        return true;
    }
    return false;
}

// The size of the block or grid in that direction; "1" where it is not given.
static Piece size_in(Piece of, unsigned direction) {
    static const char one[] = "1";
    Piece sizes[MOST_ARGUMENTS];
    unsigned count = parts_of(of.begin, of.end, ',', sizes);
    return direction < count ? sizes[direction] : (Piece){one, one + 1};
}

// What a launch gives for a name of the kernel's template; the piece itself for any other.
static Piece argument_for(const Launch *launch, Piece piece) {
    for (unsigned i = 0; i < launch->parameter_count && i < launch->template_count; i++)
        if (is_text(piece, launch->parameters[i])) return launch->templates[i];
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

// -1: the source does not tell.
static long number_of(const Source *source, const Launch *launch, Piece piece) {
    char name[NAME];
    piece = argument_for(launch, piece);
    if (piece.begin < piece.end && isdigit((unsigned char)*piece.begin)) {
        char *end;
        long number = strtol(piece.begin, &end, 10);
        return end == piece.end ? number : -1;
    }
    if (!is_one_name(piece)) return -1;
    name_of(piece, name);
    long tested = number_tested(source, launch, name);
    return tested >= 0 ? tested : number_declared(source, name);
}

// ---- what the kernel makes of its block's number ----

typedef struct {
    const char *at;              // "blockIdx.x * TILE * FACTOR + threadIdx.x"
    Piece all;                   // "TILE * FACTOR"
    Piece factors[MOST_FACTORS]; // each of them
    unsigned count;
    bool next_is_thread; // "+ threadIdx.x" follows, and nothing multiplies that
} Tile;

static bool next_is_thread(const char *at, char direction) {
    static const char name[] = "threadIdx.";
    if (*at != '+') return false;
    at += 1 + strspn(at + 1, " ");
    if (!text_begins(at, name) || at[strlen(name)] != direction) return false;
    at += strlen(name) + 1;
    return !strchr("*/%>", at[strspn(at, " ")]);
}

// The first place of the kernel where blockIdx in that direction is multiplied. false: there is none.
static bool tile_of(const Launch *launch, char direction, Tile *tile) {
    const char *end = function_end(launch->body);
    for (const char *at = launch->body; (at = word_find(at, end, "blockIdx")); at++) {
        const char *next = at + strlen("blockIdx."), *last = next;
        if (*next++ != direction) continue;
        *tile = (Tile){.at = at};
        for (next += strspn(next, ") "); *next == '*' && tile->count < MOST_FACTORS; next += strspn(next, " ")) {
            const char *factor = next + 1 + strspn(next + 1, " ");
            for (next = factor; is_name(*next) || *next == '.';) next++;
            if (next == factor) break;
            tile->factors[tile->count++] = (Piece){factor, last = next};
        }
        if (!tile->count) continue;
        tile->all = (Piece){tile->factors[0].begin, last};
        tile->next_is_thread = next_is_thread(next, direction);
        return true;
    }
    return false;
}

static bool has_factor(const Piece *factors, unsigned count, Piece factor) {
    for (unsigned i = 0; i < count; i++)
        if (is_same(factors[i], factor)) return true;
    return false;
}

// ---- mistakes ----

// The arguments are exchanged: <<<threads, rows>>>, <<<block, grid>>>.
static bool is_turned(const Source *source, const Launch *launch, char *words, size_t size) {
    static const char *const blocks[] = {"block", "threads", "block_size", "blockSize", "threads_per_block"};
    Piece first = launch->written[0], second = launch->written[1];
    bool block_first = false, block_second = false, constant = !is_one_name(second);
    for (size_t i = 0; i < COUNT_OF(blocks); i++) {
        block_first |= is_text(first, blocks[i]);
        block_second |= is_text(second, blocks[i]);
    }
    for (const char *at = second.begin; at < second.end; at++) constant |= isupper((unsigned char)*at) != 0;
    if (!block_first || block_second || constant) return false;
    text_format(words, size, "the launch in line %u names the block first: write <<<%.*s, %.*s>>>",
                line_at(source, launch->at), (int)(second.end - second.begin), second.begin,
                (int)(first.end - first.begin), first.begin);
    return true;
}

// Whether code of the brace, or a function that it calls, asks which block it is, or takes its work by an atomic.
static bool tells_blocks_apart(const Source *source, const char *body, unsigned calls) {
    const char *end = function_end(body), *head;
    static const char *const asks[] = {"blockIdx", "this_grid", "asm", "this_cluster"};
    for (size_t i = 0; i < COUNT_OF(asks); i++)
        if (word_find(body, end, asks[i])) return true;
    for (const char *at = body; at < end; at++) {
        char name[NAME];
        size_t length = 0;
        while (is_name(at[length])) length++;
        if (length && text_begins(at, "atomic")) return true;
        if (length && length < NAME && (at[length] == '(' || at[length] == '<')) {
            name_of((Piece){at, at + length}, name);
            const char *called = calls ? definition_of(source, name, "__device__", &head) : NULL;
            if (called && tells_blocks_apart(source, called, calls - 1)) return true;
        }
        at += length ? length - 1 : 0;
    }
    return false;
}

// Every block does what one block is enough for.
static bool has_blocks_alike(const Source *source, const Launch *launch, char *words, size_t size) {
    Piece threads = launch->written[1];
    bool one = is_text(size_in(launch->grid, 0), "1") && is_text(size_in(launch->grid, 1), "1");
    if (!launch->body || one || tells_blocks_apart(source, launch->body, CALLS)) return false;
    text_format(
        words, size,
        "%s does not use blockIdx, so all the blocks that line %u launches do the same work: let the index contain "
        "blockIdx.x, or launch one block, <<<1, %.*s>>>, if one is enough",
        launch->kernel, line_at(source, launch->at), (int)(threads.end - threads.begin), threads.begin);
    return true;
}

// "m" and "SIDE" of "ceil_div(m, SIDE)". false: it is something else.
static bool quotient_of(Piece piece, Piece *of, Piece *by) {
    static const char name[] = "ceil_div(";
    Piece parts[MOST_ARGUMENTS];
    if (!text_begins(piece.begin, name) || piece.end[-1] != ')') return false;
    if (parts_of(piece.begin + strlen(name), piece.end - 1, ',', parts) != 2) return false;
    *of = parts[0];
    *by = parts[1];
    return true;
}

// A block takes more than the launch reckons with: the grid is divided by SIDE, and a block takes SIDE * ROWS.
static bool has_blocks_to_spare(const Source *source, const Launch *launch, char *words, size_t size) {
    for (unsigned d = 0; d < 2 && launch->body; d++) {
        Tile tile;
        Piece of, by, divisors[MOST_ARGUMENTS];
        unsigned missing = 0, shared = 0;
        if (!tile_of(launch, (char)('x' + d), &tile) || !quotient_of(size_in(launch->grid, d), &of, &by)) continue;
        unsigned count = parts_of(by.begin, by.end, '*', divisors);
        char all[SHOWN * 2] = "";
        for (unsigned i = 0; i < tile.count; i++) {
            Piece factor = argument_for(launch, tile.factors[i]);
            bool has = has_factor(divisors, count, factor);
            shared += has;
            missing += !has && !is_text(factor, "1");
            text_append(all, sizeof all, "%s%.*s", i ? " * " : "", (int)(factor.end - factor.begin), factor.begin);
        }
        if (!missing || shared != count) continue;
        text_format(
            words, size,
            "line %u makes too many blocks, one for every %.*s of %.*s, but a block of %s takes %s of them: write "
            "ceil_div(%.*s, %s)",
            line_at(source, of.begin), (int)(by.end - by.begin), by.begin, (int)(of.end - of.begin), of.begin,
            launch->kernel, all, (int)(of.end - of.begin), of.begin, all);
        return true;
    }
    return false;
}

// Whether the word that ends before `end` is threadIdx.x, or a variable that was declared to be that.
static bool is_thread(const char *body, const char *end, char name[NAME]) {
    const char *begin = end;
    while (begin > body && (is_name(begin[-1]) || begin[-1] == '.')) begin--;
    name_of((Piece){begin, end}, name);
    if (!strcmp(name, "threadIdx.x")) return true;
    for (const char *at = body; name[0] && (at = word_find(at, begin, name)); at++) {
        const char *value = at + strlen(name);
        if (text_begins(value, " = threadIdx.x") && strchr(",; ", value[strlen(" = threadIdx.x")])) return true;
    }
    return false;
}

// "if (threadIdx.x >= 32) return;": only as many threads of a block work as are counted.
static bool sends_threads_away(const Launch *launch, Piece counted) {
    char name[NAME], thread[NAME];
    const char *end = function_end(launch->body);
    name_of(counted, name);
    for (const char *at = launch->body; (at = word_find(at, end, name)); at++)
        for (size_t i = 0; i < 2; i++) {
            const char *sign = at - strlen(i ? " < " : " >= ");
            if (text_begins(sign, i ? " < " : " >= ") && is_thread(launch->body, sign, thread)) return true;
        }
    return false;
}

// The block has another number of threads than the kernel multiplies blockIdx by. A thread that takes several elements
// mentions how many threads there are, or adds to its number.
static bool has_other_threads(const Source *source, const Launch *launch, char *words, size_t size) {
    for (unsigned d = 0; d < 2 && launch->body; d++) {
        Tile tile;
        Piece written = size_in(launch->block, d);
        char adds[] = "threadIdx.x +", name[NAME];
        adds[strlen("threadIdx.")] = (char)('x' + d);
        if (!tile_of(launch, (char)('x' + d), &tile) || tile.count != 1 || !tile.next_is_thread) continue;
        long counted = number_of(source, launch, tile.factors[0]), given = number_of(source, launch, written);
        if (counted <= 0 || given <= 0 || counted == given) continue;
        if (given > counted && sends_threads_away(launch, tile.factors[0])) continue;
        const char *end = function_end(launch->body), *sum = strstr(launch->body, adds);
        snprintf(name, sizeof name, "%ld", given);
        bool several = word_find(launch->body, end, name) || (sum && sum < end);
        name_of(written, name);
        if (counted > given && (several || word_find(launch->body, end, name))) continue;
        Piece argument = argument_for(launch, tile.factors[0]);
        bool of_template = argument.begin != tile.factors[0].begin;
        text_format(
            words, size,
            "line %u launches %s with blocks of %ld threads in %c, but the kernel counts %ld, %.*s in line %u: ",
            line_at(source, launch->at), launch->kernel, given, 'x' + d, counted,
            (int)(tile.factors[0].end - tile.factors[0].begin), tile.factors[0].begin, line_at(source, tile.at));
        if (of_template)
            text_append(words, size, "launch it with blocks of %ld, or write %ld as the template's argument", counted,
                        given);
        else text_append(words, size, "launch as many, %ld", counted);
        return true;
    }
    return false;
}

// A thread is asked for whose number is that of all threads: "t == THREADS".
static bool asks_for_no_thread(const Source *source, const Launch *launch, char *words, size_t size) {
    Piece block = size_in(launch->block, 0);
    char bound[NAME], name[NAME];
    const char *end = launch->body ? function_end(launch->body) : NULL;
    const char *bounds[] = {bound, "blockDim.x"};
    name_of(block, bound);
    for (unsigned i = is_one_name(block) ? 0 : 1; end && i < COUNT_OF(bounds); i++)
        for (const char *at = launch->body; (at = word_find(at, end, bounds[i])); at++) {
            const char *next = at + strlen(bounds[i]), *equals = at - strlen(" == ");
            if (!text_begins(equals, " == ") || !strchr(")&|", next[strspn(next, " ")])) continue;
            if (!is_thread(launch->body, equals, name)) continue;
            text_format(
                words, size,
                "no thread has %s == %s in line %u, because they are numbered from 0 to %s - 1: write %s == %s - "
                "1",
                name, bounds[i], line_at(source, at), bounds[i], name, bounds[i]);
            return true;
        }
    return false;
}

// "c" and "FACTOR" of a loop "for (int c = 0; c < FACTOR; c++)". false: it counts otherwise.
static bool counted_by(const char *loop, char variable[NAME], char bound[NAME]) {
    const char *open = loop + 3 + strspn(loop + 3, " "), *equals = open + strcspn(open, "=;{"), *less;
    if (*open != '(' || *equals != '=' || !text_begins(equals, "= 0;") || !(less = strchr(equals, '<'))) return false;
    Piece end = trimmed(less + 1, less + 1 + strcspn(less + 1, ";{"));
    const char *step = end.end + strspn(end.end, "; "), *last = equals;
    if (!is_one_name(end) || (!text_begins(step, "++") && strncmp(step + strcspn(step, "+;)"), "++)", 3) != 0))
        return false;
    while (last > open && last[-1] == ' ') last--;
    const char *first = last;
    while (first > open && is_name(first[-1])) first--;
    name_of((Piece){first, last}, variable);
    name_of(end, bound);
    return variable[0];
}

// The factors but the one that is the loop's bound, "TILE" of "TILE * FACTOR". false: it is none of them.
static bool others_than(const Tile *tile, const char *bound, char *others, size_t size) {
    bool found = false;
    others[0] = 0;
    for (unsigned i = 0; i < tile->count; i++) {
        Piece factor = tile->factors[i];
        if (!found && is_text(factor, bound)) found = true;
        else
            text_append(others, size, "%s%.*s", others[0] ? " * " : "", (int)(factor.end - factor.begin), factor.begin);
    }
    return found && others[0];
}

// The variable that is declared to be the coordinate at `at`: "column" of "int column = blockIdx.x * TILE + ...".
static bool coordinate_at(const Source *source, const char *at, char name[NAME]) {
    const char *begin = statement_begin(source, at), *end = at;
    while (end > begin && *end != '=') end--;
    while (end > begin && end[-1] == ' ') end--;
    const char *first = end;
    while (first > begin && is_name(first[-1])) first--;
    name_of((Piece){first, end}, name);
    return name[0];
}

// "line 40 and line 45": where the loop adds its variable, and nothing that multiplies it, to the coordinate.
static bool lines_that_add(const Source *source, const char *loop, const char *coordinate, const char *variable,
                           char *lines, size_t size) {
    char sum[2 * NAME + 4];
    const char *end = statement_end(loop);
    snprintf(sum, sizeof sum, "%s + %s", coordinate, variable);
    for (const char *at = loop; (at = word_find(at, end, sum)); at++) {
        const char *next = at + strlen(sum);
        if (next[strspn(next, " ")] != '*' && next[0] != '.')
            text_append(lines, size, "%sline %u", lines[0] ? " and " : "", line_at(source, at));
    }
    return lines[0];
}

// A thread's elements are neighbours, and so are the threads: each element but the first is the next thread's, too.
static bool shares_elements(const Source *source, const Launch *launch, char *words, size_t size) {
    for (unsigned d = 0; d < 2 && launch->body; d++) {
        Tile tile;
        char coordinate[NAME], variable[NAME], bound[NAME], others[SHOWN], lines[SHOWN * 2] = "";
        char shown[NAME] = "", by[SHOWN] = "";
        if (!tile_of(launch, (char)('x' + d), &tile) || tile.count < 2 || !tile.next_is_thread ||
            !coordinate_at(source, tile.at, coordinate))
            continue;
        const char *end = function_end(launch->body);
        for (const char *loop = launch->body; (loop = word_find(loop, end, "for")); loop++) {
            if (!counted_by(loop, variable, bound) || !others_than(&tile, bound, others, sizeof others)) continue;
            if (!lines_that_add(source, loop, coordinate, variable, lines, sizeof lines)) continue;
            snprintf(shown, sizeof shown, "%s", variable);
            snprintf(by, sizeof by, "%s", others);
        }
        if (!lines[0]) continue;
        text_format(
            words, size,
            "%s + %s in %s is an element of the next thread as well, because threads are neighbours: write %s + "
            "%s * %s",
            coordinate, shown, lines, coordinate, shown, by);
        return true;
    }
    return false;
}

// A loop takes elements a block's width apart, "column + c * TILE", but the next block begins within them, at
// "blockIdx.x * TILE".
static bool has_blocks_that_overlap(const Source *source, const Launch *launch, char *words, size_t size) {
    for (unsigned d = 0; d < 2 && launch->body; d++) {
        Tile tile;
        char coordinate[NAME], variable[NAME], bound[NAME], sum[3 * NAME];
        if (!tile_of(launch, (char)('x' + d), &tile) || tile.count != 1 || !tile.next_is_thread ||
            !coordinate_at(source, tile.at, coordinate))
            continue;
        int width = (int)(tile.all.end - tile.all.begin);
        const char *end = function_end(launch->body);
        for (const char *loop = launch->body; (loop = word_find(loop, end, "for")); loop++) {
            if (!counted_by(loop, variable, bound)) continue;
            const char *last = statement_end(loop);
            snprintf(sum, sizeof sum, "%s + %s * %.*s", coordinate, variable, width, tile.all.begin);
            if (!word_find(loop, last, sum)) continue;
            text_format(words, size,
                        "in line %u blocks begin %.*s elements apart, but the loop in line %u takes %s times as many: "
                        "write blockIdx.%c * %.*s * %s",
                        line_at(source, tile.at), width, tile.all.begin, line_at(source, loop), bound, 'x' + d, width,
                        tile.all.begin, bound);
            return true;
        }
    }
    return false;
}

typedef bool Mistake(const Source *source, const Launch *launch, char *words, size_t size);

// The first launch that the mistake is made in. false: there is none.
static bool find_mistake(const Source *source, Mistake *mistake, char *words, size_t size) {
    Launch launch;
    unsigned left = MOST_LAUNCHES;
    for (const char *at = source->text; left && next_launch(source, &at, &launch); left--)
        if (mistake(source, &launch, words, size)) return true;
    return false;
}

bool geometry_mistake(const Source *source, char *words, size_t size) {
    static Mistake *const mistakes[] = {is_turned,         asks_for_no_thread, shares_elements,
                                        has_other_threads, has_blocks_alike,   has_blocks_that_overlap};
    for (size_t i = 0; i < COUNT_OF(mistakes); i++)
        if (find_mistake(source, mistakes[i], words, size)) return true;
    return false;
}

bool geometry_waste(const Source *source, char *words, size_t size) {
    return find_mistake(source, has_blocks_to_spare, words, size);
}
