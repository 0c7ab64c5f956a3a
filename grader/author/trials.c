// trials.c - what graded files must get: every skeleton, solution, right and wrong answer of an exercise.
//
// Grading some six hundred files takes minutes, so results are kept in build/checked/ under a hash of everything that
// they depend on: the graded file, the exercise's own parts, what all exercises share, the grading, the emulated GPU.
#include "../device/system/grow.h"
#include "author.h"

#include "../device/system/message.h"
#include "../device/system/text.h"
#include "../parallel/schedule.h"

#include <glob.h>
#include <inttypes.h>
#include <jansson.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define TIMEOUT_SECONDS 20
#define ENDLESS_SECONDS 4 // for files that are to run out of time, which they do sooner as well
#define SEED 20240229     // of the hidden cases, so that a kept result is that of the same run

// ---- collecting ----

Trial *trial_add(Trials *trials, const Exercise *exercise, const char *expected, const char *file, const char *shown) {
    if (!ARRAY_GROW(trials->trials, trials->count)) abort(); // a few megabytes
    Trial *trial = &trials->trials[trials->count++];
    *trial = (Trial){.exercise = exercise};
    snprintf(trial->expected, sizeof trial->expected, "%s", expected);
    snprintf(trial->file, sizeof trial->file, "%s", file);
    snprintf(trial->shown, sizeof trial->shown, "%s", shown);
    return trial;
}

static void add_file(const Paths *paths, Trials *trials, const Exercise *exercise, const char *path,
                     const char *expected) {
    char shown[PATH_BYTES];
    paths_shown(paths, path, shown, sizeof shown);
    trial_add(trials, exercise, expected, path, shown);
}

// The skeleton with one more line: it builds and solves nothing.
static bool add_touched(const Paths *paths, const char *folder, Trials *trials, const Exercise *exercise,
                        Message error) {
    char path[PATH_BYTES];
    size_t length;
    paths_part(paths, exercise, "skeleton.cu", path);
    char *skeleton = file_read(path, MOST_SOURCE_BYTES, &length, error);
    if (!skeleton || !ARRAY_RESIZE(skeleton, length + 16)) return free(skeleton), true; // parts_check says: missing
    strcpy(skeleton + length, "// touched\n");
    snprintf(path, sizeof path, "%.900s/%.80s.cu", folder, exercise->name);
    bool written = file_write_derived(path, skeleton, strlen(skeleton), error);
    free(skeleton);
    char shown[PATH_BYTES];
    snprintf(shown, sizeof shown, "%s (the skeleton, touched)", exercise->name);
    trial_add(trials, exercise, "", path, shown);
    return written;
}

Trial *trial_add_known(const Paths *paths, const Exercise *exercise, const char *folder, const KnownAnswers *known,
                       const KnownAnswer *answer, Trials *trials) {
    char path[PATH_BYTES], state[32] = "passed";
    Message error = "";
    if (known_is(answer, "wrong"))
        snprintf(state, sizeof state, "%.*s", (int)strcspn(answer->name + 6, "-"), answer->name + 6);
    known_path(folder, exercise, answer, path);
    Trial *trial = trial_add(trials, exercise, state, path, answer->place);
    snprintf(trial->named, sizeof trial->named, "grader/exercises/%.80s/%.119s", exercise->name, answer->name);
    trial->says = strdup(answer->text); // NULL, out of memory: the trial complains that it says nothing
    if (!known_write(paths, exercise, known, answer, folder, error))
        snprintf(trial->problem, sizeof trial->problem, "%s", error);
    return trial;
}

static void add_kind(const Paths *paths, const Exercise *exercise, const char *folder, const KnownAnswers *known,
                     const char *kind, Trials *trials) {
    for (unsigned i = 0; i < known->count; i++)
        if (known_is(&known->answers[i], kind))
            trial_add_known(paths, exercise, folder, known, &known->answers[i], trials);
}

// The solution, and the answers that are "right" and of one kind more.
static bool add_with_solution(const Paths *paths, const Exercise *exercise, const char *folder, const char *more,
                              Trials *trials, Message error) {
    char path[PATH_BYTES];
    KnownAnswers known;
    paths_source(paths, "solutions", exercise, path);
    add_file(paths, trials, exercise, path, "passed");
    if (!known_read(paths, exercise, &known, error)) return false;
    add_kind(paths, exercise, folder, &known, "right", trials);
    add_kind(paths, exercise, folder, &known, more, trials);
    known_free(&known);
    return true;
}

void trials_collect_plain(const Paths *paths, const Exercise *exercise, Trials *trials) {
    char path[PATH_BYTES];
    paths_source(paths, "exercises", exercise, path);
    add_file(paths, trials, exercise, path, "not_started");
    paths_source(paths, "solutions", exercise, path);
    add_file(paths, trials, exercise, path, "passed");
}

bool trials_collect(const Paths *paths, const Exercise *exercise, const char *folder, Trials *trials, Message error) {
    char path[PATH_BYTES];
    paths_source(paths, "exercises", exercise, path);
    add_file(paths, trials, exercise, path, "not_started");
    return add_touched(paths, folder, trials, exercise, error) &&
           add_with_solution(paths, exercise, folder, "wrong", trials, error);
}

