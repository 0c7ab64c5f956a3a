// submissions.c - finds the submissions in a folder.
#include "submissions.h"

#include "../system/files.h"
#include "../system/text.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

static const char *const archive_endings[] = {".tar.gz", ".tgz", ".tar", ".zip"};

static bool ends(const char *text, const char *suffix) {
    size_t length = strlen(text), tail = strlen(suffix);
    return length > tail && !strcasecmp(text + length - tail, suffix);
}

// Length of the name without what makes it an archive or a source; 0 if it is neither.
static size_t stem_length(const char *name, SubmissionKind *kind) {
    *kind = SUBMISSION_ARCHIVE;
    for (size_t i = 0; i < sizeof archive_endings / sizeof *archive_endings; i++)
        if (ends(name, archive_endings[i])) return strlen(name) - strlen(archive_endings[i]);
    *kind = SUBMISSION_FILE;
    return ends(name, ".cu") ? strlen(name) - strlen(".cu") : 0;
}

// A name that is already plain stays itself; any other gets a hash of all its bytes, so that no two become equal.
static void make_id(const char *name, char *id, size_t size) {
    size_t used = 0;
    bool plain = isalnum((unsigned char)name[0]) && strlen(name) < 100;
    for (const char *at = name; *at && used < 60; at++) {
        bool keep = isalnum((unsigned char)*at) || strchr("._-", *at);
        plain &= keep;
        id[used] = keep && (used || isalnum((unsigned char)*at)) ? *at : '_';
        used++;
    }
    id[used] = 0;
    if (plain && strlen(name) <= 60) return;
    text_append(id, size, "-%016" PRIx64, bytes_hash(name, strlen(name)));
}

static bool add_stray(Submissions *list, const char *name) {
    char **longer = realloc(list->strays, (list->stray_count + 1) * sizeof *longer);
    char shown[256];
    if (!longer) return false;
    list->strays = longer;
    text_copy(shown, sizeof shown, name);
    longer[list->stray_count] = strdup(shown);
    return longer[list->stray_count] && ++list->stray_count;
}

static bool add_submission(Submissions *list, const char *folder, const char *name, size_t stem, SubmissionKind kind) {
    Submission *longer = realloc(list->items, (list->count + 1) * sizeof *longer);
    if (!longer) return false;
    list->items = longer;
    Submission *item = &longer[list->count];
    *item = (Submission){.kind = kind};
    size_t length = strlen(folder) + strlen(name) + 2;
    if (!(item->path = malloc(length))) return false;
    snprintf(item->path, length, "%s/%s", folder, name);
    text_clean(item->student, sizeof item->student, name, stem, false);
    make_id(name, item->id, sizeof item->id);
    list->count++;
    return true;
}

static bool take_entry(Submissions *list, const char *folder, int descriptor, const char *name) {
    struct stat status;
    SubmissionKind kind = SUBMISSION_FOLDER;
    if (!strcmp(name, ".") || !strcmp(name, "..") || submitted_is_litter(name)) return true;
    if (name[0] == '.' || fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW)) return add_stray(list, name);
    if (S_ISDIR(status.st_mode)) return add_submission(list, folder, name, strlen(name), kind);
    size_t stem = S_ISREG(status.st_mode) ? stem_length(name, &kind) : 0;
    return stem ? add_submission(list, folder, name, stem, kind) : add_stray(list, name);
}

static int by_path(const void *left, const void *right) {
    return strcmp(((const Submission *)left)->path, ((const Submission *)right)->path);
}

bool submissions_find(const char *folder, Submissions *list, char error[200]) {
    *list = (Submissions){.count = 0};
    DIR *entries = opendir(folder);
    bool added = true;
    if (!entries) {
        snprintf(error, 200, "cannot open %.120s: %s", folder, strerror(errno));
        return false;
    }
    for (struct dirent *entry; added && (entry = readdir(entries));)
        added = take_entry(list, folder, dirfd(entries), entry->d_name);
    closedir(entries);
    if (list->count) qsort(list->items, list->count, sizeof *list->items, by_path);
    if (!added) snprintf(error, 200, "out of memory");
    else if (!list->count) snprintf(error, 200, "no folder, archive or .cu file is in %.120s", folder);
    return added && list->count;
}

void submissions_free(Submissions *list) {
    for (unsigned i = 0; i < list->count; i++) free(list->items[i].path);
    for (unsigned i = 0; i < list->stray_count; i++) free(list->strays[i]);
    free(list->items);
    free(list->strays);
    *list = (Submissions){.count = 0};
}
