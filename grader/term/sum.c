// sum.c - what each person has of a term's homeworks.
#include "term.h"

#include "../device/system/grow.h"
#include "../device/system/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// ---- who ----

static bool is_cell(const Homework *homework, unsigned line, int column, const char *text) {
    return column >= 0 && text[0] && !strcasecmp(csv_cell(&homework->scores, line, column), text);
}

// The line of a person; by name where no table has ids. 0: there is none.
static unsigned line_of(const Homework *homework, const Person *person) {
    for (unsigned line = 1; line < homework->scores.count; line++)
        if (is_cell(homework, line, homework->id, person->id) ||
            is_cell(homework, line, homework->login, person->login) ||
            is_cell(homework, line, homework->email, person->email))
            return line;
    for (unsigned line = 1; line < homework->scores.count && !person->id[0] && !person->login[0]; line++)
        if (is_cell(homework, line, homework->student, person->name)) return line;
    return 0;
}

static bool is_known(const TermScores *scores, const Homework *homework, unsigned line) {
    for (unsigned i = 0; i < scores->count; i++)
        if (line_of(homework, &scores->scores[i].person) == line) return true;
    return false;
}

static bool add_person(const Term *term, TermScores *scores, const Person *person) {
    if (!ARRAY_GROW(scores->scores, scores->count)) return false;
    scores->scores[scores->count] = (TermScore){.person = *person, .items = calloc(term->count, sizeof(TermItem))};
    return scores->scores[scores->count++].items != NULL;
}

static bool find_people(const Term *term, TermScores *scores) {
    bool added = true;
    for (unsigned e = 0; e < term->roster.count && added; e++)
        added = add_person(term, scores, &term->roster.entries[e].person);
    for (unsigned h = 0; h < term->count && added && !term->roster.count; h++) {
        const Homework *homework = &term->homeworks[h];
        for (unsigned line = 1; line < homework->scores.count && added; line++) {
            Person person = {.row = -1};
            if (is_known(scores, homework, line)) continue;
            text_copy(person.name, sizeof person.name, csv_cell(&homework->scores, line, homework->student));
            text_copy(person.id, sizeof person.id, csv_cell(&homework->scores, line, homework->id));
            text_copy(person.login, sizeof person.login, csv_cell(&homework->scores, line, homework->login));
            text_copy(person.email, sizeof person.email, csv_cell(&homework->scores, line, homework->email));
            added = add_person(term, scores, &person);
        }
    }
    return added;
}

// Whose points go nowhere, because the roster does not have them.
static void note_strangers(const Term *term, TermScores *scores) {
    for (unsigned h = 0; h < term->count; h++) {
        const Homework *homework = &term->homeworks[h];
        bool named = false;
        for (unsigned line = 1; line < homework->scores.count; line++) {
            if (is_known(scores, homework, line)) continue;
            const char *name = csv_cell(&homework->scores, line, homework->student);
            if (!named)
                text_append(scores->strangers, sizeof scores->strangers, "%s%s: ", scores->strangers[0] ? "; " : "",
                            homework->name);
            text_append(scores->strangers, sizeof scores->strangers, "%s%s", named ? ", " : "", name);
            named = true;
        }
    }
}

// ---- what ----

static TermItem item_of(const Homework *homework, const Person *person) {
    unsigned line = line_of(homework, person);
    const char *points = csv_cell(&homework->scores, line, homework->points);
    const char *words = csv_cell(&homework->scores, line, homework->words);
    TermItem item = {.state = ITEM_MISSING, .most = strtod(csv_cell(&homework->scores, line, homework->most), NULL)};
    if (!line) return (TermItem){.state = ITEM_MISSING};
    if (points[0]) item.state = ITEM_COUNTS, item.points = strtod(points, NULL);
    else if (text_begins(words, "excluded")) item.state = ITEM_EXCUSED;
    item.absent = text_begins(words, "not handed in");
    if (item.state == ITEM_MISSING && !item.absent) item.state = ITEM_WAITS;
    return item;
}

static double share_of(const TermItem *item) { return item->most > 0 ? item->points / item->most : 0; }

static bool counts(const Term *term, const TermItem *item) {
    return item->state == ITEM_COUNTS || (item->state == ITEM_MISSING && term->missing);
}

// The next to be dropped: of equal ones the one that weighs most, then the first. One always stays.
static void drop_lowest(const Term *term, TermScore *score) {
    TermItem *lowest = NULL;
    unsigned counted = 0;
    double weight = 0;
    for (unsigned h = 0; h < term->count; h++) {
        TermItem *item = &score->items[h];
        double own = term->homeworks[h].weight;
        if (!counts(term, item) || own <= 0) continue;
        counted++;
        bool lower = !lowest || share_of(item) < share_of(lowest);
        if (lower || (share_of(item) == share_of(lowest) && own > weight)) lowest = item, weight = own;
    }
    if (counted > 1) lowest->state = ITEM_DROPPED;
}

static void add_up(const Term *term, TermScore *score) {
    double sum = 0, weights = 0;
    score->settled = true;
    for (unsigned h = 0; h < term->count; h++) {
        score->items[h] = item_of(&term->homeworks[h], &score->person);
        score->settled &= score->items[h].state != ITEM_WAITS;
    }
    for (unsigned i = 0; i < term->drop; i++) drop_lowest(term, score);
    for (unsigned h = 0; h < term->count; h++) {
        if (!counts(term, &score->items[h])) continue;
        sum += term->homeworks[h].weight * share_of(&score->items[h]);
        weights += term->homeworks[h].weight;
    }
    score->counted = weights > 0;
    score->share = weights > 0 ? sum / weights : 0;
}

// ---- the curve, which takes nothing from anybody, and gives nothing to who has nothing ----

static void curve(const Term *term, TermScores *scores) {
    double sum = 0, best = 0;
    unsigned count = 0;
    for (unsigned i = 0; i < scores->count; i++) {
        if (scores->scores[i].share <= 0) continue;
        sum += scores->scores[i].share;
        best = fmax(best, scores->scores[i].share);
        count++;
    }
    double more = term->curve == CURVE_ADD             ? term->curve_by
                  : term->curve == CURVE_MEAN && count ? fmax(0, term->curve_by - sum / count)
                                                       : 0;
    double times = term->curve == CURVE_BEST && best > 0 && best < 1 ? 1 / best : 1;
    for (unsigned i = 0; i < scores->count; i++) {
        TermScore *score = &scores->scores[i];
        score->curved = score->share > 0 ? score->share * times + more : 0;
        if (term->curve == CURVE_ROOT) score->curved = fmax(score->share, sqrt(score->share));
        if (term->cap > 0) score->curved = fmin(score->curved, term->cap);
    }
}

bool term_add_up(const Term *term, TermScores *scores) {
    *scores = (TermScores){.count = 0};
    if (!find_people(term, scores)) return false;
    if (term->roster.count) note_strangers(term, scores);
    for (unsigned i = 0; i < scores->count; i++) add_up(term, &scores->scores[i]);
    curve(term, scores);
    return true;
}

void term_scores_free(TermScores *scores) {
    for (unsigned i = 0; i < scores->count; i++) free(scores->scores[i].items);
    free(scores->scores);
    *scores = (TermScores){.count = 0};
}
