// test_grade.c - one exercise end to end, with shell scripts in the places of nvcc and the emulator.
//
// The pretended compiler takes a shell script for a program, so a student's file here is the script itself; the
// pretended emulator runs it and reports what the script left in the file `device`.
#include "exercises/definition.h"
#include "grading/build.h"
#include "grading/run.h"
#include "parallel/schedule.h"
#include "report/report.h"
#include "scratch.h"
#include "student/progress.h"
#include "system/process.h"
#include "verdict/pipeline.h"
#include "verdict/stages.h"

#include <check.h>
#include <pthread.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char compiler[] =
    "#!/bin/sh\n"
    "for last; do case $last in *.cu) file=$last;; esac; done\n"
    "if grep -q BROKEN $file; then\n"
    "  echo \"$file(3): error: expected a semicolon\" >&2; exit 1; fi\n"
    "if grep -q __device__ $file; then case $* in *--extended-lambda*) ;; *)\n"
    "  echo \"$file(2): error: requires --extended-lambda nvcc flag\" >&2; exit 1;; esac; fi\n"
    "if grep -q SLEEP-COMPILER $file; then sleep 1000; fi\n"
    "cp $file program && chmod +x program\n";

static const char emulator[] =
    "#!/bin/sh\n"
    "while [ $# -gt 0 ]; do case $1 in --quiet) shift;; --*) shift 2;;\n"
    "*) break;; esac; done\n"
    "( exec 3>&-; exec \"$@\" ); status=$?\n"
    "signal=0; [ $status -gt 128 ] && signal=$((status - 128)) && status=0\n"
    "device=$(cat device 2>/dev/null)\n"
    "echo \"{\\\"schema\\\":1,\\\"gpu_name\\\":\\\"Toy GPU\\\",${device:-\\\"launches\\\":[]},\" >&3\n"
    "echo \"\\\"program\\\":{\\\"exit\\\":$status,\\\"signal\\\":$signal}}\" >&3\n";

static const char right_answer[] = "#!/bin/sh\n{ head -c 8 $2; printf B; tail -c +10 $2 | head -c -48; } >$4\n";

// B is to be a copy of A. The right answer gives the case back with A called B and without what announces B, which is
// an entry of 48 bytes.
static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    uint64_t count = (uint64_t)spec->size[0];
    float *values = case_file_add(input, "A", CASE_FLOAT32, CASE_HOST, count);
    for (uint64_t i = 0; values && i < count; i++) values[i] = (float)(seed % 1000) + (float)i;
    return values && case_file_announce(input, "B", CASE_FLOAT32, 4, CASE_HOST_OUT, count);
}

static void check(const Outcome *outcome, CaseResult *result) {
    uint64_t count = (uint64_t)outcome->spec->size[0];
    const CaseArray *expected = case_file_find(outcome->input, "A");
    const float *got = output_array(outcome, "B", CASE_FLOAT32, count, result);
    if (!got) return;
    bool same = !memcmp(got, expected->data, (size_t)count * sizeof *got);
    *result = (CaseResult){.passed = same, .total = count};
    if (!same) snprintf(result->message, sizeof result->message, "B differs");
}

static const CaseSpec cases[] = {{.label = "four", .size = {4}, .measured = true},
                                 {.label = "nine", .size = {9}, .hidden = true}};
static const Part parts[] = {{RIGHT_RESULTS(80)}, {NO_FAULTS(20)}};
static const Exercise toy = {.name = "toy",
                             .chapter = "00_toys",
                             .title = "A toy",
                             .checklist = "tiling",
                             .interface = "toy",
                             .must_define = "void copy(const float *from, float *to)",
                             .cases = cases,
                             .case_count = 2,
                             .make = make,
                             .check = check,
                             .parts = parts,
                             .part_count = 2,
                             .hints = {"one", "two", "three"}};

static char root[SCRATCH_BYTES], file[PATH_BYTES];
static Paths paths;
static Verdict verdict;
static GradeJob job;

static void put(const char *name, const char *text, unsigned mode) {
    char path[PATH_BYTES];
    scratch_write(root, name, text, strlen(text));
    snprintf(path, sizeof path, "%s/%s", root, name);
    ck_assert_int_eq(chmod(path, mode), 0);
}

static void put_folder(const char *name) {
    char path[PATH_BYTES + 100];
    snprintf(path, sizeof path, "%s/%s", root, name);
    ck_assert(folder_make(path));
}

