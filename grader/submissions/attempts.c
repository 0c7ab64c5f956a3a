// attempts.c - of several versions of one file the newest counts, or every version makes an attempt of its own.
#include "submissions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// How many newer versions of a piece there are.
static unsigned newer(const Submission *submission, const Piece *piece) {
    unsigned count = 0;
    for (unsigned i = 0; i < submission->piece_count && piece->plain[0]; i++) {
        const Piece *other = &submission->pieces[i];
        count += !strcmp(other->plain, piece->plain) && other->number > piece->number;
    }
    return count;
}

// The submission as it was `back` attempts ago: of each file the version that many before the newest, or the oldest.
static bool copy_attempt(Submissions *list, unsigned index, unsigned back, unsigned attempts) {
    char key[300];
    snprintf(key, sizeof key, "%.250s attempt %u", list->items[index].key, attempts - back);
    Submission *copy = submissions_of(list, key, &list->items[index].people[0]);
    if (!copy) return false;
    const Submission *submission = &list->items[index]; // which may have moved
    snprintf(copy->id, sizeof copy->id, "%.130s-attempt-%u", submission->id, attempts - back);
    copy->attempt = attempts - back;
    copy->older = true;
    copy->late = submission->late;
    copy->handed_in = submission->handed_in;
    for (unsigned p = 1; p < submission->person_count; p++)
        if (!submission_add_person(copy, &submission->people[p])) return false;
    submission_name(copy);
    for (unsigned i = 0; i < submission->piece_count; i++) {
        const Piece *piece = &submission->pieces[i];
        bool oldest = true;
        for (unsigned j = 0; j < submission->piece_count && piece->plain[0]; j++)
            oldest &=
                strcmp(submission->pieces[j].plain, piece->plain) || submission->pieces[j].number >= piece->number;
        unsigned age = newer(submission, piece);
        if (age != back && !(oldest && age < back)) continue;
        if (!(piece->folder ? submission_add_folder(copy, piece->path, piece->name)
                            : submission_add_piece(copy, piece->path, piece->name, piece->plain, piece->number)))
            return false;
    }
    return true;
}

// Moves the newest versions to the front and drops the others, which are listed as left out if `said`.
static bool drop_older(Submissions *list, Submission *submission, bool said) {
    bool *old = calloc(submission->piece_count + 1, sizeof *old), noted = old != NULL;
    unsigned kept = 0;
    for (unsigned i = 0; i < submission->piece_count && old; i++)
        old[i] = newer(submission, &submission->pieces[i]) > 0;
    for (unsigned i = 0; i < submission->piece_count && old; i++) {
        Piece *piece = &submission->pieces[i];
        if (!old[i]) {
            submission->pieces[kept++] = *piece;
            continue;
        }
        if (said) noted = noted && submissions_leave_out(list, piece->path, "an older version of what counts");
        piece_free(piece);
    }
    if (old) submission->piece_count = kept;
    free(old);
    return noted;
}

bool submissions_attempts(Submissions *list, bool every) {
    unsigned count = list->count;
    bool worked = true;
    for (unsigned s = 0; s < count && worked; s++) {
        unsigned attempts = 1;
        for (unsigned i = 0; i < list->items[s].piece_count; i++) {
            unsigned age = newer(&list->items[s], &list->items[s].pieces[i]);
            if (age + 1 > attempts) attempts = age + 1;
        }
        for (unsigned back = 1; back < attempts && every && worked; back++)
            worked = copy_attempt(list, s, back, attempts);
        list->items[s].attempt = attempts;
        worked = worked && drop_older(list, &list->items[s], !every);
    }
    submissions_sort(list);
    return worked;
}
