// launched.c - launches that do not fit their kernel: in their number of blocks or threads, or in what their blocks do.
#include "mistakes.h"

#include "../../exercises/exercise.h"
#include "../../system/text.h"

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
