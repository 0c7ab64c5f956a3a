// test_clusters.c - what clusters.cu claims of blocks that run together holds, as on an H200, and mistakes.
#include "behaviour.h"
#include <check.h>

START_TEST(every_claim_of_the_program_holds) { program_claims_check("clusters"); }
END_TEST

// Found at their lines. An H200 tells the programs the same, but would wait for ever in `deadlock`.
static const Mistake MISTAKES[] = {
    {"cluster_faults", "race", "cudaSuccess",
     "race_shared in race(int*) at cluster_faults.cu:12: two blocks of a cluster"},
    {"cluster_faults", "race", "cudaSuccess",
     "at cluster_faults.cu:12: uses shared memory of a block of the cluster that"},
    {"cluster_faults", "ended", "cudaErrorLaunchFailure",
     "cluster_memory in ended(int*) at cluster_faults.cu:22: shared memory of a block of the cluster that has ended"},
    {"cluster_faults", "may_end", "cudaErrorLaunchFailure",
     "cluster_memory in may_end(int*) at cluster_faults.cu:31: uses shared memory of a block of the cluster"},
    {"cluster_faults", "stores", "cudaSuccess",
     "cluster_memory in stores(int*) at cluster_faults.cu:42: uses shared memory"},
    {"cluster_faults", "outside", "cudaErrorLaunchFailure", "at cluster_faults.cu:49: reads 4 bytes just past the end"},
    {"cluster_faults", "unwritten", "cudaSuccess", "uninitialised_shared in unwritten(int*) at cluster_faults.cu:57"},
    {"cluster_faults", "deadlock", "cudaErrorLaunchTimeout", "barrier_deadlock in deadlock(int*)"},
    {"cluster_faults", "twice", "cudaSuccess", "divergent_barrier in twice(int*) at cluster_faults.cu:68"},
    {"cluster_faults", "nine_blocks", "cudaErrorInvalidClusterSize", "a cluster of 9x1x1 blocks: at most 8"},
    {"cluster_faults", "half_a_cluster", "cudaErrorInvalidClusterSize", "5x1x1 blocks in clusters of 2x1x1"},
    {"cluster_faults", "no_such_block", "cudaErrorLaunchFailure", "of a block that the cluster does not have"},
};

START_TEST(mistake_is_found_where_it_is) { mistake_check(&MISTAKES[_i]); }
END_TEST

Suite *clusters_suite(void) {
    Suite *suite = suite_create("clusters");
    TCase *tests = tcase_create("clusters");
    tcase_add_test(tests, every_claim_of_the_program_holds);
    tcase_add_loop_test(tests, mistake_is_found_where_it_is, 0, sizeof MISTAKES / sizeof *MISTAKES);
    suite_add_tcase(suite, tests);
    return suite;
}
