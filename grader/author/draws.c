// draws.c - grade draws: the same files graded with many draws of their inputs.
//
// Sizes and values of hidden cases come from a seed. A right answer gets all points with every seed, and a wrong one
// the same points; what differs from draw to draw is decided by chance. Each file is built once.
#include "author.h"

#include "../command.h"
#include "../grading/build.h"
#include "../parallel/schedule.h"
#include "../system/text.h"

#include <getopt.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_DRAWS 1000
#define TIMEOUT_SECONDS 60 // machines of authors are busy

// ---- which files ----

// FILE is NAME.cu, or lies in the folder of an exercise (NAME/right/FILE.cu). NULL: of none.
static const Exercise *exercise_of(const char *file) {
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s", file);
    for (char *end = path + strlen(path); end; end = strrchr(path, '/')) {
        *end = 0;
        char *name = strrchr(path, '/');
        name = name ? name + 1 : path;
        if (text_ends(name, ".cu")) name[strlen(name) - 3] = 0;
        const Exercise *exercise = exercise_named(name);
        if (exercise) return exercise;
    }
    return NULL;
}

static bool draws_collect(const Paths *paths, const Exercise *exercise, char *const *files, const char *folder,
                          Trials *trials, char error[200]) {
    if (!*files && exercise) trials_collect_right(paths, exercise, folder, trials);
    for (; *files; files++) {
        const Exercise *of = exercise ? exercise : exercise_of(*files);
        if (!of) return snprintf(error, 200, "say which exercise %.100s answers: --exercise NAME", *files), false;
        if (!file_exists(*files)) return snprintf(error, 200, "cannot read %.150s", *files), false;
        trial_add(trials, of, "passed", *files, *files);
    }
    return trials->count > 0 || (snprintf(error, 200, "which files, or which --exercise?"), false);
}

// ---- grading ----

static bool trial_build(const Paths *paths, Trial *trial, const char *folder, unsigned number) {
    char own[PATH_BYTES], error[200] = "";
    size_t length;
    BuildResult build = {.built = false};
    if (!exercise_runs(trial->exercise)) return true;
    snprintf(own, sizeof own, "%.800s/draws-%u", folder, number);
    char *source = file_read(trial->file, MOST_SOURCE_BYTES, &length, error);
    bool worked = source && folder_make(own) &&
                  build_program(paths, trial->exercise, source, length, trial->shown, own, &build, error);
    free(source);
    snprintf(trial->program, sizeof trial->program, "%s", build.program);
    if (!worked || !build.built) snprintf(trial->problem, sizeof trial->problem, "%s", worked ? build.summary : error);
    return worked && build.built;
}

static GradeJob draw_job(const Paths *paths, const Trial *trial, uint64_t seed) {
    return (GradeJob){.paths = paths,
                      .exercise = trial->exercise,
                      .file = trial->file,
                      .shown = trial->shown,
                      .program = trial->program[0] ? trial->program : NULL,
                      .seed = seed,
                      .inputs = seed + 1,
                      .timeout_seconds = TIMEOUT_SECONDS};
}

// ---- what came out ----

static bool is_full(const ScheduleResult *result) {
    return result->graded && result->verdict.state == STATE_passed &&
           result->verdict.points == result->verdict.max_points;
}

// Why a draw lost points: the parts that did.
static void say_loss(const ScheduleResult *result, char words[480]) {
    words[0] = 0;
    if (!result->graded) text_append(words, 480, "could not be graded: %s", result->error);
    for (unsigned i = 0; result->graded && i < result->verdict.part_count; i++) {
        const VerdictPart *part = &result->verdict.parts[i];
        if (part->points == part->max_points) continue;
        text_append(words, 480, "%s%s %d/%d%s%s", words[0] ? "; " : "", part->label, part->points, part->max_points,
                    part->why[0] ? ": " : "", part->why);
    }
}

// One line for a file, and one for each draw that lost points. Returns whether none did.
static bool draws_print(const Trial *trial, const ScheduleResult *results, unsigned draws, uint64_t seed) {
    unsigned full = 0;
    if (trial->problem[0]) return printf("%s: %s\n", trial->shown, trial->problem), false;
    for (unsigned i = 0; i < draws; i++) full += is_full(&results[i]);
    printf("%s: all points in %u of %u draws\n", trial->shown, full, draws);
    for (unsigned i = 0; i < draws; i++) {
        char words[480];
        if (is_full(&results[i])) continue;
        say_loss(&results[i], words);
        printf("  --seed %llu: %d points, %s: %s\n", (unsigned long long)(seed + i),
               results[i].graded ? results[i].verdict.points : 0,
               results[i].graded ? state_words(results[i].verdict.state) : "none", words);
    }
    return full == draws;
}

bool draws_run(const Paths *paths, Trial *trial, const char *folder, unsigned draws, uint64_t seed, unsigned number) {
    GradeJob *jobs = calloc(draws, sizeof *jobs);
    ScheduleResult *results = calloc(draws, sizeof *results);
    if (!jobs || !results) abort(); // some megabytes
    if (trial_build(paths, trial, folder, number)) {
        for (unsigned i = 0; i < draws; i++) jobs[i] = draw_job(paths, trial, seed + i);
        schedule_run(jobs, draws, default_jobs(), isatty(STDERR_FILENO) ? stderr : NULL, results);
    }
    bool full = draws_print(trial, results, draws, seed);
    fflush(stdout);
    for (unsigned i = 0; i < draws; i++)
        if (results[i].graded) verdict_free(&results[i].verdict);
    free(jobs);
    free(results);
    return full;
}

int draws_command(const Paths *paths, int argc, char **argv) {
    static const struct option known[] = {
        {"exercise", required_argument, NULL, 'e'}, {"seed", required_argument, NULL, 's'}, {NULL, 0, NULL, 0}};
    const Exercise *exercise = NULL;
    uint64_t draws = 20, seed = (uint64_t)getpid() << 20;
    for (int option; (option = getopt_long(argc, argv, "n:", known, NULL)) != -1;) {
        bool taken = (option == 'e' && (exercise = known_exercise(optarg))) ||
                     (option == 's' && parse_number(optarg, 0, MOST_SEED, &seed)) ||
                     (option == 'n' && parse_number(optarg, 1, MOST_DRAWS, &draws));
        if (!taken) return complain("grade draws [--exercise NAME] [--seed S] [-n DRAWS] FILE...");
    }
    char folder[PATH_BYTES], error[200];
    Trials trials = {0};
    unsigned failed = 0;
    if (!paths_work_folder(paths, folder, error)) return complain("%s", error);
    bool collected = draws_collect(paths, exercise, argv + optind, folder, &trials, error);
    for (unsigned i = 0; collected && i < trials.count; i++)
        failed += !draws_run(paths, &trials.trials[i], folder, (unsigned)draws, seed, i);
    if (collected) printf("%u of %u files lose points\n", failed, trials.count);
    trials_free(&trials);
    folder_remove(folder);
    return !collected ? complain("%s", error) : failed ? 1 : 0;
}
