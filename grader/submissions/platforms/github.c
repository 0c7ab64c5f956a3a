// github.c - the repositories of an assignment, as the download commands of two services lay them down:
//
//     cs-hw1_submissions_2026_09_24_T_21_26_00/cs-hw1-annlee/...   Classroom 50: classroom, assignment, user
//     hw1-submissions/hw1-annlee/...                               GitHub Classroom, retired in 2026: assignment, user
//
// They are known by the folder's name, by Classroom 50's table beside them, or by what lies in a repository.
//
// User names may hold "-", so that only the assignment's name tells where they begin: that of the folder, or else what
// all the repositories' names begin with. Who the user is, is in the classroom's roster and in its grades.csv alone.
#define _GNU_SOURCE // realpath
#include "platform.h"

#include "../../device/system/message.h"
#include "../../device/system/text.h"
#include "../workbook.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define SCORES "scores.csv" // Classroom 50's, beside the repositories

static bool is_repository(const Export *export, const char *base, const ExportEntry *entry) {
    static const char *const marks[] = {".git", WORKBOOK_MARK};
    bool found = false;
    for (size_t i = 0; i < sizeof marks / sizeof *marks && !found && entry->kind == EXPORT_FOLDER; i++) {
        char *folder = platform_path(base, entry->name), *path = folder ? platform_path(folder, marks[i]) : NULL;
        found = path && export_has(export, path);
        free(folder);
        free(path);
    }
    return found;
}

// Length of the assignment's name with its "-": of the folder's, if repositories begin so.
static size_t slug_of_folder(const Export *export, const char *base, const char *repository) {
    static const char ending[] = "-submissions", marker[] = "_submissions_";
    char real[PATH_MAX];
    const char *folder = base[0] ? base : realpath(export->path, real);
    const char *slash = folder ? strrchr(folder, '/') : NULL;
    if (slash) folder = slash + 1;
    const char *marked = folder ? strstr(folder, marker) : NULL;
    size_t length = marked ? (size_t)(marked - folder) : 0;
    if (!marked && folder && text_ends(folder, ending)) length = strlen(folder) - (sizeof ending - 1);
    return length && !strncasecmp(folder, repository, length) && repository[length] == '-' ? length + 1 : 0;
}

static size_t slug_in_common(const ExportList *top) {
    const char *first = NULL;
    size_t common = 0;
    for (unsigned i = 0; i < top->count; i++) {
        const char *name = top->entries[i].name;
        if (top->entries[i].kind != EXPORT_FOLDER) continue;
        size_t equal = 0;
        while (first && equal < common && first[equal] == name[equal]) equal++;
        common = first ? equal : strlen(name);
        first = name;
    }
    while (common && first[common - 1] != '-') common--;
    return common;
}

static bool has_table(const ExportList *top) {
    for (unsigned i = 0; i < top->count; i++)
        if (!strcmp(top->entries[i].name, SCORES)) return true;
    return false;
}

// Whether the folder is called after an assignment, and what lies in it after the same.
static bool has_slug(const Export *export, const char *base, const ExportList *top) {
    unsigned ours = 0, folders = 0;
    for (unsigned i = 0; i < top->count; i++) {
        bool folder = top->entries[i].kind == EXPORT_FOLDER;
        folders += folder;
        ours += folder && slug_of_folder(export, base, top->entries[i].name) > 0;
    }
    return ours && 2 * ours >= folders;
}

static bool recognise(const Export *export, const char *base, const ExportList *top) {
    unsigned repositories = 0;
    for (unsigned i = 0; i < top->count; i++) repositories += is_repository(export, base, &top->entries[i]);
    if (has_slug(export, base, top)) return true;
    bool mostly = repositories && 2 * repositories >= top->count - has_table(top);
    return slug_in_common(top) && (mostly || has_table(top));
}

// Whose a repository is, as far as the roster knows: the user of that name, whoever has that repository (grades.csv
// says so), or the user without the number that a second repository of a name gets ("hw1-annlee-1").
static void find_user(const Submissions *list, const char *repository, const char *user, char *id, size_t size) {
    size_t stem = strlen(user);
    text_copy(id, size, user);
    if (!list->knows || list->knows(list->roster, id)) return;
    text_copy(id, size, repository);
    if (list->knows(list->roster, id)) return;
    while (stem && isdigit((unsigned char)user[stem - 1])) stem--;
    bool numbered = stem > 1 && user[stem] && user[stem - 1] == '-';
    text_clean(id, size, user, numbered ? stem - 1 : strlen(user), false);
    if (!list->knows(list->roster, id)) text_copy(id, size, user);
}

static bool take(Submissions *list, const char *base, const ExportEntry *entry, size_t common) {
    Person person = {.row = -1};
    size_t slug = slug_of_folder(&list->export, base, entry->name);
    if (!slug) slug = common;
    if (!entry->name[slug]) slug = 0;
    char *path = platform_path(base, entry->name);
    find_user(list, entry->name, entry->name + slug, person.id, sizeof person.id);
    text_copy(person.login, sizeof person.login, person.id);
    text_copy(person.name, sizeof person.name, person.id);
    Submission *submission = path ? submissions_of(list, entry->name + slug, &person) : NULL;
    bool added = submission && submission_add_folder(submission, path, "");
    free(path);
    return added;
}

static bool collect(Submissions *list, const char *base, const ExportList *top, Message error) {
    size_t common = slug_in_common(top);
    bool added = true;
    for (unsigned i = 0; i < top->count && added; i++) {
        const ExportEntry *entry = &top->entries[i];
        if (entry->kind == EXPORT_FOLDER) added = take(list, base, entry, common);
        else if (strcmp(entry->name, SCORES)) added = submissions_leave_out(list, entry->name, "is no repository");
        else added = (list->table = platform_path(base, SCORES)) != NULL;
    }
    if (!added) message_set(error, "out of memory");
    return added;
}

const Platform github_platform = {"github", "repositories", recognise, collect, NULL, NULL, GROUPS_NONE};
