// test_exercises.c - the definitions: complete, with oracles and limits that agree with hand calculation.
#include "../exercises/product.h"
#include "../grading/device_report.h"
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- every definition ----

START_TEST(points_add_up_to_100) {
    int sum = 0;
    for (unsigned i = 0; i < exercises[_i]->part_count; i++) sum += exercises[_i]->parts[i].points;
    ck_assert_int_eq(sum, 100);
}
END_TEST

START_TEST(parts_name_existing_limits) {
    const Exercise *exercise = exercises[_i];
    for (unsigned i = 0; i < exercise->part_count; i++)
        if (exercise->parts[i].kind == PART_LIMIT) ck_assert_uint_lt(exercise->parts[i].limit, exercise->limit_count);
}
END_TEST

START_TEST(limits_measure_something_and_advise) {
    const Exercise *exercise = exercises[_i];
    for (unsigned i = 0; i < exercise->limit_count; i++) {
        const Limit *limit = &exercise->limits[i];
        ck_assert_ptr_nonnull(limit->advice);
        ck_assert(limit->numerator || limit->measure);
        ck_assert(limit->bounds || limit->least <= limit->most);
    }
}
END_TEST

START_TEST(three_hints_are_there) {
    for (int i = 0; i < 3; i++) {
        ck_assert_ptr_nonnull(exercises[_i]->hints[i]);
        ck_assert_uint_gt(strlen(exercises[_i]->hints[i]), 40);
    }
}
END_TEST

START_TEST(cases_are_shown_hidden_and_measured) {
    const Exercise *exercise = exercises[_i];
    unsigned hidden = 0, measured = 0;
    for (unsigned i = 0; i < exercise->case_count; i++) {
        hidden += exercise->cases[i].hidden;
        measured += exercise->cases[i].measured;
        ck_assert(!(exercise->cases[i].hidden && exercise->cases[i].measured));
    }
    ck_assert_uint_ge(hidden, 2);
    ck_assert_uint_eq(measured, 1);
    ck_assert_uint_ge(exercise->case_count, 5);
}
END_TEST

START_TEST(name_finds_its_exercise) {
    ck_assert_ptr_eq(exercise_named(exercises[_i]->name), exercises[_i]);
    ck_assert_ptr_null(exercise_named("no_such_exercise"));
}
END_TEST

START_TEST(functions_make_inputs_and_programs_take_arguments) {
    const Exercise *exercise = exercises[_i];
    ck_assert(exercise->check != NULL);
    ck_assert_int_eq(exercise->make != NULL, exercise->interface != NULL);
    ck_assert_int_eq(exercise->arguments != NULL, exercise->interface == NULL);
    ck_assert_int_eq(exercise->must_define != NULL, exercise->interface != NULL);
}
END_TEST

// ---- inputs ----

START_TEST(random_values_are_signed_and_never_small) {
    float values[4096];
    unsigned negative = 0;
    Random random = random_seeded(11);
    random_fill(&random, values, COUNT_OF(values));
    for (size_t i = 0; i < COUNT_OF(values); i++) {
        ck_assert(fabsf(values[i]) >= 0.25f && fabsf(values[i]) < 1);
        negative += values[i] < 0;
    }
    ck_assert_uint_gt(negative, 1800);
    ck_assert_uint_lt(negative, 2300);
}
END_TEST

START_TEST(seed_decides_the_values) {
    float first[64], again[64], other[64];
    Random a = random_seeded(1), b = random_seeded(1), c = random_seeded(2);
    random_fill(&a, first, 64), random_fill(&b, again, 64), random_fill(&c, other, 64);
    ck_assert_mem_eq(first, again, sizeof first);
    ck_assert_mem_ne(first, other, sizeof first);
}
END_TEST

// The published first outputs of SplitMix64 for seed 1234567.
START_TEST(generator_is_splitmix64) {
    Random random = random_seeded(1234567);
    ck_assert_uint_eq(random_next(&random), UINT64_C(6457827717110365317));
    ck_assert_uint_eq(random_next(&random), UINT64_C(3203168211198807973));
}
END_TEST

// ---- comparison ----

START_TEST(equal_matrices_pass) {
    const float got[6] = {1, 2, 3, 4, 5, 6};
    const double expected[6] = {1, 2, 3, 4, 5, 6};
    CaseResult result;
    compare_matrix("C", got, expected, 2, 3, 0, &result);
    ck_assert(result.passed && !result.has_element && result.wrong_count == 0 && result.total == 6);
}
END_TEST

