// elements.c - kernels whose threads or blocks take the same elements.
#include "mistakes.h"

#include "../source/flow.h"

#include "../../device/system/text.h"

#include <stdio.h>
#include <string.h>

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

bool shares_elements(const Source *source, const Launch *launch, const Tile *tile, char *words, size_t size) {
    char coordinate[NAME], variable[NAME], bound[NAME], others[SHOWN], lines[SHOWN * 2] = "";
    char shown[NAME] = "", by[SHOWN] = "";
    if (tile->count < 2 || !tile->next_is_thread || !tile_coordinate(source, tile, coordinate)) return false;
    const char *end = function_end(launch->body);
    for (const char *loop = launch->body; (loop = word_find(loop, end, "for")); loop++) {
        if (!loop_counts(loop, variable, bound) || !tile_without(tile, bound, others, sizeof others)) continue;
        if (!lines_that_add(source, loop, coordinate, variable, lines, sizeof lines)) continue;
        snprintf(shown, sizeof shown, "%s", variable);
        snprintf(by, sizeof by, "%s", others);
    }
    if (!lines[0]) return false;
    text_format(words, size,
                "%s + %s in %s is an element of the next thread as well, because threads are neighbours: write %s + "
                "%s * %s",
                coordinate, shown, lines, coordinate, shown, by);
    return true;
}

bool has_blocks_that_overlap(const Source *source, const Launch *launch, const Tile *tile, char *words, size_t size) {
    char coordinate[NAME], variable[NAME], bound[NAME], sum[3 * NAME];
    if (tile->count != 1 || !tile->next_is_thread || !tile_coordinate(source, tile, coordinate)) return false;
    const char *end = function_end(launch->body);
    for (const char *loop = launch->body; (loop = word_find(loop, end, "for")); loop++) {
        if (!loop_counts(loop, variable, bound)) continue;
        snprintf(sum, sizeof sum, "%s + %s * %.*s", coordinate, variable, PIECE_TEXT(tile->all));
        if (!word_find(loop, statement_end(loop), sum)) continue;
        text_format(words, size,
                    "in line %u blocks begin %.*s elements apart, but the loop in line %u takes %s times as many: "
                    "write blockIdx.%c * %.*s * %s",
                    line_at(source, tile->at), PIECE_TEXT(tile->all), line_at(source, loop), bound, tile->direction,
                    PIECE_TEXT(tile->all), bound);
        return true;
    }
    return false;
}
