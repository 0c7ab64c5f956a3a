// key.c - the key of questions, measured by a run on the spot.
#define _GNU_SOURCE // asprintf
#include "key.h"

#include "../device/system/text.h"
#include "../measured/key_run.h"
#include "build.h"
#include "run.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TIMEOUT_SECONDS 600        // the program is ours, and a slow machine may need long
#define OUTPUT_BYTES (16ull << 20) // all results of a large case, a line each

void key_free(KeyRun *run) {
    if (!run) return;
    report_free(run->report);
    free(run->text);
    free(run);
}

// ---- the key program as an exercise of its own ----

static void no_arguments(const CaseSpec *spec, uint64_t seed, char *const argv[8], unsigned *count) {
    (void)spec, (void)seed, (void)argv;
    *count = 0;
}

static void accept(const Outcome *outcome, CaseResult *result) {
    (void)outcome;
    *result = (CaseResult){.passed = true};
}

// What is built and run: a program that nobody judges.
static Exercise subject_of(const Exercise *exercise) {
    static const CaseSpec only = {.label = "the key"};
    Exercise subject = {
        .name = exercise->name, .chapter = exercise->chapter, .flags = exercise->flags, .check = accept};
    subject.arguments = no_arguments;
    if (exercise->key == KEY_PER_CASE)
        subject.arguments = exercise->key_arguments ? exercise->key_arguments : exercise->arguments;
    subject.cases = &only;
    subject.case_count = 1;
    return subject;
}

// ---- what is kept ----

typedef struct {
    char record[PATH_BYTES + 32], program[PATH_BYTES], hash[20];
    char *source;
    size_t length;
} Entry;

#define DRAW_PLACES 64 // draws that are kept; another one of the same place replaces it

static bool entry_open(const Paths *paths, const Exercise *exercise, Entry *entry, char error[200]) {
    char path[PATH_BYTES];
    paths_part(paths, exercise, "key.cu", path);
    snprintf(entry->record, sizeof entry->record, "%.800s/keys/%.100s/run.json", paths->build, exercise->name);
    snprintf(entry->program, sizeof entry->program, "%.800s/keys/%.100s/program", paths->build, exercise->name);
    if (paths->box[0]) return true; // nothing is measured in a jail
    entry->source = file_read(path, MOST_SOURCE_BYTES, &entry->length, error);
    if (entry->source)
        snprintf(entry->hash, sizeof entry->hash, "%016" PRIx64,
                 bytes_hash(entry->source, entry->length) ^ file_age(paths->emulate) ^ file_age(paths->nvcc) * 3);
    return entry->source != NULL;
}

// The same for the run of one draw. In a sandbox nothing of it is kept.
static void entry_of_draw(const Draw *draw, Entry *entry) {
    char all[MOST_PARAMETERS * sizeof draw->texts[0]] = "";
    if (!draw->arguments[0]) return;
    for (unsigned i = 0; draw->arguments[i]; i++) text_append(all, sizeof all, "%s\n", draw->arguments[i]);
    uint64_t drawn = bytes_hash(all, strlen(all));
    text_append(entry->record, sizeof entry->record, ".%u", (unsigned)(drawn % DRAW_PLACES));
    if (entry->hash[0])
        snprintf(entry->hash, sizeof entry->hash, "%016" PRIx64,
                 (uint64_t)strtoull(entry->hash, NULL, 16) ^ drawn * 31);
}

static json_t *entry_read(const Paths *paths, const Entry *entry) {
    json_t *record = json_load_file(entry->record, 0, NULL);
    const char *hash = json_string_value(json_object_get(record, "hash"));
    if (hash && file_exists(entry->program) && (paths->box[0] || !strcmp(hash, entry->hash))) return record;
    json_decref(record);
    return NULL;
}

static json_t *record_make(const Entry *entry, const CaseRun *run) {
    char *report = run->report ? report_text(run->report) : NULL;
    json_t *record =
        json_pack("{s:s, s:s*, s:s}", "hash", entry->hash, "report", report, "text", run->text ? run->text : "");
    free(report);
    return record;
}

static bool record_write(const Entry *entry, const json_t *record, char error[200]) {
    char *text = json_dumps(record, 0);
    char fresh[sizeof entry->record + 32];
    snprintf(fresh, sizeof fresh, "%s.%ld", entry->record, (long)getpid());
    snprintf(error, 200, "out of memory");
    bool written = text && file_write_derived(fresh, text, strlen(text), error) && rename(fresh, entry->record) == 0;
    free(text);
    return written;
}

