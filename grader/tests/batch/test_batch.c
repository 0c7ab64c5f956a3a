// test_batch.c - a batch that is killed, starved of disk space, robbed of its workers, and fed strange names.
#define _GNU_SOURCE // unshare
#include "batch/journal.h"
#include "classroom.h"
#include "exercises/definition.h"
#include "scratch.h"

#include "sandbox/box.h"
#include "system/text.h"

#include <check.h>
#include <dirent.h>
#include <fcntl.h>
#include <glob.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static Classroom room;
static char *solution;

static void setup(void) {
    classroom_open(&room);
    solution = classroom_text(&room, "solutions/02_coalescing/matmul_coalesced.cu");
}

static void forget(void) {
    free(solution);
    classroom_close(&room);
}

static unsigned number_of(const char *variable, unsigned otherwise) {
    const char *text = getenv(variable);
    return text && atoi(text) > 0 ? (unsigned)atoi(text) : otherwise;
}

static void hand_in(const char *student, const char *text) {
    char name[300];
    snprintf(name, sizeof name, "%s/" CLASSROOM_EXERCISE ".cu", student);
    classroom_put(&room, name, text, strlen(text));
}

static char *result_text(const char *results, const char *name) {
    char path[PATH_BYTES + 100], error[200];
    snprintf(path, sizeof path, "%s/results/%s/%s", room.folder, results, name);
    return file_read(path, 1 << 22, NULL, error);
}

// ---- killed and resumed ----

// Most of a class that fails early, because a test has not all day; every fifth one runs to the end.
static void hand_in_class(unsigned students) {
    char name[32], *text;
    for (unsigned i = 0; i < students; i++) {
        snprintf(name, sizeof name, "student-%03u", i);
        if (asprintf(&text, i % 5 ? "#error \"student %u\"\n%s" : "// student %u\n%s", i, solution) < 0) abort();
        hand_in(name, text);
        free(text);
    }
}

static void kill_at_random(const char *results, unsigned kills) {
    Random random = random_seeded(1);
    for (unsigned i = 0; i < kills; i++) {
        pid_t pid = classroom_start(&room, results, "20");
        uint64_t wait = 50000000 + random_next(&random) % 4000000000; // the reference solution takes its part
        nanosleep(&(struct timespec){.tv_sec = (time_t)(wait / 1000000000), .tv_nsec = (long)(wait % 1000000000)},
                  NULL);
        kill(pid, SIGKILL);
        classroom_wait(pid, 10);
    }
}

static void compare_results(const char *left, const char *right, const char *name) {
    char *one = result_text(left, name), *other = result_text(right, name);
    ck_assert_msg(one && other, "%s is missing", name);
    ck_assert_msg(!strcmp(one, other), "%s differs", name);
    free(one);
    free(other);
}

START_TEST(killed_batch_ends_as_an_undisturbed_one) {
    unsigned students = number_of("BATCH_STUDENTS", 15), kills = number_of("BATCH_KILLS", 5);
    char name[100];
    if (!room.sandbox) return;
    hand_in_class(students);
    classroom_grade(&room, "whole", 2000, 0);
    kill_at_random("killed", kills);
    classroom_grade(&room, "killed", 2000, 0);
    for (unsigned i = 0; i < students; i++) {
        snprintf(name, sizeof name, "students/student-%03u/" CLASSROOM_EXERCISE ".json", i);
        compare_results("whole", "killed", name);
        snprintf(name, sizeof name, "students/student-%03u/results.json", i);
        compare_results("whole", "killed", name);
    }
    compare_results("whole", "killed", "grades.csv");
    compare_results("whole", "killed", "junit.xml");
    ck_assert_uint_eq(classroom_leftovers(), 0);
}
END_TEST

