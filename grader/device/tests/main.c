// main.c - runs test suites: `tests` the short ones of suites.def, `tests all` the long ones as well, `tests NAME...`
// those that are named. The workbook's tests do so with a table of their own.
#include "scratch.h"

#include <check.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef SUITES
#define SUITES "suites.def"
#endif

#define SUITE(name, ...) Suite *name##_suite(void);
#include SUITES

typedef enum { SHORT, LONG, NAMED } When;
typedef struct {
    const char *name;
    Suite *(*make)(void);
    When when;
} NamedSuite;

#define FIRST(when, ...) when
static const NamedSuite suites[] = {
#define SUITE(name, ...) {#name, name##_suite, FIRST(__VA_ARGS__, )},
#include SUITES
};
enum { SUITE_COUNT = sizeof suites / sizeof *suites };

static bool is_asked(const NamedSuite *suite, int count, char **names) {
    if (count == 0) return suite->when == SHORT;
    for (int i = 0; i < count; i++) {
        bool all = strcmp(names[i], "all") == 0 && suite->when <= LONG;
        if (all || strcmp(names[i], suite->name) == 0) return true;
    }
    return false;
}

static bool is_known(const char *name) {
    if (strcmp(name, "all") == 0) return true;
    for (size_t i = 0; i < SUITE_COUNT; i++)
        if (strcmp(suites[i].name, name) == 0) return true;
    return false;
}

int main(int count, char **arguments) {
    for (int i = 1; i < count; i++)
        if (!is_known(arguments[i])) {
            fprintf(stderr, "tests: there is no suite %s; suites.def lists them\n", arguments[i]);
            return 2;
        }
    scratch_begin();
    SRunner *runner = srunner_create(NULL);
    for (size_t i = 0; i < SUITE_COUNT; i++)
        if (is_asked(&suites[i], count - 1, arguments + 1)) srunner_add_suite(runner, suites[i].make());
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