static void setup(void) {
    char nvcc[PATH_BYTES + 100];
    process_catch_signals(); // as graders do
    scratch_folder(root, "grade");
    put_folder("build/interfaces");
    put_folder("exercises/00_toys");
    put_folder("grader/exercises/toy");
    put("build/nvcc", compiler, 0755);
    put("build/emulate", emulator, 0755);
    put("build/interfaces/toy.o", "", 0644);
    put("grader/exercises/toy/skeleton.cu", "skeleton\n", 0644);
    snprintf(nvcc, sizeof nvcc, "%s/build/nvcc", root);
    setenv("WORKBOOK_NVCC", nvcc, 1);
    paths_below(&paths, root);
    paths_source(&paths, "exercises", &toy, file);
    job = (GradeJob){.paths = &paths, .exercise = &toy, .file = file, .seed = 5, .timeout_seconds = 10};
}

static void teardown(void) {
    verdict_free(&verdict);
    folder_remove(root);
}

static void grade(const char *source) {
    char error[200] = "";
    put("exercises/00_toys/toy.cu", source, 0644);
    ck_assert_msg(grade_file(&job, &verdict, error), "%s", error);
}

static unsigned work_entries(void) {
    char work[PATH_BYTES + 16];
    uint64_t bytes, files;
    snprintf(work, sizeof work, "%s/build/work", root);
    folder_measure(work, &bytes, &files);
    return (unsigned)files;
}

START_TEST(right_answer_passes) {
    grade(right_answer);
    ck_assert_int_eq(verdict.state, STATE_passed);
    ck_assert_int_eq(verdict.points, 100);
    ck_assert_str_eq(verdict.file, "exercises/00_toys/toy.cu");
    ck_assert_uint_eq(work_entries(), 1); // the folder itself
}
END_TEST

START_TEST(skeleton_is_not_started) {
    grade("skeleton\n\n \n");
    ck_assert_int_eq(verdict.state, STATE_not_started);
    ck_assert_int_eq(verdict.max_points, 100);
}
END_TEST

START_TEST(skeleton_with_other_numbers_is_not_started) {
    put("grader/exercises/toy/skeleton.cu", "a\n//= numbers: 1\nb\n", 0644);
    grade("a\n//= numbers: 2\nb\n\n");
    ck_assert_int_eq(verdict.state, STATE_not_started);
    verdict_free(&verdict);
    grade("a\n//= numbers: 2\nb c\n");
    ck_assert_int_ne(verdict.state, STATE_not_started);
    verdict_free(&verdict);
    grade("a c\n//= numbers: 1\nb\n");
    ck_assert_int_ne(verdict.state, STATE_not_started);
}
END_TEST

START_TEST(missing_file_is_not_started) {
    char error[200];
    ck_assert(grade_file(&job, &verdict, error));
    ck_assert_int_eq(verdict.state, STATE_not_started);
}
END_TEST

START_TEST(compiler_error_names_the_students_file) {
    grade("BROKEN\n");
    ck_assert_int_eq(verdict.state, STATE_build);
    ck_assert_str_eq(verdict.build_log, "exercises/00_toys/toy.cu(3): error: expected a semicolon\n");
    ck_assert_str_eq(verdict.summary, "exercises/00_toys/toy.cu(3): error: expected a semicolon");
}
END_TEST

// The pretended compiler refuses __device__ without --extended-lambda, in the words of nvcc.
START_TEST(lambdas_of_the_device_build) {
    char source[400];
    snprintf(source, sizeof source, "%s# [] __device__ {}\n", right_answer);
    grade(source);
    ck_assert_int_eq(verdict.state, STATE_passed);
}
END_TEST

START_TEST(missing_compiler_is_no_verdict) {
    char error[200] = "";
    put("exercises/00_toys/toy.cu", right_answer, 0644);
    strcpy(paths.nvcc, "/nonexistent/nvcc");
    ck_assert(!grade_file(&job, &verdict, error));
    ck_assert_ptr_nonnull(strstr(error, "cannot run the compiler"));
    ck_assert_uint_eq(work_entries(), 1);
}
END_TEST

START_TEST(emulator_without_report_is_no_verdict) {
    char error[200] = "";
    put("exercises/00_toys/toy.cu", right_answer, 0644);
    put("build/emulate", "#!/bin/sh\nexit 2\n", 0755);
    ck_assert(!grade_file(&job, &verdict, error));
    ck_assert_ptr_nonnull(strstr(error, "no report"));
}
END_TEST

// A device process that dies once, and one that always does.
#define DIES_ONCE "#!/bin/sh\nonce=${0%%/*}/once\n[ -e \"$once\" ] || { : >\"$once\"; kill -SEGV $$; }\n"
static const char *const deaths[] = {"#!/bin/sh\nkill -SEGV $$\n", "#!/bin/sh\nkill -KILL $$\n",
                                     "#!/bin/sh\necho '{' >&3\n"};