START_TEST(first_wrong_element_is_reported) {
    const float got[6] = {1, 2, 3, 0, 5, 0};
    const double expected[6] = {1, 2, 3, 4, 5, 6};
    CaseResult result;
    compare_matrix("C", got, expected, 2, 3, 1, &result);
    ck_assert(!result.passed && result.has_element);
    ck_assert_uint_eq(result.index_count, 2);
    ck_assert_uint_eq(result.index[0], 1);
    ck_assert_uint_eq(result.index[1], 0);
    ck_assert_double_eq(result.expected, 4);
    ck_assert_double_eq(result.got, 0);
    ck_assert_uint_eq(result.wrong_count, 2);
    ck_assert_str_eq(result.array, "C");
    ck_assert_ptr_nonnull(strstr(result.message, "C[1][0] is 0, expected 4"));
    ck_assert_ptr_nonnull(strstr(result.message, "2 of 6"));
}
END_TEST

START_TEST(nan_and_infinity_never_pass) {
    static const float bad[] = {NAN, -NAN, INFINITY, -INFINITY};
    const double expected = 1;
    CaseResult result;
    compare_matrix("C", &bad[_i], &expected, 1, 1, UINT64_C(1) << 60, &result);
    ck_assert(!result.passed);
}
END_TEST

START_TEST(poison_is_called_never_written) {
    float got;
    memset(&got, 0xFF, sizeof got);
    const double expected = 1;
    CaseResult result;
    compare_matrix("C", &got, &expected, 1, 1, 1, &result);
    ck_assert(!result.passed);
    ck_assert_ptr_nonnull(strstr(result.message, "C[0][0] was never written"));
}
END_TEST

START_TEST(tolerance_grows_with_terms) {
    const float got = 1.00001f;
    const double expected = 1;
    CaseResult result;
    compare_matrix("C", &got, &expected, 1, 1, 4, &result);
    ck_assert(!result.passed);
    compare_matrix("C", &got, &expected, 1, 1, 100, &result);
    ck_assert(result.passed);
}
END_TEST

START_TEST(moved_values_must_be_equal) {
    const float got = nextafterf(0.5f, 1);
    const double expected = 0.5;
    CaseResult result;
    compare_matrix("out", &got, &expected, 1, 1, 0, &result);
    ck_assert(!result.passed);
}
END_TEST

// ---- products ----

static CaseFile output_of(const char *name, const float *values, uint64_t count) {
    CaseFile output = {0};
    memcpy(case_file_add(&output, name, CASE_FLOAT32, count), values, count * sizeof *values);
    return output;
}

// 2 x 3 times 3 x 2, by hand: rows of A are 1 2 3 and 4 5 6. The six numbers 7..12, read by rows, are the matrix
// 7 8 / 9 10 / 11 12; read by columns, 7 10 / 8 11 / 9 12.
static CaseFile small_product(void) {
    CaseFile input = {0};
    float *a = case_file_add(&input, "A", CASE_FLOAT32, 6), *b = case_file_add(&input, "B", CASE_FLOAT32, 6);
    for (int i = 0; i < 6; i++) a[i] = (float)(i + 1), b[i] = (float)(i + 7);
    return input;
}

static const CaseSpec small_spec = {.label = "2 x 2 x 3", .size = {[PRODUCT_M] = 2, [PRODUCT_N] = 2, [PRODUCT_K] = 3}};

START_TEST(products_agree_with_hand_calculation) {
    static const float by_rows[4] = {58, 64, 139, 154}, by_columns[4] = {50, 68, 122, 167};
    CaseFile input = small_product(), rows = output_of("C", by_rows, 4), columns = output_of("C", by_columns, 4);
    CaseResult result;
    product_check_rows(&small_spec, &input, &rows, NULL, NULL, &result);
    ck_assert_msg(result.passed, "%s", result.message);
    product_check_rows(&small_spec, &input, &columns, NULL, NULL, &result);
    ck_assert(!result.passed);
    product_check_columns(&small_spec, &input, &columns, NULL, NULL, &result);
    ck_assert_msg(result.passed, "%s", result.message);
    product_check_columns(&small_spec, &input, &rows, NULL, NULL, &result);
    ck_assert(!result.passed);
    case_file_free(&input), case_file_free(&rows), case_file_free(&columns);
}
END_TEST