static bool entry_write(const Entry *entry, const CaseRun *run, char error[200]) {
    json_t *record = record_make(entry, run);
    bool written = record && record_write(entry, record, error);
    json_decref(record);
    return written;
}

// ---- measuring ----

// Questions that are the same for everybody are answered by one run.
static bool runs_without_arguments(const Exercise *exercise) {
    if (exercise->parameter_count) return false;
    return exercise->key != KEY_PER_CASE || exercise->question_count;
}

static bool measure(const Paths *paths, const Exercise *exercise, const Entry *entry, const char *folder,
                    char error[200]) {
    Exercise subject = subject_of(exercise);
    BuildResult build;
    CaseRun run = {0};
    if (!build_program(paths, &subject, entry->source, entry->length, "the key", folder, &build, error)) return false;
    if (!build.built)
        return snprintf(error, 200, "the key of %.40s does not build: %.130s", exercise->name, build.summary), false;
    bool worked = true;
    if (exercise->key == KEY_PER_CASE) subject.arguments = no_arguments; // a case's are not known yet
    if (runs_without_arguments(exercise)) {
        RunPlan plan = {.paths = paths,
                        .exercise = &subject,
                        .program = build.program,
                        .folder = folder,
                        .timeout_seconds = TIMEOUT_SECONDS,
                        .output_bytes = OUTPUT_BYTES};
        run = run_announce(&subject, 0, run_case_seed(&subject, 0, 0, 0));
        worked = run_program(&plan, 0, &run, error);
        if (worked && (!run.report || run.exit_status || run.signal))
            worked = false,
            snprintf(error, 200, "the key of %.60s did not run to its end: %.100s", exercise->name, run.said);
    }
    worked = worked && entry_write(entry, &run, error);
    if (worked && rename(build.program, entry->program))
        worked = false, snprintf(error, 200, "cannot keep the key of %.60s", exercise->name);
    run_free(&run);
    return worked;
}

bool key_prepare(const Paths *paths, const Exercise *exercise, const char *folder, char error[200]) {
    if (exercise->key == KEY_NONE) return true;
    Entry entry = {.source = NULL};
    char keys[PATH_BYTES], private[PATH_BYTES];
    snprintf(keys, sizeof keys, "%.800s/keys/%.100s", paths->build, exercise->name);
    snprintf(private, sizeof private, "%.900s/key", folder);
    if (!entry_open(paths, exercise, &entry, error)) return false;
    json_t *record = entry_read(paths, &entry);
    bool there = record != NULL;
    json_decref(record);
    if (!there && paths->box[0])
        return snprintf(error, 200, "the key of %.60s was not measured before", exercise->name), false;
    if (!there) {
        snprintf(error, 200, "cannot make %.150s", private);
        there = folder_make(keys) && folder_make(private) && measure(paths, exercise, &entry, private, error);
        folder_remove(private);
    }
    free(entry.source);
    return there;
}

// ---- what it prints for a case ----
//
// Stored too, in a slot that follows from the program and its arguments: visible cases are the same in every run, and
// hidden ones in every run with the same seed. Other arguments with the same slot replace them, so there are never many
// files.
#define TEXT_PLACES 64

typedef struct {
    char of[700], path[PATH_BYTES]; // of: the program's hash and its arguments
} TextPlace;

static TextPlace place_of(const Entry *entry, const Exercise *subject, const CaseSpec *spec, uint64_t seed) {
    char texts[8][64] = {""}, *list[8];
    unsigned count = 0;
    TextPlace place;
    for (unsigned i = 0; i < 8; i++) list[i] = texts[i];
    subject->arguments(spec, seed, list, &count);
    snprintf(place.of, sizeof place.of, "%s", entry->hash);
    for (unsigned i = 0; i < count; i++) text_append(place.of, sizeof place.of, " %s", texts[i]);
    snprintf(place.path, sizeof place.path, "%.900s.text-%u", entry->program,
             (unsigned)(bytes_hash(place.of, strlen(place.of)) % TEXT_PLACES));
    return place;
}

// A file's first line says which program and arguments it belongs to.
static char *text_load(const TextPlace *place) {
    char *kept = file_read(place->path, MOST_SOURCE_BYTES, NULL, NULL);
    size_t length = strlen(place->of);
    bool same = kept && !strncmp(kept, place->of, length) && kept[length] == '\n';
    char *text = same ? strdup(kept + length + 1) : NULL;
    free(kept);
    return text;
}

