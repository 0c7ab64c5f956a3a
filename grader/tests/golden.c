// golden.c - the emulated GPU against an H200: checksums, counters and occupancy of the same program.
//
// golden/seed_kernels.cu was run on one H200 under Nsight Compute; golden/seed_kernels.csv has a row per launch with
// the checksum it printed and the hardware's counters (sums over the device).
#include "jobs.h"
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE_ROWS = 128, TABLE_COLUMNS = 80, LAUNCHES = 56 };

// A CSV file without quoted fields; the texts stay in `text`, row 0 is the header.
typedef struct {
    char *text;
    char *field[TABLE_ROWS][TABLE_COLUMNS];
    size_t rows, columns;
} Table;

static Table golden, measured;
static char *printed;
static Job seed_run;

static void table_read(Table *table, const char *path) {
    char *rest = table->text = text_read(path);
    for (char *line = strsep(&rest, "\n"); line && *line; line = strsep(&rest, "\n")) {
        ck_assert_uint_lt(table->rows, TABLE_ROWS);
        size_t column = 0;
        for (char *field = strsep(&line, ","); field; field = strsep(&line, ",")) {
            ck_assert_uint_lt(column, TABLE_COLUMNS);
            table->field[table->rows][column++] = field;
        }
        if (table->rows++ == 0) table->columns = column;
        ck_assert_uint_eq(column, table->columns);
    }
}

// The field of row `launch` (from 0) in the column of that name.
static const char *table_at(const Table *table, size_t launch, const char *name) {
    ck_assert_msg(launch + 1 < table->rows, "there is no row for launch %zu", launch);
    for (size_t column = 0; column < table->columns; column++)
        if (strcmp(table->field[0][column], name) == 0) return table->field[launch + 1][column];
    ck_abort_msg("there is no column %s", name);
}

static void run_seed_kernels(void) {
    static char emulate[JOB_PATH], program[JOB_PATH], counters[JOB_PATH], path[JOB_PATH];
    seed_run = (Job){.arguments = {build_path(emulate, "emulate"), "--counters", build_path(counters, "golden.csv"),
                                   build_path(program, "programs/seed_kernels")}};
    build_path(seed_run.output, "golden.txt");
    jobs_run(&seed_run, 1);
    table_read(&golden, "grader/tests/golden/seed_kernels.csv");
    printed = text_read(seed_run.output);
    if (seed_run.status == 0) table_read(&measured, build_path(path, "golden.csv"));
}

START_TEST(program_runs_to_its_end) {
    ck_assert_msg(seed_run.status == 0, "seed_kernels ended with %d:\n%.2000s", seed_run.status, printed);
    ck_assert_uint_eq(golden.rows, LAUNCHES + 1);
    ck_assert_uint_eq(measured.rows, LAUNCHES + 1);
}
END_TEST

START_TEST(checksum_is_the_hardwares) {
    const char *name = table_at(&golden, _i, "case");
    double expected = atof(table_at(&golden, _i, "checksum"));
    char label[80];
    snprintf(label, sizeof label, "case %s ", name);
    const char *line = strstr(printed, label);
    ck_assert_msg(line != NULL, "%s printed nothing", name);
    double got = atof(line + strlen(label));
    ck_assert_msg(fabs(got - expected) <= 1e-5 * fabs(expected), "%s: %.9g expected, got %.9g", name, expected, got);
}
END_TEST

// Equal on hardware and here, to the unit.
static const char *const EXACT[] = {
    "global_load_requests",
    "global_load_sectors",
    "global_store_requests",
    "global_store_sectors",
    "global_red_requests",
    "global_red_sectors",
    "global_atom_requests",
    "global_atom_sectors",
    "local_load_requests",
    "local_store_requests",
    "shared_store_wavefronts",
    "shared_load_bank_conflicts",
    "shared_store_bank_conflicts",
    "limit_blocks",
    "limit_registers",
    "limit_shared",
    "limit_warps",
    "theoretical_occupancy_pct",
};

START_TEST(counter_is_the_hardwares) {
    char differences[4096] = "";
    size_t length = 0, equal = 0;
    for (size_t launch = 0; launch < LAUNCHES; launch++) {
        const char *expected = table_at(&golden, launch, EXACT[_i]), *got = table_at(&measured, launch, EXACT[_i]);
        if (fabs(atof(expected) - atof(got)) <= 0.005) equal++;
        else if (length < sizeof differences - 200)
            length += (size_t)snprintf(differences + length, 200, "\n  %.80s: %.20s expected, got %.20s",
                                       table_at(&golden, launch, "case"), expected, got);
    }
    ck_assert_msg(equal == LAUNCHES, "%s: %zu of %d launches equal%s", EXACT[_i], equal, LAUNCHES, differences);
}
END_TEST

START_TEST(launch_has_its_kernel_and_shape) {
    static const char *const SHAPE[] = {"kernel", "grid", "block"};
    for (size_t i = 0; i < sizeof SHAPE / sizeof *SHAPE; i++)
        ck_assert_str_eq(table_at(&measured, _i, SHAPE[i]), table_at(&golden, _i, SHAPE[i]));
}
END_TEST

Suite *golden_suite(void) {
    Suite *suite = suite_create("golden");
    TCase *seed = tcase_create("seed_kernels");
    tcase_add_unchecked_fixture(seed, run_seed_kernels, NULL);
    tcase_add_test(seed, program_runs_to_its_end);
    tcase_add_loop_test(seed, checksum_is_the_hardwares, 0, LAUNCHES);
    tcase_add_loop_test(seed, launch_has_its_kernel_and_shape, 0, LAUNCHES);
    tcase_add_loop_test(seed, counter_is_the_hardwares, 0, sizeof EXACT / sizeof *EXACT);
    suite_add_tcase(suite, seed);
    return suite;
}
