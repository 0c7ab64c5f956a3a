// reference.c - the reference solution of an exercise, built once and kept in build/reference/.
//
// Kept under a key made of the solution's text and of the tools' size and age, so that it follows their changes.
#include "reference.h"

#include "../grading/build.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    char key[64], record[PATH_BYTES];
    char *source;
    size_t length;
} Entry;

static bool entry_open(const GradeJob *job, Entry *entry, Reference *reference) {
    char path[PATH_BYTES], object[PATH_BYTES + 128];
    paths_source(job->paths, "solutions", job->exercise, path);
    entry->source = file_read(path, MOST_SOURCE_BYTES, &entry->length, NULL);
    if (!entry->source) return false;
    snprintf(object, sizeof object, "%s/interfaces/%s.o", job->paths->build,
             job->exercise->interface ? job->exercise->interface : "");
    snprintf(entry->key, sizeof entry->key, "%016" PRIx64 "-%016" PRIx64, bytes_hash(entry->source, entry->length),
             file_age(job->paths->emulate) ^ file_age(object) ^ file_age(job->paths->nvcc) ^
                 bytes_hash(job->paths->target, strlen(job->paths->target)));
    snprintf(entry->record, sizeof entry->record, "%.800s/reference", job->paths->build);
    bool made = folder_make(entry->record);
    snprintf(entry->record, sizeof entry->record, "%.800s/reference/%.100s.json", job->paths->build,
             job->exercise->name);
    snprintf(reference->program, sizeof reference->program, "%.800s/reference/%.100s", job->paths->build,
             job->exercise->name);
    return made;
}

static bool entry_load(const Entry *entry, Reference *reference) {
    json_t *record = json_load_file(entry->record, 0, NULL);
    const char *key = json_string_value(json_object_get(record, "key"));
    bool current = key && !strcmp(key, entry->key) && file_exists(reference->program);
    json_decref(record);
    return current;
}

static void entry_store(const Entry *entry) {
    json_t *record = json_pack("{s:s}", "key", entry->key);
    char *text = record ? json_dumps(record, JSON_INDENT(2)) : NULL;
    if (text) file_write_derived(entry->record, text, strlen(text), NULL);
    free(text);
    json_decref(record);
}

static bool entry_make(const GradeJob *job, const Entry *entry, const char *folder, Reference *reference) {
    char private[PATH_BYTES], error[200];
    BuildResult build;
    snprintf(private, sizeof private, "%.900s/reference", folder);
    if (!folder_make(private) ||
        !build_program(job->paths, job->exercise, entry->source, entry->length, "reference", private, &build, error) ||
        !build.built)
        return false;
    if (rename(build.program, reference->program)) return false;
    entry_store(entry);
    return true;
}

// The file that was just graded is the solution: what is known of it need not be found again.
static bool entry_adopt(const Entry *entry, const Graded *graded, Reference *reference) {
    if (graded->length != entry->length || memcmp(graded->source, entry->source, entry->length)) return false;
    unlink(reference->program);
    if (link(graded->program, reference->program)) return false;
    entry_store(entry);
    return true;
}

bool reference_prepare(const GradeJob *job, const Graded *graded, const char *folder, Reference *reference) {
    Entry entry = {.source = NULL};
    *reference = (Reference){.key = ""};
    bool ready = entry_open(job, &entry, reference) &&
                 (entry_load(&entry, reference) || entry_adopt(&entry, graded, reference) ||
                  entry_make(job, &entry, folder, reference));
    memcpy(reference->key, entry.key, sizeof reference->key);
    free(entry.source);
    return ready;
}