static void text_store(const TextPlace *place, const char *text) {
    char *whole = NULL;
    int length = asprintf(&whole, "%s\n%s", place->of, text);
    if (length >= 0) file_write_derived(place->path, whole, (size_t)length, NULL);
    if (length >= 0) free(whole);
}

static char *text_run(const Paths *paths, const Exercise *subject, const Entry *entry, uint64_t seed,
                      const char *folder, char error[200]) {
    Paths outside = *paths; // the key program is ours and needs no box
    outside.box[0] = outside.user[0] = 0;
    char private[PATH_BYTES]; // the case itself has a folder of the same number
    snprintf(private, sizeof private, "%.900s/key", folder);
    RunPlan plan = {.paths = &outside,
                    .exercise = subject,
                    .program = entry->program,
                    .folder = private,
                    .timeout_seconds = TIMEOUT_SECONDS,
                    .output_bytes = OUTPUT_BYTES};
    CaseRun run = run_announce(subject, 0, seed);
    bool ran = run_program(&plan, 0, &run, error);
    char *text = ran && run.report && !run.exit_status && !run.signal ? run.text : NULL;
    if (text) run.text = NULL;
    else if (ran) snprintf(error, 200, "the key of %.60s did not run to its end: %.100s", subject->name, run.said);
    run_free(&run);
    folder_remove(private);
    return text;
}

char *key_text(const Paths *paths, const Exercise *exercise, const CaseSpec *spec, uint64_t seed, const char *folder,
               char error[200]) {
    Entry entry = {.source = NULL};
    Exercise subject = subject_of(exercise);
    subject.cases = spec;
    if (!entry_open(paths, exercise, &entry, error)) return NULL;
    free(entry.source);
    bool kept = entry.hash[0]; // in a jail nothing is
    TextPlace place = place_of(&entry, &subject, spec, seed);
    char *text = kept ? text_load(&place) : NULL;
    if (text) return text;
    text = text_run(paths, &subject, &entry, seed, folder, error);
    if (text && kept) text_store(&place, text);
    return text;
}

// ---- what answers a draw ----

// Runs the key program with what was drawn; it is ours and needs no sandbox.
static json_t *draw_run(const Paths *paths, const Draw *draw, const Entry *entry, const char *folder, char error[200]) {
    Exercise subject = subject_of(draw->exercise);
    Paths outside = *paths;
    char private[PATH_BYTES];
    outside.box[0] = outside.user[0] = 0;
    snprintf(private, sizeof private, "%.900s/key", folder);
    RunPlan plan = {.paths = &outside,
                    .exercise = &subject,
                    .program = entry->program,
                    .folder = private,
                    .arguments = draw->arguments,
                    .timeout_seconds = TIMEOUT_SECONDS,
                    .output_bytes = OUTPUT_BYTES};
    CaseRun run = run_announce(&subject, 0, 0);
    bool ran = folder_make(private) && run_program(&plan, 0, &run, error);
    bool ended = ran && run.report && !run.exit_status && !run.signal;
    json_t *record = ended ? record_make(entry, &run) : NULL;
    if (ran && !ended)
        snprintf(error, 200, "the key of %.60s did not run to its end: %.100s", draw->exercise->name, run.said);
    if (ran) run_free(&run);
    folder_remove(private);
    return record;
}

static json_t *record_of(const Paths *paths, const Draw *draw, const char *folder, char error[200]) {
    Entry entry = {.source = NULL};
    if (!entry_open(paths, draw->exercise, &entry, error)) return NULL;
    free(entry.source);
    entry_of_draw(draw, &entry);
    bool kept = !draw->arguments[0] || entry.hash[0];
    json_t *record = kept ? entry_read(paths, &entry) : NULL;
    if (record || !draw->arguments[0]) return record;
    record = draw_run(paths, draw, &entry, folder, error);
    char ignored[200]; // it is known now, and will be run again where it could not be saved
    if (record && kept) record_write(&entry, record, ignored);
    return record;
}

KeyRun *key_load(const Paths *paths, const Draw *draw, const char *folder, char error[200]) {
    KeyRun *run = calloc(1, sizeof *run);
    snprintf(error, 200, "the key of %.60s cannot be read", draw->exercise->name);
    json_t *record = run ? record_of(paths, draw, folder, error) : NULL;
    const char *report = json_string_value(json_object_get(record, "report"));
    const char *text = json_string_value(json_object_get(record, "text"));
    if (report) run->report = report_read(report, strlen(report), error);
    if (text) run->text = strdup(text);
    if (run) run->drawn = draw->arguments;
    json_decref(record);
    if (run && run->report && run->text) return run;
    key_free(run);
    return NULL;
}
