// launched.c - launches that do not fit their kernel: in their number of blocks or threads, or in what their blocks do.
#include "mistakes.h"

#include "../../device/system/text.h"
#include "../../exercises/exercise.h"

#include <stdio.h>
#include <string.h>

enum { CALLS = 3 }; // of functions by functions that are followed

bool is_turned(const Source *source, const Launch *launch, char *words, size_t size) {
    static const char *const blocks[] = {"block", "threads", "block_size", "blockSize", "threads_per_block"};
    Piece first = launch->written[0], second = launch->written[1];
    bool block_first = false, block_second = false, constant = !piece_is_name(second);
    for (size_t i = 0; i < COUNT_OF(blocks); i++) {
        block_first |= piece_is(first, blocks[i]);
        block_second |= piece_is(second, blocks[i]);
    }
    for (const char *at = second.begin; at < second.end; at++) constant |= isupper((unsigned char)*at) != 0;
    if (!block_first || block_second || constant) return false;
    text_format(words, size, "the launch in line %u names the block first: write <<<%.*s, %.*s>>>",
                line_at(source, launch->at), PIECE_TEXT(second), PIECE_TEXT(first));
    return true;
}

// Whether an argument is named for a parameter: "device_in", "d_in" or "in" for "in".
static bool is_named_for(Piece argument, Piece parameter) {
    char name[NAME], wanted[NAME];
    piece_name(argument, name);
    piece_name(parameter, wanted);
    size_t length = strlen(name), ending = strlen(wanted);
    bool ends = length > ending && name[length - ending - 1] == '_' && !strcmp(name + length - ending, wanted);
    return piece_is_name(argument) && (ends || !strcmp(name, wanted));
}

bool has_arguments_exchanged(const Source *source, const Launch *launch, char *words, size_t size) {
    Piece given[MOST_PARTS], parameters[MOST_PARTS];
    unsigned count = launch_call(source, launch, given, parameters);
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = i + 1; j < count; j++) {
            if (!is_named_for(given[i], parameters[j]) || !is_named_for(given[j], parameters[i])) continue;
            text_format(words, size, "line %u gives %s %.*s for its %.*s and %.*s for its %.*s: exchange them",
                        line_at(source, launch->at), launch->kernel, PIECE_TEXT(given[i]), PIECE_TEXT(parameters[i]),
                        PIECE_TEXT(given[j]), PIECE_TEXT(parameters[j]));
            return true;
        }
    return false;
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
            piece_name((Piece){at, at + length}, name);
            const char *called = calls ? definition_of(source, name, "__device__", &head) : NULL;
            if (called && tells_blocks_apart(source, called, calls - 1)) return true;
        }
        at += length ? length - 1 : 0;
    }
    return false;
}

bool has_blocks_alike(const Source *source, const Launch *launch, char *words, size_t size) {
    Piece threads = launch->written[1];
    bool one = piece_is(launch_size(launch->grid, 'x'), "1") && piece_is(launch_size(launch->grid, 'y'), "1");
    if (!launch->body || one || tells_blocks_apart(source, launch->body, CALLS)) return false;
    if (piece_is(threads, "1")) {
        text_format(
            words, size,
            "line %u launches blocks of one thread each, and %s does not use blockIdx: the first number is that "
            "of the blocks, the second that of the threads in a block, so write <<<1, %.*s>>>",
            line_at(source, launch->at), launch->kernel, PIECE_TEXT(launch->written[0]));
        return true;
    }
    text_format(
        words, size,
        "%s does not use blockIdx, so all the blocks that line %u launches do the same work: let the index contain "
        "blockIdx.x, or launch one block, <<<1, %.*s>>>, if one is enough",
        launch->kernel, line_at(source, launch->at), PIECE_TEXT(threads));
    return true;
}

// "m" and "SIDE" of "ceil_div(m, SIDE)". false: it is something else.
static bool quotient_of(Piece piece, Piece *of, Piece *by) {
    static const char name[] = "ceil_div(";
    Piece parts[MOST_PARTS];
    if (!text_begins(piece.begin, name) || piece.end[-1] != ')') return false;
    if (piece_parts(piece.begin + strlen(name), piece.end - 1, ',', parts) != 2) return false;
    *of = parts[0];
    *by = parts[1];
    return true;
}

static bool has_factor(const Piece *factors, unsigned count, Piece factor) {
    for (unsigned i = 0; i < count; i++)
        if (piece_same(factors[i], factor)) return true;
    return false;
}

