// batch.c - the command line of `grade batch`.
#include "difference.h"
#include "slurm.h"

#include "../grading/key.h"

#include "../command.h"
#include "../device/system/message.h"
#include "../device/system/text.h"
#include "../device/system/times.h"
#include "../report/terminal.h"
#include "../sandbox/box.h"
#include "../system/process.h"
#include "../verdict/stages.h"

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
    "usage: grade batch SUBMISSIONS --list             who handed in what, and what is left out\n"
    "       grade batch SUBMISSIONS -o RESULTS         grades it all\n"
    "\n"
    "SUBMISSIONS is what a platform exports (Canvas, Moodle, Gradescope, Brightspace, Blackboard, Sakai,\n"
    "CodeGrade, Classroom 50, Google Forms), unpacked or as it was downloaded, or a folder with a folder, an archive "
    "or a .cu\n"
    "file for each student. What RESULTS already holds stays graded, so after an interruption the same command goes\n"
    "on; grader/BATCH.md says more.\n"
    "\n"
    "  --list            grade nothing: a line for each student says what was recognised; --list=files says it of\n"
    "                    each file\n"
    "  -o RESULTS        where results are kept; made if need be\n"
    "  --exercise NAME   only this one; may be given several times (default: those of the rules, or all)\n"
    "  --roster FILE     who is in the class: a table (.csv) of your own or as a platform exports it; of such a one\n"
    "                    RESULTS then holds a copy with the grades, to be imported there\n"
    "  --rules FILE      exercises, due time, late policy, weights, attempts, exceptions (.yml)\n"
    "  --base FOLDER     code that you gave out: similarity ignores it\n"
    "  --earlier FOLDER  an earlier class, to compare with; nothing of it is graded\n"
    "  --regrade WHAT    grade again what is kept: a student or an exercise; may be given several times\n"
    "  --return          students get the grades of this run: they stay as they are, whatever changes in the grader\n"
    "  --difference      grades again beside RESULTS, prints which grades would be others, and changes none\n"
    "  --names           shows the names that `anonymous: yes` in the rules hides, and fills the platform's table\n"
    "  --platform NAME   do not guess: canvas, moodle, gradescope, github, brightspace, codegrade, blackboard,\n"
    "                    sakai, folder, single (all of it is one student's)\n"
    "  --anyway          grade although the folder of results looks like another class's, or nobody seems to have\n"
    "                    handed in the exercise\n"
    "  --jobs N          how many at once (default: one per core)\n"
    "  --seed S          of the hidden cases, to replay a batch; fresh by default, kept in RESULTS/batch.json\n"
    "  --share I/N       only every N-th submission, from number I on (0 to N-1): a part of the work for any "
    "scheduler.\n"
    "                    All shares need the same --seed; the same command without --share then writes the tables\n"
    "  --slurm[=N]       on a cluster: N Slurm tasks (default: 16) of --jobs N cores (default: 1) each\n"
    "  --users           where the machine has no namespaces: users of their own keep submissions apart (for root)\n"
    "  --unsafe          turn the sandbox off, even one that works: submissions run as you and can change your files,\n"
    "                    the results and the grader; only for files that you wrote yourself\n"
    "\n"
    "WORKBOOK_TIMEOUT is the processor time a case may take, in seconds (default 10).\n"
    "Exit status: 0 everything is graded, 2 something is left to do.\n";

