// alike_pool.c - what is compared of one exercise: the class, an earlier class, and what we publish.
#include "alike_pool.h"
#include "../device/system/grow.h"
#include "../exercises/known.h"

#include "../device/system/message.h"
#include "../device/system/text.h"
#include "../submissions/files.h"

#include <fts.h>
#include <stdlib.h>
#include <string.h>

#define MOST_BASE_FILES 200

static PoolFile *file_add(AlikePool *pool, char *source, size_t length) {
    if (!ARRAY_GROW(pool->files, pool->count) || !ARRAY_GROW(pool->digests, pool->count)) return free(source), NULL;
    if (!digest_of(source, length, &pool->digests[pool->count])) return free(source), NULL;
    PoolFile *file = &pool->files[pool->count++];
    *file = (PoolFile){.source = source, .length = length};
    return file;
}

// ---- the class ----

static bool same_person(const Submission *one, const Submission *other) {
    const char *id = one->people[0].id;
    return id[0] ? !strcmp(id, other->people[0].id) : !strcmp(one->key, other->key);
}

static bool member_add(PoolFile *file, const Submission *submission) {
    for (unsigned i = 0; i < file->member_count; i++)
        if (same_person(file->members[i], submission)) return true; // attempts of one student
    if (!ARRAY_GROW(file->members, file->member_count)) return false;
    file->members[file->member_count++] = submission;
    return true;
}

// Files that are the same to the byte are one, with several members.
static bool merge_last(AlikePool *pool, const Submission *submission) {
    unsigned last = pool->count - 1, into = last;
    PoolFile *file = &pool->files[last];
    for (unsigned i = 0; i < last && into == last; i++)
        if (pool->files[i].length == file->length && !memcmp(pool->files[i].source, file->source, file->length))
            into = i;
    if (into < last) {
        digest_free(&pool->digests[last]);
        free(file->source);
        pool->count--;
    }
    bool added = member_add(&pool->files[into], submission);
    pool->digests[into].students = pool->files[into].member_count;
    return added;
}

static bool add_class(const Batch *batch, const Exercise *exercise, AlikePool *pool) {
    for (unsigned s = 0; s < batch->submissions.count; s++) {
        const Submission *submission = &batch->submissions.items[s];
        size_t length;
        char *source = submission->left_out[0] ? NULL : graded_source(batch, submission, exercise, &length);
        if (!source) continue;
        PoolFile *file = file_add(pool, source, length);
        if (!file) return false;
        snprintf(file->name, sizeof file->name, "%s", submission->student);
        if (!merge_last(pool, submission)) return false;
    }
    pool->own = pool->count;
    return true;
}

// ---- an earlier class ----

static bool add_earlier(const Batch *batch, const Exercise *exercise, AlikePool *pool) {
    for (unsigned s = 0; s < batch->earlier.count; s++) {
        const Submission *submission = &batch->earlier.items[s];
        SubmittedFiles files;
        Message error;
        Match match;
        if (!submission_read(&batch->earlier, submission, &files, error)) continue;
        submission_match(&files, &exercise, 1, NULL, &batch->published, &match);
        bool taken = match.kind == MATCH_EXACT || match.kind == MATCH_MISNAMED, added = true;
        const SubmittedFile *file = taken ? &files.files[match.file] : NULL;
        char *source = taken ? malloc(file->length + 1) : NULL;
        if (source) {
            memcpy(source, file->data, file->length);
            source[file->length] = 0;
            PoolFile *last = file_add(pool, source, file->length);
            added = last != NULL;
            if (last) snprintf(last->name, sizeof last->name, "%s (earlier)", submission->student);
        } else added = !taken;
        submitted_free(&files);
        if (!added) return false;
    }
    pool->models = pool->count;
    return true;
}

// ---- what we publish, and what the instructor gave out ----

static bool add_model(const char *source, const char *name, AlikePool *pool) {
    char *own = strdup(source);
    PoolFile *file = own ? file_add(pool, own, strlen(own)) : NULL;
    if (file) text_copy(file->name, sizeof file->name, name);
    return file;
}

