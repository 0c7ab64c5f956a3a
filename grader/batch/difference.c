// difference.c - what another grader would give: the grades that would be others, and the parts that make them so.
//
// An update mostly changes many grades in the same way, so students with the same change stand in one row.
#include "difference.h"

#include "../device/system/grow.h"
#include "../device/system/text.h"

#include <stdlib.h>
#include <string.h>

static const VerdictPart *part_named(const Verdict *verdict, const char *label) {
    for (unsigned i = 0; i < verdict->part_count; i++)
        if (!strcmp(verdict->parts[i].label, label)) return &verdict->parts[i];
    return NULL;
}

// "right results 42 of 80, now 31 of 60"; a part that only one of the two has is named as well.
static void add_parts(const Verdict *old, const Verdict *new, char words[DIFFERENCE_BYTES]) {
    const char *joint = "";
    for (unsigned i = 0; i < new->part_count; i++) {
        const VerdictPart *now = &new->parts[i], *before = part_named(old, now->label);
        if (before && before->points == now->points && before->max_points == now->max_points) continue;
        if (before)
            text_append(words, DIFFERENCE_BYTES, "%s%s %d of %d, now %d of %d", joint, now->label, before->points,
                        before->max_points, now->points, now->max_points);
        else
            text_append(words, DIFFERENCE_BYTES, "%s%s, which is new, %d of %d", joint, now->label, now->points,
                        now->max_points);
        joint = "; ";
    }
    for (unsigned i = 0; i < old->part_count; i++) {
        const VerdictPart *before = &old->parts[i];
        if (part_named(new, before->label)) continue;
        text_append(words, DIFFERENCE_BYTES, "%s%s %d of %d, which is gone", joint, before->label, before->points,
                    before->max_points);
        joint = "; ";
    }
    bool said = joint[0] != 0;
    if (!said || strcmp(old->summary, new->summary))
        text_append(words, DIFFERENCE_BYTES, "%s%s", said ? ". " : "", new->summary);
}

static void say_change(const Verdict *old, const Verdict *new, const Changed *changed, char words[DIFFERENCE_BYTES]) {
    words[0] = 0;
    text_append(words, DIFFERENCE_BYTES, "%s %d -> %d%s%s: ", changed->exercise, old->points, new->points,
                changed->returned ? ", returned" : "", changed->other_file ? ", another file" : "");
    add_parts(old, new, words);
}

static DifferenceRow *row_of(Differences *all, const char *words) {
    for (unsigned i = 0; i < all->count; i++)
        if (!strcmp(all->rows[i].words, words)) return &all->rows[i];
    if (!ARRAY_GROW(all->rows, all->count)) return NULL;
    all->rows[all->count] = (DifferenceRow){.students = NULL};
    strcpy(all->rows[all->count].words, words);
    return &all->rows[all->count++];
}

bool differences_add(Differences *all, const Verdict *old, const Verdict *new, const Changed *changed) {
    char words[DIFFERENCE_BYTES];
    bool waits = state_waits(new->state) && !state_waits(old->state), same = old->points == new->points && !waits;
    all->same += same;
    all->waiting += waits;
    all->more += !waits && new->points > old->points;
    all->less += !waits && new->points < old->points;
    if (same) return true;
    say_change(old, new, changed, words);
    DifferenceRow *row = row_of(all, words);
    if (!row || !ARRAY_GROW(row->students, row->count)) return false;
    row->students[row->count++] = changed->student;
    return true;
}

// The names behind their number, as many as fit.
static void print_names(const Terminal *terminal, const DifferenceRow *row) {
    char names[DIFFERENCE_BYTES] = "";
    if (row->count > 1) text_append(names, sizeof names, "%u students: ", row->count);
    for (unsigned i = 0; i < row->count; i++) {
        if (strlen(names) > sizeof names - 200) {
            text_append(names, sizeof names, " and %u more", row->count - i);
            break;
        }
        text_append(names, sizeof names, "%s%.120s", i ? ", " : "", row->students[i]);
    }
    fputs("    ", terminal->out);
    terminal_wrapped(terminal, 4, 4, names);
}

void differences_print(const Differences *all, const Terminal *terminal) {
    char words[400];
    for (unsigned i = 0; i < all->count; i++) {
        terminal_wrapped(terminal, 0, 2, all->rows[i].words);
        print_names(terminal, &all->rows[i]);
    }
    text_format(words, sizeof words,
                "%u would have more points, %u fewer, %u would wait for a person, and %u stay as they are. Nothing was "
                "changed. The same command without --difference takes this for what was not returned, and --regrade "
                "STUDENT or --regrade EXERCISE for the others; nothing is run again.",
                all->more, all->less, all->waiting, all->same);
    terminal_wrapped(terminal, 0, 0, words);
}

void differences_free(Differences *all) {
    for (unsigned i = 0; i < all->count; i++) free(all->rows[i].students);
    free(all->rows);
    *all = (Differences){.count = 0};
}
