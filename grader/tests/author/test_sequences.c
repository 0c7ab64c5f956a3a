// test_sequences.c - mistakes whose verdicts are obeyed, step by step: a sample of grader/exercises/*/sequences.txt.
//
// All of them are run by `make sequences`, which takes minutes. Here are so few that they take half a minute.
#include "author/author.h"
#include "jobs.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SAMPLED = 8 }; // sequences

static Trials trials;
static char folder[PATH_BYTES];
static Paths paths;
static unsigned obeyed, better, sequences;

static bool is_begin(unsigned index) { return trials.trials[index].step < 2; }

// Keeps SAMPLED sequences, evenly spread over all chapters.
static void sample(void) {
    unsigned kept = 0, number = 0;
    for (unsigned i = 0; i < trials.count; i++) sequences += is_begin(i);
    for (unsigned i = 0; i < trials.count; i++) {
        number += is_begin(i);
        bool chosen = (number * SAMPLED) / sequences != ((number - 1) * SAMPLED) / sequences;
        if (chosen) trials.trials[kept++] = trials.trials[i];
        else free(trials.trials[i].says);
    }
    trials.count = kept;
}

static void collect(void) {
    Message error;
    need(paths_find(&paths, error), error);
    need(paths_work_folder(&paths, folder, error), error);
    for (unsigned i = 0; i < exercise_count; i++)
        need(sequences_collect(&paths, exercises[i], folder, &trials, error), error);
    sample();
}

static void grade_sample(void) {
    trials_run(&paths, &trials, (unsigned)sysconf(_SC_NPROCESSORS_ONLN), NULL);
    sequences_judge(&trials, &obeyed, &better);
}

static void remove_files(void) { folder_remove(folder); }

START_TEST(step_gets_its_verdict) {
    const Trial *trial = &trials.trials[_i];
    ck_assert_msg(!trial->problem[0], "%s: %s", trial->shown, trial->problem);
}
END_TEST

START_TEST(obeyed_verdicts_get_further) {
    ck_assert_uint_ge(sequences, 60);
    ck_assert_uint_ge(obeyed, SAMPLED);
    // Of all sequences two steps are marked `same:`; every other one that is not better has a problem of its own.
    ck_assert_msg(better + 2 >= obeyed, "%u of %u are better", better, obeyed);
}
END_TEST

// ---- how a file is read ----

START_TEST(files_that_are_no_sequence_are_told) {
    static const struct {
        const char *text, *says;
    } rows[] = {
        {"step: passed\nundo: 1\n", "it needs 2 to"},
        {"step: wrong\nundo: 2\nstep: passed\nundo: 1\n", "undoes step 2"},
        {"step: wrong\nreplace:\nno such line\nwith:\nend\nstep: passed\nundo: 1\n", "does not have these lines"},
        {"step: passed\nundo: 1\nstep: wrong\nundo: 1\n", "its last step does not pass"},
    };
    char path[PATH_BYTES], made[PATH_BYTES], text[500];
    Message error;
    Paths there = paths;
    Trials read = {0};
    const Exercise *exercise = exercise_named("flatten");
    snprintf(there.root, sizeof there.root, "%.900s/root%d", folder, _i);
    snprintf(made, sizeof made, "mkdir -p %.400s/grader/exercises/flatten %.400s/solutions/%s", there.root, there.root,
             exercise->chapter);
    ck_assert_int_eq(system(made), 0);
    snprintf(path, sizeof path, "%.800s/grader/exercises/flatten/sequences.txt", there.root);
    snprintf(text, sizeof text, "=== sequences/a.seq\n%s", rows[_i].text);
    ck_assert(file_write(path, text, strlen(text), error));
    paths_source(&there, "solutions", exercise, path);
    ck_assert(file_write(path, "a line\n", strlen("a line\n"), error));
    ck_assert_msg(sequences_collect(&there, exercise, folder, &read, error), "%s", error);
    ck_assert_uint_gt(read.count, 0);
    ck_assert_msg(strstr(read.trials[read.count - 1].problem, rows[_i].says) != NULL, "%s",
                  read.trials[read.count - 1].problem);
    trials_free(&read);
}
END_TEST

Suite *sequences_suite(void) {
    Suite *suite = suite_create("sequences");
    TCase *grading = tcase_create("grading"), *reading = tcase_create("reading");
    collect();
    tcase_add_loop_test(reading, files_that_are_no_sequence_are_told, 0, 4);
    tcase_add_unchecked_fixture(grading, grade_sample, remove_files);
    tcase_add_loop_test(grading, step_gets_its_verdict, 0, (int)trials.count);
    tcase_add_test(grading, obeyed_verdicts_get_further);
    suite_add_tcase(suite, reading);
    suite_add_tcase(suite, grading);
    return suite;
}
