// submissions.c - from an export to its submissions: whose platform it is, and the list that this fills.
#include "submissions.h"

#include "../system/files.h"
#include "../system/text.h"
#include "platforms/platform.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- what platforms call ----

// Appends those characters of a name that a folder's name may have. Returns whether these were all.
static bool append_plain(char *id, size_t size, const char *name) {
    size_t used = strlen(id), most = used + 60 < size ? used + 60 : size - 1;
    bool plain = isalnum((unsigned char)name[0]);
    for (; *name && used < most; name++) {
        bool keep = isalnum((unsigned char)*name) || strchr("._-", *name);
        plain &= keep;
        id[used] = keep && (used || isalnum((unsigned char)*name)) ? *name : '_';
        used++;
    }
    id[used] = 0;
    return plain && !*name;
}

// "NAME-KEY", or the key alone where it is the name. A key that is plain stays itself, any other gets a hash of all its
// bytes, so that no two become equal.
static void make_id(const char *key, const char *name, char *id, size_t size) {
    char shown[128];
    id[0] = 0;
    text_copy(shown, sizeof shown, key);
    if (strcmp(shown, name)) append_plain(id, size, name), text_append(id, size, "-");
    if (!append_plain(id, size, key)) text_append(id, size, "-%016" PRIx64, bytes_hash(key, strlen(key)));
}

static void *longer_list(void *list, unsigned count, size_t size) {
    if (count & (count + 1)) return list; // room for twice as many and one was made before
    return realloc(list, (2 * (size_t)count + 1) * size);
}

Submission *submissions_of(Submissions *list, const char *key, const Person *person) {
    Submission fresh = {.attempt = 1, .handed_in = UNKNOWN_TIME};
    make_id(key, person->name, fresh.id, sizeof fresh.id);
    for (unsigned i = 0; i < list->count; i++)
        if (!strcmp(list->items[i].key, key)) return &list->items[i];
    for (unsigned i = 0; i < list->count; i++)
        if (!strcmp(list->items[i].id, fresh.id)) text_append(fresh.id, sizeof fresh.id, "-%u", list->count);
    Submission *longer = longer_list(list->items, list->count, sizeof *longer);
    if (!longer) return NULL;
    list->items = longer;
    if (!(fresh.key = strdup(key)) || !submission_add_person(&fresh, person)) return free(fresh.key), NULL;
    longer[list->count] = fresh;
    return &longer[list->count++];
}

bool submission_add_person(Submission *submission, const Person *person) {
    Person *longer = longer_list(submission->people, submission->person_count, sizeof *longer);
    if (!longer) return false;
    submission->people = longer;
    longer[submission->person_count++] = *person;
    return true;
}

static bool add_piece(Submission *submission, Piece piece, const char *path, const char *name, const char *plain) {
    Piece *longer = longer_list(submission->pieces, submission->piece_count, sizeof *longer);
    if (!longer) return false;
    submission->pieces = longer;
    piece.path = strdup(path);
    piece.name = strdup(name);
    piece.plain = strdup(plain);
    longer[submission->piece_count++] = piece; // in the list even if a copy failed, so that it is freed with the others
    return piece.path && piece.name && piece.plain;
}

bool submission_add_folder(Submission *submission, const char *path, const char *name) {
    return add_piece(submission, (Piece){.folder = true}, path, name, "");
}

bool submission_add_piece(Submission *submission, const char *path, const char *name, const char *plain,
                          uint64_t number) {
    return add_piece(submission, (Piece){.number = number}, path, name, plain);
}

bool submissions_leave_out(Submissions *list, const char *name, const char *format, ...) {
    LeftOut *longer = longer_list(list->left_out, list->left_out_count, sizeof *longer);
    if (!longer) return false;
    list->left_out = longer;
    LeftOut *entry = &longer[list->left_out_count++];
    va_list words;
    va_start(words, format);
    vsnprintf(entry->why, sizeof entry->why, format, words);
    va_end(words);
    text_copy(entry->name, sizeof entry->name, name);
    return true;
}

// ---- the list ----

static int by_id(const void *left, const void *right) {
    return strcmp(((const Submission *)left)->id, ((const Submission *)right)->id);
}

void submission_name(Submission *submission) {
    submission->student[0] = 0;
    for (unsigned i = 0; i < submission->person_count; i++)
        text_append(submission->student, sizeof submission->student, "%s%s", i ? ", " : "", submission->people[i].name);
    text_copy(submission->student, sizeof submission->student, submission->student); // cut between characters
}

static const Platform *platform_named(const char *name) {
    for (unsigned i = 0; i < platform_count; i++)
        if (!strcmp(platforms[i]->name, name)) return platforms[i];
    return NULL;
}

// Takes what lies in the folder `base` if a platform knows it (or is the one asked for).
static bool try_base(Submissions *list, const char *base, const Platform *asked, const ExportList *top, bool *found,
                     char error[200]) {
    for (unsigned i = 0; i < platform_count; i++) {
        bool ours = platforms[i]->recognise(&list->export, base, top);
        if (asked ? platforms[i] != asked || (!ours && base[0]) : !ours) continue;
        list->platform = platforms[i];
        *found = true;
        return platforms[i]->collect(list, base, top, error);
    }
    return true;
}

// Downloads often hold a single folder with everything in it; then that folder is tried as well.
static bool find(Submissions *list, const Platform *asked, char error[200]) {
    ExportList top, below;
    bool found = false, worked = export_list(&list->export, "", &top, error);
    if (!worked) return false;
    if (top.count == 1 && top.entries[0].kind == EXPORT_FOLDER &&
        (worked = export_list(&list->export, top.entries[0].name, &below, error))) {
        worked = try_base(list, top.entries[0].name, asked, &below, &found, error);
        export_list_free(&below);
    }
    if (worked && !found) worked = try_base(list, "", asked, &top, &found, error);
    export_list_free(&top);
    return worked;
}

bool submissions_find(const char *path, const char *platform, Submissions *list, char error[200]) {
    const Platform *asked = platform ? platform_named(platform) : NULL;
    if (platform && !asked) return snprintf(error, 200, "there is no platform %.100s", platform), false;
    if (!export_open(path, &list->export, error) || !find(list, asked, error)) return false;
    for (unsigned i = 0; i < list->count; i++) submission_name(&list->items[i]);
    submissions_sort(list);
    if (!list->count) snprintf(error, 200, "no folder, archive or .cu file of a student is in %.100s", path);
    return list->count > 0;
}

void submissions_sort(Submissions *list) {
    if (list->count) qsort(list->items, list->count, sizeof *list->items, by_id);
}

void piece_free(Piece *piece) {
    free(piece->path);
    free(piece->name);
    free(piece->plain);
}

void submissions_free(Submissions *list) {
    for (unsigned i = 0; i < list->count; i++) {
        Submission *submission = &list->items[i];
        for (unsigned j = 0; j < submission->piece_count; j++) piece_free(&submission->pieces[j]);
        free(submission->key);
        free(submission->people);
        free(submission->pieces);
    }
    free(list->items);
    free(list->left_out);
    export_close(&list->export);
    *list = (Submissions){.count = 0};
}

const char *submissions_platform(const Submissions *list) { return list->platform->words; }
