// main.c - the command line of the grader.
#include "author/author.h"
#include "batch/batch.h"
#include "command.h"
#include "device/system/message.h"
#include "device/system/text.h"
#include "examine/examine.h"
#include "grading/build.h"
#include "grading/grade.h"
#include "help.h"
#include "ladders/ladder.h"
#include "parallel/schedule.h"
#include "questions/course.h"
#include "report/report.h"
#include "report/terminal.h"
#include "student/passed.h"
#include "student/progress.h"
#include "student/questions.h"
#include "student/show.h"
#include "term/term.h"
#include "watch/draft.h"
#include "watch/watch.h"

#include <errno.h>
#include <getopt.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#define DEFAULT_TIMEOUT_SECONDS 20
#define DEFAULT_LADDER_SECONDS 60 // steps before the last may be slow
enum { ALL_PASSED = 0, NOT_ALL_PASSED = 1 };

typedef struct {
    const char *chapters[64], *names[64];
    unsigned chapter_count, name_count, jobs;
    const char *file, *json;
    bool solutions, findings, drafts;
    uint64_t seed, inputs;
    double timeout;
} Options;

// ---- options ----

static bool option_take(Options *options, int option, const char *value) {
    uint64_t jobs;
    switch (option) {
    case 'c': return options->chapter_count < 64 && (options->chapters[options->chapter_count++] = value, true);
    case 'e': return options->name_count < 64 && (options->names[options->name_count++] = value, true);
    case 'o': options->json = value; return true;
    case 'S': options->solutions = true; return true;
    case 'f': options->findings = true; return true;
    case 'd': options->drafts = true; return true;
    case 's': return parse_number(value, 0, MOST_SEED, &options->seed);
    case 'j': return parse_number(value, 1, 1024, &jobs) && (options->jobs = (unsigned)jobs, true);
    default: return false;
    }
}

static bool options_read(int argc, char **argv, Options *options) {
    static const struct option known[] = {
        {"chapter", required_argument, NULL, 'c'},
        {"exercise", required_argument, NULL, 'e'},
        {"json", required_argument, NULL, 'o'},
        {"solutions", no_argument, NULL, 'S'},
        {"findings", no_argument, NULL, 'f'},
        {"seed", required_argument, NULL, 's'},
        {"jobs", required_argument, NULL, 'j'},
        {"drafts", no_argument, NULL, 'd'},
        {NULL, 0, NULL, 0},
    };
    for (int option, index = 0; (option = getopt_long(argc, argv, "", known, &index)) != -1;) {
        if (option == '?') return false;
        if (option_take(options, option, optarg)) continue;
        complain("--%s does not take %s", known[index].name, optarg);
        return false;
    }
    if (optind < argc) options->file = argv[optind++];
    if (optind == argc) return true;
    complain("one file at a time, please: what is %s?", argv[optind]);
    return false;
}

static bool options_default(Options *options) {
    *options = (Options){.jobs = default_jobs()};
    if (getrandom(&options->seed, sizeof options->seed, 0) != sizeof options->seed) return false;
    options->seed &= MOST_SEED;
    return timeout_read(DEFAULT_TIMEOUT_SECONDS, &options->timeout);
}

// ---- what to grade ----

// Words become the names they mean. false with a complaint.
static bool options_resolve(Options *options) {
    for (unsigned i = 0; i < options->chapter_count; i++)
        if (!(options->chapters[i] = known_chapter(options->chapters[i]))) return false;
    for (unsigned i = 0; i < options->name_count; i++) {
        const Exercise *exercise = known_exercise(options->names[i]);
        if (!exercise) return false;
        options->names[i] = exercise->name;
    }
    return true;
}

static bool chosen(const Options *options, const Exercise *exercise) {
    bool any = !options->chapter_count && !options->name_count;
    for (unsigned i = 0; i < options->chapter_count; i++) any = any || !strcmp(exercise->chapter, options->chapters[i]);
    for (unsigned i = 0; i < options->name_count; i++) any = any || !strcmp(exercise->name, options->names[i]);
    return any;
}

static const Exercise *exercise_of_file(const Options *options) {
    char name[128];
    const char *slash = strrchr(options->file, '/');
    if (options->name_count == 1) return exercise_named(options->names[0]);
    snprintf(name, sizeof name, "%s", slash ? slash + 1 : options->file);
    if (text_ends(name, ".cu")) name[strlen(name) - 3] = 0;
    const Exercise *exercise = options->name_count ? NULL : exercise_named(name);
    if (!exercise) complain("say which exercise %s answers: --exercise NAME", options->file);
    return exercise;
}

