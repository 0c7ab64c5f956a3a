// pieces.c - parts of a source between signs, and names among them. (pieces.h)
#include "pieces.h"

#include "../../device/system/text.h"

#include <string.h>

const char *near_end(const char *at) { return at + strnlen(at, MOST_READ); }

Piece piece_trimmed(const char *begin, const char *end) {
    while (begin < end && isspace((unsigned char)*begin)) begin++;
    while (end > begin && isspace((unsigned char)end[-1])) end--;
    return (Piece){begin, end};
}

bool piece_is(Piece piece, const char *text) {
    size_t length = (size_t)(piece.end - piece.begin);
    return strlen(text) == length && !strncmp(piece.begin, text, length);
}

bool piece_same(Piece a, Piece b) {
    return a.end - a.begin == b.end - b.begin && !strncmp(a.begin, b.begin, (size_t)(a.end - a.begin));
}

bool piece_is_name(Piece piece) {
    for (const char *at = piece.begin; at < piece.end; at++)
        if (!is_name(*at)) return false;
    return piece.begin < piece.end && !isdigit((unsigned char)*piece.begin);
}

void piece_name(Piece piece, char name[NAME]) { text_format(name, NAME, "%.*s", PIECE_TEXT(piece)); }

unsigned piece_parts(const char *begin, const char *end, char sign, Piece parts[MOST_PARTS]) {
    unsigned count = 0, depth = 0;
    const char *from = begin;
    for (const char *at = begin; at <= end && count < MOST_PARTS; at++) {
        if (at < end && strchr("([{", *at)) depth++;
        if (at < end && strchr(")]}", *at)) depth -= depth > 0;
        if (at < end && (depth || *at != sign)) continue;
        parts[count++] = piece_trimmed(from, at);
        from = at + 1;
    }
    return count;
}

Piece piece_name_before(const char *start, const char *end) {
    const char *begin = end;
    while (begin > start && is_name(begin[-1])) begin--;
    return (Piece){begin, end};
}