START_TEST(device_process_that_dies_twice_asks_for_a_person) {
    char error[200] = "";
    put("exercises/00_toys/toy.cu", right_answer, 0644);
    put("build/emulate", deaths[_i % COUNT_OF(deaths)], 0755);
    job.at_once = _i / COUNT_OF(deaths) * 2;
    ck_assert_msg(grade_file(&job, &verdict, error), "%s", error);
    ck_assert_int_eq(verdict.state, STATE_grader_died);
    ck_assert(state_waits(verdict.state));
    ck_assert_ptr_nonnull(strstr(verdict.summary, "A person has to look at it"));
    ck_assert_int_eq(verdict.points, 0);
    ck_assert_uint_eq(verdict.part_count, 2);
    ck_assert_uint_eq(work_entries(), 1);
}
END_TEST

// A compiler that a machine without memory ends: nvcc says of its own steps that they died.
static const char *const killed_compilers[] = {
    "kill -KILL $$\n", "echo \"nvcc error   : 'cicc' died due to signal 9 (Kill signal)\"; exit 9\n",
    "echo 'g++: fatal error: Killed signal terminated program cc1plus'; exit 1\n"};

START_TEST(compiler_that_is_killed_twice_asks_for_a_person) {
    char error[200] = "", text[200];
    put("exercises/00_toys/toy.cu", right_answer, 0644);
    snprintf(text, sizeof text, "#!/bin/sh\n%s", killed_compilers[_i]);
    put("build/nvcc", text, 0755);
    ck_assert_msg(grade_file(&job, &verdict, error), "%s", error);
    ck_assert_int_eq(verdict.state, STATE_grader_died);
    ck_assert_ptr_nonnull(strstr(verdict.summary, "A person has to look at it"));
    ck_assert_uint_eq(work_entries(), 1);
}
END_TEST

START_TEST(compiler_that_is_killed_once_is_tried_again) {
    char error[200] = "", text[8192];
    put("exercises/00_toys/toy.cu", right_answer, 0644);
    snprintf(text, sizeof text, "#!/bin/sh\nonce=${0%%/*}/once\n[ -e \"$once\" ] || { : >\"$once\"; %s }\n%s",
             killed_compilers[_i], strchr(compiler, '\n') + 1);
    put("build/nvcc", text, 0755);
    ck_assert_msg(grade_file(&job, &verdict, error), "%s", error);
    ck_assert_int_eq(verdict.state, STATE_passed);
}
END_TEST

START_TEST(device_process_that_dies_once_is_tried_again) {
    char error[200] = "", text[4096];
    put("exercises/00_toys/toy.cu", right_answer, 0644);
    snprintf(text, sizeof text, DIES_ONCE "%s", strchr(emulator, '\n') + 1);
    put("build/emulate", text, 0755);
    ck_assert_msg(grade_file(&job, &verdict, error), "%s", error);
    ck_assert_int_eq(verdict.state, STATE_passed);
}
END_TEST

START_TEST(missing_interface_says_what_to_do) {
    char error[200] = "", object[PATH_BYTES + 64];
    put("exercises/00_toys/toy.cu", right_answer, 0644);
    snprintf(object, sizeof object, "%s/build/interfaces/toy.o", root);
    ck_assert_int_eq(unlink(object), 0);
    ck_assert(!grade_file(&job, &verdict, error));
    ck_assert_ptr_nonnull(strstr(error, "run make"));
}
END_TEST

// What a program may do with the place of its output, none of which is a result.
static const char *const outputs[] = {
    "true",
    "mkfifo $4",
    "ln -s /etc/passwd $4",
    "mkdir $4",
    "head -c 20 $2 > $4",
    ": > $4",
    "echo PASS; echo PASS > $4",
    "sed s/A/B/ $2 > $4",
    "cp $2 real; ln -s real $4",
};

START_TEST(anything_but_a_result_is_wrong) {
    char source[200];
    snprintf(source, sizeof source, "#!/bin/sh\n%s\n", outputs[_i]);
    grade(source);
    ck_assert_int_eq(verdict.state, STATE_wrong);
    ck_assert_int_eq(verdict.points, 0);
}
END_TEST

static const struct {
    const char *script;
    VerdictState state;
} misdeeds[] = {
    {"{ head -c 8 $2; printf B; tail -c +10 $2 | head -c -48; } >$4; exit 3", STATE_crash},
    {"{ head -c 8 $2; printf B; tail -c +10 $2 | head -c -48; } >$4; kill -SEGV $$", STATE_crash},
    {"sleep 1000", STATE_timeout},
    {"while :; do echo flood flood flood flood flood flood; done", STATE_output},
    {"ulimit -f; exec dd if=/dev/zero of=large bs=1048576 count=300", STATE_disk},
    {"{ head -c 8 $2; printf B; tail -c +10 $2 | head -c -48; } >$4; (setsid sleep 1000 &) ; exit 0", STATE_passed},
    {"{ head -c 8 $2; printf B; tail -c +10 $2 | head -c -48; } >$4; exec 3>&1; echo '{\"schema\":1}' >&3",
     STATE_passed},
    {"{ head -c 8 $2; printf B; tail -c +10 $2 | head -c -48; } >$4; echo "
     "'\"faults\":[{\"kind\":\"race_shared\",\"message\":\"m\",\"file\":\"/x/toy.cu\",\"line\":2,"
     "\"count\":1}]' > device",
     STATE_fault},
};