typedef struct {
    GradeJob *jobs;
    ScheduleResult *results;
    char (*files)[PATH_BYTES];
    unsigned count;
    RealGpu gpu;
} Chosen;

static void batch_add(Chosen *batch, const Paths *paths, const Options *options, const Exercise *exercise) {
    unsigned index = batch->count++;
    if (options->file) snprintf(batch->files[index], PATH_BYTES, "%s", options->file);
    else paths_source(paths, options->solutions ? "solutions" : "exercises", exercise, batch->files[index]);
    batch->jobs[index] = (GradeJob){.paths = paths,
                                    .gpu = &batch->gpu,
                                    .exercise = exercise,
                                    .file = batch->files[index],
                                    .seed = options->seed,
                                    .inputs = options->inputs,
                                    .timeout_seconds = options->timeout,
                                    .estimates = true};
}

static bool batch_fill(Chosen *batch, const Paths *paths, Options *options) {
    if (!options_resolve(options)) return false;
    batch->jobs = calloc(exercise_count, sizeof *batch->jobs);
    batch->results = calloc(exercise_count, sizeof *batch->results);
    batch->files = calloc(exercise_count, sizeof *batch->files);
    if (!batch->jobs || !batch->results || !batch->files) return complain("out of memory"), false;
    if (options->file) {
        const Exercise *exercise = exercise_of_file(options);
        if (exercise && access(options->file, R_OK) == 0) batch_add(batch, paths, options, exercise);
        else if (exercise) complain("cannot read %s: %s", options->file, strerror(errno));
        return batch->count == 1;
    }
    for (unsigned i = 0; i < exercise_count; i++)
        if (chosen(options, exercises[i])) batch_add(batch, paths, options, exercises[i]);
    return batch->count > 0;
}

// ---- run ----

static bool write_records(const Paths *paths, const Options *options, const Verdict *verdicts, unsigned count) {
    char folder[PATH_BYTES];
    Message error = "";
    bool whole = !options->file && !options->chapter_count && !options->name_count;
    snprintf(folder, sizeof folder, "%.900s/grades", paths->build);
    if (whole && !report_write_all(folder, verdicts, count, error)) return complain("%s", error), false;
    if (options->json && !report_write(&report_formats[0], options->json, verdicts, count, error))
        return complain("%s", error), false;
    return true;
}

static int report_results(const Paths *paths, const Options *options, const Chosen *batch) {
    Verdict *verdicts = calloc(batch->count + 1, sizeof *verdicts);
    unsigned count = 0, passed = 0, waiting = 0;
    if (!verdicts) return complain("out of memory");
    for (unsigned i = 0; i < batch->count; i++) {
        if (!batch->results[i].graded) continue;
        verdicts[count] = batch->results[i].verdict;
        waiting += state_waits(verdicts[count].state);
        passed += verdicts[count++].state == STATE_passed;
    }
    report_print_terminal(stdout, terminal_style(stdout), verdicts, count);
    if (options->findings) report_print_findings(stdout, verdicts, count);
    fflush(stdout);
    Message error;
    bool written = write_records(paths, options, verdicts, count);
    if (!options->file && !options->solutions && !progress_note(paths, verdicts, count, error)) complain("%s", error);
    if (count == 1 && passed) passed_print(paths, verdicts, stdout, terminal_style(stdout));
    for (unsigned i = 0; i < batch->count; i++)
        if (!batch->results[i].graded)
            complain("%s could not be graded: %s", batch->jobs[i].exercise->name, batch->results[i].error);
    for (unsigned i = 0; i < count; i++) verdict_free(&verdicts[i]);
    free(verdicts);
    if (!written || count < batch->count || waiting) return COULD_NOT_WORK;
    return passed == count ? ALL_PASSED : NOT_ALL_PASSED;
}

// ---- without nvcc ----

static int print_drafts(const Paths *paths, const Chosen *batch) {
    unsigned right = 0, unknown = 0;
    for (unsigned i = 0; i < batch->count; i++) {
        const Exercise *exercise = batch->jobs[i].exercise;
        char name[PATH_BYTES];
        Draft draft = {.descriptor = -1};
        draft_begin(&draft, paths, exercise, batch->files[i]);
        bool told = draft_wait(&draft);
        right += draft.right;
        unknown += !told;
        snprintf(name, sizeof name, "%.100s/%.100s", exercise->chapter, exercise->name);
        printf("%-50s %-8s %s\n", name,
               !told         ? "no draft"
               : draft.right ? "right"
                             : "wrong",
               told ? draft.says : draft.why);
        fflush(stdout);
        draft_end(&draft);
    }
    printf("\nThis is a draft, made without nvcc by the workbook's own compiler: %u of %u right, %u without a draft.\n"
           "It runs the visible cases alone. Points for times, predictions, and questions, and those that depend on\n"
           "registers, need nvcc; so does a verdict: `make grade` without NVCC=none.\n",
           right, batch->count, unknown);
    return right == batch->count ? ALL_PASSED : NOT_ALL_PASSED;
}

