// test_compared.c - what a class is compared with besides itself: code that was given out (--base) and an earlier class
// (--earlier), as class_alike writes it to RESULTS/alike/.
#define _GNU_SOURCE // asprintf
#include "batch/batch.h"

#include "scratch.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char folder[SCRATCH_BYTES], class_folder[PATH_BYTES], error[200];
static Paths paths;
static Batch batch;
static PagePairs pairs;

static void setup(void) {
    scratch_folder(folder, "compared");
    snprintf(class_folder, sizeof class_folder, "%s/class", folder);
    ck_assert_msg(paths_find(&paths, error), "%s", error);
    batch = (Batch){.paths = &paths, .journal.lock = -1, .exercises = {exercise_named("histogram_private")}};
    batch.exercise_count = 1;
}

static void forget(void) {
    free(pairs.pairs);
    free(pairs.notes);
    submissions_free(&batch.submissions);
    submissions_free(&batch.earlier);
    journal_close(&batch.journal);
    folder_remove(folder);
}

// What each of them wrote alone.
static const struct {
    const char *name, *text;
} programs[] = {
    {"clears",
     "__global__ void clear(float *all) { all[threadIdx.x] = 0; }\nvoid f(float *x) { clear<<<1, 32>>>(x); }\n"},
    {"turns",
     "void turn(int *way, int far) {\n    int near = way[far] - 4;\n    for (int at = far; at > 9; at -= 3)\n"
     "        way[at] = near ^ (at << 2); // one corner at a time\n    if (near % 7 == 5) way[far / 3] |= near;\n"
     "    while (way[1] < far) way[1] = way[1] * 5 + near / 11;\n    way[far & 6] -= near * near - far;\n"
     "    do { way[2]++; } while (way[2] % 13 || way[3] > near - 8);\n}\n"},
    {"adds", "double add(const double *some) { return some[0] + some[1] * some[2]; }\n"},
    {"waits", "void wait_for(volatile int *flag) { while (!*flag) continue; }\n"},
};

static char *answer(const char *name, const char *before) {
    char *text = NULL;
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        if (!strcmp(programs[i].name, name)) ck_assert_int_gt(asprintf(&text, "%s%s", before, programs[i].text), 0);
    ck_assert_ptr_nonnull(text);
    return text;
}

static void hand_in(const char *where, const char *student, const char *name, const char *before) {
    char path[200], *text = answer(name, before);
    snprintf(path, sizeof path, "%s/%s/histogram_private.cu", where, student);
    scratch_write(folder, path, text, strlen(text));
    free(text);
}

// Reads the class, and keeps each file as if it had been graded.
static void open_class(void) {
    char results[PATH_BYTES];
    snprintf(results, sizeof results, "%s/results", folder);
    ck_assert_msg(submissions_find(class_folder, NULL, &batch.submissions, error), "%s", error);
    ck_assert_msg(journal_open(&batch.journal, results, &paths, NULL, false, error), "%s", error);
    for (unsigned s = 0; s < batch.submissions.count; s++) {
        const Submission *submission = &batch.submissions.items[s];
        Verdict verdict = {.exercise = batch.exercises[0], .state = STATE_passed};
        SubmittedFiles files;
        ck_assert_msg(submission_read(&batch.submissions, submission, &files, error), "%s", error);
        ck_assert(journal_store(&batch.journal, submission->id, "key", &verdict, files.files[0].data,
                                files.files[0].length, error));
        submitted_free(&files);
    }
}

static void compare_class(void) { ck_assert_msg(class_alike(&batch, &pairs, error), "%s", error); }

static unsigned rows_of(PairKind kind) {
    unsigned count = 0;
    for (unsigned i = 0; i < pairs.count; i++) count += pairs.pairs[i].kind == kind;
    return count;
}

// Much more than what either wrote of their own.
static const char given[] =
    "__device__ int given_index(int x, int y, int w) { return (y * w + x) ^ ((x >> 3) & 7); }\n"
    "__device__ int given_turn(int value, int by) { return (value << by) | ((unsigned)value >> (32 - by)); }\n"
    "__global__ void given_fill(int *out, const int *in, int n) {\n"
    "    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += 256 * gridDim.x) {\n"
    "        int left = in[i], right = in[n - 1 - i], mixed = given_turn(left, 5) ^ right;\n"
    "        for (int j = 0; j < 7; j++) mixed = mixed * 1103515245 + 12345 + (j << 4);\n"
    "        if (mixed % 3 == 1) out[given_index(i, mixed & 31, 33)] = mixed;\n"
    "        else atomicMax(&out[i], left - right + mixed / 17);\n"
    "    }\n"
    "    __syncthreads();\n"
    "    for (int step = 128; step > 0; step /= 2) {\n"
    "        if (threadIdx.x < step) out[threadIdx.x] += out[threadIdx.x + step] * 3 - (step ^ n);\n"
    "        __syncthreads();\n"
    "    }\n"
    "    while (out[0] > n && out[n - 1] != 7) out[0] = out[0] / 2 + out[n / 2] % 11;\n"
    "}\n";

static void make_class_with_given_code(void) {
    hand_in("class", "ann", "clears", given);
    hand_in("class", "bob", "adds", given);
    hand_in("class", "cem", "turns", "");
    hand_in("class", "dag", "waits", "");
    open_class();
}

START_TEST(code_that_two_share_makes_them_alike) {
    make_class_with_given_code();
    compare_class();
    ck_assert_uint_eq(rows_of(PAIR_ALIKE), 1);
    ck_assert_str_eq(pairs.pairs[0].left, "ann");
    ck_assert_str_eq(pairs.pairs[0].right, "bob");
}
END_TEST

START_TEST(code_that_was_given_out_is_nobodys_own) {
    char base[PATH_BYTES];
    make_class_with_given_code();
    scratch_write(folder, "base/include/given.cuh", given, strlen(given));
    snprintf(base, sizeof base, "%s/base", folder);
    batch.base = base;
    compare_class();
    ck_assert_uint_eq(pairs.count, 0);
}
END_TEST

START_TEST(file_of_an_earlier_class_is_found) {
    char earlier[PATH_BYTES];
    hand_in("class", "ann", "clears", "");
    hand_in("class", "bob", "turns", "// all my own\n");
    hand_in("class", "cem", "adds", "");
    hand_in("earlier", "zoe", "turns", "#include <cstdio> // of last year\n");
    hand_in("earlier", "yan", "waits", "");
    open_class();
    snprintf(earlier, sizeof earlier, "%s/earlier", folder);
    ck_assert_msg(submissions_find(earlier, NULL, &batch.earlier, error), "%s", error);
    compare_class();
    ck_assert_uint_eq(pairs.count, 1);
    ck_assert_int_eq(pairs.pairs[0].kind, PAIR_EARLIER);
    ck_assert_str_eq(pairs.pairs[0].left, "bob");
    ck_assert_str_eq(pairs.pairs[0].right, "zoe (earlier)");
    ck_assert_str_eq(pairs.notes[1].words, "the same code as zoe (earlier)");
}
END_TEST

Suite *compared_suite(void) {
    Suite *suite = suite_create("compared");
    TCase *group = tcase_create("compared");
    tcase_add_checked_fixture(group, setup, forget);
    tcase_add_test(group, code_that_two_share_makes_them_alike);
    tcase_add_test(group, code_that_was_given_out_is_nobodys_own);
    tcase_add_test(group, file_of_an_earlier_class_is_found);
    suite_add_tcase(suite, group);
    return suite;
}
