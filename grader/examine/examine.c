// examine.c - grade examine: questions on the programs of a class, each made in a process and a jail of its own.
#define _GNU_SOURCE // getopt_long
#include "examine.h"
#include "../command.h"
#include "../device/system/files.h"
#include "../device/system/grow.h"
#include "../device/system/hash.h"
#include "../device/system/text.h"
#include "../formats/csv.h"
#include "../grading/key.h"
#include "../questions/course.h"
#include "../sandbox/box.h"
#include "../submissions/files.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
    const Paths *paths;
    const char *submissions, *out;
    const Exercise *chosen[64];
    unsigned chosen_count;
    bool unsafe;
    uint64_t secret; // a number of it
    char *vetoed;    // the text of veto.txt; NULL: there is none
} Examination;

// One program of one student.
typedef struct {
    const Examination *of;
    const Exercise *exercise;
    const char *student, *id, *source;
    size_t length;
    FILE *found; // where the process writes, opened before it enters its jail
    pid_t process;
    bool worked;
    Questions questions;
    unsigned asked; // of them
    struct {
        char sizes[200], launched[500];
        Message error; // why there are no questions; ""
        unsigned count;
        Tally tally;
    } about;
} Task;

// ---- one program, in a process of its own ----

static void drop_vetoed(const Task *task, Questions *questions) {
    unsigned left = 0;
    for (unsigned i = 0; i < questions->count; i++) {
        char tag[TAG_BYTES];
        asked_tag(&questions->items[i], tag);
        if (task->of->vetoed && strstr(task->of->vetoed, tag)) change_free(&questions->items[i].change);
        else questions->items[left++] = questions->items[i];
    }
    questions->count = left;
}

// Why there are fewer than five questions of four kinds, from what became of the candidates; "" if there are not.
static void say_reason(const Questions *questions, unsigned asked, char *reason, size_t size) {
    unsigned kinds = questions_kinds(questions, asked), refused = 0, dull = 0;
    reason[0] = 0;
    if (asked == SHEET_QUESTIONS && kinds >= LEAST_KINDS) return;
    for (AskKind kind = 0; kind < ASK_KINDS; kind++)
        refused += questions->tally.refused[kind], dull += questions->tally.dull[kind];
    text_format(reason, size,
                "This program gives %u question%s of %u kind%s: of its other candidates, %u had keys on which two "
                "measurements disagree or that its words leave open, and %u answers that nobody has to work out.",
                asked, asked == 1 ? "" : "s", kinds, kinds == 1 ? "" : "s", refused, dull);
}

// "2 x 3" of 2, 3, 1.
static void say_size(const unsigned size[3], char words[48]) {
    words[0] = 0;
    for (unsigned i = 0; i < 3; i++)
        if (i == 0 || size[i] > 1 || (i == 1 && size[2] > 1)) text_append(words, 48, "%s%u", i ? " x " : "", size[i]);
}

static void say_launches(const Observed *run, char *words, size_t size) {
    char blocks[48], threads[48];
    words[0] = 0;
    for (unsigned i = 0; i < run->launch_count && i < 3; i++) {
        const Launch *launch = &run->launches[i];
        say_size(launch->grid, blocks);
        say_size(launch->block, threads);
        text_append(words, size, "%s%.*s has %s block%s of %s threads. ", i ? "Then " : "",
                    (int)strcspn(launch->kernel, "<("), launch->kernel, blocks, strcmp(blocks, "1") ? "s" : "",
                    threads);
    }
}

static void put_row(const Task *task, const char *reason, FILE *marks) {
    const Questions *questions = &task->questions;
    char number[16], kinds[200] = "", tally[500] = "";
    snprintf(number, sizeof number, "%u", task->asked);
    for (unsigned i = 0; i < task->asked; i++)
        text_append(kinds, sizeof kinds, "%s%s", i ? " " : "", ask_names[questions->items[i].kind]);
    for (AskKind kind = 0; kind < ASK_KINDS; kind++)
        text_append(tally, sizeof tally, "%s%s %u/%u/%u/%u", kind ? "; " : "", ask_names[kind],
                    questions->tally.made[kind], questions->tally.refused[kind], questions->tally.dull[kind],
                    questions->tally.good[kind]);
    const char *fields[7 + 2 * SHEET_QUESTIONS] = {task->student, task->id, task->exercise->name};
    unsigned used = 3;
    for (unsigned i = 0; i < SHEET_QUESTIONS; i++) fields[used++] = i < task->asked ? questions->items[i].key : "";
    for (unsigned i = 0; i < SHEET_QUESTIONS; i++) fields[used++] = "";
    fields[used++] = number, fields[used++] = kinds, fields[used++] = tally, fields[used++] = reason;
    csv_put_fields(marks, fields, used);
}

