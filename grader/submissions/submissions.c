// submissions.c - from an export to its submissions: whose platform it is, and the list that this fills.
#include "submissions.h"

#include "../device/system/files.h"
#include "../device/system/grow.h"
#include "../device/system/message.h"
#include "../device/system/text.h"
#include "files.h"
#include "platforms/platform.h"
#include "workbook.h"

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

Submission *submissions_of(Submissions *list, const char *key, const Person *person) {
    Submission fresh = {.attempt = 1, .handed_in = UNKNOWN_TIME};
    make_id(key, person->name, fresh.id, sizeof fresh.id);
    for (unsigned i = 0; i < list->count; i++)
        if (!strcmp(list->items[i].key, key)) return &list->items[i];
    for (unsigned i = 0; i < list->count; i++)
        if (!strcmp(list->items[i].id, fresh.id)) text_append(fresh.id, sizeof fresh.id, "-%u", list->count);
    if (!ARRAY_GROW(list->items, list->count)) return NULL;
    if (!(fresh.key = strdup(key)) || !submission_add_person(&fresh, person)) return free(fresh.key), NULL;
    list->items[list->count] = fresh;
    return &list->items[list->count++];
}

bool submission_add_person(Submission *submission, const Person *person) {
    if (!ARRAY_GROW(submission->people, submission->person_count)) return false;
    submission->people[submission->person_count++] = *person;
    return true;
}

static bool add_piece(Submission *submission, Piece piece, const char *path, const char *name, const char *plain) {
    if (!ARRAY_GROW(submission->pieces, submission->piece_count)) return false;
    piece.path = strdup(path);
    piece.name = strdup(name);
    piece.plain = strdup(plain);
    submission->pieces[submission->piece_count++] =
        piece; // in the list even if a copy failed, so that it is freed with the others
    return piece.path && piece.name && piece.plain;
}

bool submission_add_folder(Submission *submission, const char *path, const char *name) {
    return add_piece(submission, (Piece){.folder = true}, path, name, "");
}

bool submission_add_version(Submission *submission, const char *path, uint64_t number) {
    return add_piece(submission, (Piece){.folder = true, .number = number}, path, "", "version");
}

bool submission_add_piece(Submission *submission, const char *path, const char *name, const char *plain,
                          uint64_t number) {
    return add_piece(submission, (Piece){.number = number}, path, name, plain);
}

bool submissions_leave_out(Submissions *list, const char *name, const char *format, ...) {
    if (!ARRAY_GROW(list->left_out, list->left_out_count)) return false;
    LeftOut *entry = &list->left_out[list->left_out_count++];
    va_list words;
    va_start(words, format);
    entry->why[0] = 0;
    text_append_list(entry->why, sizeof entry->why, format, words);
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

// ---- wrappers ----

#define MOST_WRAPPERS 8 // folders in each other that hold nothing but the next one

typedef struct {
    char *base; // its path
    ExportList list;
} Level;

// Something that may be a student's; downloads have a table or a note beside the folder with everything in it.
static bool may_be_work(const ExportEntry *entry) {
    return entry->kind == EXPORT_FOLDER || (entry->kind == EXPORT_FILE && submitted_may_be_work(entry->name));
}

static const ExportEntry *only_folder(const ExportList *list) {
    const ExportEntry *found = NULL;
    for (unsigned i = 0; i < list->count; i++) {
        if (!may_be_work(&list->entries[i])) continue;
        if (found || list->entries[i].kind != EXPORT_FOLDER) return NULL;
        found = &list->entries[i];
    }
    return found;
}

static void levels_free(Level *levels, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        free(levels[i].base);
        export_list_free(&levels[i].list);
    }
}

// The folder that was given, the only one in it, and so on. 0: error says why.
static unsigned levels_find(const Export *export, Level levels[MOST_WRAPPERS], Message error) {
    unsigned count = 0;
    char *base = strdup("");
    while (base && export_list(export, base, &levels[count].list, error)) {
        levels[count++].base = base;
        const ExportEntry *next = count < MOST_WRAPPERS ? only_folder(&levels[count - 1].list) : NULL;
        if (!next) return count;
        if (!(base = platform_path(levels[count - 1].base, next->name))) message_set(error, "out of memory");
    }
    free(base);
    if (count && !base) levels_free(levels, count), count = 0;
    return count; // a folder below that may not be read ends the search
}

