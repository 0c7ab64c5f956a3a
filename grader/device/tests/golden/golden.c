// golden.c - the emulated GPU against an H200: checksums, counters and occupancy of the same programs.
//
// The programs golden/*_kernels.cu were run on one H200 under Nsight Compute; beside each is a table with a row for
// every launch: the checksum it printed and the hardware's counters (sums over the device).
#include "extensions.h"
#include "jobs.h"
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A CSV file without quoted fields; the texts stay in `text`, row 0 is the header.
typedef struct {
    char *text;
    char **field; // row by row
    size_t rows, columns;
} Table;

typedef struct {
    const char *name;
    Table golden, measured;
    char *printed;
} Program;

// The last one needs the extension `matrices`.
static Program programs[] = {
    {.name = "seed_kernels"},    {.name = "course_kernels"}, {.name = "tuned_kernels"},
    {.name = "applied_kernels"}, {.name = "loop_kernels"},   {.name = "matrix_kernels"},
};
enum { PROGRAMS = sizeof programs / sizeof *programs };
static int programs_here(void) { return PROGRAMS - !extension_is_there("matrices"); }
static Job jobs[PROGRAMS];

// Counters that are not equal, and why (emulator/FIDELITY.md). Any other difference is a mistake, and so is one of
// these that is gone.
#define SPILLED "ptxas keeps values in local memory that the PTX has in registers"
#define SAVED "the callee saves registers in local memory, and lanes return one depth of recursion after another"
#define SCATTERED "hardware splits some reductions whose lanes touch seven lines or more"
#define UNREPRODUCIBLE "three runs on hardware counted 1, 1 and 2 conflicts"
#define BEHIND "the end of a short branch, which is predicated, is behind the next branch"
#define DIVIDED "the product in an approximate division is fused with the sum after it"
#define SLOWLY "some divisions of doubles go the long way, by what they divide"
#define SELECTED "a sum is predicated by what a selection of it goes by"
#define YIELDED "lanes that are done with a loop seem not to wait for those that yield in it; the order is not known"
#define UNROLLED "ptxas unrolls a loop that nvcc unrolled by two, and merges loads of neighbouring rounds"
#define CROSSED "conditions in a chain: lanes that come to a block on two ways meet there here, on hardware behind it"
#define CONTENDED "how often a swap of floats in shared memory fails depends on when other warps come"
#define SUNK "ptxas moves a load behind the branch of which only one side needs it"
#define ORDERED "additions and maxima of several warps in turns: what comes out depends on their order"
static const struct {
    const char *launch, *counter, *reason;
} DIFFERENCES[] = {
    {"histogram_global", "global_red_sectors", SCATTERED},
    {"maximum_by_swap", "global_load_requests", YIELDED},
    {"maximum_by_swap", "global_load_sectors", YIELDED},
    {"stencil_plane_shared", "shared_store_wavefronts", UNREPRODUCIBLE},
    {"stencil_plane_shared", "shared_store_bank_conflicts", UNREPRODUCIBLE},
    {"spill", "local_load_requests", SPILLED},
    {"spill", "local_store_requests", SPILLED},
    {"recurse", "global_store_requests", SAVED},
    {"recurse", "global_store_sectors", SAVED},
    {"recurse", "local_load_requests", SAVED},
    {"recurse", "local_store_requests", SAVED},
    {"gemm_four_by_four", "shared_load_wavefronts", UNROLLED},
    {"gemm_four_by_four", "shared_load_bank_conflicts", UNROLLED},
    {"variance_twice", "shared_load_wavefronts", SUNK},
    {"shared_counters_2", "checksum", ORDERED},
    {"shared_counters_33", "checksum", ORDERED},
    {"by_pointer", "local_load_requests", SAVED},
    {"by_pointer", "local_store_requests", SAVED},
    {"nested_branches", "global_store_requests", CROSSED},
    {"and_or_chain", "global_load_requests", CROSSED},
    {"and_or_chain", "global_load_sectors", CROSSED},
    {"and_or_chain", "global_store_requests", CROSSED},
    {"and_or_chain", "global_store_sectors", CROSSED},
    {"contend_modulo_8", "global_red_sectors", SCATTERED},
    {"contend_modulo_33", "global_red_sectors", SCATTERED},
    {"push_edges", "global_red_sectors", SCATTERED},
    {"cluster_step", "shared_load_wavefronts", CONTENDED},
    {"convolve_line", "ffma", BEHIND},
    {"newton", "ffma", DIVIDED},
    {"newton", "fadd", DIVIDED},
    {"newton", "fmul", DIVIDED},
    {"combined_generator", "dfma", SLOWLY},
    {"combined_generator", "dmul", SLOWLY},
    {"shared_read_twice", "fadd", SELECTED},
    {"cluster_step", "fadd", CONTENDED},
};