// A GPU older than what the emulated one is needs machine code of its own in the same executable.
static void use_gpu(Paths *paths, RealGpu *gpu) {
    gpu_find(paths, gpu);
    if (gpu->state == GPU_READY && gpu->major < 9)
        snprintf(paths->target, sizeof paths->target, "%u%u", gpu->major, gpu->minor);
}

static int run_command(Paths *paths, int argc, char **argv) {
    Options options;
    Chosen batch = {.count = 0};
    if (!options_default(&options)) return COULD_NOT_WORK;
    options.inputs = grade_inputs(paths);
    if (!options_read(argc, argv, &options)) {
        help_command(stderr, "run");
        return COULD_NOT_WORK;
    }
    int status = COULD_NOT_WORK;
    if (!batch_fill(&batch, paths, &options)) status = COULD_NOT_WORK;
    else if (options.drafts) status = print_drafts(paths, &batch);
    else {
        use_gpu(paths, &batch.gpu);
        if (batch.count == 1) batch.jobs[0].at_once = options.jobs;
        schedule_run(batch.jobs, batch.count, options.jobs, isatty(STDERR_FILENO) ? stderr : NULL, batch.results);
        status = report_results(paths, &options, &batch);
    }
    free(batch.jobs);
    free(batch.results);
    free(batch.files);
    return status;
}

// ---- the other commands ----

static int list_command(void) {
    bool terminal = isatty(STDOUT_FILENO);
    for (unsigned i = 0; i < exercise_count; i++) {
        const Exercise *exercise = exercises[i];
        char row[300];
        int length =
            terminal ? snprintf(row, sizeof row, "%.2s %-22s %s", exercise->chapter, exercise->name, exercise->title)
                     : snprintf(row, sizeof row, "%-24s %-20s %s", exercise->chapter, exercise->name, exercise->title);
        if (exercise->checklist) snprintf(row + length, sizeof row - (size_t)length, " (%s)", exercise->checklist);
        print_cut(stdout, row, terminal ? terminal_style(stdout).width : sizeof row);
        puts("");
    }
    return 0;
}

// The exercise that the words after a command mean: [--chapter NN] [NAME]. A chapter with one exercise needs no name.
static const Exercise *exercise_meant(int argc, char **argv) {
    bool has_chapter = argc > 2 && !strcmp(argv[1], "--chapter");
    if (argc == (has_chapter ? 4 : 2)) return known_exercise(argv[argc - 1]);
    const char *chapter = has_chapter && argc == 3 ? known_chapter(argv[2]) : NULL;
    const Exercise *only = NULL;
    for (unsigned i = 0; chapter && i < exercise_count; i++)
        if (!strcmp(exercises[i]->chapter, chapter)) {
            if (only) return complain("which one of chapter %s: make %s EXERCISE=name", chapter, argv[0]), NULL;
            only = exercises[i];
        }
    if (!has_chapter) complain("say which one: make %s EXERCISE=name; make list shows all of them", argv[0]);
    return only;
}

static int named_command(const Paths *paths, int argc, char **argv,
                         int (*command)(const Paths *paths, const Exercise *exercise)) {
    const Exercise *exercise = exercise_meant(argc, argv);
    return exercise ? command(paths, exercise) : COULD_NOT_WORK;
}

static int show(const Paths *paths, int argc, char **argv) {
    bool solution = argc > 1 && !strcmp(argv[1], "--solutions");
    if (solution) argv[1] = argv[0], argc--, argv++;
    return named_command(paths, argc, argv, solution ? show_solution : show_command);
}

static int ladder(const Paths *paths, int argc, char **argv) {
    if (argc == 2 && !strcmp(argv[1], "--times")) return ladder_times_command(paths);
    const char *file = argc > 1 && text_ends(argv[argc - 1], ".cu") ? argv[--argc] : NULL;
    const Exercise *exercise = exercise_meant(argc, argv);
    double timeout;
    if (!exercise || !timeout_read(DEFAULT_LADDER_SECONDS, &timeout)) return COULD_NOT_WORK;
    return ladder_command(paths, exercise, file, timeout);
}