START_TEST(what_is_graded_stays_until_it_changes) {
    if (!room.sandbox) return;
    hand_in("ann", "#error \"ann\"\n");
    hand_in("bob", "#error \"bob\"\n");
    classroom_grade(&room, "class", 100, 0);
    hand_in("bob", solution);
    classroom_grade(&room, "class", 100, 0);
    char *text = classroom_said(&room);
    ck_assert_ptr_nonnull(strstr(text, "1 of them before"));
    ck_assert_ptr_nonnull(strstr(text, "passed"));
    free(text);
    text = result_text("class", "students/bob/" CLASSROOM_EXERCISE ".cu");
    ck_assert_str_eq(text, solution);
    free(text);
    text = result_text("class", "students/bob/" CLASSROOM_EXERCISE ".ran");
    ck_assert_ptr_nonnull(strstr(text, "\"failed\": \"\""));
    free(text);
    text = result_text("class", "class.html");
    ck_assert_ptr_nonnull(strstr(text, "students/bob/feedback.html#" CLASSROOM_EXERCISE "\">100</a>"));
    free(text);
}
END_TEST

static void hand_in_marks(const char *rows) {
    scratch_write(room.folder, "results/class/overrides.csv", rows, strlen(rows));
}

START_TEST(a_grade_that_was_returned_stays) {
    static const char returned[] = "student,result,exercise,points\r\nann,ann," CLASSROOM_EXERCISE ",0\r\n";
    Verdict verdict;
    if (!room.sandbox) return;
    hand_in("ann", "#error \"ann\"\n");
    classroom_grade(&room, "class", 2000, 0);
    scratch_write(room.folder, "results/class/returned.csv", returned, strlen(returned));
    hand_in("ann", solution);
    classroom_grade(&room, "class", 2000, 0);
    ck_assert(classroom_verdict(&room, "class", "ann", &verdict));
    ck_assert_int_eq(verdict.state, STATE_build);
    verdict_free(&verdict);
    char *text = classroom_said(&room);
    ck_assert_ptr_nonnull(strstr(text, "1 file came after its grade was returned"));
    ck_assert_ptr_null(strstr(text, "other than what was returned"));
    free(text);
    hand_in_marks("student,exercise,points,comment\nann," CLASSROOM_EXERCISE ",40.5,by hand\n");
    classroom_grade(&room, "class", 2000, 0);
    text = classroom_said(&room);
    ck_assert_ptr_nonnull(strstr(text, CLASSROOM_EXERCISE " 0 -> 40.5, by hand"));
    free(text);
}
END_TEST

// How long grading took, as it is kept; negative: there is no such result.
static double seconds_of(const char *student) {
    char name[200];
    snprintf(name, sizeof name, "students/%s/" CLASSROOM_EXERCISE ".ran", student);
    char *text = result_text("class", name), *found = text ? strstr(text, "\"seconds\": ") : NULL;
    double seconds = found ? strtod(found + strlen("\"seconds\": "), NULL) : -1;
    free(text);
    return seconds;
}

static void grade_unfinished(void) {
    char *text, *skeleton = classroom_text(&room, "grader/exercises/" CLASSROOM_EXERCISE "/skeleton.cu");
    if (asprintf(&text, "%s\n// begun\n", skeleton) < 0) abort();
    hand_in("ann", text);
    hand_in("bob", text);
    hand_in("cem", text);
    free(text);
    if (asprintf(&text, "%s\n// Begun\n", skeleton) < 0) abort();
    hand_in("dag", text);
    free(text);
    free(skeleton);
    classroom_grade(&room, "class", 2000, 0);
}

// Two are graded at a time, so the third of the same file finds the result of one of them.
START_TEST(files_that_are_equal_are_graded_once) {
    Verdict ann, cem;
    if (!room.sandbox) return;
    grade_unfinished();
    ck_assert_double_gt(seconds_of("ann"), 0);
    ck_assert_double_eq(seconds_of("cem"), 0);
    ck_assert_double_gt(seconds_of("dag"), 0);
    ck_assert(classroom_verdict(&room, "class", "ann", &ann) && classroom_verdict(&room, "class", "cem", &cem));
    ck_assert_str_eq(cem.file, "cem/" CLASSROOM_EXERCISE ".cu");
    ck_assert_str_eq(cem.student, "cem");
    ck_assert_int_eq(cem.points, ann.points);
    ck_assert_str_eq(cem.summary, ann.summary);
    verdict_free(&ann);
    verdict_free(&cem);
}
END_TEST

