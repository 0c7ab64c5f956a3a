// test_refused_launches.c - each launch that is refused has the fact of its refusal, its line, and advice that is its
// cure: programs/refused_launches.cu makes them in this order.
#include "jobs.h"
#include "measured/device_report.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    FactName fact;
    const char *launch;            // a part of its line
    const char *sentence, *advice; // parts
} REFUSALS[] = {
    {FACT_block_extent, "<<<1, 2048>>>", "2048x1x1 threads: at most 1024x1024x64",
     "launch blocks of at most 1,024 threads, and more of them"},
    {FACT_block_threads, "dim3(32, 33)>>>", "1056 threads (32x33x1): at most 1024",
     "launch blocks of at most 1,024 threads, and more of them"},
    {FACT_block_extent, "dim3(1, 1, 128)>>>", "1x1x128 threads", "let x or y count what z counts here"},
    {FACT_block_extent, "dim3(16, 8, 65)>>>", "16x8x65 threads", "at most 64 of them along z, and more blocks"},
    {FACT_block_empty, "plain<<<1, 0>>>", "a block of 0x1x1 has no threads", "at least one thread in each dimension"},
    {FACT_block_empty, "dim3(32, 0)>>>", "a block of 32x0x1 has no threads", "at least one thread in each dimension"},
    {FACT_grid_empty, "<<<0, 32>>>", "a grid of 0x1x1 blocks has no threads", "round the number of blocks up"},
    {FACT_grid_empty, "dim3(4, 0), 32>>>", "a grid of 4x0x1 blocks has no threads", "round the number of blocks up"},
    {FACT_grid_extent, "dim3(1, 65536), 32>>>", "a grid of 1x65536x1 blocks", "let x count the blocks of y:"},
    {FACT_grid_extent, "dim3(1, 1, 65536), 32>>>", "a grid of 1x1x65536 blocks", "let x count the blocks of z:"},
    {FACT_grid_extent, "dim3(1, 65536, 65536), 32>>>", "1x65536x65536", "let x count the blocks of y and z:"},
    {FACT_grid_extent, "3000000000u", "3000000000x1x1", "launch fewer blocks, and let each thread work on several"},
    {FACT_launch_bounds, "bounded<<<", "256 threads, but __launch_bounds__ says at most 128",
     "launch blocks of at most 128 threads, or raise the bound"},
    {FACT_registers, "hungry<<<", "need more than 65536 registers", "__launch_bounds__(1024)"},
    {FACT_shared_not_allowed, "60000>>>", "60000 bytes of dynamic shared memory, at most 49152 allowed",
     "call it for this kernel before the launch"},
    {FACT_shared_bytes, "300000>>>", "300000 bytes of shared memory a block: at most 232448",
     "launch with at most 232448 bytes of dynamic shared memory"},
    {FACT_shared_not_allowed, "200000>>>", "200000 bytes of dynamic shared memory, at most 150000 allowed",
     "launch with at most 192448 bytes: the kernel declares 40000 itself, and a block has at most 232448"},
    // 8 blocks of 256 threads, or 2 of 1,024, are resident on each of 132 multiprocessors of 2,048 threads.
    {FACT_cooperative_blocks, "cudaLaunchCooperativeKernel", "5600 blocks: 1056 fit on the GPU",
     "launch at most 1056 blocks (8 on each of 132 multiprocessors) and let each thread loop"},
    {FACT_cooperative_blocks, "cudaLaunchCooperativeKernel", "300 blocks: 264 fit on the GPU",
     "launch at most 264 blocks (2 on each of 132 multiprocessors) and let each thread loop"},
    {FACT_cluster_grid, "in_clusters(plain, 3, 2", "3x1x1 blocks in clusters of 2x1x1", "round the grid up"},
    {FACT_cluster_blocks, "in_clusters(plain, 16", "a cluster of 16x1x1 blocks: at most 8",
     "cudaFuncAttributeNonPortableClusterSizeAllowed"},
    {FACT_cluster_blocks, "in_clusters(plain, 32", "a cluster of 32x1x1 blocks: at most 16",
     "make the cluster smaller"},
    {FACT_cluster_other, "in_clusters(paired, 8", "clusters of 4x1x1: the kernel's have 2x1x1 blocks",
     "the kernel's __cluster_dims__"},
    {FACT_cluster_grid, "paired<<<3, 32>>>", "3x1x1 blocks in clusters of 2x1x1", "round the grid up"},
};
enum { COUNT = sizeof REFUSALS / sizeof *REFUSALS };

static DeviceReport *report;
static char *source;

static void run_program(void) {
    char emulate[JOB_PATH], program[JOB_PATH], json[JOB_PATH], error[200] = "";
    build_path(emulate, "emulate");
    build_path(program, "programs/refused_launches");
    build_path(json, "test_refused_launches.json");
    Job run = {.arguments = {emulate, "--quiet", "--json", json, program}};
    build_path(run.output, "test_refused_launches.txt");
    jobs_run(&run, 1);
    char *text = text_read(json);
    report = report_read(text, strlen(text), error);
    ck_assert_msg(report != NULL, "%s", error);
    free(text);
    source = text_read("grader/device/tests/programs/refused_launches.cu");
}

static void forget_program(void) {
    report_free(report);
    free(source);
}

static void line_of_source(unsigned line, char text[200]) {
    const char *at = source;
    while (at && --line) at = (at = strchr(at, '\n')) ? at + 1 : NULL;
    ck_assert_ptr_nonnull(at);
    snprintf(text, 200, "%.*s", (int)strcspn(at, "\n"), at);
}

START_TEST(each_refused_launch_has_its_fact_its_line_and_its_cure) {
    VerdictFault fault;
    FactSentence advice;
    char line[200];
    ck_assert_uint_eq(report_fault_count(report), COUNT);
    ck_assert(report_fault(report, (unsigned)_i, &fault));
    ck_assert_int_eq(fault.kind, FAULT_INVALID_LAUNCH);
    ck_assert_str_eq(fact_names[fault.fact.name], fact_names[REFUSALS[_i].fact]);
    ck_assert_msg(strstr(fault.sentence, REFUSALS[_i].sentence) != NULL, "%s", fault.sentence);
    fact_advise(&fault.fact, fault.kind, advice);
    ck_assert_msg(strstr(advice, REFUSALS[_i].advice) != NULL, "%s", advice);
    ck_assert_uint_gt(fault.line, 0);
    line_of_source(fault.line, line);
    ck_assert_msg(strstr(line, REFUSALS[_i].launch) != NULL, "line %u: %s", fault.line, line);
}
END_TEST

Suite *refused_launches_suite(void) {
    Suite *suite = suite_create("refused_launches");
    TCase *tests = tcase_create("refused_launches");
    tcase_add_unchecked_fixture(tests, run_program, forget_program);
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, each_refused_launch_has_its_fact_its_line_and_its_cure, 0, COUNT);
    suite_add_tcase(suite, tests);
    return suite;
}