bool trials_collect_right(const Paths *paths, const Exercise *exercise, const char *folder, Trials *trials,
                          Message error) {
    return add_with_solution(paths, exercise, folder, "more", trials, error);
}

void trials_free(Trials *trials) {
    for (unsigned i = 0; i < trials->count; i++) free(trials->trials[i].says);
    free(trials->trials);
    *trials = (Trials){0};
}

// ---- what is kept ----

static uint64_t hash_more(uint64_t hash, uint64_t more) { return (hash ^ more) * UINT64_C(0x100000001B3); }

static uint64_t hash_files(uint64_t hash, const Paths *paths, const char *pattern) {
    char whole[PATH_BYTES];
    glob_t found = {0};
    snprintf(whole, sizeof whole, "%.700s/%.200s", paths->root, pattern);
    if (glob(whole, 0, NULL, &found)) found.gl_pathc = 0;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        size_t length;
        char *text = file_read(found.gl_pathv[i], 64 << 20, &length, NULL);
        if (text) hash = hash_more(hash_more(hash, bytes_hash(text, length)), i);
        free(text);
    }
    globfree(&found);
    return hash;
}

static uint64_t hash_file(uint64_t hash, const char *path) {
    size_t length;
    char *bytes = file_read(path, 256 << 20, &length, NULL);
    if (bytes) hash = hash_more(hash, bytes_hash(bytes, length));
    free(bytes);
    return hash;
}

// What every result depends on. The compiler is known by its size and date alone, for it is large.
static uint64_t shared_hash(const Paths *paths) {
    static const char *const patterns[] = {"grader/exercises/*.[ch]",
                                           "grader/causes/*.[ch]",
                                           "grader/causes/*/*.[ch]",
                                           "grader/device/faults/*",
                                           "grader/grading/*.[ch]",
                                           "grader/measured/*.[ch]",
                                           "grader/questions/*.[ch]",
                                           "grader/report/*.[ch]",
                                           "grader/device/protocol/*",
                                           "grader/device/system/*.[ch]",
                                           "grader/system/*.[ch]",
                                           "grader/verdict/*.[ch]",
                                           "common/*",
                                           "common/interfaces/*"};
    char library[PATH_BYTES];
    uint64_t hash = hash_file(SEED, paths->emulate);
    snprintf(library, sizeof library, "%.900s/lib/libcudart.so.13", paths->build);
    hash = hash_file(hash, library);
    for (size_t i = 0; i < COUNT_OF(patterns); i++) hash = hash_files(hash, paths, patterns[i]);
    struct stat compiler;
    if (stat(paths->nvcc, &compiler) == 0)
        hash = hash_more(hash_more(hash, (uint64_t)compiler.st_size), (uint64_t)compiler.st_mtime);
    return hash;
}

static void find_record(const Paths *paths, uint64_t shared, Trial *trial) {
    static const char *const parts[] = {"*.[ch]", "*.cu", "exercise.txt"}; // all but answers, which are files by now
    char pattern[200];
    uint64_t hash = shared;
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        snprintf(pattern, sizeof pattern, "grader/exercises/%.80s/%s", trial->exercise->name, parts[i]);
        hash = hash_files(hash, paths, pattern);
    }
    hash = hash_file(hash, trial->file);
    snprintf(trial->record, sizeof trial->record, "%.700s/checked/%.80s-%016" PRIx64 ".json", paths->build,
             trial->exercise->name, hash);
}

static bool trial_recall(Trial *trial) {
    json_t *record = json_load_file(trial->record, 0, NULL);
    const char *state = json_string_value(json_object_get(record, "state"));
    const char *summary = json_string_value(json_object_get(record, "summary"));
    bool kept = state && summary;
    if (kept) {
        text_copy(trial->state, sizeof trial->state, state);
        text_copy(trial->summary, sizeof trial->summary, summary);
        trial->points = (int)json_integer_value(json_object_get(record, "points"));
        trial->max_points = (int)json_integer_value(json_object_get(record, "max_points"));
    }
    json_decref(record);
    return kept;
}

static void trial_keep(const Trial *trial) {
    json_t *record = json_pack("{s:s, s:s, s:i, s:i}", "state", trial->state, "summary", trial->summary, "points",
                               trial->points, "max_points", trial->max_points);
    char *text = record ? json_dumps(record, JSON_INDENT(1)) : NULL;
    if (text) file_write_derived(trial->record, text, strlen(text), NULL);
    free(text);
    json_decref(record);
}

// ---- judging ----

// The length of what a student reads first: to the first full stop or question mark outside parentheses, where source
// is quoted.
static size_t first_sentence(const char *summary) {
    unsigned depth = 0;
    for (const char *at = summary; *at; at++) {
        depth += *at == '(';
        depth -= *at == ')' && depth;
        if (!depth && (*at == '.' || *at == '?') && (at[1] == ' ' || !at[1])) return (size_t)(at + 1 - summary);
    }
    return strlen(summary);
}

