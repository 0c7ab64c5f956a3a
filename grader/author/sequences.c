// sequences.c - mistakes, and the advice of verdicts that is followed to the letter.
//
// A verdict is good if the student who does what it says, and no more, gets further. So each step of a sequence is
// graded as a file of its own, and each verdict is held against the one before.
#include "author.h"

#include "../command.h"
#include "../device/system/message.h"
#include "../device/system/text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_SEQUENCE_STEPS = 8 };

// ---- collecting ----

// Where the next line "step:" begins that is no text of an edit; the end if there is none.
static const char *next_step(const char *at) {
    bool in_edit = false;
    for (; *at; at += strcspn(at, "\n"), at += *at == '\n') {
        if (text_begins(at, "replace:\n")) in_edit = true;
        else if (text_begins(at, "end\n")) in_edit = false;
        else if (!in_edit && text_begins(at, "step:")) break;
    }
    return at;
}

// The file after a step. texts[n] is that before step n + 1. NULL with a sentence in error.
static char *text_after(const char *step, char *const *texts, unsigned number, Message error) {
    const char *from = step;
    char words[200];
    unsigned base = number;
    bool undone = says_next(&from, "undo:", words);
    if (undone) base = (unsigned)atoi(words);
    if (base < 1 || base > number) {
        message_set(error, "step %u undoes step %u, which is not before it", number, base);
        return NULL;
    }
    bool edited = strstr(step, "\nreplace:\n") != NULL;
    return edited || !undone ? edits_apply(texts[base - 1], step, error) : strdup(texts[base - 1]);
}

static void add_step(const char *folder, const char *shown, const char *name, unsigned number, const char *text,
                     const char *step, Trials *trials, const Exercise *exercise) {
    char state[200] = "", path[PATH_BYTES], named[PATH_BYTES];
    Message error;
    const char *from = step;
    says_next(&from, "step:", state);
    snprintf(path, sizeof path, "%.600s/%.80s.%.120s.%u.cu", folder, exercise->name, name, number);
    snprintf(named, sizeof named, "%.900s step %u", shown, number);
    Trial *trial = trial_add(trials, exercise, state, path, named);
    trial->step = number;
    trial->says = strdup(step); // NULL, out of memory: the trial complains that it says nothing
    snprintf(trial->named, sizeof trial->named, "%.70s.cu", exercise->name);
    if (!file_write_derived(trial->file, text, strlen(text), error))
        snprintf(trial->problem, sizeof trial->problem, "%s", error);
}

static void add_problem(const Exercise *exercise, const char *shown, const char *error, Trials *trials) {
    Trial *trial = trial_add(trials, exercise, "passed", "", shown);
    snprintf(trial->problem, sizeof trial->problem, "%s", error);
}

static char *first_text(const Paths *paths, const Exercise *exercise, const char *sequence, Message error) {
    char path[PATH_BYTES], words[200];
    const char *from = sequence;
    if (says_next(&from, "from:", words) && !strcmp(words, "skeleton"))
        paths_part(paths, exercise, "skeleton.cu", path);
    else paths_source(paths, "solutions", exercise, path);
    return file_read(path, MOST_SOURCE_BYTES, NULL, error);
}

static void add_steps(const Paths *paths, const char *folder, const KnownAnswer *played, Trials *trials,
                      const Exercise *exercise) {
    char *texts[MOST_SEQUENCE_STEPS + 1] = {NULL};
    const char *name = strchr(played->name, '/') + 1;
    Message error = "";
    unsigned number = 0;
    texts[0] = first_text(paths, exercise, played->text, error);
    const char *at = next_step(played->text);
    while (*at && texts[number] && number < MOST_SEQUENCE_STEPS) {
        const char *end = next_step(at + 1);
        char *step = strndup(at, (size_t)(end - at));
        number++;
        texts[number] = step ? text_after(step, texts, number, error) : NULL;
        if (texts[number]) error[0] = 0; // edits_apply leaves words there
        if (texts[number]) add_step(folder, played->place, name, number, texts[number], step, trials, exercise);
        free(step);
        at = end;
    }
    bool whole = texts[number] && !*at && number > 1;
    if (texts[number] && !whole) message_set(error, "it needs 2 to %d steps", MOST_SEQUENCE_STEPS);
    if (whole && strcmp(trials->trials[trials->count - 1].expected, "passed") != 0)
        message_set(error, "its last step does not pass");
    if (error[0]) add_problem(exercise, played->place, error, trials);
    for (unsigned i = 0; i <= number; i++) free(texts[i]);
}

