// batch.c - the command line of `grade batch`.
#include "slurm.h"

#include "../grading/key.h"

#include "../command.h"
#include "../sandbox/box.h"
#include "../system/process.h"
#include "../system/text.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DEFAULT_TIMEOUT_SECONDS 10
#define DEFAULT_TASKS 16
#define MOST_TASKS 1000 // arrays are no longer unless Slurm is told so
#define ALL_GRADED 0

static const char usage_text[] =
    "usage: grade batch SUBMISSIONS -o RESULTS [options]\n"
    "\n"
    "Grades every folder, archive (.zip, .tar.gz) and .cu file in SUBMISSIONS. What RESULTS already holds stays\n"
    "graded, so after an interruption the same command goes on; grader/BATCH.md says more.\n"
    "\n"
    "  -o RESULTS        where results are kept; made if need be\n"
    "  --exercise NAME   only this one; may be given several times (default: all of them)\n"
    "  --jobs N          how many at once (default: one per core)\n"
    "  --seed S          of the hidden cases, to replay a batch; fresh by default, kept in RESULTS/batch.json\n"
    "  --slurm[=N]       on a cluster: N Slurm tasks (default: 16) of --jobs N cores (default: 1) each\n"
    "  --unsafe          without sandbox, where the machine offers none: only for code you trust\n"
    "\n"
    "WORKBOOK_TIMEOUT is the time a case may take, in seconds (default 10).\n"
    "Exit status: 0 everything is graded, 2 something is left to do.\n";

typedef struct {
    const char *submissions, *results, *platform;
    uint64_t seed;
    bool seeded;
    unsigned tasks; // of Slurm; 0: here
    int argc;
    char **argv;
} Options;

static bool add_exercise(Batch *batch, const char *name) {
    const Exercise *exercise = known_exercise(name);
    if (!exercise) return false;
    for (unsigned i = 0; i < batch->exercise_count; i++)
        if (batch->exercises[i] == exercise) return true;
    batch->exercises[batch->exercise_count++] = exercise;
    return true;
}

static bool option_take(Batch *batch, Options *options, int option, const char *value) {
    uint64_t jobs, tasks = DEFAULT_TASKS;
    switch (option) {
    case 'o': options->results = value; return true;
    case 'e': return add_exercise(batch, value);
    case 'p': options->platform = value; return true;
    case 'u': batch->unsafe = true; return true;
    case 's': return options->seeded = parse_number(value, 0, MOST_SEED, &options->seed);
    case 'c':
        if (value && !parse_number(value, 1, MOST_TASKS, &tasks)) return false;
        options->tasks = (unsigned)tasks;
        return true;
    case 'i': return share_read(batch, value);
    case 'j': return parse_number(value, 1, 1024, &jobs) && (batch->jobs = (unsigned)jobs, true);
    default: return false;
    }
}

static bool options_read(int argc, char **argv, Batch *batch, Options *options) {
    static const struct option known[] = {
        {"exercise", required_argument, NULL, 'e'},
        {"jobs", required_argument, NULL, 'j'},
        {"seed", required_argument, NULL, 's'},
        {"unsafe", no_argument, NULL, 'u'},
        {"platform", required_argument, NULL, 'p'},
        {"slurm", optional_argument, NULL, 'c'},
        {"share", required_argument, NULL, 'i'},
        {"output", required_argument, NULL, 'o'},
        {NULL, 0, NULL, 0},
    };
    for (int option; (option = getopt_long(argc, argv, "o:", known, NULL)) != -1;)
        if (!option_take(batch, options, option, optarg)) return false;
    if (optind == argc - 1) options->submissions = argv[optind];
    return options->submissions && options->results;
}

static bool defaults(Batch *batch, Options *options) {
    if (batch->shares) options->tasks = 0;
    if (!batch->jobs) batch->jobs = options->tasks ? 1 : default_jobs();
    for (unsigned i = 0; !batch->exercise_count && i < exercise_count && i < 64; i++)
        batch->exercises[i] = exercises[i];
    if (!batch->exercise_count) batch->exercise_count = exercise_count < 64 ? exercise_count : 64;
    return timeout_read(DEFAULT_TIMEOUT_SECONDS, &batch->timeout_seconds);
}