START_TEST(misdeed_gets_its_state) {
    char source[400];
    snprintf(source, sizeof source, "#!/bin/sh\n%s\n", misdeeds[_i].script);
    job.timeout_seconds = misdeeds[_i].state == STATE_timeout ? 0.4 : 10;
    grade(source);
    ck_assert_int_eq(verdict.state, misdeeds[_i].state);
    ck_assert_uint_eq(work_entries(), 1);
}
END_TEST

START_TEST(fault_names_the_students_file_and_line) {
    grade("#!/bin/sh\n  echo '\"faults\":[{\"kind\":\"trap\",\"file\":\"/tmp/x/toy.cu\",\"line\":2}]' > device; cp $2 "
          "$4\n");
    ck_assert_str_eq(verdict.faults[0].file, "exercises/00_toys/toy.cu");
    ck_assert_uint_eq(verdict.faults[0].line, 2);
    ck_assert(!strncmp(verdict.faults[0].source, "echo ", 5));
}
END_TEST

// All that a verdict holds, as text.
static char *verdict_text(const Verdict *of) {
    json_t *record = verdict_to_json(of);
    char *text = json_dumps(record, JSON_INDENT(1));
    json_decref(record);
    ck_assert_ptr_nonnull(text);
    return text;
}

// Results depend on where a case's own files are, and the second case waits for nothing.
START_TEST(cases_at_a_time_give_the_same_verdict) {
    char source[400];
    snprintf(source, sizeof source, "#!/bin/sh\n%s\n", misdeeds[_i].script);
    job.timeout_seconds = misdeeds[_i].state == STATE_timeout ? 0.4 : 10;
    grade(source);
    char *in_turn = verdict_text(&verdict);
    verdict_free(&verdict);
    job.at_once = 3;
    grade(source);
    char *at_once = verdict_text(&verdict);
    ck_assert_int_eq(verdict.state, misdeeds[_i].state);
    ck_assert_str_eq(in_turn, at_once);
    ck_assert_uint_eq(work_entries(), 1);
    free(in_turn);
    free(at_once);
}
END_TEST

// A case of two at a time waits until the other runs, too; in turn, none would.
START_TEST(cases_run_at_a_time) {
    char script[400];
    snprintf(script, sizeof script,
             "#!/bin/sh\n: >$TMPDIR/../../here-$$; n=0; while [ $(ls $TMPDIR/../.. | grep -c here-) -lt 2 ]; do\n"
             "sleep 0.05; n=$((n + 1)); [ $n -lt 200 ] || exit 1; done\n%s",
             strchr(right_answer, '\n') + 1);
    job.at_once = 2;
    grade(script);
    ck_assert_int_eq(verdict.state, STATE_passed);
}
END_TEST

static void *interrupt_soon(void *unused) {
    (void)unused;
    usleep(300000);
    kill(getpid(), SIGTERM);
    return NULL;
}

START_TEST(cases_at_a_time_are_ended_together) {
    char error[200] = "";
    pthread_t thread;
    job.at_once = 2;
    put("exercises/00_toys/toy.cu", "#!/bin/sh\nsleep 1000\n", 0644);
    ck_assert_int_eq(pthread_create(&thread, NULL, interrupt_soon, NULL), 0);
    ck_assert(!grade_file(&job, &verdict, error));
    ck_assert_int_eq(pthread_join(thread, NULL), 0);
    ck_assert_str_eq(error, "interrupted");
    ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);
    ck_assert_uint_eq(work_entries(), 1);
}
END_TEST