START_TEST(missing_or_misshapen_output_is_wrong) {
    static const float values[5] = {0};
    CaseFile input = small_product(), none = {0}, longer = output_of("C", values, 5), whole = {0};
    case_file_add(&whole, "C", CASE_INT64, 4);
    const CaseFile *const outputs[] = {NULL, &none, &longer, &whole};
    for (size_t i = 0; i < COUNT_OF(outputs); i++) {
        CaseResult result;
        product_check_rows(&small_spec, &input, outputs[i], NULL, NULL, &result);
        ck_assert(!result.passed && !result.has_element);
        ck_assert_ptr_nonnull(strstr(result.message, "C"));
        ck_assert_uint_eq(result.wrong_count, 4);
    }
    case_file_free(&input), case_file_free(&longer), case_file_free(&whole);
}
END_TEST

static float kept(float value) { return value; }

// To the nearest of 11 significant bits, as a half has them; values here are far from its limits.
static float halved(float value) {
    int exponent;
    float mantissa = frexpf(value, &exponent);
    return ldexpf(rintf(ldexpf(mantissa, 11)), exponent - 11);
}

// What a kernel in float computes: each input rounded, products summed upwards or downwards.
static bool float_product_passes(const CaseSpec *spec, uint64_t seed, float (*rounded)(float), bool upwards) {
    int64_t m = spec->size[PRODUCT_M], n = spec->size[PRODUCT_N], k = spec->size[PRODUCT_K];
    CaseFile input = {0}, output = {0};
    ck_assert(product_make(spec, seed, &input));
    const float *a = case_file_find(&input, "A")->data, *b = case_file_find(&input, "B")->data;
    float *c = case_file_add(&output, "C", CASE_FLOAT32, (uint64_t)(m * n));
    for (int64_t i = 0; i < m * n; i++)
        for (int64_t p = 0; p < k; p++) {
            int64_t q = upwards ? p : k - 1 - p;
            c[i] += rounded(a[i / n * k + q]) * rounded(b[q * n + i % n]);
        }
    CaseResult result;
    product_check_rows(spec, &input, &output, NULL, NULL, &result);
    case_file_free(&input), case_file_free(&output);
    return result.passed;
}

START_TEST(float_sums_pass_in_any_order_and_half_precision_never) {
    const Exercise *exercise = exercises[_i];
    if (exercise->make != product_make) return;
    for (unsigned i = 0; i < exercise->case_count; i++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            ck_assert_msg(float_product_passes(&exercise->cases[i], seed, kept, true), "%s", exercise->cases[i].label);
            ck_assert_msg(float_product_passes(&exercise->cases[i], seed, kept, false), "%s", exercise->cases[i].label);
            ck_assert_msg(!float_product_passes(&exercise->cases[i], seed, halved, true), "%s",
                          exercise->cases[i].label);
        }
}
END_TEST

START_TEST(transpose_agrees_with_hand_calculation) {
    static const float right[6] = {1, 4, 2, 5, 3, 6}, copied[6] = {1, 2, 3, 4, 5, 6};
    const Exercise *exercise = exercise_named("transpose_padded");
    const CaseSpec spec = {.label = "width 3, height 2", .size = {3, 2}};
    CaseFile input = output_of("in", copied, 6), turned = output_of("out", right, 6),
             same = output_of("out", copied, 6);
    CaseResult result;
    exercise->check(&spec, &input, &turned, NULL, NULL, &result);
    ck_assert_msg(result.passed, "%s", result.message);
    exercise->check(&spec, &input, &same, NULL, NULL, &result);
    ck_assert(!result.passed);
    ck_assert_uint_eq(result.index[0], 0); // out has rows of two: element [0][1] should be 4
    ck_assert_uint_eq(result.index[1], 1);
    case_file_free(&input), case_file_free(&turned), case_file_free(&same);
}
END_TEST

// ---- limits ----

static DeviceReport *report_with(const char *counters) {
    char text[1024], error[200];
    int length = snprintf(text, sizeof text,
                          "{\"schema\": 1, \"launches\": [{\"grid\": [2, 2, 1], \"block\": [32, 32, 1], "
                          "\"counters\": {%s}}], \"faults\": [], \"api_errors\": []}",
                          counters);
    DeviceReport *report = report_read(text, (size_t)length, error);
    ck_assert_msg(report != NULL, "%s", error);
    return report;
}