static uint64_t seed_of(const Task *task) {
    uint64_t hash = hash_mixed(task->of->secret, hash_bytes(task->id, strlen(task->id)));
    return hash_mixed(hash ^ hash >> 29, hash_bytes(task->exercise->name, strlen(task->exercise->name)));
}

static bool enter_jail(const Task *task, Paths *paths, Message error) {
    static JailExtra extras[JAIL_EXTRAS];
    snprintf(extras[0].source, PATH_BYTES, "%.800s/grader/exercises/%.100s", paths->root, task->exercise->name);
    snprintf(extras[0].target, sizeof extras[0].target, "grader/exercises/%.100s", task->exercise->name);
    snprintf(extras[1].source, PATH_BYTES, "%.800s/keys/%.100s", paths->build, task->exercise->name);
    snprintf(extras[1].target, sizeof extras[1].target, "build/keys/%.100s", task->exercise->name);
    return task->of->unsafe || jail_enter(paths, extras, error);
}

static int work(const Task *task) {
    Paths paths = *task->of->paths;
    char folder[PATH_BYTES], shown[160];
    Message error = "";
    Questions questions;
    Task found = *task;
    snprintf(shown, sizeof shown, "%.100s.cu", task->exercise->name);
    if (!enter_jail(task, &paths, error) || !paths_work_folder(&paths, folder, error)) return complain("%s", error);
    Subject subject = {.paths = &paths,
                       .exercise = task->exercise,
                       .folder = folder,
                       .shown = shown,
                       .source = task->source,
                       .length = task->length,
                       .inputs = task->of->secret >> 12};
    if (questions_make(&subject, seed_of(task), &questions, error)) error[0] = 0;
    text_copy(found.about.sizes, sizeof found.about.sizes, subject.run.sizes);
    say_launches(&subject.run, found.about.launched, sizeof found.about.launched);
    text_copy(found.about.error, sizeof found.about.error, error);
    found.about.count = questions.count, found.about.tally = questions.tally;
    fwrite(&found.about, sizeof found.about, 1, task->found);
    fwrite(questions.items, sizeof *questions.items, questions.count, task->found);
    questions_free(&questions);
    subject_close(&subject);
    folder_remove(folder);
    return fflush(NULL) == 0 ? 0 : COULD_NOT_WORK;
}

// ---- the class ----

#define MOST_QUESTIONS 400

// Ends each text, and makes numbers possible: the process has read what a stranger's program did.
static void make_sound(Asked *asked) {
    asked->kind = asked->kind < ASK_KINDS ? asked->kind : 0;
    asked->miss_count = asked->miss_count < COUNT_OF(asked->misses) ? asked->miss_count : COUNT_OF(asked->misses);
    for (unsigned m = 0; m < COUNT_OF(asked->misses); m++) {
        asked->misses[m].answer[sizeof asked->misses->answer - 1] = 0;
        asked->misses[m].says[sizeof asked->misses->says - 1] = 0;
    }
    asked->asks[sizeof asked->asks - 1] = asked->key[sizeof asked->key - 1] = asked->why[sizeof asked->why - 1] = 0;
    asked->ran[sizeof asked->ran - 1] = asked->program[0] = 0;
    asked->change.shown[sizeof asked->change.shown - 1] = asked->change.was[sizeof asked->change.was - 1] = 0;
    unsigned length = (unsigned)strlen(asked->change.shown);
    if (asked->change.to > length) asked->change.to = length;
    if (asked->change.from > asked->change.to) asked->change.from = asked->change.to;
    asked->change.text = NULL; // an address of the process
}

static bool found_read(Task *task) {
    rewind(task->found);
    if (fread(&task->about, sizeof task->about, 1, task->found) != 1 || task->about.count > MOST_QUESTIONS)
        return false;
    Questions *questions = &task->questions;
    task->about.sizes[sizeof task->about.sizes - 1] = task->about.launched[sizeof task->about.launched - 1] = 0;
    task->about.error[sizeof task->about.error - 1] = 0;
    questions->tally = task->about.tally;
    questions->items = calloc(task->about.count + 1, sizeof *questions->items);
    if (!questions->items) return false;
    questions->count = (unsigned)fread(questions->items, sizeof *questions->items, task->about.count, task->found);
    for (unsigned i = 0; i < questions->count; i++) make_sound(&questions->items[i]);
    return questions->count == task->about.count;
}

