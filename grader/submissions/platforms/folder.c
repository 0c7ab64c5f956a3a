// folder.c - no platform: for each student a folder, an archive or a file with his name.
//
//     ann/...   bob.zip   cem.cu   dag_matmul_coalesced.cu   dag_bank_quiz.cu
//
// Entries of the same name belong to one student. NAME_EXERCISE.cu belongs to student NAME.
#include "platform.h"

#include "../../exercises/exercise.h"
#include "../../system/text.h"
#include "../files.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

// Never by itself: it takes what no other recognises (submissions.c finds the folder that holds the students).
static bool recognise(const Export *export, const char *base, const ExportList *top) {
    (void)export, (void)base, (void)top;
    return false;
}

// Length of a source's name without an exercise's at its end and what joins them.
static size_t student_length(const char *name, size_t stem) {
    for (unsigned i = 0; i < exercise_count; i++) {
        size_t tail = strlen(exercises[i]->name);
        if (stem < tail + 2 || strncasecmp(name + stem - tail, exercises[i]->name, tail)) continue;
        if (strchr("_- .", name[stem - tail - 1])) return stem - tail - 1;
    }
    return stem;
}

static bool take(Submissions *list, const char *base, const ExportEntry *entry) {
    bool folder = entry->kind == EXPORT_FOLDER, archive = !folder && submitted_is_archive(entry->name);
    if (!folder && (entry->kind == EXPORT_OTHER || (!archive && !submitted_is_source(entry->name))))
        return submissions_leave_out(list, entry->name, "is no folder, no archive and no .cu file");
    size_t length = folder ? strlen(entry->name) : submitted_stem(entry->name);
    if (!folder && !archive) length = student_length(entry->name, length);
    char *path = platform_path(base, entry->name), *key = strndup(entry->name, length);
    Person person = {.row = -1};
    text_clean(person.name, sizeof person.name, entry->name, length, false);
    snprintf(person.id, sizeof person.id, "%.95s", person.name);
    Submission *submission = path && key ? submissions_of(list, key, &person) : NULL;
    bool added = submission && (folder ? submission_add_folder(submission, path, "")
                                       : submission_add_piece(submission, path, entry->name, "", 0));
    free(path);
    free(key);
    return added;
}

static bool collect(Submissions *list, const char *base, const ExportList *top, char error[200]) {
    return platform_each(list, base, top, NULL, take, "", error);
}

const Platform folder_platform = {"folder", "a folder of submissions", recognise, collect, NULL, NULL, false};
