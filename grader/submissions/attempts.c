// attempts.c - older attempts are left out, or every version of a file makes an attempt of its own.
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
        bool version = piece->folder && piece->plain[0];
        if (!(version         ? submission_add_version(copy, piece->path, piece->number)
              : piece->folder ? submission_add_folder(copy, piece->path, piece->name)
                              : submission_add_piece(copy, piece->path, piece->name, piece->plain, piece->number)))
            return false;
    }
    return true;
}

static void submission_free(Submission *submission) {
    for (unsigned i = 0; i < submission->piece_count; i++) piece_free(&submission->pieces[i]);
    free(submission->key);
    free(submission->people);
    free(submission->pieces);
}

// Leaves out whole attempts that the platform tells apart from the newest.
static bool drop_older_attempts(Submissions *list) {
    unsigned kept = 0;
    bool said = true;
    for (unsigned i = 0; i < list->count; i++) {
        Submission *submission = &list->items[i];
        if (!submission->older) {
            list->items[kept++] = *submission;
            continue;
        }
        said = submissions_leave_out(list, submission->id, "attempt %u, and a later one counts", submission->attempt) &&
               said;
        submission_free(submission);
    }
    list->count = kept;
    return said;
}

// Keeps the newest versions alone.
static void drop_older(Submission *submission) {
    unsigned kept = 0;
    bool *old = calloc(submission->piece_count + 1, sizeof *old);
    for (unsigned i = 0; i < submission->piece_count && old; i++)
        old[i] = newer(submission, &submission->pieces[i]) > 0;
    for (unsigned i = 0; i < submission->piece_count && old; i++) {
        if (old[i]) piece_free(&submission->pieces[i]);
        else submission->pieces[kept++] = submission->pieces[i];
    }
    if (old) submission->piece_count = kept;
    free(old);
}

// Without attempts all versions of a file stay: which one is graded is chosen by what is in them, too, and the others
// are listed.
bool submissions_attempts(Submissions *list, bool every) {
    unsigned count = list->count;
    bool worked = every || drop_older_attempts(list);
    for (unsigned s = 0; s < count && worked && every; s++) {
        unsigned attempts = 1;
        for (unsigned i = 0; i < list->items[s].piece_count; i++) {
            unsigned age = newer(&list->items[s], &list->items[s].pieces[i]);
            if (age + 1 > attempts) attempts = age + 1;
        }
        if (attempts == 1) continue;
        for (unsigned back = 1; back < attempts && worked; back++) worked = copy_attempt(list, s, back, attempts);
        list->items[s].attempt = attempts;
        drop_older(&list->items[s]);
    }
    submissions_sort(list);
    return worked;
}