// The solution, and every answer that is published beside the exercise: anybody can read them. Answers that are edits
// of the solution are found with it. A student's edition has none.
static bool add_models(const Batch *batch, const Exercise *exercise, AlikePool *pool) {
    char path[PATH_BYTES], name[PATH_BYTES];
    KnownAnswers known;
    Message error;
    paths_source(batch->paths, "solutions", exercise, path);
    paths_shown(batch->paths, path, name, sizeof name);
    char *solution = file_read(path, MOST_SOURCE_BYTES, NULL, NULL);
    bool added = !solution || add_model(solution, name, pool);
    free(solution);
    if (!added || !known_read(batch->paths, exercise, &known, error)) return false;
    for (unsigned i = 0; i < known.count && added; i++) {
        snprintf(name, sizeof name, "grader/exercises/%.80s/%.119s", exercise->name, known.answers[i].name);
        if (text_ends(name, ".cu")) added = add_model(known.answers[i].text, name, pool);
    }
    known_free(&known);
    return added;
}

static bool add_given(const char *path, Given *given) {
    size_t length;
    char *text = file_exists(path) ? file_read(path, MOST_SOURCE_BYTES, &length, NULL) : NULL;
    bool added = !text || given_add(given, text, length);
    free(text);
    return added;
}

static bool is_code(const char *name) {
    static const char *const endings[] = {".cu", ".cuh", ".h", ".hpp", ".cpp", ".c"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (text_ends(name, endings[i])) return true;
    return false;
}

// Every source below a folder; links are not followed.
static bool add_base(const char *folder, Given *given) {
    char *const roots[] = {(char *)folder, NULL};
    FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    unsigned count = 0;
    bool added = tree != NULL;
    for (FTSENT *entry; added && count < MOST_BASE_FILES && (entry = fts_read(tree));)
        if (entry->fts_info == FTS_F && is_code(entry->fts_name)) added = add_given(entry->fts_path, given), count++;
    if (tree) fts_close(tree);
    return added;
}

// The code in the text of a lesson: what stands between fences.
static bool add_lesson(const Batch *batch, const Exercise *exercise, Given *given) {
    char path[PATH_BYTES];
    bool added = true, code = false;
    snprintf(path, sizeof path, "%.700s/chapters/%.100s/README.md", batch->paths->root, exercise->chapter);
    char *text = file_exists(path) ? file_read(path, MOST_SOURCE_BYTES, NULL, NULL) : NULL;
    for (char *line = text, *begin = text; line && added; line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
        if (!text_begins(line, "```")) continue;
        if (code) added = given_add(given, begin, (size_t)(line - begin));
        code = !code;
        begin = line + strcspn(line, "\n");
    }
    free(text);
    return added;
}

bool alike_pool_load(const Batch *batch, const Exercise *exercise, AlikePool *pool) {
    char skeleton[PATH_BYTES];
    *pool = (AlikePool){.count = 0};
    paths_part(batch->paths, exercise, "skeleton.cu", skeleton);
    bool loaded = add_given(skeleton, &pool->given) && add_lesson(batch, exercise, &pool->given) &&
                  (!batch->base || add_base(batch->base, &pool->given)) && add_class(batch, exercise, pool) &&
                  add_earlier(batch, exercise, pool) && add_models(batch, exercise, pool);
    int students = loaded ? digests_count(pool->digests, pool->count, &pool->given) : -1;
    pool->students = students < 0 ? 0 : (unsigned)students;
    return students >= 0;
}

void alike_pool_free(AlikePool *pool) {
    for (unsigned i = 0; i < pool->count; i++) {
        digest_free(&pool->digests[i]);
        free(pool->files[i].source);
        free(pool->files[i].members);
    }
    free(pool->files);
    free(pool->digests);
    given_free(&pool->given);
    *pool = (AlikePool){.count = 0};
}
