// test_textures.c - textures, surfaces and CUDA arrays: programs that check themselves, faults, and answers of the
// runtime.
#include "behaviour.h"
#include "jobs.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const PROGRAMS[] = {"texture_objects", "surface_objects"};
enum { PROGRAM_COUNT = sizeof PROGRAMS / sizeof *PROGRAMS };

// Each is found at its line of texture_faults.cu; what the program is told, and what the report says.
static const struct {
    const char *name, *error, *fault;
    int line;
    const char *says;
} FAULTS[] = {
    {"unwritten_texel", "cudaSuccess", "uninitialised_global", 5, "texture memory that nothing has written"},
    {"unwritten_surface", "cudaSuccess", "uninitialised_global", 9, "surface memory that nothing has written"},
    {"no_object", "cudaSuccess", "invalid_object", 5, "0x0 is no texture object"},
    {"surface_as_texture", "cudaSuccess", "invalid_object", 5, "a texture object is needed"},
    {"texture_as_surface", "cudaSuccess", "invalid_object", 8, "a surface object is needed"},
    {"other_geometry", "cudaSuccess", "invalid_object", 6, "of two dimensions is used as one of three"},
    {"right_of_surface", "cudaErrorIllegalAddress", "surface_bounds", 8, "writes 4 bytes at byte 16, row 0"},
    {"below_surface", "cudaErrorIllegalAddress", "surface_bounds", 8, "writes 4 bytes at byte 0, row 4"},
    {"misaligned", "cudaErrorMisalignedAddress", "misaligned", 9, "at byte 6 of a row"},
    {"destroyed", "cudaSuccess", "invalid_object", 5, "was destroyed"},
    {"freed", "cudaErrorIllegalAddress", "use_after_free", 5, "cudaMallocArray memory that was freed"},
    {"past_memory", "cudaErrorIllegalAddress", "out_of_bounds", 10, "past the end of the cudaMalloc memory"},
    {"line_as_surface", "cudaSuccess", "invalid_object", 8, "a surface object is needed"},
    {"freed_line", "cudaErrorIllegalAddress", "use_after_free", 7, "cudaMalloc memory that was freed"},
};
enum { FAULT_COUNT = sizeof FAULTS / sizeof *FAULTS };

// Parts of texture_behaviour.expected.
static const char *const BEHAVIOURS[] = {"array_errors", "object_errors", "copies", "extents", "formats", "odd_values"};
enum { BEHAVIOUR_COUNT = sizeof BEHAVIOURS / sizeof *BEHAVIOURS };

static char emulate[JOB_PATH], programs[PROGRAM_COUNT][JOB_PATH], faulty[JOB_PATH], behaving[JOB_PATH];
static Job jobs[PROGRAM_COUNT + FAULT_COUNT + BEHAVIOUR_COUNT];
static Job *const faults = jobs + PROGRAM_COUNT, *const behaviours = jobs + PROGRAM_COUNT + FAULT_COUNT;

static void run_programs(void) {
    char name[100];
    build_path(emulate, "emulate");
    build_path(faulty, "programs/texture_faults");
    build_path(behaving, "programs/texture_behaviour");
    for (int i = 0; i < PROGRAM_COUNT; i++) {
        snprintf(name, sizeof name, "programs/%s", PROGRAMS[i]);
        jobs[i] = (Job){.arguments = {emulate, "--error-exitcode", "9", build_path(programs[i], name)}};
        snprintf(name, sizeof name, "programs/%s.txt", PROGRAMS[i]);
        build_path(jobs[i].output, name);
    }
    for (int i = 0; i < FAULT_COUNT; i++) {
        faults[i] = (Job){.arguments = {emulate, faulty, FAULTS[i].name}};
        snprintf(name, sizeof name, "programs/texture_faults.%s.txt", FAULTS[i].name);
        build_path(faults[i].output, name);
    }
    for (int i = 0; i < BEHAVIOUR_COUNT; i++) {
        behaviours[i] = (Job){.arguments = {emulate, "--quiet", behaving, BEHAVIOURS[i]}};
        snprintf(name, sizeof name, "programs/texture_behaviour.%s.txt", BEHAVIOURS[i]);
        build_path(behaviours[i].output, name);
    }
    jobs_run(jobs, sizeof jobs / sizeof *jobs);
}

START_TEST(every_claim_of_the_program_holds) {
    char *printed = text_read(jobs[_i].output), *failed = strstr(printed, "FAIL ");
    ck_assert_msg(!failed, "%s: %.300s", PROGRAMS[_i], failed);
    ck_assert_msg(jobs[_i].status == 0, "%s ended with %d: %.500s", PROGRAMS[_i], jobs[_i].status, printed);
    ck_assert_msg(strncmp(printed, "ok ", 3) == 0, "%s claims nothing", PROGRAMS[_i]);
    free(printed);
}
END_TEST

START_TEST(fault_is_found_at_its_line) {
    char *printed = text_read(faults[_i].output);
    char wanted[100];
    ck_assert_msg(strstr(printed, FAULTS[_i].error) != NULL, "%.500s", printed);
    snprintf(wanted, sizeof wanted, "%s in ", FAULTS[_i].fault);
    ck_assert_msg(strstr(printed, wanted) != NULL, "%.500s", printed);
    snprintf(wanted, sizeof wanted, "at texture_faults.cu:%d: ", FAULTS[_i].line);
    ck_assert_msg(strstr(printed, wanted) != NULL, "%.500s", printed);
    ck_assert_msg(strstr(printed, FAULTS[_i].says) != NULL, "%.500s", printed);
    free(printed);
}
END_TEST

START_TEST(runtime_answers_as_hardware_does) {
    behaviour_check(&behaviours[_i], "grader/device/emulator/extensions/textures/tests/texture_behaviour",
                    BEHAVIOURS[_i]);
}
END_TEST

Suite *textures_suite(void) {
    Suite *suite = suite_create("textures");
    TCase *all = tcase_create("programs");
    tcase_add_unchecked_fixture(all, run_programs, NULL);
    tcase_add_loop_test(all, every_claim_of_the_program_holds, 0, PROGRAM_COUNT);
    tcase_add_loop_test(all, fault_is_found_at_its_line, 0, FAULT_COUNT);
    tcase_add_loop_test(all, runtime_answers_as_hardware_does, 0, BEHAVIOUR_COUNT);
    suite_add_tcase(suite, all);
    return suite;
}
