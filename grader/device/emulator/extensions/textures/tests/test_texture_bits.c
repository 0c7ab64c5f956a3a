// test_texture_bits.c - what texture fetches and surface accesses give, bit by bit, against what an H200 gave.
//
// tests/golden/*.bits is what the programs golden/*.cu of the same names printed there: sections, each headed `# NAME`,
// of words in hexadecimal.
#include "jobs.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const PROGRAMS[] = {"texture_weights", "texture_formats", "texture_addresses", "texture_cubes",
                                       "texture_levels",  "texture_gathers", "surface_bounds",    "texture_extents"};
enum { PROGRAM_COUNT = sizeof PROGRAMS / sizeof *PROGRAMS };

// Sections that are not equal, and in how many words (emulator/FIDELITY.md says why). Any other number is a mistake.
static const struct {
    const char *program, *section;
    size_t unequal;
} DIFFERENCES[] = {
    {"texture_weights", "# pairs of signed bytes 1792", 38},
    {"texture_formats", "# char linear 1d 300", 7},
    {"texture_formats", "# char linear 2d 400", 9},
    {"texture_formats", "# char linear 3d 300", 4},
    {"texture_levels", "# level 3d 300", 1},
    {"texture_levels", "# gradient any 300", 27},
    {"texture_levels", "# gradient trilinear 300", 34},
    {"texture_levels", "# gradient 3d 300", 45},
    {"texture_levels", "# gradient 1d 300", 24},
    {"texture_levels", "# cube gradient 300", 280},
    {"texture_levels", "# gradient turned of 8 720", 18},
    {"texture_levels", "# gradient square of 8 720", 51},
    {"texture_levels", "# gradient parallel of 8 720", 105},
    {"texture_levels", "# gradient askew of 8 720", 21},
    {"texture_levels", "# gradient turned of 256 720", 18},
    {"texture_levels", "# gradient square of 256 720", 51},
    {"texture_levels", "# gradient parallel of 256 720", 105},
    {"texture_levels", "# gradient askew of 256 720", 21},
    {"texture_formats", "# snorm8x4 linear 8", 2},
    {"texture_formats", "# sRGB linear 100", 4},
    {"texture_cubes", "# cube ramp 100 694", 1},
};

static char emulate[JOB_PATH], programs[PROGRAM_COUNT][JOB_PATH];
static Job jobs[PROGRAM_COUNT];

static void run_programs(void) {
    char name[100];
    build_path(emulate, "emulate");
    for (int i = 0; i < PROGRAM_COUNT; i++) {
        snprintf(name, sizeof name, "programs/%s", PROGRAMS[i]);
        jobs[i] = (Job){.arguments = {emulate, "--quiet", build_path(programs[i], name)}};
        snprintf(name, sizeof name, "programs/%s.bits", PROGRAMS[i]);
        build_path(jobs[i].output, name);
    }
    jobs_run(jobs, PROGRAM_COUNT);
}

static size_t known_difference(const char *program, const char *section) {
    for (size_t i = 0; i < sizeof DIFFERENCES / sizeof *DIFFERENCES; i++)
        if (!strcmp(DIFFERENCES[i].program, program) && !strcmp(DIFFERENCES[i].section, section))
            return DIFFERENCES[i].unequal;
    return 0;
}

// The next section of a text: its name, and *words without the name.
static char *section_next(char **text, char **words) {
    char *name = *text, *end = name ? strchr(name, '\n') : NULL;
    if (!end) return NULL;
    *end = 0;
    *text = strstr(end + 1, "# ");
    if (*text) (*text)[-1] = 0;
    *words = *text == end + 1 ? end : end + 1; // a section may have no words
    return name;
}

// Counts all words, and those that are not equal.
static void words_compare(char *expected, char *got, size_t *words, size_t *unequal) {
    const char *wanted;
    *words = *unequal = 0;
    while ((wanted = strsep(&expected, " \n"))) {
        const char *word = got ? strsep(&got, " \n") : "";
        if (!*wanted && !*word) continue;
        ++*words;
        *unequal += strcmp(wanted, word) != 0;
    }
    *unequal += got && *got;
}

START_TEST(every_bit_is_the_hardwares_but_for_those_listed) {
    const char *program = PROGRAMS[_i];
    char path[JOB_PATH], report[4000] = "", *name, *expected, *got;
    size_t all = 0, different = 0, wrong = 0, length = 0;
    snprintf(path, sizeof path, "grader/device/emulator/extensions/textures/tests/golden/%s.bits", program);
    char *golden = text_read(path), *printed = text_read(jobs[_i].output), *golden_rest = golden, *rest = printed;
    while ((name = section_next(&golden_rest, &expected))) {
        const char *same = section_next(&rest, &got);
        size_t words, unequal;
        ck_assert_msg(same && !strcmp(name, same), "%s: '%s' expected, got '%s'", program, name,
                      same ? same : "the end");
        words_compare(expected, got, &words, &unequal);
        all += words, different += unequal;
        if (unequal == known_difference(program, name)) continue;
        wrong++;
        if (length < sizeof report - 200)
            length +=
                (size_t)snprintf(report + length, 200, "\n  %.80s: %zu of %zu words differ", name, unequal, words);
    }
    printf("%s: %zu of %zu words equal those of an H200\n", program, all - different, all);
    ck_assert_msg(!wrong, "%s:%s", program, report);
    ck_assert_int_eq(jobs[_i].status, 0);
    free(golden);
    free(printed);
}
END_TEST

Suite *texture_bits_suite(void) {
    Suite *suite = suite_create("texture_bits");
    TCase *tests = tcase_create("golden");
    tcase_add_unchecked_fixture(tests, run_programs, NULL);
    tcase_add_loop_test(tests, every_bit_is_the_hardwares_but_for_those_listed, 0, PROGRAM_COUNT);
    suite_add_tcase(suite, tests);
    return suite;
}
