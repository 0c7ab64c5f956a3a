// test_exercises.c - the definitions: complete, with oracles and limits that agree with hand calculation.
#include "author/author.h"
#include "exercises/product.h"
#include "exercises/shape.h"
#include "exercises/transpose.h"
#include "grading/points.h"
#include "measured/device_report.h"
#include "system/files.h"
#include "system/process.h"
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- every definition ----

// What parts_check finds is told by `make check`; here only that it finds nothing.
START_TEST(every_part_is_there) {
    char error[200], *said = NULL;
    size_t length;
    Paths paths;
    FILE *out = open_memstream(&said, &length);
    ck_assert(out && paths_find(&paths, error));
    unsigned problems = parts_check(&paths, exercises[_i], out);
    fclose(out);
    ck_assert_msg(problems == 0, "%s", said);
    free(said);
}
END_TEST

// Room for the numbers that are put in place of {parameters}.
#define fits(text, field)                                                                                              \
    ck_assert_msg(!(text) || strlen(text) + 40 <= sizeof(field), "too long for a verdict: %s", text)

START_TEST(every_text_fits_into_a_verdict) {
    const Exercise *exercise = exercises[_i];
    for (unsigned p = 0; p < exercise->part_count; p++) fits(exercise->parts[p].advice, ((VerdictCounter *)0)->advice);
    for (unsigned q = 0; q < exercise->question_count; q++) {
        const Question *question = &exercise->questions[q];
        fits(question->asks, ((VerdictAnswer *)0)->asks);
        fits(question->why, ((VerdictAnswer *)0)->why);
        for (unsigned s = 0; s < question->slip_count; s++) fits(question->slips[s].says, ((VerdictAnswer *)0)->why);
    }
}
END_TEST

// Some have points of the checklist, others serve an idea.
START_TEST(list_has_every_exercise) {
    char error[200], program[PATH_BYTES + 16];
    Paths paths;
    ProcessResult result;
    ck_assert(paths_find(&paths, error));
    snprintf(program, sizeof program, "%s/grade", paths.build);
    const char *const words[] = {program, "list", NULL};
    process_run(&(ProcessSpec){.arguments = words, .limits = {.wall_seconds = 60, .output_bytes = 1 << 20}}, &result);
    ck_assert_msg(result.end == PROCESS_EXITED && result.status == 0, "it ends by %d, %d", (int)result.end,
                  result.status);
    const char *at = result.output.text;
    for (unsigned i = 0; i < exercise_count; i++) {
        at = strstr(at, exercises[i]->title);
        ck_assert_msg(at, "%s is not listed in its place", exercises[i]->name);
    }
    process_result_free(&result);
}
END_TEST

// A number that is written by hand is a number that nobody changes.
START_TEST(front_page_counts_the_exercises) {
    char error[200], path[PATH_BYTES], counted[64];
    Paths paths;
    ck_assert(paths_find(&paths, error));
    snprintf(path, sizeof path, "%.900s/README.md", paths.root);
    char *text = file_read(path, 1 << 20, NULL, error);
    ck_assert_ptr_nonnull(text);
    snprintf(counted, sizeof counted, " %u exercises", exercise_count);
    ck_assert_msg(strstr(text, counted), "README.md does not say \"%s\"", counted + 1);
    free(text);
}
END_TEST

START_TEST(name_finds_its_exercise) {
    ck_assert_ptr_eq(exercise_named(exercises[_i]->name), exercises[_i]);
    ck_assert_ptr_null(exercise_named("no_such_exercise"));
}
END_TEST

// ---- what kind of thing is wrong ----

