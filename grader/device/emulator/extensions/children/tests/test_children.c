// test_children.c - launches by device code: what dynamic_parallelism.cu claims holds, as on an H200, and mistakes.
#include "behaviour.h"
#include <check.h>

START_TEST(every_claim_of_the_program_holds) { program_claims_check("dynamic_parallelism"); }
END_TEST

// Found at their lines. An H200 tells the programs the same, but does not see that `overflow` stores past an
// allocation.
static const Mistake MISTAKES[] = {
    {"child_faults", "shape", "cudaErrorInvalidConfiguration", "invalid_launch in shape(int*) at child_faults.cu:9"},
    {"child_faults", "overflow", "cudaErrorIllegalAddress", "out_of_bounds in child(int*) at child_faults.cu:6"},
    {"child_faults", "pending", "cudaSuccess 5000", NULL},
    {"child_faults", "limit", "cudaSuccess 5000", NULL},
    {"child_faults", "deep", "cudaErrorLaunchPendingCountExceeded 2049", "invalid_launch in deep(int*, int)"},
    {"child_faults", "deep_with_tails", "cudaErrorLaunchPendingCountExceeded 2008", "at child_faults.cu:48"},
    {"child_faults", "tails", "cudaSuccess 5000", NULL},
    {"child_faults", "set", "cudaSuccess 0", "lost_set in set(int*) at child_faults.cu:35"},
};

START_TEST(mistake_is_found_where_it_is) { mistake_check(&MISTAKES[_i]); }
END_TEST

Suite *children_suite(void) {
    Suite *suite = suite_create("children");
    TCase *tests = tcase_create("children");
    tcase_add_test(tests, every_claim_of_the_program_holds);
    tcase_add_loop_test(tests, mistake_is_found_where_it_is, 0, sizeof MISTAKES / sizeof *MISTAKES);
    suite_add_tcase(suite, tests);
    return suite;
}
