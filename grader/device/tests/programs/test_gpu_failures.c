// test_gpu_failures.c - what fails on an H200 fails here, with the same error, and the report names its cause.
#include "behaviour.h"
#include <check.h>

#define CASE(name, error, fault)                                                                                       \
    { "gpu_failures", name, error, fault }

static const Mistake MISTAKES[] = {
    CASE("negative_index", "cudaErrorIllegalAddress",
         "writes 4 bytes 2097152 bytes before the start of an allocation of 262144 bytes"),
    CASE("stale_pointer", "cudaErrorIllegalAddress", "writes 4 bytes 0 bytes into a freed allocation of 262144 bytes"),
    CASE("stale_pointer_in_memory", "cudaErrorIllegalAddress",
         "writes 4 bytes 0 bytes into a freed allocation of 262144 bytes"),
    CASE("grid_sync", "cudaErrorLaunchFailure", "grid.sync() in a kernel that was not launched as a cooperative one"),
    CASE("two_barriers_in_a_warp", "cudaSuccess", "16 of them wait at another barrier than the first"),
    CASE("two_barriers_in_a_block", "cudaSuccess", "32 of them wait at another barrier than the first"),
    CASE("shuffle_beside_a_barrier", "cudaSuccess",
         "names lane 16, which waits at a barrier: a GPU hangs here, since neither can go on without the other"),
    CASE("heap_is_full", "cudaSuccess", NULL),
    CASE("heap_is_large", "cudaSuccess", NULL),
    CASE("heap_limit_afterwards", "cudaErrorInvalidValue", "cudaDeviceSetLimit"),
};

START_TEST(what_fails_on_a_gpu_is_told) { mistake_check(&MISTAKES[_i]); }
END_TEST

Suite *gpu_failures_suite(void) {
    Suite *suite = suite_create("gpu_failures");
    TCase *tests = tcase_create("gpu_failures");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, what_fails_on_a_gpu_is_told, 0, sizeof MISTAKES / sizeof *MISTAKES);
    suite_add_tcase(suite, tests);
    return suite;
}
