// draws.c - grade draws: the same files graded with many draws of their inputs.
//
// Sizes and values of hidden cases come from a seed. A right answer gets all points with every seed, and a wrong one
// the same points; what differs from draw to draw is decided by chance. Each file is built once.
#include "author.h"

#include "../command.h"
#include "../device/system/message.h"
#include "../device/system/text.h"
#include "../grading/build.h"
#include "../grading/points.h"
#include "../parallel/schedule.h"

#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_DRAWS 1000
#define TIMEOUT_SECONDS 60 // machines of authors are busy

typedef struct {
    const Exercise *exercise; // NULL: that of each file
    uint64_t seed;            // of the first draw
    unsigned count;
    bool limits; // say how near each limit comes
} Draws;

// ---- which files ----

// FILE is NAME.cu, or lies in the folder of an exercise (NAME/FILE.cu). NULL: of none.
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

// FILE may be a known answer, grader/exercises/NAME/right/ANSWER.cu, which is no file.
static bool add_known(const Paths *paths, const Exercise *exercise, const char *file, const char *folder,
                      Trials *trials, Message error) {
    KnownAnswers known;
    bool added = false;
    if (!known_read(paths, exercise, &known, error)) return false;
    message_set(error, "cannot read %.150s", file);
    for (unsigned i = 0; i < known.count && !added; i++) {
        added = text_ends(file, known.answers[i].name);
        if (added) trial_add_known(paths, exercise, folder, &known, &known.answers[i], trials);
    }
    known_free(&known);
    return added;
}

static bool draws_collect(const Paths *paths, const Exercise *exercise, char *const *files, const char *folder,
                          Trials *trials, Message error) {
    if (!*files && exercise && !trials_collect_right(paths, exercise, folder, trials, error)) return false;
    for (; *files; files++) {
        const Exercise *of = exercise ? exercise : exercise_of(*files);
        if (!of) return message_set(error, "say which exercise %.100s answers: --exercise NAME", *files);
        if (file_exists(*files)) trial_add(trials, of, "passed", *files, *files);
        else if (!add_known(paths, of, *files, folder, trials, error)) return false;
    }
    return trials->count > 0 || (message_set(error, "which files, or which --exercise?"), false);
}

// ---- grading ----

