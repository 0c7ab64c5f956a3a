// test_boxed_estimate.c - an estimate runs the program, too: in a jail, the program is in a box then.
#include "classroom.h"
#include "scratch.h"

#include "grading/build.h"
#include "sandbox/box.h"
#include "verdict/estimate.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define ESCAPED "/escaped" // in the folder of a worker, which a box does not show

static Exercise exercise; // with an estimate of its first case, which takes no time

// The program is right, and before anything else it writes to the place that `%s` stands for.
static const char before[] = "#include <cstdio>\n"
                             "__attribute__((constructor)) static void escape() {\n"
                             "    if (FILE *file = fopen(\"%s\", \"w\")) fclose(file);\n"
                             "}\n";
static const char after[] = "void matmul(const float *A, const float *B, float *C, int m, int n, int k) { "
                            "correct_matmul(A, B, C, m, n, k); }\n";

static GradeJob job_of(const Paths *paths) {
    return (GradeJob){.paths = paths, .exercise = &exercise, .timeout_seconds = 20};
}

// The first estimate of a reference makes the inputs, which the jail is then given. There is no reference here.
static void make_inputs(const Classroom *room, JailExtra extras[JAIL_EXTRAS]) {
    static const char *const names[] = {"timed", "parts"};
    const Reference none = {.program = "/nonexistent"};
    Paths paths = room->paths;
    const GradeJob job = job_of(&paths);
    ReportEstimate estimate;
    snprintf(paths.build, sizeof paths.build, "%s", room->folder);
    scratch_write(room->folder, "reference/empty", "", 0);
    ck_assert(!estimate_reference(&job, &none, 0, TIME_ALONE, room->folder, &estimate));
    for (unsigned i = 0; i < COUNT_OF(names); i++) {
        snprintf(extras[i].target, sizeof extras[i].target, "build/reference/%s.%s", exercise.name, names[i]);
        snprintf(extras[i].source, PATH_BYTES, "%s/reference/%s.%s", room->folder, exercise.name, names[i]);
        ck_assert(file_exists(extras[i].source));
    }
}

enum { ENDED_WELL, NO_JAIL, NOT_BUILT, NO_ESTIMATE, HAS_ESCAPED, NOT_WRITABLE };

// What a worker does in its jail. If the folder cannot be written to, nothing could escape to it anyway.
static int worker(Paths paths, const JailExtra extras[JAIL_EXTRAS], const char *correct) {
    char folder[PATH_BYTES], escaped[PATH_BYTES + 16], source[8192], error[200];
    BuildResult build;
    ReportEstimate estimate;
    if (!jail_enter(&paths, extras, error) || !paths_work_folder(&paths, folder, error)) return NO_JAIL;
    snprintf(escaped, sizeof escaped, "%s" ESCAPED, folder);
    int length = snprintf(source, sizeof source, before, escaped);
    length += snprintf(source + length, sizeof source - (size_t)length, "%s\n%s", correct, after);
    const GradeJob job = job_of(&paths);
    if (!build_program(&paths, &exercise, source, (size_t)length, "hostile.cu", folder, &build, error) || !build.built)
        return NOT_BUILT;
    bool known = estimate_program(&job, build.program, 0, TIME_ALONE, folder, &estimate);
    if (file_exists(escaped)) return HAS_ESCAPED;
    if (!known) return NO_ESTIMATE;
    return file_write(escaped, "", 0, error) ? ENDED_WELL : NOT_WRITABLE;
}

START_TEST(program_is_in_a_box_while_it_is_estimated) {
    Classroom room;
    JailExtra extras[JAIL_EXTRAS] = {{.source = ""}};
    int status;
    classroom_open(&room);
    exercise = *exercise_named(CLASSROOM_EXERCISE);
    exercise.estimated = &exercise.cases[0];
    if (room.sandbox) {
        char *correct = classroom_text(&room, "grader/tests/adversarial/correct.cuh");
        make_inputs(&room, extras);
        pid_t pid = fork();
        if (!pid) _exit(worker(room.paths, extras, correct));
        ck_assert(pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status));
        ck_assert_int_eq(WEXITSTATUS(status), ENDED_WELL);
        free(correct);
    }
    classroom_close(&room);
}
END_TEST

Suite *boxed_estimate_suite(void);
Suite *boxed_estimate_suite(void) {
    Suite *suite = suite_create("boxed_estimate");
    TCase *tests = tcase_create("boxed_estimate");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, program_is_in_a_box_while_it_is_estimated);
    suite_add_tcase(suite, tests);
    return suite;
}