static bool is_known(const char *launch, const char *counter) {
    for (size_t i = 0; i < sizeof DIFFERENCES / sizeof *DIFFERENCES; i++)
        if (strcmp(DIFFERENCES[i].launch, launch) == 0 && strcmp(DIFFERENCES[i].counter, counter) == 0) return true;
    return false;
}

static size_t fields_of(const char *text) {
    size_t count = 0;
    for (; *text; text++) count += *text == ',' || *text == '\n';
    return count + 1;
}

static void table_read(Table *table, const char *path) {
    char *rest = table->text = text_read(path);
    table->field = malloc(fields_of(rest) * sizeof *table->field);
    for (char *line = strsep(&rest, "\n"); line && *line; line = strsep(&rest, "\n")) {
        size_t column = 0;
        for (char *field = strsep(&line, ","); field; field = strsep(&line, ","))
            table->field[table->rows * table->columns + column++] = field;
        if (table->rows++ == 0) table->columns = column;
        ck_assert_uint_eq(column, table->columns);
    }
}

static size_t launches_of(const Program *program) { return program->golden.rows - 1; }

// The field of row `launch` (from 0) in the column of that name.
static const char *table_at(const Table *table, size_t launch, const char *name) {
    ck_assert_msg(launch + 1 < table->rows, "there is no row for launch %zu", launch);
    for (size_t column = 0; column < table->columns; column++)
        if (strcmp(table->field[column], name) == 0) return table->field[(launch + 1) * table->columns + column];
    ck_abort_msg("there is no column %s", name);
}

static char *built(const char *folder, const char *program, const char *end) {
    char name[JOB_PATH / 2];
    snprintf(name, sizeof name, "%s%s%s", folder, program, end);
    return build_path(malloc(JOB_PATH), name);
}

static void run_programs(void) {
    for (size_t i = 0; i < (size_t)programs_here(); i++) {
        const char *name = programs[i].name;
        jobs[i] = (Job){.arguments = {built("", "emulate", ""), "--counters", built("golden_", name, ".csv"),
                                      built("programs/", name, "")}};
        char *output = built("golden_", name, ".txt");
        memcpy(jobs[i].output, output, JOB_PATH);
        free(output);
    }
    jobs_run(jobs, (size_t)programs_here());
    for (size_t i = 0; i < (size_t)programs_here(); i++) {
        char path[JOB_PATH];
        snprintf(path, sizeof path, "grader/device/tests/golden/%s.csv", programs[i].name);
        table_read(&programs[i].golden, path);
        programs[i].printed = text_read(jobs[i].output);
        if (jobs[i].status == 0) table_read(&programs[i].measured, jobs[i].arguments[2]);
    }
}

START_TEST(program_runs_to_its_end) {
    const Program *program = &programs[_i];
    ck_assert_msg(jobs[_i].status == 0, "%s ended with %d:\n%.2000s", program->name, jobs[_i].status, program->printed);
    ck_assert_uint_gt(program->golden.rows, 1);
    ck_assert_uint_eq(program->measured.rows, program->golden.rows);
}
END_TEST

static void check_checksum(const Program *program, size_t launch) {
    const char *name = table_at(&program->golden, launch, "case");
    if (is_known(name, "checksum")) return;
    double expected = atof(table_at(&program->golden, launch, "checksum"));
    char label[80];
    snprintf(label, sizeof label, "case %s ", name);
    const char *line = strstr(program->printed, label);
    ck_assert_msg(line != NULL, "%s printed nothing", name);
    double got = atof(line + strlen(label));
    ck_assert_msg(fabs(got - expected) <= 1e-5 * fabs(expected), "%s: %.9g expected, got %.9g", name, expected, got);
}