static int watch(const Paths *paths, int argc, char **argv) {
    double timeout;
    const Exercise *exercise = argc > 1 ? exercise_meant(argc, argv) : NULL;
    if ((argc > 1 && !exercise) || !timeout_read(DEFAULT_TIMEOUT_SECONDS, &timeout)) return COULD_NOT_WORK;
    return watch_command(paths, exercise, timeout);
}

static int live(const Paths *paths, int argc, char **argv) {
    double timeout;
    uint64_t port = 0;
    if (argc > 2 && !strcmp(argv[1], "--port")) {
        if (!parse_number(argv[2], 1, 65535, &port)) return complain("--port does not take %s", argv[2]);
        argv[2] = argv[0], argc -= 2, argv += 2;
    }
    const Exercise *exercise = argc > 1 ? exercise_meant(argc, argv) : NULL;
    if ((argc > 1 && !exercise) || !timeout_read(DEFAULT_TIMEOUT_SECONDS, &timeout)) return COULD_NOT_WORK;
    return live_command(paths, exercise, timeout, (unsigned)port);
}

static int prepare(const Paths *paths) {
    Message error;
    return build_prepare(paths, error) ? 0 : complain("%s", error);
}

int main(int argc, char **argv) {
    Paths paths;
    Message error;
    const char *command = argc > 1 ? argv[1] : "run";
    setlocale(LC_CTYPE, "");
    signal(SIGPIPE, SIG_IGN);
    bool own = !strcmp(command, "batch") || !strcmp(command, "term"); // they have help texts of their own
    bool asked = argc > 2 && (!strcmp(argv[2], "--help") || !strcmp(argv[2], "-h"));
    if (!strcmp(command, "--help") || !strcmp(command, "-h")) return help_all(stdout), 0;
    if (asked && !own && help_command(stdout, command)) return 0;
    if (!strcmp(command, "--version")) return printf("grade %s\n", VERSION) < 0;
    if (!secret_take(&argc, argv, error)) return complain("%s", error);
    if (!paths_find(&paths, error) || !course_load(&paths, error)) return complain("%s", error);
    if (!strcmp(command, "gpu")) return gpu_command();
    if (!strcmp(command, "list")) return list_command();
    if (!strcmp(command, "map")) return map_command(&paths);
    if (!strcmp(command, "batch")) return batch_command(&paths, argc - 1, argv + 1);
    if (!strcmp(command, "term")) return term_command(argc - 1, argv + 1);
    if (!strcmp(command, "check")) return check_command(&paths, argc - 1, argv + 1);
    if (!strcmp(command, "draws")) return draws_command(&paths, argc - 1, argv + 1);
    if (!strcmp(command, "sequences")) return sequences_command(&paths, argc - 1, argv + 1);
    if (!strcmp(command, "new")) return new_command(&paths, argc - 1, argv + 1);
    if (!strcmp(command, "prepare")) return prepare(&paths);
    if (!strcmp(command, "known")) return known_command(&paths, argc - 1, argv + 1);
    if (!strcmp(command, "programs")) return programs_command(&paths, argc - 1, argv + 1);
    if (!strcmp(command, "ladder")) return ladder(&paths, argc - 1, argv + 1);
    if (!strcmp(command, "show")) return show(&paths, argc - 1, argv + 1);
    if (!strcmp(command, "watch")) return watch(&paths, argc - 1, argv + 1);
    if (!strcmp(command, "live")) return live(&paths, argc - 1, argv + 1);
    if (!strcmp(command, "questions")) return named_command(&paths, argc - 1, argv + 1, questions_command);
    if (!strcmp(command, "another")) return named_command(&paths, argc - 1, argv + 1, another_command);
    if (!strcmp(command, "answers")) return answers_command(&paths, argc - 1, argv + 1);
    if (!strcmp(command, "explain")) return named_command(&paths, argc - 1, argv + 1, explain_command);
    if (!strcmp(command, "examine")) return examine_command(&paths, argc - 1, argv + 1);
    if (!strcmp(command, "hint")) return named_command(&paths, argc - 1, argv + 1, hint_command);
    if (!strcmp(command, "reset")) return named_command(&paths, argc - 1, argv + 1, reset_command);
    if (!strcmp(command, "run")) return run_command(&paths, argc > 1 ? argc - 1 : argc, argc > 1 ? argv + 1 : argv);
    if (command[0] == '-') return run_command(&paths, argc, argv); // options alone: run
    complain("there is no command %s", command);
    help_all(stderr);
    return COULD_NOT_WORK;
}