bool has_blocks_to_spare(const Source *source, const Launch *launch, const Tile *tile, char *words, size_t size) {
    Piece of, by, divisors[MOST_PARTS];
    unsigned missing = 0, shared = 0;
    if (!quotient_of(launch_size(launch->grid, tile->direction), &of, &by)) return false;
    unsigned count = piece_parts(by.begin, by.end, '*', divisors);
    char all[SHOWN * 2] = "";
    for (unsigned i = 0; i < tile->count; i++) {
        Piece factor = launch_argument(launch, tile->factors[i]);
        bool has = has_factor(divisors, count, factor);
        shared += has;
        missing += !has && !piece_is(factor, "1");
        text_append(all, sizeof all, "%s%.*s", i ? " * " : "", PIECE_TEXT(factor));
    }
    if (!missing || shared != count) return false;
    text_format(words, size,
                "line %u makes too many blocks, one for every %.*s of %.*s, but a block of %s takes %s of them: write "
                "ceil_div(%.*s, %s)",
                line_at(source, of.begin), PIECE_TEXT(by), PIECE_TEXT(of), launch->kernel, all, PIECE_TEXT(of), all);
    return true;
}

// The factors of the kernel's tile in that direction, with what the launch gives its template for them.
static unsigned factors_of(const Launch *launch, char direction, Piece factors[MOST_PARTS]) {
    Tile tile;
    if (!tile_find(launch, direction, &tile)) return 0;
    for (unsigned i = 0; i < tile.count; i++) factors[i] = launch_argument(launch, tile.factors[i]);
    return tile.count;
}

bool divides_other_direction(const Source *source, const Launch *launch, char *words, size_t size) {
    for (unsigned d = 0; launch->body && d < 2; d++) {
        char here = "xy"[d], there = "yx"[d];
        Piece of, by, divisors[MOST_PARTS], own[MOST_PARTS], others[MOST_PARTS], of_others, by_others;
        unsigned own_count = factors_of(launch, here, own), other_count = factors_of(launch, there, others);
        if (!own_count || !other_count || !quotient_of(launch_size(launch->grid, here), &of, &by) ||
            !quotient_of(launch_size(launch->grid, there), &of_others, &by_others))
            continue;
        unsigned count = piece_parts(by.begin, by.end, '*', divisors);
        for (unsigned i = 0; i < count; i++) {
            Piece factor = divisors[i];
            char name[NAME];
            piece_name(factor, name);
            if (has_factor(own, own_count, factor) || !has_factor(others, other_count, factor) ||
                word_find(by_others.begin, by_others.end, name))
                continue;
            text_format(words, size,
                        "line %u divides the blocks in %c by %.*s, but a block of %s takes %.*s times as much in %c: "
                        "divide the blocks in %c by it instead",
                        line_at(source, of.begin), here, PIECE_TEXT(factor), launch->kernel, PIECE_TEXT(factor), there,
                        there);
            return true;
        }
    }
    return false;
}

bool miscounts_threads(const Source *source, const Launch *launch, char *words, size_t size) {
    static const char *const wrong[] = {"blockIdx.%c * threadIdx.%c",
                                        "threadIdx.%c * blockIdx.%c",
                                        "blockIdx.%c * gridDim.%c",
                                        "gridDim.%c * blockIdx.%c",
                                        "threadIdx.%c * blockDim.%c + blockIdx.%c",
                                        "blockDim.%c * threadIdx.%c + blockIdx.%c"};
    const char *end = launch->body ? function_end(launch->body) : NULL;
    for (unsigned i = 0; end && i < 2 * COUNT_OF(wrong); i++) {
        char formula[NAME], d = "xy"[i % 2];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        snprintf(formula, sizeof formula, wrong[i / 2], d, d, d);
#pragma GCC diagnostic pop
        const char *at = word_find(launch->body, end, formula);
        if (!at) continue;
        text_format(words, size,
                    "line %u has %s: the number of a thread among all is blockIdx.%c * blockDim.%c + threadIdx.%c",

                    line_at(source, at), formula, d, d, d);
        return true;
    }
    return false;
}

// "if (threadIdx.x >= 32) return;": only as many threads of a block work as are counted.
static bool sends_threads_away(const Launch *launch, Piece counted) {
    char name[NAME], thread[NAME];
    const char *end = function_end(launch->body);
    piece_name(counted, name);
    for (const char *at = launch->body; (at = word_find(at, end, name)); at++)
        for (size_t i = 0; i < 2; i++) {
            const char *sign = at - strlen(i ? " < " : " >= ");
            if (text_begins(sign, i ? " < " : " >= ") && is_thread(launch->body, sign, thread)) return true;
        }
    return false;
}