// Each wrong answer names the words that tell the cause of its verdict; the first sentence must have them.
static void judge_words(Trial *trial) {
    char words[200], sentence[sizeof trial->summary];
    unsigned said = 0;
    const char *says = trial->says ? trial->says : "";
    snprintf(sentence, sizeof sentence, "%.*s", (int)first_sentence(trial->summary), trial->summary);
    while (!trial->problem[0] && says_next(&says, "says:", words)) {
        said++;
        if (!strstr(sentence, words))
            snprintf(trial->problem, sizeof trial->problem, "its first sentence does not say \"%s\" but: %.250s", words,
                     sentence);
    }
    if (!trial->problem[0] && !said && strcmp(trial->expected, "passed"))
        snprintf(trial->problem, sizeof trial->problem, "has no line \"says: words of the cause\", for: %.250s",
                 sentence);
}

static void trial_judge(Trial *trial) {
    char words[200];
    bool touched = !trial->expected[0];
    size_t room = sizeof trial->problem;
    if (trial->problem[0]) return;
    if (touched && (!strcmp(trial->state, "passed") || !strcmp(trial->state, "build")))
        snprintf(trial->problem, room, "is %s: %.300s", trial->state, trial->summary);
    if (touched && trial->points && exercise_time_part(trial->exercise))
        snprintf(trial->problem, room, "earns %d points, and nothing was done", trial->points);
    if (!touched && strcmp(trial->state, trial->expected))
        snprintf(trial->problem, room, "%s expected, got %s: %.300s", trial->expected, trial->state, trial->summary);
    if (!strcmp(trial->state, "passed") && !strcmp(trial->expected, "passed") && trial->points < trial->max_points)
        snprintf(trial->problem, room, "passes with %d of %d points only", trial->points, trial->max_points);
    const char *most = trial->says;
    if (!trial->problem[0] && most && says_next(&most, "most:", words) && trial->points > atoi(words))
        snprintf(trial->problem, room, "earns %d points, at most %d are its work's worth", trial->points, atoi(words));
    if (!touched && strcmp(trial->expected, "not_started")) judge_words(trial);
    if (!trial->problem[0] && strstr(trial->summary, "…"))
        snprintf(trial->problem, room, "its first sentence is cut: %.400s", trial->summary);
}

static void take_result(ScheduleResult *result, Trial *trial) {
    if (!result->graded) {
        snprintf(trial->problem, sizeof trial->problem, "could not be graded: %s", result->error);
        return;
    }
    snprintf(trial->state, sizeof trial->state, "%s", state_name(result->verdict.state));
    text_copy(trial->summary, sizeof trial->summary, result->verdict.summary);
    trial->points = result->verdict.points;
    trial->max_points = result->verdict.max_points;
    verdict_free(&result->verdict);
    trial_keep(trial);
}

// Whether a result is saved, or will be when the first of equal files is graded.
static bool is_known(const Trials *trials, unsigned index, Trial *trial) {
    if (trial_recall(trial)) return true;
    for (unsigned i = 0; i < index; i++)
        if (!strcmp(trials->trials[i].record, trial->record)) return true;
    return false;
}

void trials_run(const Paths *paths, Trials *trials, unsigned jobs, FILE *progress) {
    GradeJob *todo = calloc(trials->count + 1, sizeof *todo);
    ScheduleResult *results = calloc(trials->count + 1, sizeof *results);
    unsigned *which = calloc(trials->count + 1, sizeof *which), count = 0;
    uint64_t shared = shared_hash(paths);
    char path[PATH_BYTES];
    if (!todo || !results || !which) abort(); // a few megabytes
    snprintf(path, sizeof path, "%.900s/checked", paths->build);
    folder_make(path);
    for (unsigned i = 0; i < trials->count; i++) {
        Trial *trial = &trials->trials[i];
        if (trial->problem[0]) continue;
        find_record(paths, shared, trial);
        if (is_known(trials, i, trial)) continue;
        bool endless = !strcmp(trial->expected, state_name(STATE_timeout));
        which[count] = i;
        todo[count++] = (GradeJob){.paths = paths,
                                   .exercise = trial->exercise,
                                   .file = trial->file,
                                   .shown = trial->named[0] ? trial->named : trial->shown,
                                   .seed = SEED,
                                   .inputs = SEED,
                                   .timeout_seconds = endless ? ENDLESS_SECONDS : TIMEOUT_SECONDS};
    }
    if (count) schedule_run(todo, count, jobs, progress, results);
    for (unsigned i = 0; i < count; i++) take_result(&results[i], &trials->trials[which[i]]);
    for (unsigned i = 0; i < trials->count; i++) {
        Trial *trial = &trials->trials[i];
        if (!trial->problem[0] && !trial->state[0] && !trial_recall(trial))
            snprintf(trial->problem, sizeof trial->problem, "could not be graded, as an equal file");
        trial_judge(trial);
    }
    free(todo);
    free(results);
    free(which);
}