static int points_of(const char *student) {
    Verdict verdict;
    ck_assert(classroom_verdict(&room, "class", student, &verdict));
    int points = verdict.points;
    verdict_free(&verdict);
    return points;
}

// As if an older grader had given other points.
static void grade_otherwise(const char *student, int points) {
    Journal journal = {.lock = -1};
    char name[200], error[200];
    Verdict verdict;
    snprintf(journal.folder, sizeof journal.folder, "%.450s/results/class", room.folder);
    snprintf(name, sizeof name, "students/%s/" CLASSROOM_EXERCISE ".cu", student);
    char *source = result_text("class", name);
    ck_assert(classroom_verdict(&room, "class", student, &verdict));
    verdict.points = points;
    ck_assert(journal_store(&journal, student, "older", &verdict, source, strlen(source), error));
    verdict_free(&verdict);
    free(source);
}

// Shown first, then taken without being run again; what was returned only if it is asked for.
START_TEST(what_an_update_changes_is_shown_before_it_does) {
    static const char returned[] = "student,result,exercise,points\r\nann,ann," CLASSROOM_EXERCISE ",55\r\n";
    char line[100];
    if (!room.sandbox) return;
    grade_unfinished();
    int points = points_of("ann");
    grade_otherwise("ann", 55);
    grade_otherwise("dag", 66);
    scratch_write(room.folder, "results/class/returned.csv", returned, strlen(returned));
    room.option = "--difference";
    classroom_grade(&room, "class", 2000, 0);
    char *text = classroom_said(&room);
    snprintf(line, sizeof line, CLASSROOM_EXERCISE " 55 -> %d, returned: ", points);
    ck_assert_msg(strstr(text, line) != NULL, "%s", text);
    snprintf(line, sizeof line, CLASSROOM_EXERCISE " 66 -> %d: ", points);
    ck_assert_ptr_nonnull(strstr(text, line));
    ck_assert_ptr_nonnull(strstr(text, "0 would have more points, 2 fewer"));
    free(text);
    ck_assert_int_eq(points_of("ann"), 55);
    ck_assert_int_eq(points_of("dag"), 66);
    room.option = NULL;
    classroom_grade(&room, "class", 2000, 0);
    ck_assert_int_eq(points_of("ann"), 55);
    ck_assert_int_eq(points_of("dag"), points);
    ck_assert_double_eq(seconds_of("dag"), 0);
    room.option = "--regrade=ann";
    classroom_grade(&room, "class", 2000, 0);
    ck_assert_int_eq(points_of("ann"), points);
    ck_assert_double_eq(seconds_of("ann"), 0);
}
END_TEST

static unsigned lines_of(const char *command) {
    unsigned count = 0;
    FILE *said = popen(command, "r");
    for (int c; said && (c = fgetc(said)) != EOF;) count += c == '\n';
    ck_assert(said && pclose(said) >= 0);
    return count;
}

// Whoever gives points by hand in overrides.csv may say who somebody is; markers see it nowhere.
START_TEST(names_that_are_hidden_are_hidden_everywhere) {
    char command[4 * PATH_BYTES], option[PATH_BYTES + 20], file[200];
    static const char rules[] = "exercises: [" CLASSROOM_EXERCISE "]\nanonymous: yes\n";
    if (!room.sandbox) return;
    snprintf(file, sizeof file, "Lovelace/Lovelace_" CLASSROOM_EXERCISE ".cu");
    classroom_put(&room, file, "//= student: Lovelace\n#error \"x\"\n", 34);
    classroom_put(&room, "Babbage/Babbage.pdf", "%PDF-1.4\n", 9);
    scratch_write(room.folder, "rules.yml", rules, strlen(rules));
    snprintf(option, sizeof option, "--rules=%s/rules.yml", room.folder);
    room.option = option;
    classroom_grade(&room, "class", 2000, 0);
    hand_in_marks("student,exercise,points,comment\nLovelace," CLASSROOM_EXERCISE ",40,late at night\n");
    classroom_grade(&room, "class", 2000, 0);
    snprintf(command, sizeof command,
             "cd '%s'; grep -rilE 'lovelace|babbage' said results/class --include=*.html --include=*.md "
             "--include=*.csv --include=*.xml --include=results.json --include=said | grep -v overrides.csv; "
             "unzip -p results/class/markers.zip | grep -iE 'lovelace|babbage'",
             room.folder);
    ck_assert_uint_eq(lines_of(command), 0);
    snprintf(command, sizeof command, "cd '%s'; unzip -p results/class/markers.zip | grep 'late at night'",
             room.folder);
    ck_assert_uint_gt(lines_of(command), 0);
}
END_TEST