// A race whose cause, and wrong results whose line, the source tells.
START_TEST(no_stage_changes_what_an_earlier_one_found) {
    static const char *const sources[] = {
        "#!/bin/sh\n  echo '\"faults\":[{\"kind\":\"trap\",\"file\":\"/tmp/x/toy.cu\",\"line\":2},{\"kind\":"
        "\"out_of_bounds\",\"file\":\"/tmp/x/toy.cu\",\"line\":2,\"space\":\"shared\"}]' > device; cp $2 $4\n",
        "#!/bin/sh\nprintf wrong\ncp $2 $4 # kernel<<<block, grid>>>(a);\n", "#!/bin/sh\nexit 3\n", "BROKEN\n"};
    char error[200] = "";
    Built built;
    Ran ran;
    Judged judged;
    Explained explained;
    put("exercises/00_toys/toy.cu", sources[_i], 0644);
    ck_assert(build_file(&job, &built, error) && run_file(&built, &ran, error) && judge_file(&ran, &judged, error));
    char *found = verdict_text(&judged.verdict);
    ck_assert(explain_file(&judged, &explained, error));
    char *told = verdict_text(&explained.verdict);
    ck_assert(report_file(&explained, &verdict, error));
    char *found_after = verdict_text(&judged.verdict), *told_after = verdict_text(&explained.verdict);
    ck_assert_str_eq(found, found_after);
    ck_assert_str_eq(told, told_after);
    ck_assert(verdict.summary[0]);
    explained_free(&explained);
    judged_free(&judged);
    ran_free(&ran);
    built_free(&built);
    free(found), free(told), free(found_after), free(told_after);
}
END_TEST

START_TEST(visible_cases_show_what_was_printed) {
    grade("#!/bin/sh\nstat -c 'size %s' $2\nprintf 'a\\033[31mred\\nno newline' >&2\ncp $2 $4\n");
    ck_assert_str_eq(verdict.printed_case, "four");
    const char *second = strstr(verdict.printed, "size "); // of the case's file: another one is larger
    ck_assert_ptr_nonnull(second);
    ck_assert_ptr_null(strstr(second + 1, "size "));
    ck_assert_ptr_nonnull(strstr(verdict.printed, "a?[31mred\nno newline"));
}
END_TEST

START_TEST(hidden_cases_show_nothing_that_was_printed) {
    grade("#!/bin/sh\n[ $(stat -c %s $2) -gt 300 ] && echo secret\n[ -e /nowhere ]; cp $2 $4\n");
    ck_assert_ptr_null(strstr(verdict.printed, "secret"));
}
END_TEST

#define HIDDEN_FAULT                                                                                                   \
    "{ head -c 8 $2; printf B; tail -c +10 $2 | head -c -48; } >$4; [ -e $TMPDIR/../seen ] && echo "                   \
    "'\"faults\":[{\"kind\":\"out_of_bounds\",\"message\":\"reads 77777\",\"file\":\"/x/toy.cu\",\"line\":2,"          \
    "\"block\":[7,7,7],\"thread\":[7,7,7],\"address\":77777,\"count\":77777}]' > device; touch $TMPDIR/../seen"

START_TEST(fault_of_a_hidden_case_has_no_values) {
    char said[8000] = "";
    grade("#!/bin/sh\n" HIDDEN_FAULT "; exit 0\n");
    ck_assert_uint_eq(verdict.fault_count, 1);
    ck_assert_int_eq(verdict.state, STATE_fault);
    FILE *out = fmemopen(said, sizeof said, "w");
    verdict.faults[0].source[0] = 0; // his own line, which has the figure here
    report_print_json(out, &verdict, 1);
    report_print_terminal(out, (TerminalStyle){.width = 200, .verbose = true}, &verdict, 1);
    fclose(out);
    char *summary = strstr(said, "reads outside every array in a hidden case");
    ck_assert_ptr_nonnull(summary);
    for (char *at = said; (at = strstr(at, "77777")); at++) // it stands in his line, which the summary quotes
        ck_assert_msg(!strncmp(at - 6, "reads ", 6), "%.60s", at);
    ck_assert_ptr_null(strstr(said, "7,7,7"));
}
END_TEST

START_TEST(cases_after_a_stopped_one_are_not_run) {
    job.timeout_seconds = 0.4;
    grade("#!/bin/sh\nsleep 1000\n");
    ck_assert_ptr_nonnull(strstr(verdict.cases[1].result.message, "not run"));
}
END_TEST

START_TEST(cases_after_a_crash_are_run) {
    grade("#!/bin/sh\n[ -e $TMPDIR/../seen ] && { head -c 8 $2; printf B; tail -c +10 $2 | head -c -48; } >$4 && exit "
          "0; touch $TMPDIR/../seen; exit 1\n");
    ck_assert_int_eq(verdict.state, STATE_crash);
    ck_assert_uint_eq(verdict.cases_passed, 1);
}
END_TEST

START_TEST(strange_file_names_are_safe) {
    char error[200] = "", strange[PATH_BYTES + 64];
    put("exercises/-o $(touch x) \n\033[31m'.cu", right_answer, 0644);
    snprintf(strange, sizeof strange, "%s/exercises/-o $(touch x) \n\033[31m'.cu", root);
    job.file = strange;
    ck_assert(grade_file(&job, &verdict, error));
    ck_assert_int_eq(verdict.state, STATE_passed);
    ck_assert_str_eq(verdict.file, "exercises/-o $(touch x) ??[31m'.cu");
}
END_TEST