// A thread that takes several elements mentions how many threads there are, or adds to its number.
static bool may_take_several(const Launch *launch, const Tile *tile, Piece written, long given) {
    char adds[] = "threadIdx.x +", name[NAME];
    adds[strlen("threadIdx.")] = tile->direction;
    const char *end = function_end(launch->body), *sum = strstr(launch->body, adds);
    snprintf(name, sizeof name, "%ld", given);
    bool several = word_find(launch->body, end, name) || (sum && sum < end);
    piece_name(written, name);
    return several || word_find(launch->body, end, name);
}

bool has_other_threads(const Source *source, const Launch *launch, const Tile *tile, char *words, size_t size) {
    Piece written = launch_size(launch->block, tile->direction), factor = tile->factors[0];
    if (tile->count != 1 || !tile->next_is_thread) return false;
    long counted = launch_number(source, launch, factor), given = launch_number(source, launch, written);
    if (counted <= 0 || given <= 0 || counted == given) return false;
    if (given > counted && sends_threads_away(launch, factor)) return false;
    if (counted > given && may_take_several(launch, tile, written, given)) return false;
    text_format(words, size,
                "line %u launches %s with blocks of %ld threads in %c, but the kernel counts %ld, %.*s in line %u: ",
                line_at(source, launch->at), launch->kernel, given, tile->direction, counted, PIECE_TEXT(factor),
                line_at(source, tile->at));
    bool of_template = launch_argument(launch, factor).begin != factor.begin;
    if (of_template)
        text_append(words, size, "launch it with blocks of %ld, or write %ld as the template's argument", counted,
                    given);
    else text_append(words, size, "launch as many, %ld", counted);
    return true;
}

// How many directions the grid or block of a launch has, 1 of "256", "count" or "ceil_div(count, 256)"; 0: the source
// does not tell, as of "blocks(m, n)", which may be a dim3.
static unsigned directions_of(const Source *source, Piece of) {
    Piece sizes[MOST_PARTS];
    char name[NAME];
    unsigned count = piece_parts(of.begin, of.end, ',', sizes);
    if (count > 1) return count;
    if (!piece_is_name(of))
        return memchr(of.begin, '(', (size_t)(of.end - of.begin)) && !text_begins(of.begin, "ceil_div(") ? 0 : 1;
    piece_name(of, name);
    const char *all = source->text + strlen(source->text);
    for (const char *at = source->text; (at = word_find(at, all, name)); at++) {
        Piece type = piece_name_before(source->text, at[-1] == ' ' ? at - 1 : at);
        if (piece_is(type, "int") || piece_is(type, "unsigned") || piece_is(type, "size_t")) return 1;
    }
    return 0;
}

// Where the kernel declares a variable to be its number along a direction, "= blockIdx.y * SIDE + threadIdx.y;". NULL:
// nowhere.
static const char *number_along(const Launch *launch, const char *which, char direction) {
    char name[NAME], stop;
    snprintf(name, sizeof name, "%s.%c", which, direction);
    const char *end = function_end(launch->body);
    for (const char *at = launch->body; (at = word_find(at, end, name)); at++) {
        const char *begin = at, *after = at + strlen(name);
        while (begin > launch->body && !strchr(";{=", begin[-1])) begin--;
        stop = after[strspn(after, " ")];
        bool alone = begin + strspn(begin, " ") == at, ends = stop == ';' || stop == ',';
        if (begin[-1] == '=' && (alone || ends) && !memchr(begin, ')', (size_t)(at - begin))) return at;
    }
    return NULL;
}

bool has_no_such_direction(const Source *source, const Launch *launch, char *words, size_t size) {
    static const char *const counts[] = {"no", "one dimension", "two dimensions"};
    for (unsigned i = 0; launch->body && i < 4; i++) {
        bool of_block = i % 2;
        char direction = "yz"[i / 2];
        const char *which = of_block ? "threadIdx" : "blockIdx";
        unsigned given = directions_of(source, of_block ? launch->block : launch->grid);
        const char *at = given && given < 2 + i / 2 ? number_along(launch, which, direction) : NULL;
        if (!at) continue;
        text_format(words, size,
                    "%s.%c in line %u is always 0, because the %s that line %u launches %s %s: give dim3 its size in "
                    "%c, or do without %s.%c",
                    which, direction, line_at(source, at), of_block ? "blocks" : "grid", line_at(source, launch->at),
                    of_block ? "have" : "has", counts[given], direction, which, direction);
        return true;
    }
    return false;
}

bool asks_for_no_thread(const Source *source, const Launch *launch, char *words, size_t size) {
    Piece block = launch_size(launch->block, 'x');
    char bound[NAME], name[NAME];
    const char *end = launch->body ? function_end(launch->body) : NULL;
    const char *bounds[] = {bound, "blockDim.x"};
    piece_name(block, bound);
    for (unsigned i = piece_is_name(block) ? 0 : 1; end && i < COUNT_OF(bounds); i++)
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
