// test_hip_variants.c - exercises written in HIP are graded as those in CUDA: the solutions of chapter 02, which says
// so, with HIP's names, count the same and earn the same, and a mistake in one is found at its line.
#include "exercises/definition.h"
#include "jobs.h"
#include "scratch.h"
#include "system/files.h"
#include "system/text.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHAPTER "02_coalescing"
#define HEADER "#include <hip/hip_runtime.h>\n"
#define MISTAKEN "matmul_coalesced"
#define GUARD "    if (row >= m || column >= n) return;\n"

enum { MOST = 8 };
static char folder[SCRATCH_BYTES];
static const Exercise *graded[MOST];
static char records[2 * MOST + 1][JOB_PATH], files[2 * MOST + 1][JOB_PATH];
static Job jobs[2 * MOST + 1]; // of each exercise the solution and its variant; then the one with a mistake
static unsigned count;

// The solution with HIP's header instead of its first line, a comment, and HIP's names.
static char *variant_of(const char *solution) {
    const char *body = strchr(solution, '\n') + 1;
    char *renamed = text_replaced(body, "cuda", "hip", false), *variant = malloc(strlen(HEADER) + strlen(renamed) + 1);
    sprintf(variant, "%s%s", HEADER, renamed);
    free(renamed);
    return variant;
}

static void collect(void) {
    for (unsigned i = 0; i < exercise_count; i++)
        if (!strcmp(exercises[i]->chapter, CHAPTER)) graded[count++] = exercises[i];
    need(count > 0 && count <= MOST, "exercises of chapter 02");
}

static void add_job(unsigned job, const char *file) {
    static char grade[JOB_PATH];
    snprintf(files[job], JOB_PATH, "%s", file);
    snprintf(records[job], JOB_PATH, "%s/%u.json", folder, job);
    jobs[job] =
        (Job){.arguments = {build_path(grade, "grade"), "run", "--seed", "5", "--json", records[job], files[job]}};
    snprintf(jobs[job].output, JOB_PATH, "%s/%u.txt", folder, job);
}

static void write_variant(unsigned job, const Exercise *exercise, const char *text) {
    char name[SCRATCH_BYTES], path[JOB_PATH];
    snprintf(name, sizeof name, "%u", job);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    need(folder_make(path), "a folder for the variant");
    snprintf(name, sizeof name, "%u/%s.cu", job, exercise->name);
    scratch_write(folder, name, text, strlen(text));
    snprintf(path, sizeof path, "%s/%s", folder, name);
    add_job(job, path);
}

static void grade_everything(void) {
    scratch_folder(folder, "hip_variants");
    for (unsigned i = 0; i < count; i++) {
        char path[JOB_PATH];
        snprintf(path, sizeof path, "solutions/" CHAPTER "/%s.cu", graded[i]->name);
        char *solution = text_read(path), *variant = variant_of(solution);
        add_job(2 * i, path);
        write_variant(2 * i + 1, graded[i], variant);
        if (!strcmp(graded[i]->name, MISTAKEN)) {
            char *unguarded = text_replaced(variant, GUARD, "\n", false);
            write_variant(2 * count, graded[i], unguarded);
            free(unguarded);
        }
        free(solution);
        free(variant);
    }
    jobs_run(jobs, 2 * count + 1);
}

static void remove_files(void) { folder_remove(folder); }

static json_t *verdict_of(unsigned job) {
    json_error_t error;
    json_t *record = json_load_file(records[job], 0, &error);
    ck_assert_msg(record != NULL, "%s: no record (%s), see %s", files[job], error.text, jobs[job].output);
    json_t *verdict = json_incref(json_array_get(json_object_get(record, "verdicts"), 0));
    json_decref(record);
    return verdict;
}

START_TEST(variant_counts_and_earns_the_same) {
    json_t *cuda = verdict_of(2 * (unsigned)_i), *hip = verdict_of(2 * (unsigned)_i + 1), *value;
    const char *key;
    ck_assert_str_eq(json_string_value(json_object_get(hip, "state")), "passed");
    ck_assert_int_eq(json_integer_value(json_object_get(hip, "points")), 100);
    json_object_foreach(cuda, key, value) {
        if (!strcmp(key, "file")) continue;
        ck_assert_msg(json_equal(value, json_object_get(hip, key)), "%s: %s differs", graded[_i]->name, key);
    }
    json_decref(cuda);
    json_decref(hip);
}
END_TEST

START_TEST(mistake_in_hip_is_found_at_its_line) {
    json_t *verdict = verdict_of(2 * count), *fault;
    size_t n, named = 0;
    ck_assert_str_eq(json_string_value(json_object_get(verdict, "state")), "fault");
    char *source = text_read(files[2 * count]);
    json_array_foreach(json_object_get(verdict, "faults"), n, fault) {
        const char *line = source;
        for (json_int_t left = json_integer_value(json_object_get(fault, "line")); left > 1; left--)
            line = strchr(line, '\n') + 1;
        named += strcspn(line, "\n") > (size_t)(strstr(line, "sum") - line);
    }
    ck_assert_uint_gt(named, 0);
    free(source);
    json_decref(verdict);
}
END_TEST

Suite *hip_variants_suite(void) {
    Suite *suite = suite_create("hip_variants");
    TCase *grading = tcase_create("grading");
    collect();
    tcase_add_unchecked_fixture(grading, grade_everything, remove_files);
    tcase_add_loop_test(grading, variant_counts_and_earns_the_same, 0, (int)count);
    tcase_add_test(grading, mistake_in_hip_is_found_at_its_line);
    suite_add_tcase(suite, grading);
    return suite;
}