static const Limit *limit_of(const char *exercise, const char *label) {
    const Exercise *found = exercise_named(exercise);
    for (unsigned i = 0; i < found->limit_count; i++)
        if (strstr(found->limits[i].label, label)) return &found->limits[i];
    ck_abort_msg("%s has no limit on %s", exercise, label);
}

// Readings of an H200 for 128 x 128 x 128 with blocks of 16 x 16: 131072 load requests of 32 floats; the sectors of the
// coalesced, the scattered and the column-major product.
START_TEST(coalesced_product_meets_its_limit_and_scattered_ones_do_not) {
    static const struct {
        unsigned sectors;
        double each;
        bool met;
    } readings[] = {{262144, 2, true}, {1114112, 8.5, false}, {1179648, 9, false}};
    const Limit *limit = limit_of("matmul_coalesced", "load request");
    char counters[128];
    snprintf(counters, sizeof counters, "\"global_load_sectors\": %u, \"global_load_bytes\": %u", readings[_i].sectors,
             131072 * 128);
    DeviceReport *report = report_with(counters);
    double value = limit->measure(report, &small_spec);
    ck_assert_double_eq_tol(value, readings[_i].each, 1e-12);
    ck_assert_int_eq(value >= limit->least && value <= limit->most, readings[_i].met);
    report_free(report);
}
END_TEST

START_TEST(kernel_that_loads_nothing_meets_no_sector_limit) {
    DeviceReport *report = report_with("\"ffma\": 0");
    const Limit *loads = limit_of("matmul_coalesced", "load request");
    const Limit *stores = limit_of("matmul_coalesced", "store request");
    ck_assert(loads->measure(report, &small_spec) < loads->least);
    ck_assert(stores->measure(report, &small_spec) < stores->least);
    report_free(report);
}
END_TEST

START_TEST(work_on_the_device_is_counted_against_the_product) {
    DeviceReport *all = report_with("\"ffma\": 10, \"fmul\": 2"), *most = report_with("\"ffma\": 11");
    const Limit *limit = limit_of("matmul_coalesced", "on the device");
    ck_assert_double_eq(limit->measure(all, &small_spec), 1); // 2 * 2 * 3 multiplications
    ck_assert(limit->measure(most, &small_spec) < limit->least);
    report_free(all), report_free(most);
}
END_TEST

static void bounds_of(const char *exercise, const char *label, const CaseSpec *spec, double *least, double *most) {
    limit_of(exercise, label)->bounds(spec, least, most);
}

// Readings of an H200 for 128 x 128 x 128: tiles of 16 x 16 make 8192 load requests, of 32 x 32 4096, coarsened by
// four 2560; one thread per element 131072. Turned stores conflict 28672 times with T = 16 and 63488 times with T = 32.
START_TEST(request_limits_separate_the_measured_kernels) {
    const CaseSpec spec = {.label = "128 x 128 x 128", .size = {128, 128, 128}};
    double least, most;
    bounds_of("corner_turning", "load requests", &spec, &least, &most);
    ck_assert(least <= 4096 && 8192 <= most && most < 16384);
    bounds_of("corner_turning", "bank conflicts", &spec, &least, &most);
    ck_assert(least == 0 && most >= 28672 && most >= 63488);
    bounds_of("matmul_coarsened", "load requests", &spec, &least, &most);
    ck_assert(least <= 2560 && 2560 <= most && most < 4096);
}
END_TEST

// The report's one launch has 4 blocks of 1024 threads: 4096 elements, or four times as many.
START_TEST(coarsening_shows_in_the_number_of_threads) {
    const Limit *limit = limit_of("matmul_coarsened", "threads per element");
    const CaseSpec coarse = {.label = "64 x 256", .size = {64, 256, 1}},
                   plain = {.label = "64 x 64", .size = {64, 64, 1}};
    DeviceReport *report = report_with("");
    ck_assert_double_eq(limit->measure(report, &coarse), 0.25);
    ck_assert(limit->measure(report, &coarse) <= limit->most);
    ck_assert(limit->measure(report, &plain) > limit->most);
    report_free(report);
}
END_TEST

START_TEST(a_single_bank_conflict_is_over_the_limit) {
    const Limit *limit = limit_of("transpose_padded", "bank conflicts");
    DeviceReport *report = report_with("\"shared_load_bank_conflicts\": 1, \"shared_store_bank_conflicts\": 0");
    ck_assert(limit->measure(report, &small_spec) > limit->most);
    report_free(report);
}
END_TEST