// A folder of chapters, or of an exercise's name, or one with a workbook in it, is one student's; so is one with
// sources that are called after exercises alone.
static bool is_one_students(const Export *export, const Level *level) {
    char *mark = platform_path(level->base, WORKBOOK_MARK);
    bool own = mark && export_has(export, mark);
    unsigned number;
    free(mark);
    for (unsigned i = 0; i < level->list.count && !own; i++) {
        const ExportEntry *entry = &level->list.entries[i];
        own = !strcmp(entry->name, "exercises");
        for (unsigned e = 0; e < exercise_count && !own; e++)
            own = entry->kind == EXPORT_FOLDER
                      ? !strcmp(entry->name, exercises[e]->chapter) || !strcmp(entry->name, exercises[e]->name)
                      : submitted_called(entry->name, exercises[e], &number) <= CALLED_COPY;
    }
    return own;
}

static unsigned count_work(const Level *level) {
    unsigned count = 0;
    for (unsigned i = 0; i < level->list.count; i++) count += may_be_work(&level->list.entries[i]);
    return count;
}

// Where no platform is recognised: the level that holds the students. A folder with one other in it wraps the students
// below, unless what lies there is the work of one.
static unsigned level_of_students(const Export *export, const Level *levels, unsigned count) {
    unsigned last = count - 1;
    bool several = last && count_work(&levels[last]) > 1 && !is_one_students(export, &levels[last]);
    return several ? last : export->packed && last && !is_one_students(export, &levels[1]) ? 1 : 0;
}

// The outermost level that a platform knows.
static bool find(Submissions *list, const Platform *asked, Message error) {
    Level levels[MOST_WRAPPERS];
    unsigned count = levels_find(&list->export, levels, error);
    bool collected = false;
    for (unsigned level = 0; level < count && !list->platform; level++)
        for (unsigned i = 0; i < platform_count && !list->platform; i++) {
            if (asked && platforms[i] != asked) continue;
            if (!platforms[i]->recognise(&list->export, levels[level].base, &levels[level].list)) continue;
            list->platform = platforms[i];
            collected = platforms[i]->collect(list, levels[level].base, &levels[level].list, error);
        }
    if (count && !list->platform) {
        const Level *level = &levels[asked ? 0 : level_of_students(&list->export, levels, count)];
        list->platform = asked ? asked : &folder_platform;
        if (asked == &folder_platform) level = &levels[level_of_students(&list->export, levels, count)];
        collected = list->platform->collect(list, level->base, &level->list, error);
    }
    levels_free(levels, count);
    return collected;
}

bool submissions_find(const char *path, const char *platform, Submissions *list, Message error) {
    const Platform *asked = platform ? platform_named(platform) : NULL;
    if (platform && !asked) return message_set(error, "there is no platform %.100s", platform);
    if (!export_open(path, &list->export, error) || !find(list, asked, error)) return false;
    for (unsigned i = 0; i < list->count; i++) submission_name(&list->items[i]);
    submissions_sort(list);
    if (!list->count) message_set(error, "no folder, archive or .cu file of a student is in %.100s", path);
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
    free(list->table);
    export_close(&list->export);
    *list = (Submissions){.count = 0};
}

const Submission *submissions_doubtful(const Submissions *list) {
    for (unsigned s = 0; s < list->count && list->knows; s++) {
        const Submission *submission = &list->items[s];
        bool doubtful = submission->of_group;
        for (unsigned p = 0; p < submission->person_count; p++) doubtful |= submission->people[p].row < 0;
        if (doubtful && !submission->left_out[0]) return submission;
    }
    return NULL;
}

static bool bears_name(const Submission *submission, const char *name) {
    for (unsigned p = 0; p < submission->person_count; p++)
        if (submission->people[p].row < 0 && !strcmp(submission->people[p].name, name)) return true;
    return false;
}

// How many submissions of people whom no roster knows bear a name; several attempts of one person are one.
static unsigned count_bearers(const Submissions *list, const char *name) {
    unsigned count = 0;
    for (unsigned s = 0; s < list->count; s++) count += !list->items[s].older && bears_name(&list->items[s], name);
    return count;
}

bool submission_unclaimed(const Submissions *list, const Submission *submission, char words[200]) {
    for (unsigned p = 0; p < submission->person_count; p++) {
        const Person *person = &submission->people[p];
        if (person->row >= 0 || submission->of_group) continue;
        unsigned known = list->bearers ? list->bearers(list->roster, person->name) : 0;
        if (known > 1)
            text_format(words, 200, "%u people of the roster are called %.80s, and the export does not say whose it is",
                        known, person->name);
        else if (count_bearers(list, person->name) > 1)
            text_format(words, 200, "%u submissions are called %.80s, and nothing says whether they are one person's",
                        count_bearers(list, person->name), person->name);
        else if (list->knows) text_format(words, 200, "%.80s is not in the roster", person->name);
        else continue;
        return true;
    }
    return false;
}

const char *submissions_platform(const Submissions *list) { return list->platform->words; }