START_TEST(checksums_are_the_hardwares) {
    for (size_t launch = 0; launch < launches_of(&programs[_i]); launch++) check_checksum(&programs[_i], launch);
}
END_TEST

START_TEST(launches_have_their_kernel_and_shape) {
    static const char *const SHAPE[] = {"kernel", "grid", "block"};
    const Program *program = &programs[_i];
    for (size_t launch = 0; launch < launches_of(program); launch++)
        for (size_t i = 0; i < sizeof SHAPE / sizeof *SHAPE; i++)
            ck_assert_str_eq(table_at(&program->measured, launch, SHAPE[i]),
                             table_at(&program->golden, launch, SHAPE[i]));
}
END_TEST

// Equal on hardware and here, to the unit.
static const char *const COUNTERS[] = {
    "global_load_requests",       "global_load_sectors",         "global_store_requests",  "global_store_sectors",
    "global_red_requests",        "global_red_sectors",          "global_atom_requests",   "global_atom_sectors",
    "local_load_requests",        "local_store_requests",        "shared_load_wavefronts", "shared_store_wavefronts",
    "shared_load_bank_conflicts", "shared_store_bank_conflicts",
};
static const char *const OPERATIONS[] = {"ffma", "fadd", "fmul", "dfma", "dadd", "dmul"};
static const char *const OCCUPANCY[] = {"limit_blocks", "limit_registers", "limit_shared", "limit_warps",
                                        "theoretical_occupancy_pct"};

typedef struct {
    char text[8192];
    size_t length, equal, wrong;
} Comparison;

static void compare(Comparison *comparison, const Program *program, size_t launch, const char *counter) {
    const char *name = table_at(&program->golden, launch, "case");
    const char *expected = table_at(&program->golden, launch, counter),
               *got = table_at(&program->measured, launch, counter);
    bool equal = fabs(atof(expected) - atof(got)) <= 0.005;
    comparison->equal += equal;
    if (equal != is_known(name, counter)) return;
    comparison->wrong++;
    if (comparison->length > sizeof comparison->text - 300) return;
    comparison->length +=
        (size_t)snprintf(comparison->text + comparison->length, 300, "\n  %.80s: %s %.20s expected, got %.20s%s", name,
                         counter, expected, got, equal ? ", listed as different" : "");
}

static void check_columns(const Program *program, const char *const *names, size_t count, const char *what) {
    Comparison comparison = {0};
    for (size_t launch = 0; launch < launches_of(program); launch++)
        for (size_t i = 0; i < count; i++) compare(&comparison, program, launch, names[i]);
    printf("%s: %zu of %zu %s equal those of an H200\n", program->name, comparison.equal, launches_of(program) * count,
           what);
    ck_assert_msg(comparison.wrong == 0, "%s:%s", program->name, comparison.text);
}

START_TEST(counters_are_the_hardwares_but_for_those_listed) {
    check_columns(&programs[_i], COUNTERS, sizeof COUNTERS / sizeof *COUNTERS, "counters");
}
END_TEST

START_TEST(operations_are_the_hardwares_but_for_those_listed) {
    check_columns(&programs[_i], OPERATIONS, sizeof OPERATIONS / sizeof *OPERATIONS, "counts of operations");
}
END_TEST

START_TEST(occupancy_is_the_hardwares) {
    check_columns(&programs[_i], OCCUPANCY, sizeof OCCUPANCY / sizeof *OCCUPANCY, "figures of occupancy");
}
END_TEST

Suite *golden_suite(void) {
    Suite *suite = suite_create("golden");
    TCase *tests = tcase_create("golden");
    tcase_add_unchecked_fixture(tests, run_programs, NULL);
    tcase_add_loop_test(tests, program_runs_to_its_end, 0, programs_here());
    tcase_add_loop_test(tests, checksums_are_the_hardwares, 0, programs_here());
    tcase_add_loop_test(tests, launches_have_their_kernel_and_shape, 0, programs_here());
    tcase_add_loop_test(tests, counters_are_the_hardwares_but_for_those_listed, 0, programs_here());
    tcase_add_loop_test(tests, operations_are_the_hardwares_but_for_those_listed, 0, programs_here());
    tcase_add_loop_test(tests, occupancy_is_the_hardwares, 0, programs_here());
    suite_add_tcase(suite, tests);
    return suite;
}