// What shape_of says of a 40 x 50 array of floats (doubles: `precise`), made of the right one by `change`.
static double right_value(unsigned i) { return 1 + i % 977 * 0.01; }
static double twice(unsigned i) { return 2 * right_value(i); }
static double half(unsigned i) { return right_value(i) / 2; }
static double nothing(unsigned i) { return (void)i, 0; }
static double in_float(unsigned i) { return (double)(float)right_value(i); }
static double neighbour(unsigned i) { return right_value(i < 1999 ? i + 1 : i); }
static double turned(unsigned i) { return right_value(i % 40 * 50 + i / 40); }
static double backwards(unsigned i) { return right_value(1999 - i); }
static double last_columns(unsigned i) { return right_value(i) + (i % 50 >= 40); }
static double rows_repeated(unsigned i) { return right_value(i / 50 < 16 ? i : i % 800); }
static double columns_repeated(unsigned i) { return right_value(i / 50 * 50 + i % 50 % 4); }
static double later_blocks(unsigned i) { return right_value(i) + (i >= 256 ? 1 + i % 7 : 0); }
static double last_alone(unsigned i) { return right_value(i) + (i == 1999); }
static double first_alone(unsigned i) { return right_value(i) + (i == 0); }
static double later_rows(unsigned i) { return right_value(i) + (i >= 50 ? 1 + i % 7 : 0); }
static double first_threads(unsigned i) { return right_value(i) + (i % 64 == 0 && i); }
static double last_threads(unsigned i) { return right_value(i) + (i % 32 == 31); }
static double anything(unsigned i) { return right_value(i) + i % 3; }

static const struct {
    double (*change)(unsigned i);
    CaseType type;
    const char *words; // NULL: it says nothing
    bool flat;         // an array of one dimension
} shapes[] = {
    {twice, CASE_FLOAT32, "same multiple", false},
    {half, CASE_FLOAT32, "same fraction", false},
    {nothing, CASE_FLOAT32, "is 0", false},
    {in_float, CASE_FLOAT64, "the digits of a float", false},
    {neighbour, CASE_FLOAT32, "right neighbour", false},
    {turned, CASE_FLOAT32, "transpose", false},
    {backwards, CASE_FLOAT32, "at the wrong places", false},
    {last_columns, CASE_FLOAT32, "last columns", false},
    {rows_repeated, CASE_FLOAT32, "rows of %s repeat", false},
    {columns_repeated, CASE_FLOAT32, "columns of %s repeat", false},
    {later_blocks, CASE_FLOAT32, "right at its beginning", false},
    {last_alone, CASE_FLOAT32, "only the last element", false},
    {first_alone, CASE_FLOAT32, "only the first element", false},
    {later_rows, CASE_FLOAT32, "only the first row", false},
    {first_threads, CASE_FLOAT32, "a multiple of 32 are wrong", true},
    {last_threads, CASE_FLOAT32, "that a multiple of 32 follows", true},
    {anything, CASE_FLOAT32, NULL, false},
};