// ---- pi ----

enum { PI_TOTAL = 56 * 256 * 16 }; // 229376 points: inner has mean 180151.5 and standard error 196.6

static CaseResult pi_result(const char *text) {
    const Exercise *exercise = exercise_named("pi_monte_carlo");
    CaseResult result;
    exercise->check(&exercise->cases[0], NULL, NULL, text, NULL, &result);
    return result;
}

static const char *pi_line(char line[96], unsigned inner) {
    snprintf(line, 96, "inner=%u total=%d pi=%.6f\n", inner, PI_TOTAL, 4.0 * inner / PI_TOTAL);
    return line;
}

START_TEST(estimate_passes_within_five_standard_errors) {
    static const struct {
        unsigned inner;
        bool passes;
    } counts[] = {{180151, true},         {180151 + 970, true}, {180151 - 970, true}, {180151 + 1000, false},
                  {180151 - 1000, false}, {0, false},           {PI_TOTAL, false}};
    char line[96];
    CaseResult result = pi_result(pi_line(line, counts[_i].inner));
    ck_assert_msg(result.passed == counts[_i].passes, "inner=%u: %s", counts[_i].inner, result.message);
}
END_TEST

START_TEST(answers_that_are_not_one_proper_line_are_wrong) {
    static const char *const texts[] = {
        "",
        "PASS\n",
        "pi=3.141593\n",
        "inner=180151 total=229376\n",
        "inner=180151 total=229376 pi=nan\n",
        "inner=-180151 total=229376 pi=3.141585\n",
        "inner=180151 total=229376 pi=3.2\n",      // not 4 * inner / total
        "inner=180151 total=114688 pi=3.141585\n", // total of another run
        "inner=180151 total=229376 pi=3.141585 or so\n",
        "inner=180151 total=229376 pi=3.141585\ninner=180150 total=229376 pi=3.141567\n", // two guesses
        "inner=99999999999999999999999 total=229376 pi=3.141585\n",
    };
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        CaseResult result = pi_result(texts[i]);
        ck_assert_msg(!result.passed, "accepted: %s", texts[i]);
        ck_assert_uint_gt(strlen(result.message), 10);
    }
}
END_TEST

START_TEST(other_lines_and_a_missing_newline_are_harmless) {
    ck_assert(pi_result("drawing ...\ninner=180151 total=229376 pi=3.141585").passed);
}
END_TEST

// Answers of the six cases: a seed three times, two other seeds, and a fourth with 25 points a thread.
static CaseResult pi_together(const unsigned inner[6]) {
    const Exercise *exercise = exercise_named("pi_monte_carlo");
    char lines[6][96];
    const char *texts[6];
    CaseResult results[6] = {0}, result;
    for (int i = 0; i < 6; i++) {
        int total = 56 * 256 * (i < 5 ? 16 : 25);
        snprintf(lines[i], sizeof lines[i], "inner=%u total=%d pi=%.6f\n", inner[i], total, 4.0 * inner[i] / total);
        texts[i] = lines[i];
        results[i].passed = true;
    }
    exercise->check_all(results, 6, texts, &result);
    return result;
}

START_TEST(independent_seeds_pass_together) {
    CaseResult result = pi_together((const unsigned[]){180151, 180151, 180151, 180300, 179990, 281600});
    ck_assert_msg(result.passed, "%s", result.message);
}
END_TEST

START_TEST(what_only_all_seeds_show_is_found) {
    static const struct {
        unsigned inner[6];
        const char *says;
    } runs[] = {
        {{180151, 180152, 180151, 180300, 179990, 281600}, "same seed"},
        {{180151, 180151, 180152, 180300, 179990, 281600}, "same seed"}, // one chance meeting does not help
        {{180151, 180151, 180151, 180151, 180151, 281600}, "different seeds"},
        {{14336 * 12, 14336 * 12, 14336 * 12, 14336 * 13, 14336 * 12, 14336 * 20}, "every thread"},
        {{256 * 704, 256 * 704, 256 * 704, 256 * 703, 256 * 704, 256 * 1100}, "threads of a block"},
        {{56 * 3217, 56 * 3217, 56 * 3217, 56 * 3219, 56 * 3215, 56 * 5028}, "all blocks"},
        {{180151 + 900, 180151 + 900, 180151 + 900, 180151 - 900, 180151 + 901, 281600},
         "scatter"}, // three times 4.6 sigmas
    };
    CaseResult result = pi_together(runs[_i].inner);
    ck_assert(!result.passed);
    ck_assert_msg(strstr(result.message, runs[_i].says) != NULL, "%s", result.message);
}
END_TEST