static bool tools_are_there(const Batch *batch) {
    char path[PATH_BYTES + 128];
    if (!batch->paths->nvcc[0]) return complain("there is no nvcc: run make once, which sets it up"), false;
    for (unsigned i = 0; i < batch->exercise_count; i++) {
        if (!batch->exercises[i]->interface) continue;
        snprintf(path, sizeof path, "%s/interfaces/%s.o", batch->paths->build, batch->exercises[i]->interface);
        if (!file_exists(path)) return complain("%s is missing: run make grade once", path), false;
    }
    return true;
}

// Keys are measured before anybody's answer is graded: in a room there is nothing to measure them with.
static bool keys_are_there(const Batch *batch) {
    char folder[PATH_BYTES], error[200];
    if (!paths_work_folder(batch->paths, folder, error)) return complain("%s", error), false;
    bool there = true;
    for (unsigned i = 0; i < batch->exercise_count && there; i++)
        there = key_prepare(batch->paths, batch->exercises[i], folder, error);
    folder_remove(folder);
    if (!there) complain("%s", error);
    return there;
}

static bool sandbox_is_there(const Batch *batch) {
    char reason[200] = "";
    if (batch->unsafe) {
        complain("warning: --unsafe: submissions run as you, with all your files and the network");
        return true;
    }
    room_sweep();
    if (box_works(batch->paths, reason)) return true;
    complain("there is no sandbox here, so nothing is run: %s", reason);
    complain("it needs bubblewrap and user namespaces (grader/sandbox/README.md); --unsafe does without");
    return false;
}

static bool notes_write(Batch *batch, const char *text, size_t length, char error[200]) {
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/files.csv", batch->journal.folder);
    return file_write(path, text, length, error);
}

static int conclude(Batch *batch, const char *notes, size_t length) {
    char error[200] = "";
    if (!batch->stopped[0] &&
        (!notes_write(batch, notes, length, error) || !class_report(batch, stdout, error) || fflush(stdout)))
        snprintf(batch->stopped, sizeof batch->stopped, "%s", error[0] ? error : strerror(errno));
    if (batch->set_aside)
        complain("%u set aside after ending their worker twice: look at them, then delete their results to try again",
                 batch->set_aside);
    if (batch->failed)
        complain("%u could not be graded for reasons of this machine; run the same command again", batch->failed);
    if (batch->stopped[0]) {
        complain("stopped: %s", batch->stopped);
        return complain("nothing that was graded is lost: once that is mended, the same command goes on");
    }
    return batch->failed ? COULD_NOT_WORK : ALL_GRADED;
}

static int grade_all(Batch *batch, const Options *options) {
    char error[200], *notes = NULL;
    size_t length = 0;
    if (!submissions_find(options->submissions, options->platform, &batch->submissions, error))
        return complain("%s", error);
    if (!journal_open(&batch->journal, options->results, batch->paths, options->seeded ? &options->seed : NULL,
                      options->tasks || batch->shares, error))
        return complain("%s", error);
    batch->total = batch->submissions.count * batch->exercise_count;
    batch->notes = open_memstream(&notes, &length);
    if (!batch->notes) return complain("out of memory");
    fputs("student,what,file,words\r\n", batch->notes);
    if (options->tasks) slurm_run(batch, &(SlurmPlan){options->tasks, options->argc, options->argv}, stderr);
    else workers_run(batch, stderr);
    fclose(batch->notes);
    int status = batch->shares ? share_end(batch) : conclude(batch, notes, length);
    free(notes);
    return status;
}

int batch_command(const Paths *paths, int argc, char **argv) {
    static Batch batch;
    Options options = {.argc = argc, .argv = argv};
    batch = (Batch){.paths = paths, .journal.lock = -1};
    if (!options_read(argc, argv, &batch, &options)) {
        fputs(usage_text, stderr);
        return COULD_NOT_WORK;
    }
    if (!defaults(&batch, &options) || !tools_are_there(&batch) || !keys_are_there(&batch)) return COULD_NOT_WORK;
    if (!options.tasks && !sandbox_is_there(&batch)) return COULD_NOT_WORK;
    int status = grade_all(&batch, &options);
    journal_close(&batch.journal);
    submissions_free(&batch.submissions);
    return status;
}