START_TEST(shape_of_a_wrong_array_is_told) {
    static double got[2000], expected[2000];
    for (unsigned i = 0; i < 2000; i++) got[i] = shapes[_i].change(i), expected[i] = right_value(i);
    Shape shape = {
        .type = shapes[_i].type, .rank = 2, .dims = {40, 50}, .total = 2000, .got = got, .expected = expected};
    if (shapes[_i].flat) shape.rank = 1, shape.dims[0] = 2000;
    shape.tolerance = shape.type == CASE_FLOAT64 ? 1e-15 : 1e-6;
    const char *words = shape_of(&shape);
    ck_assert_msg((words != NULL) == (shapes[_i].words != NULL), "%s", words ? words : "nothing");
    if (words) ck_assert_msg(strstr(words, shapes[_i].words) != NULL, "%s", words);
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

// An output on its own, compared with what is expected of a matrix of rows x columns.
static void compare_matrix(const char *name, const float *got, const double *expected, uint64_t rows, uint64_t columns,
                           uint64_t terms, CaseResult *result) {
    CaseFile output = {0};
    memcpy(case_file_add(&output, name, CASE_FLOAT32, CASE_OUT, rows * columns), got, rows * columns * sizeof *got);
    compare_output(&(Outcome){.output = &output},
                   &(Expected){.name = name,
                               .type = CASE_FLOAT32,
                               .rank = 2,
                               .dims = {rows, columns},
                               .terms = terms,
                               .expected = expected},
                   result);
    case_file_free(&output);
}

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

// Of a matrix of 48 x 80 or 80 x 48, the first rows and columns are written.
START_TEST(unwritten_part_names_what_to_change) {
    static const struct {
        uint64_t rows, columns, rows_written, columns_written;
        const char *says;
    } cases[] = {
        {48, 80, 48, 76, "the last columns of C"},
        {48, 80, 48, 64, "more columns than rows"}, // two blocks of 32: for 48, or for 80 rounded down
        {48, 80, 32, 80, "the last rows of C"},
        {48, 80, 48, 48, "more columns than rows"},
        {80, 48, 48, 48, "more rows than columns"},
        {48, 80, 48, 16, "most of C"},
        {48, 80, 16, 80, "most of C"},
        {48, 80, 32, 64, "elements of C"},
    };
    float got[48 * 80];
    double expected[48 * 80] = {0};
    CaseResult result;
    memset(got, 0xFF, sizeof got);
    for (uint64_t i = 0; i < 48 * 80; i++)
        if (i / cases[_i].columns < cases[_i].rows_written && i % cases[_i].columns < cases[_i].columns_written)
            got[i] = 0;
    compare_matrix("C", got, expected, cases[_i].rows, cases[_i].columns, 0, &result);
    ck_assert_msg(strstr(result.kind, cases[_i].says) && strstr(result.kind, "never written"), "%s", result.kind);
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

static double doubled(const Outcome *outcome, uint64_t i) { return 2 * input_float(outcome, "in", i); }
static double shifted(const Outcome *outcome, uint64_t i) { return 2 * input_float(outcome, "in", i + 1); }
static double as_it_was(const Outcome *outcome, uint64_t i) { return input_float(outcome, "in", i); }

// What five elements of `out` are told, where in[i] is i + 1 and out[i] must be twice that.
static CaseResult told_of(const float out[5]) {
    static const Mistaken mistakes[] = {{shifted, "one too far"}, {as_it_was, "not doubled"}, {0}};
    CaseFile input = {0}, output = {0};
    float *in = case_file_add(&input, "in", CASE_FLOAT32, CASE_IN, 6);
    for (int i = 0; i < 6; i++) in[i] = (float)i + 1;
    memcpy(case_file_add(&output, "out", CASE_FLOAT32, CASE_OUT, 5), out, 5 * sizeof *out);
    CaseResult result;
    compare_elements(&(Outcome){.input = &input, .output = &output},
                     &(Expected){.name = "out", .type = CASE_FLOAT32, .rank = 1, .dims = {5}}, doubled, mistakes,
                     &result);
    case_file_free(&input);
    case_file_free(&output);
    return result;
}

START_TEST(elements_are_compared_one_by_one_and_mistakes_named) {
    ck_assert(told_of((float[]){2, 4, 6, 8, 10}).passed);
    ck_assert_str_eq(told_of((float[]){4, 6, 8, 10, 12}).cause, "one too far");
    ck_assert_str_eq(told_of((float[]){1, 2, 3, 4, 5}).cause, "not doubled");
    CaseResult other = told_of((float[]){2, 4, 6, 9, 10});
    ck_assert(!other.passed && other.wrong_count == 1 && other.index[0] == 3 && other.expected == 8);
    ck_assert_str_eq(other.cause, "");
}
END_TEST

// ---- products ----

static CaseFile output_of(const char *name, const float *values, uint64_t count) {
    CaseFile output = {0};
    memcpy(case_file_add(&output, name, CASE_FLOAT32, CASE_OUT, count), values, count * sizeof *values);
    return output;
}

// 2 x 3 times 3 x 2, by hand: rows of A are 1 2 3 and 4 5 6. The six numbers 7..12, read by rows, are the matrix
// 7 8 / 9 10 / 11 12; read by columns, 7 10 / 8 11 / 9 12.
static CaseFile small_product(void) {
    CaseFile input = {0};
    float *a = case_file_add(&input, "A", CASE_FLOAT32, CASE_IN, 6),
          *b = case_file_add(&input, "B", CASE_FLOAT32, CASE_IN, 6);
    for (int i = 0; i < 6; i++) a[i] = (float)(i + 1), b[i] = (float)(i + 7);
    return input;
}

static const CaseSpec small_spec = {.label = "2 x 2 x 3", .size = {[PRODUCT_M] = 2, [PRODUCT_N] = 2, [PRODUCT_K] = 3}};

START_TEST(products_agree_with_hand_calculation) {
    static const float by_rows[4] = {58, 64, 139, 154}, by_columns[4] = {50, 68, 122, 167};
    CaseFile input = small_product(), rows = output_of("C", by_rows, 4), columns = output_of("C", by_columns, 4);
    CaseResult result;
    product_check_rows(&(Outcome){.spec = &small_spec, .input = &input, .output = &rows}, &result);
    ck_assert_msg(result.passed, "%s", result.message);
    product_check_rows(&(Outcome){.spec = &small_spec, .input = &input, .output = &columns}, &result);
    ck_assert(!result.passed);
    product_check_columns(&(Outcome){.spec = &small_spec, .input = &input, .output = &columns}, &result);
    ck_assert_msg(result.passed, "%s", result.message);
    product_check_columns(&(Outcome){.spec = &small_spec, .input = &input, .output = &rows}, &result);
    ck_assert(!result.passed);
    case_file_free(&input), case_file_free(&rows), case_file_free(&columns);
}
END_TEST

START_TEST(missing_or_misshapen_output_is_wrong) {
    static const float values[5] = {0};
    CaseFile input = small_product(), none = {0}, longer = output_of("C", values, 5), whole = {0};
    case_file_add(&whole, "C", CASE_INT64, CASE_OUT, 4);
    const CaseFile *const outputs[] = {NULL, &none, &longer, &whole};
    for (size_t i = 0; i < COUNT_OF(outputs); i++) {
        CaseResult result;
        product_check_rows(&(Outcome){.spec = &small_spec, .input = &input, .output = outputs[i]}, &result);
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
    float *c = case_file_add(&output, "C", CASE_FLOAT32, CASE_OUT, (uint64_t)(m * n));
    for (int64_t i = 0; i < m * n; i++)
        for (int64_t p = 0; p < k; p++) {
            int64_t q = upwards ? p : k - 1 - p;
            c[i] += rounded(a[i / n * k + q]) * rounded(b[q * n + i % n]);
        }
    CaseResult result;
    product_check_rows(&(Outcome){.spec = spec, .input = &input, .output = &output}, &result);
    case_file_free(&input), case_file_free(&output);
    return result.passed;
}

START_TEST(float_sums_pass_in_any_order_and_half_precision_never) {
    CaseSpec spec = {.hidden = true};
    for (uint64_t seed = 1; seed <= 4; seed++) {
        product_draw(seed, &spec);
        ck_assert_msg(float_product_passes(&spec, seed, kept, true), "%s", spec.label);
        ck_assert_msg(float_product_passes(&spec, seed, kept, false), "%s", spec.label);
        ck_assert_msg(!float_product_passes(&spec, seed, halved, true), "%s", spec.label);
    }
}
END_TEST

START_TEST(a_label_has_the_sizes_in_their_order) {
    CaseSpec spec = {.label = "as before", .size = {3, 40, 5}};
    label_sizes(&spec, "# x #, # threads");
    ck_assert_str_eq(spec.label, "3 x 40, 5 threads");
}
END_TEST

START_TEST(drawn_sizes_fit_their_kind_of_case) {
    for (uint64_t seed = 0; seed < 200; seed++) {
        CaseSpec odd = {.hidden = true}, whole = {.hidden = true, .measured = true};
        product_draw(seed, &odd);
        product_draw(seed, &whole);
        for (int i = PRODUCT_M; i <= PRODUCT_K; i++) {
            ck_assert(odd.size[i] >= 5 && odd.size[i] <= 150 && odd.size[i] % 32 != 0);
            int64_t least = i == PRODUCT_K ? 32 : 384, most = i == PRODUCT_K ? 64 : 416;
            ck_assert(whole.size[i] >= least && whole.size[i] <= most && whole.size[i] % 32 == 0);
        }
    }
}
END_TEST

START_TEST(transpose_agrees_with_hand_calculation) {
    static const float right[6] = {1, 4, 2, 5, 3, 6}, copied[6] = {1, 2, 3, 4, 5, 6};
    const CaseSpec spec = {.label = "width 3, height 2", .size = {3, 2}};
    CaseFile input = output_of("in", copied, 6), turned = output_of("out", right, 6),
             same = output_of("out", copied, 6);
    CaseResult result;
    transpose_check(&(Outcome){.spec = &spec, .input = &input, .output = &turned}, &result);
    ck_assert_msg(result.passed, "%s", result.message);
    transpose_check(&(Outcome){.spec = &spec, .input = &input, .output = &same}, &result);
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

static const Part *part_of(const char *exercise, const char *label) {
    const Exercise *found = exercise_named(exercise);
    for (unsigned i = 0; i < found->part_count; i++)
        if (!strcmp(found->parts[i].label, label)) return &found->parts[i];
    ck_abort_msg("%s has no part %s", exercise, label);
}

static double value_of(const Part *part, const DeviceReport *report, const CaseSpec *spec) {
    return report_counter(report, part->counter) / (part->per ? part->per(spec) : 1);
}

static const CaseSpec cube_128 = {.label = "128 x 128 x 128", .size = {128, 128, 128}};

// Readings of an H200 for 128 x 128 x 128 (65,536 warps of products). Sectors loaded: by the coalesced product with
// blocks of 16 x 16, by the scattered one, by tiles of 16 x 16 and of 32 x 32 and by tiles coarsened by four.
START_TEST(sector_limits_separate_the_measured_kernels) {
    static const struct {
        const char *exercise, *label;
        unsigned sectors;
        bool met;
    } readings[] = {
        {"matmul_coalesced", "loads not repeated", 262144, true},
        {"matmul_coalesced", "loads not repeated", 1114112, false},
        {"corner_turning", "tiles reused", 8192 * 4, true},
        {"corner_turning", "tiles reused", 262144, false},
        {"matmul_coarsened", "fewer loads", 2560 * 4, true},
        {"matmul_coarsened", "fewer loads", 4096 * 4, false},
    };
    char counters[64];
    const Part *part = part_of(readings[_i].exercise, readings[_i].label);
    snprintf(counters, sizeof counters, "\"global_load_sectors\": %u", readings[_i].sectors);
    DeviceReport *report = report_with(counters);
    Bounds bounds = limit_bounds(part, &cube_128);
    ck_assert_int_eq(limit_share(&bounds, value_of(part, report, &cube_128)) == 1, readings[_i].met);
    report_free(report);
}
END_TEST

START_TEST(several_counters_are_added) {
    DeviceReport *report = report_with("\"global_store_sectors\": 5, \"global_red_sectors\": 7");
    ck_assert_double_eq(report_counter(report, STORE_SECTORS), 12);
    report_free(report);
}
END_TEST

START_TEST(kernels_are_found_by_their_names) {
    static const struct {
        const char *kernel, *asked;
        bool found;
    } names[] = {
        {"transpose_tiled(float const*, float*)", "transpose_tiled", true},
        {"void transpose_tiled<32>(float const*)", "transpose_tiled", true},
        {"void (anonymous namespace)::transpose<int>(int)", "transpose", true},
        {"transpose_tiled(float const*)", "transpose", false},
        {"transpose(float const*)", "transpose_tiled", false},
    };
    char text[300], error[200];
    int length = snprintf(text, sizeof text,
                          "{\"schema\": 1, \"launches\": [{\"kernel\": \"%s\", \"counters\": {\"ffma\": 3}}]}",
                          names[_i].kernel);
    DeviceReport *report = report_read(text, (size_t)length, error);
    ck_assert_ptr_nonnull(report);
    ck_assert_double_eq(report_kernel_counter(report, names[_i].asked, "ffma"), names[_i].found ? 3 : 0);
    report_free(report);
}
END_TEST

START_TEST(another_blocks_shared_memory_counts_as_global) {
    DeviceReport *rows = report_with("\"cluster_requests\": 4, \"cluster_sectors\": 16");
    ck_assert_double_eq(report_counter(rows, LOAD_SECTORS), 16);
    ck_assert_double_eq(report_counter(rows, STORE_REQUESTS), 4);
    report_free(rows);
}
END_TEST

// ---- pi ----

enum { PI_TOTAL = 56 * 256 * 16 }; // 229376 points

static const char pi_key[] = "right XORWOW 180050 square\n"
                             "single XORWOW 180046 square\n" // by chance the count of a right program below
                             "right Philox 180048 square\n"
                             "right Philox 180046 quarter\n"
                             "by_thread XORWOW 180544 square\n"
                             "offsets Philox 180050 square\n" // by chance the count of a right program
                             "single XORWOW 180052 square\n";

static CaseResult pi_result(const char *text) {
    const Exercise *exercise = exercise_named("pi_monte_carlo");
    CaseResult result;
    exercise->check(&(Outcome){.spec = &exercise->cases[0], .text = text, .key_text = pi_key}, &result);
    return result;
}

static const char *pi_line(char line[96], unsigned inner) {
    snprintf(line, 96, "inner=%u total=%d pi=%.6f\n", inner, PI_TOTAL, 4.0 * inner / PI_TOTAL);
    return line;
}

START_TEST(only_the_counts_of_the_key_pass) {
    static const struct {
        unsigned inner;
        bool passes;
        const char *says;
    } counts[] = {{180050, true, "XORWOW"},
                  {180048, true, "Philox"},
                  {180046, true, "Philox"},
                  {180544, false, "all blocks draw the same points"},
                  {180052, false, "single precision"},
                  {180051, false, "is not what the 14336 sequences"},
                  {0, false, "draw both coordinates between -1 and 1"}};
    char line[96];
    CaseResult result = pi_result(pi_line(line, counts[_i].inner));
    ck_assert_msg(result.passed == counts[_i].passes, "inner=%u: %s", counts[_i].inner, result.message);
    ck_assert_msg(strstr(result.message, counts[_i].says) != NULL, "%s", result.message);
}
END_TEST

START_TEST(answers_that_are_not_one_proper_line_are_wrong) {
    static const char *const texts[] = {
        "",
        "PASS\n",
        "pi=3.141593\n",
        "inner=180050 total=229376\n",
        "inner=180050 total=229376 pi=nan\n",
        "inner=-180050 total=229376 pi=3.139823\n",
        "inner=180050 total=229376 pi=3.2\n",      // not 4 * inner / total
        "inner=180050 total=114688 pi=3.139823\n", // total of another run
        "inner=180050 total=229376 pi=3.139823 or so\n",
        "inner=180050 total=229376 pi=3.139823\ninner=180048 total=229376 pi=3.139788\n", // two guesses
        "inner=99999999999999999999999 total=229376 pi=3.139823\n",
    };
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        CaseResult result = pi_result(texts[i]);
        ck_assert_msg(!result.passed, "accepted: %s", texts[i]);
        ck_assert_uint_gt(strlen(result.message), 10);
    }
}
END_TEST

START_TEST(other_lines_and_a_missing_newline_are_harmless) {
    char line[96];
    snprintf(line, sizeof line, "drawing ...\ninner=180050 total=229376 pi=%.6f", 4.0 * 180050 / PI_TOTAL);
    ck_assert(pi_result(line).passed);
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
    exercise->arguments(&exercise->cases[1], UINT64_MAX, list, &count);
    long seed = strtol(texts[0], NULL, 10);
    ck_assert_int_gt(seed, 0);
    ck_assert_int_lt(seed, 1L << 31);
}
END_TEST

static void add_definitions(Suite *suite) {
    TCase *tests = tcase_create("definitions");
    int count = (int)exercise_count;
    tcase_add_loop_test(tests, every_part_is_there, 0, count);
    tcase_add_loop_test(tests, every_text_fits_into_a_verdict, 0, count);
    tcase_add_test(tests, list_has_every_exercise);
    tcase_add_test(tests, front_page_counts_the_exercises);
    tcase_add_loop_test(tests, name_finds_its_exercise, 0, count);
    tcase_add_loop_test(tests, shape_of_a_wrong_array_is_told, 0, COUNT_OF(shapes));
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
    tcase_add_loop_test(tests, unwritten_part_names_what_to_change, 0, 7);
    tcase_add_test(tests, tolerance_grows_with_terms);
    tcase_add_test(tests, moved_values_must_be_equal);
    tcase_add_test(tests, elements_are_compared_one_by_one_and_mistakes_named);
    tcase_add_test(tests, products_agree_with_hand_calculation);
    tcase_add_test(tests, missing_or_misshapen_output_is_wrong);
    tcase_add_test(tests, float_sums_pass_in_any_order_and_half_precision_never);
    tcase_add_test(tests, a_label_has_the_sizes_in_their_order);
    tcase_add_test(tests, drawn_sizes_fit_their_kind_of_case);
    tcase_add_test(tests, transpose_agrees_with_hand_calculation);
    suite_add_tcase(suite, tests);
}

static void add_limits(Suite *suite) {
    TCase *tests = tcase_create("limits");
    tcase_add_loop_test(tests, sector_limits_separate_the_measured_kernels, 0, 6);
    tcase_add_test(tests, several_counters_are_added);
    tcase_add_loop_test(tests, kernels_are_found_by_their_names, 0, 5);
    tcase_add_test(tests, another_blocks_shared_memory_counts_as_global);
    suite_add_tcase(suite, tests);
}

static void add_pi(Suite *suite) {
    TCase *tests = tcase_create("pi");
    tcase_add_loop_test(tests, only_the_counts_of_the_key_pass, 0, 7);
    tcase_add_test(tests, answers_that_are_not_one_proper_line_are_wrong);
    tcase_add_test(tests, other_lines_and_a_missing_newline_are_harmless);
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