static bool trial_build(const Paths *paths, Trial *trial, const char *folder, unsigned number) {
    char own[PATH_BYTES];
    Message error = "";
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

// Why a draw lost points: of limits, the parts that did.
static void say_loss(const ScheduleResult *result, char words[SUMMARY_BYTES]) {
    words[0] = 0;
    bool limit = result->graded && result->verdict.state == STATE_limit;
    if (!result->graded) text_append(words, SUMMARY_BYTES, "could not be graded: %s", result->error);
    else if (!limit) text_append(words, SUMMARY_BYTES, "%s", result->verdict.summary);
    for (unsigned i = 0; limit && i < result->verdict.part_count; i++) {
        const VerdictPart *part = &result->verdict.parts[i];
        if (part->points == part->max_points) continue;
        text_append(words, SUMMARY_BYTES, "%s%s %d/%d%s%s", words[0] ? "; " : "", part->label, part->points,
                    part->max_points, part->why[0] ? ": " : "", part->why);
    }
}

// One line for a file, and one for each draw that lost points. Returns whether none did.
static bool draws_print(const Trial *trial, const ScheduleResult *results, unsigned draws, uint64_t seed) {
    unsigned full = 0;
    if (trial->problem[0]) return printf("%s: %s\n", trial->shown, trial->problem), false;
    for (unsigned i = 0; i < draws; i++) full += is_full(&results[i]);
    printf("%s: all points in %u of %u draws\n", trial->shown, full, draws);
    for (unsigned i = 0; i < draws; i++) {
        char words[SUMMARY_BYTES];
        if (is_full(&results[i])) continue;
        say_loss(&results[i], words);
        printf("  --seed %llu: %d points, %s: %s\n", (unsigned long long)(seed + i),
               results[i].graded ? results[i].verdict.points : 0,
               results[i].graded ? state_words(results[i].verdict.state) : "none", words);
    }
    return full == draws;
}

// ---- how near to its limits a file comes ----

typedef struct {
    Bounds bounds;
    double value, margin; // margin: how far it may grow or shrink before the limit is missed, as a share; least of all
} Worst;

// Of a value within the limits; negative: it is outside.
static double margin_of(const VerdictCounter *counter, bool above) {
    double bound = above ? counter->most : counter->least;
    double left = above ? bound - counter->value : counter->value - bound;
    return bound != 0 ? left / bound : left;
}

static void worst_add(const Part *part, const CaseSpec *spec, const VerdictCounter *counter, Worst *worst) {
    Bounds bounds = limit_bounds(part, spec);
    double margin = margin_of(counter, bounds.plain > bounds.most);
    if (margin < worst->margin) *worst = (Worst){.bounds = bounds, .value = counter->value, .margin = margin};
}

// Counters lie limit by limit, each with its measured cases in order.
static Worst worst_of(const GradeJob *jobs, const ScheduleResult *results, unsigned draws, unsigned part) {
    const Exercise *exercise = jobs->exercise;
    Worst worst = {.margin = INFINITY};
    for (unsigned d = 0; d < draws; d++) {
        const Verdict *verdict = &results[d].verdict;
        unsigned c = 0, index = 0;
        while (results[d].graded && c < verdict->counter_count && verdict->counters[c].part != part) c++;
        for (; results[d].graded && index < exercise->case_count; index++) {
            if (!exercise->cases[index].measured || c >= verdict->counter_count) continue;
            uint64_t seed = run_case_seed(exercise, index, jobs[d].seed, jobs[d].inputs);
            CaseSpec spec = run_case_spec(exercise, index, seed);
            worst_add(&exercise->parts[part], &spec, &verdict->counters[c++], &worst);
        }
    }
    return worst;
}

// A row of a table in Markdown for each limit: what is asked, and the value that came nearest to missing it.
static void limits_print(const GradeJob *jobs, const ScheduleResult *results, unsigned draws) {
    for (unsigned p = 0; p < jobs->exercise->part_count; p++) {
        const Part *part = &jobs->exercise->parts[p];
        if (part->kind != PART_LIMIT || !part->points) continue;
        Worst worst = worst_of(jobs, results, draws, p);
        bool above = worst.bounds.plain > worst.bounds.most;
        printf("| %s | %s | %s %.6g | %.3g %% | %.6g | %.6g |\n", jobs->exercise->name, part->label,
               above ? "at most" : "at least", above ? worst.bounds.most : worst.bounds.least, 100 * worst.bounds.slack,
               worst.bounds.plain, worst.value);
    }
}

// number: of the folder that it is built in.
static bool draws_run(const Paths *paths, Trial *trial, const char *folder, const Draws *draws, unsigned number) {
    GradeJob *jobs = calloc(draws->count, sizeof *jobs);
    ScheduleResult *results = calloc(draws->count, sizeof *results);
    if (!jobs || !results) abort(); // some megabytes
    if (trial_build(paths, trial, folder, number)) {
        for (unsigned i = 0; i < draws->count; i++) jobs[i] = draw_job(paths, trial, draws->seed + i);
        schedule_run(jobs, draws->count, default_jobs(), isatty(STDERR_FILENO) ? stderr : NULL, results);
    }
    bool full = draws_print(trial, results, draws->count, draws->seed);
    if (draws->limits && !trial->problem[0]) limits_print(jobs, results, draws->count);
    fflush(stdout);
    for (unsigned i = 0; i < draws->count; i++)
        if (results[i].graded) verdict_free(&results[i].verdict);
    free(jobs);
    free(results);
    return full;
}

static int command_line(int argc, char **argv, Draws *draws) {
    static const struct option known[] = {{"exercise", required_argument, NULL, 'e'},
                                          {"seed", required_argument, NULL, 's'},
                                          {"limits", no_argument, NULL, 'l'},
                                          {NULL, 0, NULL, 0}};
    uint64_t count = 20;
    *draws = (Draws){.seed = (uint64_t)getpid() << 20};
    for (int option; (option = getopt_long(argc, argv, "n:", known, NULL)) != -1;) {
        bool taken = (option == 'e' && (draws->exercise = known_exercise(optarg))) ||
                     (option == 's' && parse_number(optarg, 0, MOST_SEED, &draws->seed)) ||
                     (option == 'n' && parse_number(optarg, 1, MOST_DRAWS, &count)) ||
                     (option == 'l' && (draws->limits = true));
        if (!taken) return complain("grade draws [--exercise NAME] [--seed S] [--limits] [-n DRAWS] [FILE ...]");
    }
    draws->count = (unsigned)count;
    return 0;
}

int draws_command(const Paths *paths, int argc, char **argv) {
    char folder[PATH_BYTES];
    Message error;
    Draws draws;
    Trials trials = {0};
    unsigned failed = 0;
    int status = command_line(argc, argv, &draws);
    if (status) return status;
    if (!paths_work_folder(paths, folder, error)) return complain("%s", error);
    bool collected = draws_collect(paths, draws.exercise, argv + optind, folder, &trials, error);
    for (unsigned i = 0; collected && i < trials.count; i++)
        failed += !draws_run(paths, &trials.trials[i], folder, &draws, i);
    if (collected) printf("%u of %u files lose points\n", failed, trials.count);
    trials_free(&trials);
    folder_remove(folder);
    return !collected ? complain("%s", error) : failed ? 1 : 0;
}