// Each by itself, one of them twice, in any order; then the batch has nothing left to grade.
START_TEST(shares_make_a_whole) {
    static const char *const shares[] = {"--share=2/3", "--share=0/3", "--share=0/3", "--share=1/3"};
    if (!room.sandbox) return;
    hand_in("ann", "#error \"ann\"\n");
    hand_in("bob", "#error \"bob\"\n");
    hand_in("cem", "#error \"cem\"\n");
    hand_in("dag", "#error \"dag\"\n");
    classroom_grade(&room, "whole", 100, 0);
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        room.option = shares[i];
        classroom_grade(&room, "shared", 100, 0);
    }
    room.option = NULL;
    classroom_grade(&room, "shared", 100, 0);
    char *text = classroom_said(&room);
    ck_assert_msg(strstr(text, "4 of them before") != NULL, "%s", text);
    free(text);
    compare_results("whole", "shared", "grades.csv");
}
END_TEST

START_TEST(interrupted_batch_has_its_tables) {
    char name[100];
    if (!room.sandbox) return;
    hand_in_class(15);
    pid_t pid = classroom_start(&room, "class", "20");
    snprintf(name, sizeof name, "students/student-001/" CLASSROOM_EXERCISE ".json");
    char *first = NULL;
    for (int i = 0; i < 6000 && !first; i++) {
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
        first = result_text("class", name);
    }
    kill(pid, SIGINT);
    ck_assert_int_eq(classroom_wait(pid, 60), 2);
    char *csv = result_text("class", "grades.csv"), *said = classroom_said(&room);
    ck_assert_msg(csv && strstr(csv, "\"student-001\""), "%s", said);
    ck_assert_msg(strstr(said, "not graded yet") && strstr(said, "interrupted"), "%s", said);
    free(first);
    free(csv);
    free(said);
}
END_TEST

START_TEST(hidden_cases_are_hidden_from_students) {
    Verdict verdict;
    unsigned hidden = 0;
    char *text;
    if (!room.sandbox) return;
    hand_in("ann", "#include \"workbook.h\"\n"
                   "__global__ void product(const float *A, const float *B, float *C, int n, int k) {\n"
                   "    float sum = 0;\n"
                   "    for (int p = 0; p < k; p++) sum += A[blockIdx.x * k + p] * B[p * n + threadIdx.x];\n"
                   "    C[blockIdx.x * n + threadIdx.x] = sum;\n"
                   "}\n"
                   "void matmul(const float *A, const float *B, float *C, int m, int n, int k) {\n"
                   "    if (n <= 96 && m <= 90) product<<<m, n>>>(A, B, C, n, k);\n"
                   "}\n");
    classroom_grade(&room, "class", 100, 0);
    text = result_text("class", "students/ann/results.json");
    ck_assert_ptr_nonnull(strstr(text, "In a hidden case: "));
    ck_assert_ptr_nonnull(strstr(text, "\"visibility\": \"hidden\""));
    ck_assert_ptr_null(strstr(text, "Case 131 x"));
    ck_assert_ptr_null(strstr(text, "seed"));
    free(text);
    text = result_text("class", "students/ann/feedback.html");
    ck_assert_ptr_nonnull(strstr(text, "In a hidden case: "));
    ck_assert(classroom_verdict(&room, "class", "ann", &verdict));
    for (unsigned i = 0; i < verdict.case_count; i++) {
        hidden += verdict.cases[i].hidden;
        ck_assert(!verdict.cases[i].hidden || !strstr(text, verdict.cases[i].label));
    }
    ck_assert_uint_gt(hidden, 0);
    verdict_free(&verdict);
    free(text);
}
END_TEST

// ---- the reference solution first ----

