// questions.c - what is asked before a long batch: may this folder be written to, does it belong to that class, and
// did the class hand in this exercise at all?
#define _GNU_SOURCE // realpath
#include "batch.h"

#include "../device/system/message.h"
#include "../device/system/text.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- the folder of results ----

// realpath() for a path whose last parts may not exist yet: they are appended to the real path of what exists. false:
// the result is too long.
static bool real_path(const char *path, char real[PATH_MAX]) {
    char above[PATH_MAX], rest[PATH_MAX] = "", next[PATH_MAX];
    if (snprintf(above, sizeof above, "%s%s", path[0] == '/' ? "" : "./", path) >= (int)sizeof above) return false;
    while (!realpath(above, real)) {
        char *slash = strrchr(above, '/');
        if (errno != ENOENT || !slash) return false;
        if (slash[1] && snprintf(next, sizeof next, "/%s%s", slash + 1, rest) >= (int)sizeof next) return false;
        if (slash[1]) memcpy(rest, next, sizeof rest);
        slash[slash == above] = 0;
    }
    size_t length = strcmp(real, "/") ? strlen(real) : 0;
    return snprintf(real + length, PATH_MAX - length, "%s", rest[0] || length ? rest : "/") < (int)(PATH_MAX - length);
}

static bool is_within(const char *path, const char *folder) {
    size_t length = strlen(folder);
    return !strncmp(path, folder, length) && (!path[length] || path[length] == '/');
}

static bool refuse(Message error, const char *results, const char *why) {
    return message_set(error, "%.80s %s: give -o a folder of its own", results, why);
}

// What a batch leaves before it has written batch.json.
static bool is_ours_alone(const char *name) { return !strcmp(name, "lock") || strstr(name, ".new."); }

// The first entry that is not ours, "" if there is none.
static void first_foreign(const char *folder, char name[NAME_MAX + 1]) {
    DIR *entries = opendir(folder);
    name[0] = 0;
    for (struct dirent *entry; entries && !name[0] && (entry = readdir(entries));)
        if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..") && !is_ours_alone(entry->d_name))
            snprintf(name, NAME_MAX + 1, "%s", entry->d_name);
    if (entries) closedir(entries);
}

static bool place_allowed(const char *results, const char *real, const BatchPlaces *places, Message error) {
    char other[PATH_MAX], *home = getenv("HOME");
    if (getcwd(other, sizeof other) && !strcmp(real, other)) return refuse(error, results, "is the current directory");
    if (!strcmp(real, "/") || (home && realpath(home, other) && !strcmp(real, other)))
        return refuse(error, results, "is no folder for results");
    if (realpath(places->submissions, other) && is_within(real, other))
        return refuse(error, results, "lies in the submissions");
    if (realpath(places->submissions, other) && is_within(other, real))
        return refuse(error, results, "holds the submissions");
    const char *const tables[] = {places->roster, places->rules};
    for (size_t i = 0; i < 2; i++) {
        if (!tables[i] || !realpath(tables[i], other)) continue;
        *strrchr(other, '/') = 0;
        if (!strcmp(real, other)) return refuse(error, results, i ? "holds the rules" : "holds the roster");
    }
    return true;
}

bool results_allowed(const char *results, const BatchPlaces *places, Message error) {
    char real[PATH_MAX], foreign[NAME_MAX + 1], shown[100], why[160];
    if (!real_path(results, real)) return refuse(error, results, "is no folder that could be made");
    if (!place_allowed(results, real, places, error)) return false;
    first_foreign(results, foreign);
    if (!foreign[0] || journal_is_ours(results)) return true;
    text_copy(shown, sizeof shown, foreign);
    text_format(why, sizeof why, "holds files of others (%.60s)", shown);
    return refuse(error, results, why);
}

// ---- the class ----

// Results of students of whom most are not in this class are another class's.
static bool is_other_class(const Batch *batch, const char *results, char question[300]) {
    char path[PATH_BYTES], example[60] = "";
    unsigned kept = 0, common = 0, least = 0;
    snprintf(path, sizeof path, "%s/students", results);
    DIR *entries = opendir(path);
    for (struct dirent *entry; entries && (entry = readdir(entries));) {
        if (entry->d_name[0] == '.') continue;
        bool known = false;
        for (unsigned s = 0; s < batch->submissions.count && !known; s++)
            known = !strcmp(batch->submissions.items[s].id, entry->d_name);
        if (!known && !example[0]) text_copy(example, sizeof example, entry->d_name);
        kept++;
        common += known;
    }
    if (entries) closedir(entries);
    least = kept < batch->submissions.count ? kept : batch->submissions.count;
    if (2 * common >= least) return false;
    text_format(question, 300,
                "%.100s holds results of %u submissions (%s, ...), and %u of them are in this export: is it "
                "another class's?",
                results, kept, example, common);
    return true;
}

// Whether nobody worked on an exercise that is graded, and much of the class on one that is not.
static bool is_other_exercise(const Batch *batch, char question[300]) {
    for (unsigned e = 0; e < batch->exercise_count && batch->named; e++) {
        unsigned most = 0;
        if (batch->worked[e]) continue;
        for (unsigned i = 1; i < exercise_count; i++)
            if (batch->elsewhere[i] > batch->elsewhere[most]) most = i;
        if (!batch->elsewhere[most] || 2 * batch->elsewhere[most] < batch->submissions.count) continue;
        snprintf(question, 300, "nobody handed in %s, but %u of %u handed in %s: is it the right exercise?",
                 batch->exercises[e]->name, batch->elsewhere[most], batch->submissions.count, exercises[most]->name);
        return true;
    }
    return false;
}

bool batch_questionable(const Batch *batch, const char *results, char question[300]) {
    return is_other_exercise(batch, question) || (results && is_other_class(batch, results, question));
}
