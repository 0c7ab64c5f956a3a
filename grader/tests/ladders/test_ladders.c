// test_ladders.c - recorded times are found for the estimated size, and estimates order the steps as they were
// recorded.
#include "ladders/recorded.h"
#include "system/paths.h"

#include <check.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Paths paths;

static void setup(void) {
    char error[200];
    ck_assert_msg(paths_find(&paths, error), "%s", error);
}

START_TEST(steps_recorded_at_the_estimated_size_are_found) {
    Recorded recorded;
    double ms = 0;
    ck_assert(recorded_read(&paths, exercise_named("sgemm"), 0, &recorded));
    ck_assert(!recorded.scaled);
    ck_assert_str_eq(recorded.size, "4096 x 4096 x 4096");
    ck_assert_double_eq_tol(recorded_step(&recorded, "matmul_warp_tiles"), 2.785, 0.01);
    ck_assert_double_eq(recorded_step(&recorded, "no_such_step"), 0);
    ck_assert_str_eq(recorded_peer(&recorded, &ms), "cublasSgemm");
    ck_assert_double_eq_tol(ms, 2.722, 0.01);
}
END_TEST

// Of two sizes that are recorded, the estimated one.
START_TEST(labels_with_other_words_name_the_same_size) {
    Recorded recorded;
    ck_assert(recorded_read(&paths, exercise_named("corner_turning_padded"), 0, &recorded));
    ck_assert_str_eq(recorded.size, "4096 x 4096 x 4096, tiles of 32");
    ck_assert(recorded_read(&paths, exercise_named("transpose_padded"), 536870912, &recorded));
    ck_assert_str_eq(recorded.size, "8192 x 8192");
    ck_assert(!recorded.scaled);
}
END_TEST

// matrix_sums has a matrix of 268 MB, of which its two kernels load 537.
START_TEST(time_of_the_same_size_is_what_was_recorded) {
    Recorded recorded;
    ck_assert(recorded_read(&paths, exercise_named("matrix_sums"), 8192 * 8192 * 4, &recorded));
    ck_assert(!recorded.scaled);
    ck_assert_double_eq_tol(recorded_step(&recorded, "sums_by_thread"), 1.368, 0.001);
}
END_TEST

START_TEST(time_of_another_size_is_that_of_the_same_rate) {
    Recorded recorded;
    ck_assert(recorded_read(&paths, exercise_named("bytes_in_flight"), 1 << 28, &recorded));
    ck_assert(recorded.scaled);
    ck_assert_double_eq_tol(recorded_step(&recorded, "floats"), 0.388 / 4, 0.001);
    // sum_atomic sums two arrays, the recorded ladder one
    ck_assert(recorded_read(&paths, exercise_named("sum_atomic"), 536870912, &recorded));
    ck_assert_double_eq_tol(recorded_step(&recorded, "blocks"), 2 * 0.06691, 0.001);
    ck_assert(!recorded_read(&paths, exercise_named("bytes_in_flight"), 0, &recorded));
    ck_assert(!recorded_read(&paths, exercise_named("bank_quiz"), 1 << 28, &recorded));
}
END_TEST

// ---- grader/gpu/bench/estimates.csv --------------------------------------------------------------------------------

typedef struct {
    char exercise[64], step[64];
    double estimate, recorded;
    bool refused; // the model says why there is no estimate
} Step;

static unsigned steps_load(Step *steps, unsigned most) {
    char path[PATH_BYTES], line[1000];
    unsigned count = 0;
    snprintf(path, sizeof path, "%.900s/grader/gpu/bench/estimates.csv", paths.root);
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    while (count < most && fgets(line, sizeof line, file)) {
        if (line[0] == '#' || !strncmp(line, "exercise,", strlen("exercise,"))) continue;
        char *quote = strchr(line, '"'), *after = quote ? strchr(quote + 1, '"') : NULL;
        ck_assert_ptr_nonnull(after);
        Step *step = &steps[count++];
        *step = (Step){.refused = strstr(line, "no estimate: ")};
        sscanf(line, "%63[^,]", step->exercise);
        ck_assert_int_ge(
            sscanf(after, "\",%63[^,],%lf,%*f,%*f,%*f,%*f,%lf", step->step, &step->estimate, &step->recorded), 1);
    }
    fclose(file);
    return count;
}

#define MOST 200
static Step steps[MOST];

START_TEST(every_ladder_has_estimates) {
    unsigned count = steps_load(steps, MOST);
    for (unsigned e = 0; e < exercise_count; e++) {
        if (!exercise_estimated(exercises[e])) continue;
        unsigned known = 0;
        for (unsigned i = 0; i < count; i++)
            known += !strcmp(steps[i].exercise, exercises[e]->name) && (steps[i].estimate > 0 || steps[i].refused);
        ck_assert_msg(known, "%s: make ladders", exercises[e]->name);
    }
}
END_TEST

// Steps whose recorded times differ by 15 % or more are estimated in the same order: 97 % of them.
START_TEST(estimates_order_steps_as_recorded) {
    unsigned count = steps_load(steps, MOST), pairs = 0, right = 0;
    for (unsigned a = 0; a < count; a++)
        for (unsigned b = 0; b < count; b++) {
            const Step *slow = &steps[a], *fast = &steps[b];
            if (strcmp(slow->exercise, fast->exercise) || !slow->recorded || !fast->recorded || !slow->estimate ||
                !fast->estimate || slow->recorded < 1.15 * fast->recorded)
                continue;
            pairs++;
            right += slow->estimate > fast->estimate;
            if (slow->estimate <= fast->estimate)
                printf("%s: %s is estimated faster than %s\n", slow->exercise, slow->step, fast->step);
        }
    ck_assert_uint_gt(pairs, 60);
    ck_assert_uint_ge(100 * right, 97 * pairs);
}
END_TEST

Suite *ladders_suite(void) {
    Suite *suite = suite_create("ladders");
    TCase *tests = tcase_create("ladders");
    tcase_add_checked_fixture(tests, setup, NULL);
    tcase_add_test(tests, steps_recorded_at_the_estimated_size_are_found);
    tcase_add_test(tests, labels_with_other_words_name_the_same_size);
    tcase_add_test(tests, time_of_the_same_size_is_what_was_recorded);
    tcase_add_test(tests, time_of_another_size_is_that_of_the_same_rate);
    tcase_add_test(tests, every_ladder_has_estimates);
    tcase_add_test(tests, estimates_order_steps_as_recorded);
    suite_add_tcase(suite, tests);
    return suite;
}