static bool task_start(Task *task, Message error) {
    task->found = tmpfile();
    if (!task->found) return message_set(error, "cannot write a temporary file");
    fflush(NULL);
    task->process = fork();
    if (task->process == 0) _exit(work(task));
    return task->process > 0 || message_set(error, "cannot start a process");
}

static bool task_end(Task *task, int status) {
    task->worked = WIFEXITED(status) && WEXITSTATUS(status) == 0 && found_read(task);
    fclose(task->found);
    if (!task->worked) complain("%s of %s could not be examined", task->exercise->name, task->student);
    return task->worked;
}

static bool tasks_run(Task *tasks, unsigned count, Message error) {
    unsigned started = 0, running = 0, most = default_jobs();
    bool worked = true;
    while (started < count || running) {
        if (started < count && running < most) {
            if (!task_start(&tasks[started++], error)) return false;
            running++;
            continue;
        }
        int status;
        pid_t process = wait(&status);
        for (unsigned i = 0; i < started; i++)
            if (tasks[i].process == process) worked &= task_end(&tasks[i], status), running--;
    }
    return worked || message_set(error, "not every program could be examined");
}

static bool page_write(const Task *task, const char *what, void (*write)(FILE *, const Sheet *), const Sheet *sheet) {
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%.700s/%s", task->of->out, what);
    if (!folder_make(path)) return false;
    snprintf(path, sizeof path, "%.700s/%s/%.160s.%.100s.html", task->of->out, what, task->id, task->exercise->name);
    FILE *out = fopen(path, "w");
    if (!out) return false;
    write(out, sheet);
    return fclose(out) == 0;
}

static bool write_pages(const Task *task, FILE *marks) {
    char reason[500];
    if (task->about.error[0]) text_format(reason, sizeof reason, "No question is asked: %s.", task->about.error);
    else say_reason(&task->questions, task->asked, reason, sizeof reason);
    const Sheet sheet = {.student = task->student,
                         .exercise = task->exercise,
                         .source = task->source,
                         .sizes = task->about.sizes,
                         .launched = task->about.launched,
                         .questions = &task->questions,
                         .asked = task->asked,
                         .reason = reason};
    put_row(task, reason, marks);
    return page_write(task, "sheets", sheet_write, &sheet) && page_write(task, "keys", sheet_write_key, &sheet) &&
           page_write(task, "cards", sheet_write_card, &sheet);
}

// Chooses one student's questions after another's, so that those of an exercise share few keys.
static bool tasks_choose(Task *tasks, unsigned count, FILE *marks, Message error) {
    AskedOf *chosen = calloc(count + 1, sizeof *chosen);
    bool written = chosen != NULL;
    for (unsigned i = 0; i < count && written; i++) {
        Task *task = &tasks[i];
        unsigned others = 0;
        if (!task->worked) continue;
        for (unsigned o = 0; o < i; o++)
            if (tasks[o].exercise == task->exercise) chosen[others++] = (AskedOf){&tasks[o].questions, tasks[o].asked};
        drop_vetoed(task, &task->questions);
        task->asked = questions_choose(&task->questions, SHEET_QUESTIONS, chosen, others);
        written = write_pages(task, marks);
    }
    free(chosen);
    return written || message_set(error, "cannot write the pages");
}

// Every exercise that asks for a kernel, unless some are named.
static void choose_exercises(Examination *examination) {
    if (examination->chosen_count) return;
    for (unsigned i = 0; i < exercise_count && examination->chosen_count < COUNT_OF(examination->chosen); i++)
        if (exercise_runs(exercises[i]) && exercises[i]->interface)
            examination->chosen[examination->chosen_count++] = exercises[i];
}

static bool tasks_of(const Examination *examination, const Submissions *list, const Submission *submission,
                     SubmittedFiles *files, Task **tasks, unsigned *count, Message error) {
    Match matches[COUNT_OF(examination->chosen)];
    if (!submission_read(list, submission, files, error)) return false;
    submission_match(files, examination->chosen, examination->chosen_count, NULL, NULL, matches);
    for (unsigned e = 0; e < examination->chosen_count; e++) {
        if (matches[e].kind != MATCH_EXACT && matches[e].kind != MATCH_MISNAMED) continue;
        const SubmittedFile *file = &files->files[matches[e].file];
        if (!ARRAY_GROW(*tasks, *count)) return message_set(error, "out of memory");
        (*tasks)[(*count)++] = (Task){.of = examination,
                                      .exercise = examination->chosen[e],
                                      .student = submission->student,
                                      .id = submission->id,
                                      .source = file->data,
                                      .length = file->length};
    }
    return true;
}

