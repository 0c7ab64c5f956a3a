// choose.c - which of a program's questions are asked.
#include "examine.h"

#include <string.h>

static bool has_line(const Questions *questions, unsigned count, unsigned line) {
    for (unsigned i = 0; i < count; i++)
        if (questions->items[i].line == line) return true;
    return false;
}

static unsigned times_asked(const Questions *questions, unsigned count, AskKind kind) {
    unsigned times = 0;
    for (unsigned i = 0; i < count; i++) times += questions->items[i].kind == kind;
    return times;
}

// Keys that help who looks at the other's sheet: to a question of the same kind, or in the same place.
unsigned keys_shared(const Questions *questions, unsigned count, const AskedOf *other) {
    unsigned shared = 0;
    for (unsigned i = 0; i < count; i++) {
        bool equal = false;
        for (unsigned j = 0; j < other->asked && !equal; j++)
            equal = questions->items[i].hash == other->questions->items[j].hash &&
                    (i == j || questions->items[i].kind == other->questions->items[j].kind);
        shared += equal;
    }
    return shared;
}

// What is bad about asking the first ones: too few kinds, several keys that another student has, a kind or a line that
// comes twice, kinds that are not the best.
enum { KIND_MISSING = 1 << 20, KEYS_SHARED = 200, KIND_TWICE = 50, KIND_RANK = 4, KEY_SHARED = 3, LINE_TWICE = 2 };
static unsigned cost_of(const Questions *questions, unsigned count, const AskedOf *others, unsigned other_count) {
    unsigned cost = 0, kinds = questions_kinds(questions, count);
    if (kinds < LEAST_KINDS) cost += KIND_MISSING * (LEAST_KINDS - kinds);
    for (unsigned i = 0; i < count; i++)
        cost += KIND_RANK * questions->items[i].kind + LINE_TWICE * has_line(questions, i, questions->items[i].line);
    cost += KIND_TWICE * (count - kinds);
    for (unsigned o = 0; o < other_count; o++) {
        unsigned shared = keys_shared(questions, count, &others[o]);
        cost += shared > 1 ? KEYS_SHARED * (shared - 1) : KEY_SHARED * shared;
    }
    return cost;
}

static void swap(Questions *questions, unsigned a, unsigned b) {
    Asked swapped = questions->items[a];
    questions->items[a] = questions->items[b];
    questions->items[b] = swapped;
}

// Of equally good questions, another sheet on the same program has others.
static void shuffle(Questions *questions) {
    for (unsigned i = questions->count; i > 1; i--) swap(questions, i - 1, questions_draw(questions, i));
}

// Exchanges questions, one of the first with any other, as long as that makes it better.
unsigned questions_choose(Questions *questions, unsigned wanted, const AskedOf *others, unsigned other_count) {
    unsigned count = questions->count < wanted ? questions->count : wanted, best_a, best_b = 0;
    for (unsigned i = 0; i < questions->count; i++) questions->items[i].hash = answer_hash(questions->items[i].key);
    unsigned least = cost_of(questions, count, others, other_count);
    do {
        unsigned before = least;
        best_a = count;
        for (unsigned a = 0; a < count; a++)
            for (unsigned b = a + 1; b < questions->count; b++) {
                swap(questions, a, b);
                unsigned cost = cost_of(questions, count, others, other_count);
                swap(questions, a, b);
                if (cost < least) least = cost, best_a = a, best_b = b;
            }
        if (least < before) swap(questions, best_a, best_b);
    } while (best_a < count);
    return count;
}

unsigned questions_kinds(const Questions *questions, unsigned count) {
    unsigned kinds = 0;
    for (AskKind kind = 0; kind < ASK_KINDS; kind++) kinds += times_asked(questions, count, kind) > 0;
    return kinds;
}

bool questions_make(Subject *subject, uint64_t seed, Questions *questions, Message error) {
    *questions = (Questions){.seed = seed};
    subject->seed = ~seed;
    if (!subject_open(subject, error)) return false;
    kinds_of_run(subject, questions);
    kinds_of_changes(subject, questions);
    shuffle(questions);
    return questions->count || message_set(error, "no question about it has a key that two measurements agree on");
}