typedef struct {
    const char *submissions, *results, *platform, *roster, *rules, *earlier;
    const char *regrade[64];
    unsigned regrades;
    uint64_t seed;
    bool seeded, list, files, help, anyway, difference;
    unsigned tasks; // of Slurm; 0: here
    char *table;    // what was recognised, as CSV; NULL until then
    size_t table_length;
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
    case 'e': return batch->named = add_exercise(batch, value);
    case 'p': options->platform = value; return true;
    case 'l': return options->list = true, !value || (options->files = !strcmp(value, "files"));
    case 'h': return options->help = true;
    case 'N': return batch->names = true;
    case 'B': return batch->give_back = true;
    case 'D': return options->difference = true;
    case 'y': return options->anyway = true;
    case 'r': options->roster = value; return true;
    case 'R': options->rules = value; return true;
    case 'b': batch->base = value; return true;
    case 'E': options->earlier = value; return true;
    case 'a': return options->regrades < 64 && (options->regrade[options->regrades++] = value, true);
    case 'u': batch->unsafe = true; return true;
    case 'U': batch->users = true; return true;
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
        {"list", optional_argument, NULL, 'l'},
        {"help", no_argument, NULL, 'h'},
        {"roster", required_argument, NULL, 'r'},
        {"rules", required_argument, NULL, 'R'},
        {"regrade", required_argument, NULL, 'a'},
        {"slurm", optional_argument, NULL, 'c'},
        {"share", required_argument, NULL, 'i'},
        {"output", required_argument, NULL, 'o'},
        {"anyway", no_argument, NULL, 'y'},
        {"base", required_argument, NULL, 'b'},
        {"earlier", required_argument, NULL, 'E'},
        {"users", no_argument, NULL, 'U'},
        {"return", no_argument, NULL, 'B'},
        {"difference", no_argument, NULL, 'D'},
        {"names", no_argument, NULL, 'N'},
        {NULL, 0, NULL, 0},
    };
    for (int option; (option = getopt_long(argc, argv, "o:h", known, NULL)) != -1;)
        if (!option_take(batch, options, option, optarg)) return false;
    if (optind == argc - 1) options->submissions = argv[optind];
    if (batch->shares && !batch->round[0] && !options->seeded)
        return complain("--share needs --seed, the same for all shares: their hidden cases have to be the same"), false;
    return options->help || (options->submissions && (options->results || options->list));
}