bool sequences_collect(const Paths *paths, const Exercise *exercise, const char *folder, Trials *trials,
                       Message error) {
    KnownAnswers sequences;
    if (!known_read_sequences(paths, exercise, &sequences, error)) return false;
    for (unsigned i = 0; i < sequences.count; i++) add_steps(paths, folder, &sequences.answers[i], trials, exercise);
    known_free(&sequences);
    return true;
}

// ---- judging ----

// How far a file has come: what keeps it from being judged at all comes first.
static unsigned progress_of(const Trial *trial) {
    static const char *const order[] = {"build", "rejected", "disk",  "output", "memory", "timeout",
                                        "crash", "fault",    "wrong", "limit",  "slow",   "passed"};
    unsigned progress = 0;
    while (progress < COUNT_OF(order) && strcmp(order[progress], trial->state)) progress++;
    return progress;
}

static bool is_better(const Trial *before, const Trial *after) {
    return after->points > before->points || progress_of(after) > progress_of(before);
}

static void step_judge(const Trial *before, Trial *after, bool better) {
    char why[200];
    const char *from = after->says;
    bool same = says_next(&from, "same:", why);
    if (after->problem[0]) return;
    if (better && same) snprintf(after->problem, sizeof after->problem, "is better: leave out the line \"same:\"");
    if (better) return;
    if (!same || !strcmp(before->summary, after->summary))
        snprintf(after->problem, sizeof after->problem, "obeys, and gets %d points after %d and is told: %.300s",
                 after->points, before->points, after->summary);
}

void sequences_judge(const Trials *trials, unsigned *obeyed, unsigned *better) {
    *obeyed = *better = 0;
    for (unsigned i = 1; i < trials->count; i++) {
        const Trial *before = &trials->trials[i - 1];
        Trial *after = &trials->trials[i];
        if (after->step < 2 || !before->state[0] || !after->state[0]) continue;
        bool is = is_better(before, after);
        ++*obeyed;
        *better += is;
        step_judge(before, after, is);
    }
}

// ---- the command ----

static bool is_chosen(const Exercise *exercise, int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], exercise->name)) return true;
    return argc == 1;
}

static unsigned print_steps(const Trials *trials) {
    unsigned problems = 0;
    for (unsigned i = 0; i < trials->count; i++) {
        const Trial *trial = &trials->trials[i];
        if (trial->step < 2) printf("%s%s\n", i ? "\n" : "", trial->shown);
        if (trial->state[0]) printf("  %u  %-8s %3d  %s\n", trial->step, trial->state, trial->points, trial->summary);
        if (trial->problem[0]) printf("  %u  PROBLEM: %s\n", trial->step, trial->problem);
        problems += trial->problem[0] != 0;
    }
    return problems;
}

int sequences_command(const Paths *paths, int argc, char **argv) {
    char folder[PATH_BYTES];
    Message error;
    Trials trials = {0};
    unsigned sequences = 0, obeyed, better;
    for (int i = 1; i < argc; i++)
        if (!known_exercise(argv[i])) return COULD_NOT_WORK;
    if (!paths_work_folder(paths, folder, error)) return complain("%s", error);
    for (unsigned i = 0; i < exercise_count; i++)
        if (is_chosen(exercises[i], argc, argv) && !sequences_collect(paths, exercises[i], folder, &trials, error))
            return complain("%s", error);
    trials_run(paths, &trials, default_jobs(), isatty(STDERR_FILENO) ? stderr : NULL);
    sequences_judge(&trials, &obeyed, &better);
    unsigned problems = print_steps(&trials);
    for (unsigned i = 0; i < trials.count; i++) sequences += trials.trials[i].step == 1;
    printf("\n%u sequences: %u verdicts obeyed, %u times (%.0f %%) the next verdict is better, %u problem%s\n",
           sequences, obeyed, better, obeyed ? 100.0 * better / obeyed : 0, problems, problems == 1 ? "" : "s");
    trials_free(&trials);
    folder_remove(folder);
    return problems ? 1 : 0;
}
