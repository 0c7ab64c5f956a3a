// asked.c - questions: drawing, adding, and answers held against keys.
#include "../device/system/grow.h"
#include "../device/system/hash.h"
#include "../device/system/text.h"
#include "examine.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const char *const ask_names[ASK_KINDS] = {
    [ASK_REUSE] = "reuse",     [ASK_TILE] = "tile",   [ASK_WIDTH] = "width",     [ASK_SIZES] = "sizes",
    [ASK_BARRIER] = "barrier", [ASK_STEPS] = "steps", [ASK_ROUNDS] = "rounds",   [ASK_SECTORS] = "sectors",
    [ASK_PASSES] = "passes",   [ASK_LANES] = "lanes", [ASK_TRIPS] = "trips",     [ASK_IDLE] = "idle",
    [ASK_LAST] = "last",       [ASK_GRID] = "grid",   [ASK_TRAFFIC] = "traffic", [ASK_REQUESTS] = "requests"};

unsigned draw_below(uint64_t *seed, unsigned most) { // splitmix64, Steele, Lea and Flood 2014
    uint64_t z = *seed += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return most ? (unsigned)((z ^ z >> 31) % most) : 0;
}

unsigned questions_draw(Questions *questions, unsigned most) { return draw_below(&questions->seed, most); }

Asked *questions_add(Questions *questions, AskKind kind, unsigned line) {
    if (!ARRAY_GROW(questions->items, questions->count)) return NULL;
    Asked *asked = &questions->items[questions->count++];
    *asked = (Asked){.kind = kind, .line = line};
    questions->tally.good[kind]++;
    return asked;
}

void asked_miss(Asked *asked, const char *says, const char *format, ...) {
    char answer[sizeof asked->misses->answer];
    va_list list;
    va_start(list, format);
    vsnprintf(answer, sizeof answer, format, list);
    va_end(list);
    if (asked->miss_count == COUNT_OF(asked->misses) || asked_right(asked, answer) || asked_miss_of(asked, answer))
        return;
    text_copy(asked->misses[asked->miss_count].answer, sizeof answer, answer);
    text_copy(asked->misses[asked->miss_count++].says, sizeof asked->misses->says, says);
}

void questions_free(Questions *questions) {
    for (unsigned i = 0; i < questions->count; i++) change_free(&questions->items[i].change);
    free(questions->items);
    *questions = (Questions){.count = 0};
}

// Letters and digits count, in lower case, with one blank between words; letters alone ("a c d") come in any order.
static void answer_plain(const char *answer, char plain[64]) {
    unsigned used = 0, seen = 0;
    bool letters = true, gap = false;
    for (const char *at = answer; *at && used < 62; at++) {
        int c = tolower((unsigned char)*at);
        if (*at == ',' && isdigit((unsigned char)at[1]) && used && isdigit((unsigned char)at[-1])) continue; // 1,024
        if (!isalnum(c)) {
            gap = used > 0;
            continue;
        }
        if (gap) plain[used++] = ' ';
        letters &= c >= 'a' && c <= 'h' && (gap || !used);
        if (letters) seen |= 1u << (c - 'a');
        plain[used++] = (char)c, gap = false;
    }
    plain[used] = 0;
    if (!letters || !used) return;
    used = 0;
    for (int c = 0; c < 8; c++)
        if (seen >> c & 1) plain[used++] = (char)('a' + c), plain[used++] = ' ';
    plain[used - 1] = 0;
}

static bool answers_equal(const char *a, const char *b) {
    char one[64], other[64];
    answer_plain(a, one);
    answer_plain(b, other);
    return one[0] && !strcmp(one, other);
}

uint64_t answer_hash(const char *answer) {
    char plain[64];
    answer_plain(answer, plain);
    return hash_bytes(plain, strlen(plain));
}

bool asked_right(const Asked *asked, const char *answer) { return answers_equal(answer, asked->key); }

const char *asked_miss_of(const Asked *asked, const char *answer) {
    for (unsigned i = 0; i < asked->miss_count; i++)
        if (answers_equal(answer, asked->misses[i].answer)) return asked->misses[i].says;
    return NULL;
}