static bool defaults(Batch *batch, Options *options) {
    if (batch->shares) options->tasks = 0;
    if (!batch->jobs) batch->jobs = options->tasks ? 1 : default_jobs();
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

// Keys are measured before anybody's answer is graded, and ladders estimated, because a jail has not what that takes.
static bool keys_are_there(const Batch *batch) {
    char folder[PATH_BYTES];
    Message error;
    if (!paths_work_folder(batch->paths, folder, error)) return complain("%s", error), false;
    bool there = true, told = false;
    double began = seconds_now();
    for (unsigned i = 0; i < batch->exercise_count && there; i++) {
        const GradeJob job = {
            .paths = batch->paths, .exercise = batch->exercises[i], .timeout_seconds = batch->timeout_seconds};
        there = key_prepare(batch->paths, batch->exercises[i], folder, error) && time_prepare(&job, folder, error);
        if (told || seconds_now() - began < 2) continue;
        fputs("measuring what the exercises ask for, which is kept for the next time\n", stderr);
        told = true;
    }
    folder_remove(folder);
    if (!there) complain("%s", error);
    return there;
}

static bool users_are_there(Batch *batch, const Options *options, const char *without) {
    const char *const closed[] = {batch->paths->root, options->results, options->submissions, NULL};
    Message reason = "";
    if (!folder_make(options->results)) return complain("cannot make %s: %s", options->results, strerror(errno)), false;
    batch->by_users = users_work(batch->paths, closed, reason);
    if (batch->by_users)
        complain("no namespaces here (%s): each submission is built and run by a user of its own", without);
    else complain("nor can users keep submissions apart: %s", reason);
    return batch->by_users;
}

static bool sandbox_is_there(Batch *batch, const Options *options) {
    Message reason = "";
    if (batch->unsafe) {
        complain("warning: --unsafe turns the sandbox off: submissions run as you, and can read and change your files, "
                 "the results and the grader; use it only for files that you wrote yourself");
        return true;
    }
    jail_sweep();
    if (box_works(batch->paths, reason)) return true;
    if (batch->users && users_are_there(batch, options, reason)) return true;
    complain("there is no sandbox here, so nothing is run: %s", reason);
    complain("it needs bubblewrap and user namespaces; grader/sandbox/README.md says what a container needs. As root, "
             "--users does with less");
    return false;
}

// ---- the class ----

// Those of the command line, else those of the rules, else all.
static void exercises_choose(Batch *batch) {
    const char *name;
    for (unsigned i = 0; !batch->named && (name = rules_exercise(&batch->rules, i)); i++) add_exercise(batch, name);
    batch->named = batch->exercise_count > 0;
    for (unsigned i = 0; !batch->named && i < exercise_count && i < MOST_EXERCISES; i++)
        add_exercise(batch, exercises[i]->name);
}

// What is only compared with: code that was given out, and an earlier class.
static bool compared_open(Batch *batch, const Options *options, Message error) {
    if (batch->base && !folder_exists(batch->base))
        return message_set(error, "--base: there is no folder %.150s", batch->base);
    return !options->earlier || submissions_find(options->earlier, NULL, &batch->earlier, error);
}

// A code instead of what tells who somebody is; what is written of somebody may still say the name.
static void hide_person(Batch *batch, unsigned *hidden, Person *person, const char *code) {
    Person *real = &batch->hidden[(*hidden)++];
    *real = *person;
    *person = (Person){.row = real->row, .real = real};
    snprintf(person->name, sizeof person->name, "%s", code);
    snprintf(person->id, sizeof person->id, "%s", code);
}

// The folder of results is called by the code with names as well, so that nothing is graded again.
static void code_of(Submissions *list, unsigned s) {
    Submission *submission = &list->items[s];
    unsigned again = 0;
    char code[40];
    uint64_t hash = bytes_hash(submission->key, strlen(submission->key)) * 0x9E3779B97F4A7C15u; // no two near
    snprintf(code, sizeof code, CODE_BEGINS "%08x", (unsigned)(hash >> 32));
    for (unsigned i = 0; i < s; i++) again += text_begins(list->items[i].id, code);
    if (again) text_append(code, sizeof code, "-%u", again + 1);
    snprintf(submission->id, sizeof submission->id, "%s", code);
}

static bool hide_names(Batch *batch) {
    Submissions *list = &batch->submissions;
    unsigned people = batch->roster.count + 1, hidden = 0;
    for (unsigned s = 0; s < list->count; s++) people += list->items[s].person_count;
    batch->hidden = batch->rules.anonymous ? calloc(people, sizeof *batch->hidden) : NULL;
    if (!batch->hidden) return !batch->rules.anonymous;
    for (unsigned s = 0; s < list->count; s++) {
        Submission *submission = &list->items[s];
        code_of(list, s);
        if (batch->names) continue;
        for (unsigned p = 0; p < submission->person_count; p++)
            hide_person(batch, &hidden, &submission->people[p], submission->id);
        submission_name(submission);
    }
    for (unsigned e = 0; e < batch->roster.count && !batch->names; e++)
        hide_person(batch, &hidden, &batch->roster.entries[e].person, HIDDEN);
    for (unsigned i = 0; i < list->left_out_count && !batch->names; i++)
        snprintf(list->left_out[i].name, sizeof list->left_out[i].name, "something");
    return true;
}

static bool class_open(Batch *batch, const Options *options, Message error) {
    Submissions *list = &batch->submissions;
    batch->rules.due = UNKNOWN_TIME;
    if (options->rules && !rules_read(options->rules, &batch->rules, error)) return false;
    exercises_choose(batch);
    if (!published_read(batch->paths, &batch->published, error)) return false;
    const ClassPlaces places = {options->submissions, options->platform, options->roster};
    if (!class_find(&places, list, &batch->roster, &batch->strangers, error)) return false;
    if (!rules_claim(&batch->rules, list, &batch->roster, &batch->strangers, error)) return false;
    if (!submissions_attempts(list, batch->rules.best)) return message_set(error, "out of memory");
    if (!rules_apply(&batch->rules, list, &batch->roster, error)) return false;
    if (!hide_names(batch)) return message_set(error, "out of memory");
    for (unsigned i = 0; i < list->count; i++) batch->total += list->items[i].left_out[0] ? 0 : batch->exercise_count;
    return true;
}

static void class_close(Batch *batch) {
    submissions_free(&batch->submissions);
    submissions_free(&batch->earlier);
    roster_free(&batch->roster);
    rules_free(&batch->rules);
    published_free(&batch->published);
    overrides_free(&batch->overrides);
    regrades_free(&batch->requests);
    returned_free(&batch->returned);
    free(batch->twins);
    free(batch->hidden);
}

// A word after --regrade means an exercise or a student.
static bool regrade(Batch *batch, const char *word) {
    const Exercise *exercise = exercise_named(word);
    Meant meant;
    Message error;
    bool found = false;
    if (!exercise && !people_find(&batch->submissions, &batch->roster, word, &meant, error))
        return complain("--regrade: %s", error), false;
    for (unsigned s = 0; s < batch->submissions.count; s++) {
        const Submission *submission = &batch->submissions.items[s];
        if (!exercise && !people_meant(&meant, submission)) continue;
        for (unsigned e = 0; e < batch->exercise_count; e++) {
            if (exercise && batch->exercises[e] != exercise) continue;
            journal_forget(&batch->journal, submission->id, batch->exercises[e]);
            found = true;
        }
    }
    if (!found) complain("--regrade %s: %s", word, exercise ? "this batch does not grade it" : "nothing was handed in");
    return found;
}

// ---- the work ----

// submissions.csv, for the instructor, before anything is graded.
static bool table_write(const Batch *batch, const Options *options, Message error) {
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/submissions.csv", batch->journal.folder);
    return file_write(path, options->table, options->table_length, error);
}

// What could make the evening a wasted one is asked before anything is measured or written.
static bool may_begin(Batch *batch, Options *options) {
    const BatchPlaces places = {options->submissions, options->roster, options->rules};
    Message error;
    char question[300];
    if (batch->round[0]) return true;
    if (!results_allowed(options->results, &places, error)) return complain("%s", error), false;
    if (batch->shares) return true;
    if (!recognised_print(batch, NULL, false, &options->table, &options->table_length))
        return complain("out of memory"), false;
    if (options->anyway || !batch_questionable(batch, options->results, question)) return true;
    complain("%s", question);
    complain("nothing was graded; --list shows what was recognised, and --anyway grades it as it is");
    return false;
}

// A batch that was stopped still writes its tables, with the results so far.
static int conclude(Batch *batch) {
    Message error = "";
    if ((!class_report(batch, stdout, error) || fflush(stdout)) && !batch->stopped[0])
        snprintf(batch->stopped, sizeof batch->stopped, "%s", error[0] ? error : strerror(errno));
    if (batch->failed)
        complain("%u could not be graded for reasons of this machine; run the same command again", batch->failed);
    if (batch->stopped[0]) {
        complain("stopped: %s", batch->stopped);
        return complain("nothing that was graded is lost: %s the same command goes on",
                        process_interrupted() ? "" : "once that is mended,");
    }
    return batch->failed ? COULD_NOT_WORK : ALL_GRADED;
}

// Points that the instructor gave instead of the grader, before an evening is spent on grading.
static bool overrides_open(Batch *batch) {
    char error[400];
    Message problem;
    if (batch->shares) return true;
    if (overrides_read(batch->journal.folder, &batch->submissions, &batch->roster, batch->exercises,
                       batch->exercise_count, &batch->overrides, error))
        return (overrides_note_changes(batch->journal.folder, &batch->overrides, problem) &&
                regrades_read(batch->journal.folder, &batch->submissions, &batch->roster, batch->exercises,
                              batch->exercise_count, &batch->requests, problem)) ||
               (complain("%s", problem), false);
    return complain("%s", error), false;
}

// ---- what another grader would give ----

static bool same_source(const Batch *batch, const Submission *submission, const Exercise *exercise) {
    size_t length = 0, old_length = 0;
    char *new = journal_source(&batch->journal, submission->id, exercise, &length);
    char *old = journal_source(&batch->beside, submission->id, exercise, &old_length);
    bool same = new &&old ? length == old_length && !memcmp(new, old, length) : !new == !old;
    free(new);
    free(old);
    return same;
}

static bool add_difference(const Batch *batch, Differences *all, const Submission *submission,
                           const Exercise *exercise) {
    Verdict old, new;
    if (!journal_load(&batch->beside, submission->id, exercise, NULL, &old)) return true;
    bool added = true;
    if (journal_load(&batch->journal, submission->id, exercise, NULL, &new)) {
        const Changed changed = {submission->student, exercise->name,
                                 returned_points(&batch->returned, submission->id, exercise) >= 0,
                                 !same_source(batch, submission, exercise)};
        added = differences_add(all, &old, &new, &changed);
        verdict_free(&new);
    }
    verdict_free(&old);
    return added;
}

// Grades all of it into a folder of its own, but for what has a result of these tools, and says what would be other.
static int show_difference(Batch *batch, const Options *options) {
    const Terminal terminal = {stdout, terminal_style(stdout)};
    Differences all = {.count = 0};
    char folder[PATH_BYTES];
    Message error;
    batch->beside.lock = -1;
    if (!journal_open(&batch->beside, options->results, batch->paths, NULL, false, error)) return complain("%s", error);
    snprintf(folder, sizeof folder, "%s/difference", options->results);
    bool opened = journal_open(&batch->journal, folder, batch->paths, &batch->beside.seed, false, error);
    if (opened) workers_run(batch, stderr); // as if nothing had been returned
    opened = opened && returned_read(options->results, &batch->returned, error);
    bool added = true;
    for (unsigned e = 0; opened && e < batch->exercise_count; e++)
        for (unsigned s = 0; added && s < batch->submissions.count; s++)
            added = add_difference(batch, &all, &batch->submissions.items[s], batch->exercises[e]);
    journal_close(&batch->beside);
    if (opened && added) differences_print(&all, &terminal);
    differences_free(&all);
    if (!opened || !added) return complain("%s", opened ? "out of memory" : error);
    return batch->stopped[0] ? complain("stopped: %s", batch->stopped) : batch->failed ? COULD_NOT_WORK : ALL_GRADED;
}

static int grade_all(Batch *batch, const Options *options) {
    Message error;
    if (options->difference) return show_difference(batch, options);
    if (!returned_read(options->results, &batch->returned, error)) return complain("%s", error);
    snprintf(batch->beside.folder, sizeof batch->beside.folder, "%.*s/difference",
             (int)sizeof batch->beside.folder - 20, options->results);
    if (!journal_open(&batch->journal, options->results, batch->paths, options->seeded ? &options->seed : NULL,
                      options->tasks || batch->shares, error))
        return complain("%s", error);
    if (!overrides_open(batch)) return COULD_NOT_WORK;
    for (unsigned i = 0; i < options->regrades && !batch->shares; i++)
        if (!regrade(batch, options->regrade[i])) return COULD_NOT_WORK;
    if (!batch->shares && !table_write(batch, options, error))
        snprintf(batch->stopped, sizeof batch->stopped, "%s", error);
    if (!batch->shares) recognised_warn(batch, stderr);
    if (!batch->stopped[0] && options->tasks)
        slurm_run(batch, &(SlurmPlan){options->tasks, options->argc, options->argv}, stderr);
    else if (!batch->stopped[0]) workers_run(batch, stderr);
    return batch->shares ? share_end(batch) : conclude(batch);
}

static int list_all(Batch *batch, bool files) {
    char *table = NULL;
    size_t length = 0;
    bool printed = recognised_print(batch, stdout, files, &table, &length);
    free(table);
    return printed ? ALL_GRADED : complain("out of memory");
}

int batch_command(const Paths *paths, int argc, char **argv) {
    static Batch batch;
    Options options = {.argc = argc, .argv = argv};
    Message error;
    batch = (Batch){.paths = paths, .journal.lock = -1};
    if (!options_read(argc, argv, &batch, &options)) {
        fputs(usage_text, stderr);
        return COULD_NOT_WORK;
    }
    if (options.help) return fputs(usage_text, stdout) < 0 ? COULD_NOT_WORK : ALL_GRADED;
    if (!defaults(&batch, &options)) return COULD_NOT_WORK;
    int status = COULD_NOT_WORK;
    if (!class_open(&batch, &options, error) || !compared_open(&batch, &options, error)) complain("%s", error);
    else if (options.list) status = list_all(&batch, options.files);
    else if (may_begin(&batch, &options) && tools_are_there(&batch) && keys_are_there(&batch) &&
             (options.tasks || sandbox_is_there(&batch, &options)))
        status = grade_all(&batch, &options);
    journal_close(&batch.journal);
    class_close(&batch);
    free(options.table);
    return status;
}
