// tiles.c - what a kernel makes of the numbers of its block and thread. (tiles.h)
#include "tiles.h"

#include "../source/flow.h"

#include "../../device/system/text.h"

#include <stdio.h>
#include <string.h>

// Whether "+ threadIdx.y" is next, or "+ ty" of "int ty = threadIdx.y".
static bool next_is_thread(const char *body, const char *at, char direction) {
    char name[NAME], thread[] = "threadIdx.?", value[2 * NAME];
    if (*at != '+') return false;
    at += 1 + strspn(at + 1, " ");
    const char *end = at;
    while (is_name(*end) || *end == '.') end++;
    piece_name((Piece){at, end}, name);
    thread[strlen(thread) - 1] = direction;
    snprintf(value, sizeof value, "%s = %s", name, thread);
    const char *declared = word_find(body, at, value);
    return (!strcmp(name, thread) || (declared && strchr(",;", declared[strlen(value)]))) &&
           !strchr("*/%>", end[strspn(end, " ")]);
}

static bool find_in(const char *body, char direction, Tile *tile) {
    const char *end = function_end(body);
    for (const char *at = body; (at = word_find(at, end, "blockIdx")); at++) {
        const char *next = at + strlen("blockIdx."), *last = next;
        if (*next++ != direction) continue;
        *tile = (Tile){.direction = direction, .at = at};
        for (next += strspn(next, ") "); *next == '*' && tile->count < MOST_PARTS; next += strspn(next, " ")) {
            const char *factor = next + 1 + strspn(next + 1, " ");
            for (next = factor; is_name(*next) || *next == '.';) next++;
            if (next == factor) break;
            tile->factors[tile->count++] = (Piece){factor, last = next};
        }
        if (!tile->count) continue;
        tile->all = (Piece){tile->factors[0].begin, last};
        tile->next_is_thread = next_is_thread(body, next, direction);
        return true;
    }
    return false;
}

bool tile_find(const Launch *launch, char direction, Tile *tile) { return find_in(launch->body, direction, tile); }

bool tile_find_called(const Source *source, const Launch *launch, char direction, Tile *tile) {
    const char *end = function_end(launch->body), *head;
    if (find_in(launch->body, direction, tile)) return true;
    if (word_find(launch->body, end, "blockIdx")) return false; // the kernel itself makes something else of it
    for (const char *at = launch->body; at < end; at++) {
        char name[NAME];
        size_t length = 0;
        while (is_name(at[length])) length++;
        if (!length) continue;
        piece_name((Piece){at, at + length}, name);
        const char *called = at[length] == '(' ? definition_of(source, name, "__device__", &head) : NULL;
        if (called && find_in(called, direction, tile)) return true;
        at += length - 1;
    }
    return false;
}

bool is_thread(const char *body, const char *end, char name[NAME]) {
    const char *begin = end;
    while (begin > body && (is_name(begin[-1]) || begin[-1] == '.')) begin--;
    piece_name((Piece){begin, end}, name);
    if (!strcmp(name, "threadIdx.x")) return true;
    for (const char *at = body; name[0] && (at = word_find(at, begin, name)); at++) {
        const char *value = at + strlen(name);
        if (text_begins(value, " = threadIdx.x") && strchr(",; ", value[strlen(" = threadIdx.x")])) return true;
    }
    return false;
}

bool loop_counts(const char *loop, char variable[NAME], char bound[NAME]) {
    const char *open = loop + 3 + strspn(loop + 3, " "), *equals = open + strcspn(open, "=;{"), *less;
    if (*open != '(' || *equals != '=' || !text_begins(equals, "= 0;") || !(less = strchr(equals, '<'))) return false;
    Piece end = piece_trimmed(less + 1, less + 1 + strcspn(less + 1, ";{"));
    const char *step = end.end + strspn(end.end, "; "), *last = equals;
    if (!piece_is_name(end) || (!text_begins(step, "++") && strncmp(step + strcspn(step, "+;)"), "++)", 3) != 0))
        return false;
    while (last > open && last[-1] == ' ') last--;
    piece_name(piece_name_before(open, last), variable);
    piece_name(end, bound);
    return variable[0];
}

bool tile_without(const Tile *tile, const char *bound, char *others, size_t size) {
    bool found = false;
    others[0] = 0;
    for (unsigned i = 0; i < tile->count; i++) {
        Piece factor = tile->factors[i];
        if (!found && piece_is(factor, bound)) found = true;
        else text_append(others, size, "%s%.*s", others[0] ? " * " : "", PIECE_TEXT(factor));
    }
    return found && others[0];
}

bool tile_coordinate(const Source *source, const Tile *tile, char name[NAME]) {
    const char *begin = statement_begin(source, tile->at), *end = tile->at;
    while (end > begin && *end != '=') end--;
    while (end > begin && end[-1] == ' ') end--;
    piece_name(piece_name_before(begin, end), name);
    return name[0];
}
