// test_graphs.c - graphs, stream capture and pools under `emulate`: the calls answer as on hardware, kernels of graphs
// are counted and checked as others are.
//
// programs/capture_behaviour.expected and graph_behaviour.expected are what an H200 answered (CUDA 13.0).
#include "behaviour.h"
#include "jobs.h"
#include <check.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *program, *name;
} behaviours[] = {
    {"capture_behaviour", "begin_end"}, {"capture_behaviour", "global"},     {"capture_behaviour", "thread_local"},
    {"capture_behaviour", "relaxed"},   {"capture_behaviour", "blocking"},   {"capture_behaviour", "fork_join"},
    {"capture_behaviour", "to_graph"},  {"capture_behaviour", "results"},    {"graph_behaviour", "updating"},
    {"graph_behaviour", "generic"},     {"graph_behaviour", "memory_nodes"}, {"graph_behaviour", "conditions"},
    {"graph_behaviour", "pools"},       {"graph_behaviour", "batches"},
};
#define BEHAVIOURS (sizeof behaviours / sizeof *behaviours)

// What is said of a fault in a graph's kernel: the kind, and the line of the kernel. An H200 sees none of the three.
static const struct {
    const char *name, *says, *place;
} faults[] = {
    {"past_end", "out_of_bounds", "graph_faults.cu:7"},
    {"freed", "use_after_free", "graph_faults.cu:6"},
    {"fresh", "uninitialised", "graph_faults.cu:6"},
};
#define FAULTS (sizeof faults / sizeof *faults)

enum { CLAIMS = BEHAVIOURS + FAULTS, COUNTED, JOBS };
static Job jobs[JOBS];

static void add_job(size_t job, const char *program, const char *option, const char *name) {
    static char emulate[JOB_PATH], paths[JOBS][JOB_PATH];
    char text[100];
    snprintf(text, sizeof text, "programs/%s", program);
    build_path(paths[job], text);
    build_path(emulate, "emulate");
    snprintf(text, sizeof text, "test_graphs.%zu.txt", job);
    jobs[job] = (Job){.arguments = {emulate, option, paths[job], name}};
    build_path(jobs[job].output, text);
}

static void run_all(void) {
    static char report[JOB_PATH + 8] = "--json=";
    build_path(report + strlen(report), "test_graphs.json");
    for (size_t i = 0; i < BEHAVIOURS; i++) add_job(i, behaviours[i].program, "--quiet", behaviours[i].name);
    for (size_t i = 0; i < FAULTS; i++) add_job(BEHAVIOURS + i, "graph_faults", "--error-exitcode=9", faults[i].name);
    add_job(CLAIMS, "graphs", "--quiet", NULL);
    add_job(COUNTED, "graph_faults", report, "right");
    jobs_run(jobs, JOBS);
}

START_TEST(calls_answer_as_hardware_does) {
    char program[100];
    snprintf(program, sizeof program, "grader/device/tests/programs/%s", behaviours[_i].program);
    behaviour_check(&jobs[_i], program, behaviours[_i].name);
}
END_TEST

START_TEST(faults_of_graphs_kernels_are_found_at_their_lines) {
    const Job *job = &jobs[BEHAVIOURS + (size_t)_i];
    char *got = text_read(job->output);
    ck_assert_msg(strstr(got, faults[_i].says) != NULL, "%s is not in %.600s", faults[_i].says, got);
    ck_assert_msg(strstr(got, faults[_i].place) != NULL, "%s is not in %.600s", faults[_i].place, got);
    ck_assert_int_eq(job->status, 9);
    free(got);
}
END_TEST

START_TEST(every_claim_holds) {
    char *printed = text_read(jobs[CLAIMS].output);
    const char *failed = strstr(printed, "FAIL ");
    ck_assert_msg(!failed, "%.300s", failed);
    ck_assert_msg(strstr(printed, "ok ") != NULL, "nothing is claimed: %.300s", printed);
    ck_assert_int_eq(jobs[CLAIMS].status, 0);
    free(printed);
}
END_TEST

// Three launches of a graph with two kernels, of one and two warps that load their 128 bytes, 4 sectors, once.
START_TEST(every_launch_of_a_node_is_counted) {
    char path[JOB_PATH];
    json_t *root = json_load_file(build_path(path, "test_graphs.json"), 0, NULL);
    ck_assert_ptr_nonnull(root);
    const json_t *launches = json_object_get(root, "launches");
    ck_assert_uint_eq(json_array_size(launches), 6);
    for (size_t i = 0; i < 6; i++) {
        const json_t *counters = json_object_get(json_array_get(launches, i), "counters");
        ck_assert_int_eq(json_integer_value(json_object_get(counters, "global_load_requests")), i % 2 ? 2 : 1);
        ck_assert_int_eq(json_integer_value(json_object_get(counters, "global_load_sectors")), i % 2 ? 8 : 4);
    }
    ck_assert_uint_eq(json_array_size(json_object_get(root, "faults")), 0);
    json_decref(root);
}
END_TEST

Suite *graphs_suite(void);
Suite *graphs_suite(void) {
    Suite *suite = suite_create("graphs");
    TCase *runs = tcase_create("runs");
    tcase_set_timeout(runs, 120);
    tcase_add_unchecked_fixture(runs, run_all, NULL);
    tcase_add_loop_test(runs, calls_answer_as_hardware_does, 0, (int)BEHAVIOURS);
    tcase_add_loop_test(runs, faults_of_graphs_kernels_are_found_at_their_lines, 0, (int)FAULTS);
    tcase_add_test(runs, every_claim_holds);
    tcase_add_test(runs, every_launch_of_a_node_is_counted);
    suite_add_tcase(suite, runs);
    return suite;
}