START_TEST(arguments_are_the_seed_and_the_points) {
    const Exercise *exercise = exercise_named("pi_monte_carlo");
    char texts[8][64], *list[8];
    unsigned count = 0;
    for (int i = 0; i < 8; i++) list[i] = texts[i];
    exercise->arguments(&exercise->cases[0], UINT64_MAX, list, &count);
    ck_assert_uint_eq(count, 2);
    ck_assert_str_eq(texts[0], "2024");
    ck_assert_str_eq(texts[1], "16");
    exercise->arguments(&exercise->cases[3], UINT64_MAX, list, &count);
    long seed = strtol(texts[0], NULL, 10);
    ck_assert_int_gt(seed, 0);
    ck_assert_int_lt(seed, 1L << 31);
}
END_TEST

static void add_definitions(Suite *suite) {
    TCase *tests = tcase_create("definitions");
    int count = (int)exercise_count;
    tcase_add_loop_test(tests, points_add_up_to_100, 0, count);
    tcase_add_loop_test(tests, parts_name_existing_limits, 0, count);
    tcase_add_loop_test(tests, limits_measure_something_and_advise, 0, count);
    tcase_add_loop_test(tests, three_hints_are_there, 0, count);
    tcase_add_loop_test(tests, cases_are_shown_hidden_and_measured, 0, count);
    tcase_add_loop_test(tests, name_finds_its_exercise, 0, count);
    tcase_add_loop_test(tests, functions_make_inputs_and_programs_take_arguments, 0, count);
    tcase_add_loop_test(tests, float_sums_pass_in_any_order_and_half_precision_never, 0, count);
    suite_add_tcase(suite, tests);
}

static void add_oracles(Suite *suite) {
    TCase *tests = tcase_create("oracles");
    tcase_add_test(tests, random_values_are_signed_and_never_small);
    tcase_add_test(tests, seed_decides_the_values);
    tcase_add_test(tests, generator_is_splitmix64);
    tcase_add_test(tests, equal_matrices_pass);
    tcase_add_test(tests, first_wrong_element_is_reported);
    tcase_add_loop_test(tests, nan_and_infinity_never_pass, 0, 4);
    tcase_add_test(tests, poison_is_called_never_written);
    tcase_add_test(tests, tolerance_grows_with_terms);
    tcase_add_test(tests, moved_values_must_be_equal);
    tcase_add_test(tests, products_agree_with_hand_calculation);
    tcase_add_test(tests, missing_or_misshapen_output_is_wrong);
    tcase_add_test(tests, transpose_agrees_with_hand_calculation);
    suite_add_tcase(suite, tests);
}

static void add_limits(Suite *suite) {
    TCase *tests = tcase_create("limits");
    tcase_add_loop_test(tests, coalesced_product_meets_its_limit_and_scattered_ones_do_not, 0, 3);
    tcase_add_test(tests, kernel_that_loads_nothing_meets_no_sector_limit);
    tcase_add_test(tests, work_on_the_device_is_counted_against_the_product);
    tcase_add_test(tests, request_limits_separate_the_measured_kernels);
    tcase_add_test(tests, coarsening_shows_in_the_number_of_threads);
    tcase_add_test(tests, a_single_bank_conflict_is_over_the_limit);
    suite_add_tcase(suite, tests);
}

static void add_pi(Suite *suite) {
    TCase *tests = tcase_create("pi");
    tcase_add_loop_test(tests, estimate_passes_within_five_standard_errors, 0, 7);
    tcase_add_test(tests, answers_that_are_not_one_proper_line_are_wrong);
    tcase_add_test(tests, other_lines_and_a_missing_newline_are_harmless);
    tcase_add_test(tests, independent_seeds_pass_together);
    tcase_add_loop_test(tests, what_only_all_seeds_show_is_found, 0, 7);
    tcase_add_test(tests, arguments_are_the_seed_and_the_points);
    suite_add_tcase(suite, tests);
}

Suite *exercises_suite(void) {
    Suite *suite = suite_create("exercises");
    add_definitions(suite);
    add_oracles(suite);
    add_limits(suite);
    add_pi(suite);
    return suite;
}