START_TEST(workbook_that_only_its_owner_can_read_grades_rightly) {
    if (!room.sandbox) return;
    classroom_own_workbook(&room);
    hand_in("ann", solution);
    mode_t before = umask(077);
    classroom_grade(&room, "class", 100, 0);
    umask(before);
    char *csv = result_text("class", "grades.csv");
    ck_assert_ptr_nonnull(strstr(csv, "\"passed\",100,100"));
    free(csv);
}
END_TEST

START_TEST(nobody_is_graded_where_the_reference_solution_fails) {
    char path[PATH_BYTES + 100], error[200];
    if (!room.sandbox) return;
    classroom_own_workbook(&room);
    snprintf(path, sizeof path, "%s/solutions/02_coalescing/" CLASSROOM_EXERCISE ".cu", room.paths.root);
    ck_assert_msg(file_write(path, "#error \"broken\"\n", 16, error), "%s", error);
    hand_in("ann", solution);
    classroom_grade(&room, "class", 100, 2);
    char *text = classroom_said(&room);
    ck_assert_ptr_nonnull(strstr(text, "solutions/02_coalescing/" CLASSROOM_EXERCISE ".cu does not build here"));
    ck_assert_ptr_nonnull(strstr(text, "the same command goes on"));
    ck_assert_ptr_null(result_text("class", "students/ann/results.json"));
    free(text);
}
END_TEST

START_TEST(without_sandbox_results_are_the_same) {
    hand_in("ann", solution);
    hand_in("bob", "#error \"bob\"\n");
    if (room.sandbox) classroom_grade(&room, "safe", 100, 0);
    room.unsafe = true;
    classroom_grade(&room, "unsafe", 100, 0);
    char *text = classroom_said(&room);
    ck_assert_ptr_nonnull(strstr(text, "can read and change your files, the results and the grader"));
    ck_assert_ptr_nonnull(strstr(text, "passed"));
    free(text);
    if (room.sandbox) compare_results("safe", "unsafe", "grades.csv");
}
END_TEST

// ---- workers that die ----

// What is begun and has no result yet.
static bool in_flight(const char *results, const char *student) {
    char path[PATH_BYTES + 200];
    snprintf(path, sizeof path, "%s/results/%s/students/%s/" CLASSROOM_EXERCISE ".began", room.folder, results,
             student);
    for (int i = 0; i < 3000 && access(path, F_OK); i++) nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    return access(path, F_OK) == 0;
}

static pid_t first_child(pid_t parent) {
    char path[64], list[64] = "";
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)parent, (int)parent);
    FILE *file = fopen(path, "r");
    if (file && !fgets(list, sizeof list, file)) list[0] = 0;
    if (file) fclose(file);
    return (pid_t)atoi(list);
}