static bool keys_prepare(const Examination *examination, const Task *tasks, unsigned count, Message error) {
    char folder[PATH_BYTES];
    if (!paths_work_folder(examination->paths, folder, error)) return false;
    bool prepared = true;
    for (unsigned i = 0; i < count && prepared; i++)
        prepared = key_prepare(examination->paths, tasks[i].exercise, folder, error);
    folder_remove(folder);
    return prepared;
}

static bool examine(const Examination *examination, Submissions *list, unsigned *examined, Message error) {
    SubmittedFiles *files = calloc(list->count + 1, sizeof *files);
    Task *tasks = NULL;
    unsigned count = 0;
    char path[PATH_BYTES];
    bool worked = files != NULL;
    for (unsigned i = 0; worked && i < list->count; i++)
        if (!list->items[i].left_out[0])
            worked = tasks_of(examination, list, &list->items[i], &files[i], &tasks, &count, error);
    worked = worked && keys_prepare(examination, tasks, count, error);
    snprintf(path, sizeof path, "%.800s/marks.csv", examination->out);
    FILE *marks = worked ? fopen(path, "w") : NULL;
    if (worked && !marks) worked = message_set(error, "cannot write %.120s", path);
    if (marks)
        fputs("student,id,exercise,key_1,key_2,key_3,key_4,key_5,mark_1,mark_2,mark_3,mark_4,mark_5,questions,kinds,"
              "made_refused_dull_good,why_not_five\r\n",
              marks);
    worked = worked && tasks_run(tasks, count, error);
    if (marks) worked &= tasks_choose(tasks, count, marks, error);
    if (marks) fclose(marks);
    *examined = count;
    for (unsigned i = 0; files && i < list->count; i++) submitted_free(&files[i]);
    for (unsigned i = 0; i < count; i++) questions_free(&tasks[i].questions);
    free(files);
    free(tasks);
    return worked;
}

static bool options_read(Examination *examination, int argc, char **argv) {
    static const struct option options[] = {{"exercise", required_argument, NULL, 'e'},
                                            {"output", required_argument, NULL, 'o'},
                                            {"unsafe", no_argument, NULL, 'u'},
                                            {0}};
    optind = 1;
    for (int option; (option = getopt_long(argc, argv, "o:", options, NULL)) != -1;) {
        const Exercise *exercise = option == 'e' ? known_exercise(optarg) : NULL;
        if (option == '?' || (option == 'e' && !exercise)) return false;
        if (option == 'o') examination->out = optarg;
        else if (option == 'u') examination->unsafe = true;
        else if (examination->chosen_count < COUNT_OF(examination->chosen))
            examination->chosen[examination->chosen_count++] = exercise;
    }
    examination->submissions = optind + 1 == argc ? argv[optind] : NULL;
    if (examination->submissions && examination->out) return true;
    return complain("say what to examine and where the pages go: build/grade examine SUBMISSIONS -o DIRECTORY"), false;
}

static bool is_possible(const Examination *examination) {
    Message reason;
    if (!paths_instructors(examination->paths, reason))
        return complain("no program is examined here: %s", reason), false;
    if (!secret_known())
        return complain(
                   "the questions are drawn from the course's secret: --secret FILE, or the variable GRADE_SECRET"),
               false;
    if (!examination->unsafe && !box_works(examination->paths, reason))
        return complain(
                   "there is no sandbox here, so nothing is run: %s. --unsafe does without, for files that you wrote "
                   "yourself",
                   reason),
               false;
    return folder_make(examination->out) || (complain("cannot make the directory %s", examination->out), false);
}

int examine_command(const Paths *paths, int argc, char **argv) {
    Examination examination = {.paths = paths};
    Submissions list = {0};
    Message error = "";
    char path[PATH_BYTES], course[64];
    unsigned examined = 0;
    if (!options_read(&examination, argc, argv) || !is_possible(&examination)) return COULD_NOT_WORK;
    choose_exercises(&examination);
    course_read(course);
    examination.secret = hash_bytes(course, strlen(course));
    snprintf(path, sizeof path, "%.800s/veto.txt", examination.out);
    if (file_exists(path) && !(examination.vetoed = file_read(path, 1 << 20, NULL, error)))
        return complain("%s", error);
    bool worked = submissions_find(examination.submissions, NULL, &list, error) &&
                  (submissions_attempts(&list, false) || message_set(error, "out of memory")) &&
                  examine(&examination, &list, &examined, error);
    submissions_free(&list);
    free(examination.vetoed);
    if (!worked) return complain("%s", error);
    printf("%u program%s examined: %s/sheets, keys, cards, marks.csv\n", examined, examined == 1 ? "" : "s",
           examination.out);
    return 0;
}