START_TEST(file_that_is_a_device_is_rejected) {
    char error[200] = "";
    job.file = "/dev/zero";
    ck_assert(grade_file(&job, &verdict, error));
    ck_assert_int_eq(verdict.state, STATE_rejected);
}
END_TEST

START_TEST(file_that_is_a_link_is_rejected) {
    char error[200] = "", target[PATH_BYTES + 100];
    put("elsewhere.cu", right_answer, 0644);
    snprintf(target, sizeof target, "%s/elsewhere.cu", root);
    ck_assert_int_eq(symlink(target, file), 0);
    ck_assert(grade_file(&job, &verdict, error));
    ck_assert_int_eq(verdict.state, STATE_rejected);
    ck_assert_ptr_nonnull(strstr(verdict.summary, "is a link"));
}
END_TEST

// A file of pairs of bytes is called UTF-16 only if it is; zero bytes in text are named with their line.
static const struct {
    const char *text;
    size_t length;
    const char *says;
} encodings[] = {{"\xff\xfe"
                  "B\0R\0O\0K\0E\0N\0",
                  14, "saved as UTF-16"},
                 {"\0B\0R\0O\0K\0E\0N", 12, "saved as UTF-16"},
                 {"BROKEN\n\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 22, "zero bytes"},
                 {"BROKEN\nint a;\nint \0b;\nint c;\n// more\n", 40, "Line 3 holds a zero byte"}};

START_TEST(zero_bytes_are_called_what_they_are) {
    char error[200] = "";
    scratch_write(root, "exercises/00_toys/toy.cu", encodings[_i].text, encodings[_i].length);
    ck_assert_msg(grade_file(&job, &verdict, error), "%s", error);
    ck_assert_int_eq(verdict.state, STATE_build);
    ck_assert_msg(strstr(verdict.summary, encodings[_i].says) != NULL, "%s", verdict.summary);
    ck_assert_int_eq(strstr(verdict.summary, "UTF-16") != NULL, _i < 2);
}
END_TEST

START_TEST(hidden_seeds_follow_from_the_seed_and_visible_ones_stay) {
    ck_assert_uint_eq(run_case_seed(&toy, 0, 1, 5), run_case_seed(&toy, 0, 2, 5));
    ck_assert_uint_ne(run_case_seed(&toy, 0, 1, 5), run_case_seed(&toy, 0, 1, 6));
    ck_assert_uint_ne(run_case_seed(&toy, 1, 1, 5), run_case_seed(&toy, 1, 2, 5));
    ck_assert_uint_eq(run_case_seed(&toy, 1, 7, 5), run_case_seed(&toy, 1, 7, 6));
    ck_assert_uint_lt(run_case_seed(&toy, 1, 7, 5), UINT64_C(1) << 53);
}
END_TEST

// ---- the compiler's words ----

static char log_text[1000], summary[300];

static void log_of(const char *printed) {
    build_log_clean(printed, "/root/book", "/root/book/build/work/1-a", "toy.cu", "my/file.cu", log_text,
                    sizeof log_text);
    build_log_summary(log_text, &toy, summary, sizeof summary);
}

START_TEST(missing_function_is_named_with_its_prototype) {
    log_of("/usr/bin/ld: /root/book/build/interfaces/toy.o: in function `call(CaseFile const&)':\n"
           "/root/book/common/interfaces/toy.cu:7: undefined reference to `copy(float const*, float*)'\n"
           "collect2: error: ld returned 1 exit status\n");
    ck_assert_str_eq(summary, "Your file must define void copy(const float *from, float *to)");
    ck_assert_str_eq(log_text, "linker: undefined reference to `copy(float const*, float*)'\n");
}
END_TEST

START_TEST(own_main_is_explained) {
    log_of(
        "/usr/bin/ld: /root/book/build/interfaces/toy.o: in function `main':\n/root/book/common/interfaces/toy.cu:9: "
        "multiple definition of `main'; /tmp/tmpxft_1-2_toy.o:toy.cu:4: first defined here\n");
    ck_assert_str_eq(summary, "Your file must not define main(): the grader's own calls your function.");
    ck_assert_str_eq(log_text, "linker: multiple definition of `main'\n");
}
END_TEST

START_TEST(private_paths_disappear_from_messages) {
    log_of("/root/book/build/work/1-a/toy.cu:4:2: warning: odd\ntoy.cu(9): error: no\nother_toy.cu(1)\n"
           "/root/book/common/workbook.h(3): error: here\n");
    ck_assert_str_eq(log_text, "my/file.cu:4:2: warning: odd\nmy/file.cu(9): error: no\nother_toy.cu(1)\n"
                               "common/workbook.h(3): error: here\n");
    ck_assert_str_eq(summary, "my/file.cu(9): error: no");
}
END_TEST

START_TEST(long_log_is_cut_and_says_so) {
    char *flood = malloc(20001);
    memset(flood, 'e', 20000);
    flood[20000] = 0;
    log_of(flood);
    free(flood);
    ck_assert_uint_lt(strlen(log_text), sizeof log_text);
    ck_assert_ptr_nonnull(strstr(log_text, "... and more."));
}
END_TEST

// ---- several at once, hints, reset ----

START_TEST(a_worker_that_cannot_work_stops_nobody_else) {
    GradeJob jobs[3];
    ScheduleResult results[3];
    char broken[PATH_BYTES], missing[PATH_BYTES];
    Paths without = paths;
    without.nvcc[0] = 0;
    paths_source(&paths, "exercises", exercises[0], broken);
    paths_source(&paths, "exercises", exercises[1], missing);
    *strrchr(broken, '/') = 0;
    ck_assert(folder_make(broken));
    paths_source(&paths, "exercises", exercises[0], broken);
    ck_assert(file_write(broken, "BROKEN", 6, results[0].error));
    jobs[0] = (GradeJob){.paths = &without, .exercise = exercises[0], .file = broken, .timeout_seconds = 1};
    jobs[1] = (GradeJob){.paths = &paths, .exercise = exercises[1], .file = missing, .timeout_seconds = 1};
    jobs[2] = jobs[1];
    ck_assert(schedule_run(jobs, 3, 2, NULL, results));
    ck_assert(!results[0].graded);
    ck_assert_ptr_nonnull(results[0].error[0] ? results[0].error : NULL);
    for (int i = 1; i < 3; i++) {
        ck_assert(results[i].graded);
        ck_assert_int_eq(results[i].verdict.state, STATE_not_started);
        verdict_free(&results[i].verdict);
    }
}
END_TEST

START_TEST(hints_come_one_after_another_and_are_remembered) {
    ck_assert_ptr_nonnull(freopen("/dev/null", "w", stdout));
    for (unsigned i = 1; i <= 4; i++) {
        ck_assert_int_eq(hint_command(&paths, &toy), 0);
        ck_assert_uint_eq(progress_hints(&paths, &toy), i < 3 ? i : 3);
    }
}
END_TEST

START_TEST(reset_keeps_every_version) {
    char kept[PATH_BYTES + 16], error[200];
    ck_assert_ptr_nonnull(freopen("/dev/null", "w", stdout));
    for (int i = 1; i <= 2; i++) {
        put("exercises/00_toys/toy.cu", i == 1 ? "mine" : "again", 0644);
        ck_assert_int_eq(reset_command(&paths, &toy), 0);
    }
    snprintf(kept, sizeof kept, "%s.mine.1", file);
    char *first = file_read(kept, 100, NULL, error), *now = file_read(file, 100, NULL, error);
    ck_assert_str_eq(first, "mine");
    ck_assert_str_eq(now, "skeleton\n");
    free(first);
    free(now);
    ck_assert_int_eq(reset_command(&paths, &toy), 0);
    snprintf(kept, sizeof kept, "%s.mine.3", file);
    ck_assert(!file_exists(kept));
}
END_TEST

// ---- how make ends -------------------------------------------------------------------------------------------------

// The line that runs a makefile whose one recipe ends like a run of the grader with that status.
static void make_line(int status, const char *before, char command[4 * PATH_BYTES]) {
    snprintf(command, 4 * PATH_BYTES,
             "%s; script=$PWD/grader/end_make.sh; cd '%s' && echo \"all:; @$script \\$\\$PPID %d\" >Makefile && "
             "unset MAKEFLAGS MAKELEVEL && exec make --silent --jobs=2",
             before, root, status);
    signal(SIGQUIT, SIG_DFL); // ignored, and so by make too, if the tests run in the background of a script
}

static void expect_make(int status, int expected, const char *before, int times) {
    char command[4 * PATH_BYTES];
    make_line(status, before, command);
    strcat(command, " 2>/dev/null");
    for (int i = 0; i < times; i++) ck_assert_int_eq(WEXITSTATUS(system(command)), expected);
}

START_TEST(make_ends_as_the_grader_does) {
    expect_make(0, 0, ":", 3);
    expect_make(1, 1, ":", 50);
    expect_make(2, 2, ":", 3);
    expect_make(1, 2, "trap '' QUIT", 3); // never with 0
}
END_TEST

START_TEST(make_adds_no_words_on_a_terminal) {
    char command[4 * PATH_BYTES], said[200] = "";
    int terminal, status;
    make_line(_i, "echo the grader\\'s words", command);
    pid_t child = forkpty(&terminal, NULL, NULL, NULL);
    ck_assert_int_ge(child, 0);
    if (!child) _exit(execl("/bin/sh", "sh", "-c", command, NULL));
    size_t length = 0;
    for (ssize_t more; (more = read(terminal, said + length, sizeof said - 1 - length)) > 0;) length += (size_t)more;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_str_eq(said, "the grader's words\r\n");
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    close(terminal);
}
END_TEST

// Each of several processes is the first to grade in this workbook.
START_TEST(gradings_that_are_first_at_once_draw_the_same_inputs) {
    enum { AT_ONCE = 16 };
    int ends[2];
    uint64_t inputs, first = 0;
    ck_assert_int_eq(pipe(ends), 0);
    for (int n = 0; n < AT_ONCE; n++)
        if (fork() == 0) {
            inputs = grade_inputs(&paths);
            _exit(write(ends[1], &inputs, sizeof inputs) != sizeof inputs);
        }
    for (int n = 0; n < AT_ONCE; n++) {
        ck_assert_int_eq(read(ends[0], &inputs, sizeof inputs), sizeof inputs);
        if (!n) first = inputs;
        ck_assert_uint_eq(inputs, first);
    }
    while (wait(NULL) > 0) {}
    ck_assert_uint_eq(grade_inputs(&paths), first);
    ck_assert_uint_ne(first, 0);
}
END_TEST

Suite *grade_suite(void) {
    Suite *suite = suite_create("grade");
    TCase *group = tcase_create("grade");
    tcase_set_timeout(group, 60);
    tcase_add_checked_fixture(group, setup, teardown);
    tcase_add_test(group, right_answer_passes);
    tcase_add_test(group, skeleton_is_not_started);
    tcase_add_test(group, skeleton_with_other_numbers_is_not_started);
    tcase_add_test(group, missing_file_is_not_started);
    tcase_add_test(group, compiler_error_names_the_students_file);
    tcase_add_test(group, lambdas_of_the_device_build);
    tcase_add_test(group, missing_compiler_is_no_verdict);
    tcase_add_test(group, emulator_without_report_is_no_verdict);
    tcase_add_loop_test(group, device_process_that_dies_twice_asks_for_a_person, 0, 2 * COUNT_OF(deaths));
    tcase_add_loop_test(group, compiler_that_is_killed_twice_asks_for_a_person, 0, COUNT_OF(killed_compilers));
    tcase_add_loop_test(group, compiler_that_is_killed_once_is_tried_again, 0, COUNT_OF(killed_compilers));
    tcase_add_test(group, device_process_that_dies_once_is_tried_again);
    tcase_add_test(group, missing_interface_says_what_to_do);
    tcase_add_loop_test(group, anything_but_a_result_is_wrong, 0, sizeof outputs / sizeof *outputs);
    tcase_add_loop_test(group, misdeed_gets_its_state, 0, sizeof misdeeds / sizeof *misdeeds);
    tcase_add_loop_test(group, cases_at_a_time_give_the_same_verdict, 0, COUNT_OF(misdeeds));
    tcase_add_test(group, cases_run_at_a_time);
    tcase_add_test(group, cases_at_a_time_are_ended_together);
    tcase_add_test(group, fault_names_the_students_file_and_line);
    tcase_add_loop_test(group, no_stage_changes_what_an_earlier_one_found, 0, 4);
    tcase_add_test(group, visible_cases_show_what_was_printed);
    tcase_add_test(group, hidden_cases_show_nothing_that_was_printed);
    tcase_add_test(group, fault_of_a_hidden_case_has_no_values);
    tcase_add_test(group, cases_after_a_stopped_one_are_not_run);
    tcase_add_test(group, cases_after_a_crash_are_run);
    tcase_add_test(group, strange_file_names_are_safe);
    tcase_add_test(group, file_that_is_a_device_is_rejected);
    tcase_add_test(group, file_that_is_a_link_is_rejected);
    tcase_add_loop_test(group, zero_bytes_are_called_what_they_are, 0, sizeof encodings / sizeof *encodings);
    tcase_add_test(group, hidden_seeds_follow_from_the_seed_and_visible_ones_stay);
    tcase_add_test(group, gradings_that_are_first_at_once_draw_the_same_inputs);
    tcase_add_test(group, missing_function_is_named_with_its_prototype);
    tcase_add_test(group, own_main_is_explained);
    tcase_add_test(group, private_paths_disappear_from_messages);
    tcase_add_test(group, long_log_is_cut_and_says_so);
    tcase_add_test(group, a_worker_that_cannot_work_stops_nobody_else);
    tcase_add_test(group, hints_come_one_after_another_and_are_remembered);
    tcase_add_test(group, reset_keeps_every_version);
    tcase_add_test(group, make_ends_as_the_grader_does);
    tcase_add_loop_test(group, make_adds_no_words_on_a_terminal, 1, 3);
    suite_add_tcase(suite, group);
    return suite;
}