static pid_t next_worker(pid_t coordinator, pid_t before) {
    for (int i = 0; i < 3000; i++) {
        pid_t pid = first_child(coordinator);
        if (pid > 0 && pid != before) {
            char path[64];
            struct stat status;
            snprintf(path, sizeof path, "/proc/%d", (int)pid);
            // In its jail it is somebody else, and signals are back to what they do.
            if (geteuid() || (stat(path, &status) == 0 && status.st_uid != 0)) return pid;
        }
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
    return 0;
}

START_TEST(submission_whose_worker_dies_twice_is_set_aside) {
    Verdict verdict;
    if (!room.sandbox || geteuid()) return;
    hand_in("sleeper", "#include <unistd.h>\nvoid matmul(const float *, const float *, float *, int, int, int) { "
                       "for (;;) pause(); }\n");
    pid_t coordinator = classroom_start(&room, "class", "60"), worker = 0;
    ck_assert(in_flight("class", "sleeper")); // sandbox and reference solution were tried by then
    for (int i = 0; i < 2; i++) {
        worker = next_worker(coordinator, worker);
        ck_assert_int_gt(worker, 0);
        nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
        kill(worker, SIGKILL);
        nanosleep(&(struct timespec){.tv_nsec = 500000000}, NULL); // what it left is gone by then
    }
    ck_assert_int_eq(classroom_wait(coordinator, 30), 0);
    ck_assert(classroom_verdict(&room, "class", "sleeper", &verdict));
    ck_assert_int_eq(verdict.state, STATE_set_aside);
    verdict_free(&verdict);
    char *csv = result_text("class", "grades.csv");
    ck_assert_ptr_nonnull(strstr(csv, "\"set_aside\",,100"));
    ck_assert_ptr_null(result_text("class", "students/sleeper/results.json"));
    free(csv);
    ck_assert_uint_eq(classroom_leftovers(), 0);
}
END_TEST

// The device process of a worker, once it runs the program; 0: there is none for long.
static pid_t device_of(pid_t worker, pid_t before) {
    for (int i = 0; i < 6000; i++) {
        char path[64], name[32] = "";
        pid_t pid = first_child(worker);
        snprintf(path, sizeof path, "/proc/%d/comm", (int)pid);
        FILE *file = pid > 0 && pid != before ? fopen(path, "r") : NULL;
        if (file && !fgets(name, sizeof name, file)) name[0] = 0;
        if (file) fclose(file);
        if (!strcmp(name, "emulate\n")) return pid;
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    return 0;
}

// Nothing that a program can do: the test itself ends the process.
START_TEST(submission_whose_device_process_dies_twice_waits_for_a_person) {
    Verdict verdict;
    if (!room.sandbox || geteuid()) return;
    hand_in("sleeper", "#include <unistd.h>\nvoid matmul(const float *, const float *, float *, int, int, int) { "
                       "for (;;) pause(); }\n");
    pid_t coordinator = classroom_start(&room, "class", "60"), device = 0;
    ck_assert(in_flight("class", "sleeper"));
    pid_t worker = next_worker(coordinator, 0);
    for (int i = 0; i < 2; i++) {
        device = device_of(worker, device);
        ck_assert_int_gt(device, 0);
        nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
        kill(device, SIGSEGV);
    }
    ck_assert_int_eq(classroom_wait(coordinator, 30), 0);
    ck_assert(classroom_verdict(&room, "class", "sleeper", &verdict));
    ck_assert_int_eq(verdict.state, STATE_grader_died);
    ck_assert_ptr_nonnull(strstr(verdict.summary, "A person has to look at it"));
    verdict_free(&verdict);
    char *csv = result_text("class", "grades.csv"), *said = classroom_said(&room);
    ck_assert_ptr_nonnull(strstr(csv, "\"grader_died\",,100"));
    ck_assert_ptr_nonnull(strstr(said, "--regrade"));
    ck_assert_ptr_null(result_text("class", "students/sleeper/results.json"));
    free(csv);
    free(said);
    classroom_grade(&room, "class", 120, 0); // it stays as it is, and nothing is left to do
    ck_assert_uint_eq(classroom_leftovers(), 0);
}
END_TEST

// A process that waits for ever as the user of that worker's jail.
static pid_t left_by(pid_t worker) {
    pid_t pid = fork();
    if (pid == 0) {
        uid_t user = JAIL_FIRST_USER + (uid_t)worker;
        if (setresuid(user, user, user)) _exit(1);
        for (;;) pause();
    }
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    return pid;
}

START_TEST(what_a_dead_worker_left_is_swept_away) {
    int status;
    if (!room.sandbox || geteuid()) return;
    pid_t dead = fork();
    if (dead == 0) _exit(0);
    waitpid(dead, &status, 0);
    pid_t left = left_by(dead), at_work = left_by(getpid());
    jail_sweep();
    ck_assert_int_eq(classroom_wait(left, 5), 128 + SIGKILL);
    ck_assert_int_eq(waitpid(at_work, &status, WNOHANG), 0);
    kill(at_work, SIGKILL);
    waitpid(at_work, &status, 0);
}
END_TEST

// ---- a full disk ----

// Ends with what went wrong, 0 if nothing did, in a process that has the small disk for itself.
static int on_small_disk(void) {
    char results[PATH_BYTES];
    snprintf(results, sizeof results, "%s/results", room.folder);
    if (unshare(CLONE_NEWNS) || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL)) return 0;
    if (!folder_make(results) || mount("small", results, "tmpfs", 0, "size=48k")) return 1;
    if (classroom_wait(classroom_start(&room, "class", "20"), 200) != 2) return 2;
    char *text = classroom_said(&room);
    bool clear = strstr(text, "No space left on device") && strstr(text, "the same command goes on");
    free(text);
    if (!clear) return 3;
    if (mount("small", results, "tmpfs", MS_REMOUNT, "size=16m")) return 4;
    if (classroom_wait(classroom_start(&room, "class", "20"), 200) != 0) return 5;
    text = classroom_said(&room);
    bool whole = !strstr(text, "not graded yet") && strstr(text, "12  does not build");
    free(text);
    return whole ? 0 : 6;
}

START_TEST(full_disk_stops_the_batch_and_it_resumes) {
    char name[32];
    int status;
    if (!room.sandbox || geteuid()) return;
    for (int i = 0; i < 12; i++) {
        snprintf(name, sizeof name, "student-%d", i);
        hand_in(name, "#error \"no\"\n");
    }
    pid_t pid = fork();
    if (pid == 0) _exit(on_small_disk());
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert_int_eq(WEXITSTATUS(status), 0);
}
END_TEST

// ---- names ----

START_TEST(strange_names_are_graded_and_shown_safely) {
    static const char *const students[] = {
        "Zo\xC3\xAB O'Brien, =cmd()", "new\nline", "\033[31mred", "--jobs", "..hidden", "comma,quote\"", "=1+1"};
    if (!room.sandbox) return;
    for (size_t i = 0; i < sizeof students / sizeof *students; i++) hand_in(students[i], "#error \"no\"\n");
    classroom_grade(&room, "class", 100, 0);
    char *csv = result_text("class", "grades.csv"), *text = classroom_said(&room);
    ck_assert_ptr_nonnull(strstr(csv, "\r\n\"Zo\xC3\xAB O'Brien, =cmd()\","));
    ck_assert_ptr_nonnull(strstr(csv, "\r\n\"'=1+1\","));
    ck_assert_ptr_nonnull(strstr(csv, "\r\n\"'--jobs\","));
    ck_assert_ptr_nonnull(strstr(csv, "\r\n\"comma,quote\"\"\","));
    ck_assert_ptr_null(strchr(csv, '\033'));
    ck_assert_ptr_null(strchr(text, '\033'));
    free(csv);
    free(text);
}
END_TEST

Suite *batch_suite(void) {
    Suite *suite = suite_create("batch");
    TCase *group = tcase_create("batch");
    tcase_set_timeout(group, 3000);
    tcase_add_checked_fixture(group, setup, forget);
    tcase_add_test(group, killed_batch_ends_as_an_undisturbed_one);
    tcase_add_test(group, what_is_graded_stays_until_it_changes);
    tcase_add_test(group, shares_make_a_whole);
    tcase_add_test(group, interrupted_batch_has_its_tables);
    tcase_add_test(group, hidden_cases_are_hidden_from_students);
    tcase_add_test(group, workbook_that_only_its_owner_can_read_grades_rightly);
    tcase_add_test(group, nobody_is_graded_where_the_reference_solution_fails);
    tcase_add_test(group, without_sandbox_results_are_the_same);
    tcase_add_test(group, submission_whose_worker_dies_twice_is_set_aside);
    tcase_add_test(group, submission_whose_device_process_dies_twice_waits_for_a_person);
    tcase_add_test(group, what_a_dead_worker_left_is_swept_away);
    tcase_add_test(group, full_disk_stops_the_batch_and_it_resumes);
    tcase_add_test(group, strange_names_are_graded_and_shown_safely);
    suite_add_tcase(suite, group);
    TCase *returned = tcase_create("returned");
    tcase_set_timeout(returned, 3000);
    tcase_add_checked_fixture(returned, setup, forget);
    tcase_add_test(returned, a_grade_that_was_returned_stays);
    tcase_add_test(returned, files_that_are_equal_are_graded_once);
    tcase_add_test(returned, what_an_update_changes_is_shown_before_it_does);
    tcase_add_test(returned, names_that_are_hidden_are_hidden_everywhere);
    suite_add_tcase(suite, returned);
    return suite;
}
