// test_class200.c - a class of 200 with all exercises, every hostile program among them, graded by one command: nobody
// is lost, every verdict is the one expected, and what it takes. Only where it is named: make test SUITE=class200.
//
// Some 5 minutes on two cores that have nothing else to do. CLASS_RESULTS=FOLDER, a new one, gets a copy of the
// results; CLASS_STUDENTS=30 makes a smaller class, with some of the hostile programs.
#include "author/author.h"
#include "batch/batch.h"
#include "cgroup.h"
#include "hostile.h"
#include "system/text.h"
#include "system/times.h"

#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MOST_STUDENTS 200
#define JOBS 2
#define MOST_HANDED 20 // files of one student
#define MOST_MIB 2048  // of memory a job
#define MOST_OF_NVCC 1.3

typedef struct {
    const Exercise *exercise;
    char state[32];
} Handed;
typedef struct {
    char folder[100];
    Handed handed[MOST_HANDED];
    unsigned count;
} Student;

static Classroom room;
static Trials trials[MOST_EXERCISES];
static Student students[MOST_STUDENTS];
static unsigned student_count = MOST_STUDENTS;
static char results[PATH_BYTES];
static int status;
static double seconds;
static struct rusage usage;
static Cgroup memory;
static CgroupPeak peak;

// ---- who hands in what ----

static void name_student(unsigned index) {
    static const char *const firsts[] = {"Ann", "Zo\xC3\xAB", "Siobh\xC3\xA1n", "Bob",    "Li",
                                         "Cem", "Dagny",      "Emil",           "Fumiko", "Gustavo"};
    static const char *const lasts[] = {"Lee", "O'Neil-Li", "=cmd()", "\"Q\" Wu", "O'Brien", "Ray", "<b>Kim", "Ng"};
    snprintf(students[index].folder, sizeof students->folder, "%s %s %03u", firsts[index % 10], lasts[index % 8],
             index);
}

static void hand_in(unsigned index, const Exercise *exercise, const char *text, const char *state) {
    Student *student = &students[index];
    char name[300];
    ck_assert_uint_lt(student->count, MOST_HANDED);
    snprintf(name, sizeof name, "%s/%s.cu", student->folder, exercise->name);
    classroom_put(&room, name, text, strlen(text));
    Handed *handed = &student->handed[student->count++];
    handed->exercise = exercise;
    snprintf(handed->state, sizeof handed->state, "%s", state);
}

// Right and wrong answers with a state, as `make check` collects them; the first is the solution.
static const Trial *answer(unsigned exercise, unsigned which) {
    const Trials *all = &trials[exercise];
    unsigned count = 0;
    for (unsigned i = 0; i < all->count; i++)
        count += all->trials[i].expected[0] && strcmp(all->trials[i].expected, "not_started");
    which %= count;
    for (unsigned i = 0; i < all->count; i++)
        if (all->trials[i].expected[0] && strcmp(all->trials[i].expected, "not_started") && which-- == 0)
            return &all->trials[i];
    return NULL;
}

static char *answer_text(const Trial *trial) {
    char error[200];
    char *text = file_read(trial->file, 1 << 20, NULL, error);
    ck_assert_msg(text && !trial->problem[0], "%s %s", error, trial->problem);
    return text;
}

static void hand_in_answer(unsigned index, unsigned exercise, unsigned which) {
    const Trial *trial = answer(exercise, which);
    char *text = answer_text(trial);
    hand_in(index, exercises[exercise], text, trial->expected);
    free(text);
}

// One exercise that is compiled and run, and all that are only answered, which costs next to nothing.
static void hand_in_honestly(unsigned index, unsigned turn) {
    unsigned running = 0, wanted;
    for (unsigned e = 0; e < exercise_count; e++) running += exercise_runs(exercises[e]);
    wanted = turn % running;
    for (unsigned e = 0; e < exercise_count; e++) {
        if (!exercise_runs(exercises[e])) hand_in_answer(index, e, (index + e) % 3 ? 0 : index);
        else if (wanted-- == 0) hand_in_answer(index, e, turn / running * 3);
    }
}

// Hostile programs are spread over the class, at most two of five students'.
static void hand_in_all(void) {
    Hostile hostile;
    unsigned at = 0, turn = 0;
    hostile_find(&room, &hostile);
    unsigned count = hostile.count < student_count * 2 / 5 ? hostile.count : student_count * 2 / 5;
    ck_assert_int_eq(count == hostile.count, student_count == MOST_STUDENTS);
    for (unsigned i = 0; i < student_count; i++) {
        name_student(i);
        if ((i + 1) * count / student_count == at) {
            hand_in_honestly(i, turn++);
            continue;
        }
        const char *name = hostile.names[at++ * hostile.count / count];
        char *text = hostile_text(&room, name, "class");
        hand_in(i, exercise_named(CLASSROOM_EXERCISE), text, hostile_state(name));
        free(text);
    }
    printf("class200: %u students, %u of them hostile, %u exercises\n", student_count, at, exercise_count);
}

// ---- grading them ----

static pid_t start(const char *submissions, const char *output, const Cgroup *group) {
    char grade[PATH_BYTES + 20], said[PATH_BYTES + 20], jobs[12];
    pid_t pid = fork();
    if (pid) return pid;
    prctl(PR_SET_PDEATHSIG, SIGKILL); // a test that is stopped leaves no batch behind
    if (group) cgroup_enter(group);
    snprintf(grade, sizeof grade, "%s/grade", room.paths.build);
    snprintf(said, sizeof said, "%s/said", room.folder);
    snprintf(jobs, sizeof jobs, "%d", JOBS);
    int descriptor = open(said, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    dup2(descriptor, STDOUT_FILENO);
    dup2(descriptor, STDERR_FILENO);
    setenv("WORKBOOK_TIMEOUT", "10", 1);
    execl(grade, grade, "batch", submissions, "-o", output, "--seed", "7", "--jobs", jobs, (char *)NULL);
    _exit(127);
}

static void grade_class(void) {
    char submissions[PATH_BYTES], error[200];
    const char *fewer = getenv("CLASS_STUDENTS");
    if (fewer && atoi(fewer) >= 8 && atoi(fewer) < MOST_STUDENTS) student_count = (unsigned)atoi(fewer);
    classroom_open(&room);
    if (!room.sandbox) return;
    for (unsigned e = 0; e < exercise_count; e++)
        ck_assert_msg(trials_collect(&room.paths, exercises[e], room.folder, &trials[e], error), "%s", error);
    hand_in_all();
    snprintf(submissions, sizeof submissions, "%s/submissions", room.folder);
    snprintf(results, sizeof results, "%s/results/class", room.folder);
    bool limited = cgroup_make(&memory, (uint64_t)JOBS * MOST_MIB << 20);
    double began = seconds_now();
    pid_t pid = start(submissions, results, limited ? &memory : NULL), ended = 0;
    while (pid > 0 && (ended = wait4(pid, &status, WNOHANG, &usage)) == 0) {
        if (limited) cgroup_look(&memory, &peak);
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    }
    seconds = seconds_now() - began;
    if (limited) cgroup_end(&memory, &peak);
    printf("class200: graded in %.0f s with %d jobs\n", seconds, JOBS);
}

static void forget(void) {
    char command[3 * PATH_BYTES];
    const char *kept = getenv("CLASS_RESULTS");
    snprintf(command, sizeof command, "[ ! -e '%s' ] && cp -R '%s' '%s'", kept ? kept : "", results, kept ? kept : "");
    if (kept && system(command)) printf("class200: the results could not be copied to %s\n", kept);
    for (unsigned e = 0; e < exercise_count; e++) trials_free(&trials[e]);
    classroom_close(&room);
}

// ---- what came of it ----

static bool verdict_of(const Student *student, const Exercise *exercise, Verdict *verdict) {
    Submissions list = {.count = 0};
    Journal journal = {.lock = -1};
    Person person = {.row = -1};
    snprintf(journal.folder, sizeof journal.folder, "%.700s", results);
    text_copy(person.name, sizeof person.name, student->folder);
    Submission *submission = submissions_of(&list, student->folder, &person);
    bool loaded = journal_load(&journal, submission->id, exercise, NULL, verdict);
    submissions_free(&list);
    return loaded;
}

static const char *expected(const Student *student, const Exercise *exercise) {
    for (unsigned i = 0; i < student->count; i++)
        if (student->handed[i].exercise == exercise) return student->handed[i].state;
    return "not_started";
}

START_TEST(batch_ends_well_and_leaves_nothing) {
    if (!room.sandbox) return;
    char *said = classroom_said(&room);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "%s", said);
    ck_assert_uint_eq(classroom_leftovers(), 0);
    free(said);
}
END_TEST

START_TEST(nobody_is_lost_and_every_verdict_is_right) {
    unsigned found = 0, wrong = 0;
    if (!room.sandbox) return;
    for (unsigned s = 0; s < student_count; s++)
        for (unsigned e = 0; e < exercise_count; e++) {
            Verdict verdict;
            ck_assert_msg(verdict_of(&students[s], exercises[e], &verdict), "%s of %s has no result",
                          exercises[e]->name, students[s].folder);
            const char *state = expected(&students[s], exercises[e]);
            bool right = !strcmp(state_name(verdict.state), state);
            if (!right)
                printf("class200: %s of %s is %s, not %s: %s\n", exercises[e]->name, students[s].folder,
                       state_name(verdict.state), state, verdict.summary);
            found += strcmp(state, "not_started") != 0;
            wrong += !right;
            verdict_free(&verdict);
        }
    printf("class200: %u answers graded, %u wrong verdicts\n", found, wrong);
    ck_assert_uint_eq(wrong, 0);
}
END_TEST

START_TEST(memory_of_a_job_stays_below_2_gib) {
    if (!room.sandbox) return;
    if (!memory.made) {
        printf("class200: memory: skipped: %s\n", memory.problem);
        return;
    }
    printf("class200: memory at its peak: %.0f MiB a job of processes and their tmpfs, %.0f with the kernel's cache of "
           "files; %u ended for want of it\n",
           (double)peak.used / JOBS / (1 << 20), (double)peak.whole / JOBS / (1 << 20), peak.killed);
    ck_assert_uint_eq(peak.killed, 0);
    ck_assert_uint_gt(peak.used, 0);
    ck_assert_uint_lt(peak.used, (uint64_t)JOBS * MOST_MIB << 20);
}
END_TEST

START_TEST(pages_are_there_and_have_no_script) {
    char path[PATH_BYTES + 300], error[200];
    Submissions list = {.count = 0};
    if (!room.sandbox) return;
    for (unsigned s = 0; s <= student_count; s++) {
        Person person = {.row = -1};
        if (s < student_count) text_copy(person.name, sizeof person.name, students[s].folder);
        if (s < student_count)
            snprintf(path, sizeof path, "%s/students/%s/feedback.html", results,
                     submissions_of(&list, students[s].folder, &person)->id);
        else snprintf(path, sizeof path, "%s/class.html", results);
        char *page = file_read(path, 64 << 20, NULL, error);
        ck_assert_msg(page != NULL, "%s", error);
        ck_assert_msg(!strstr(page, "<script") && !strstr(page, "<b>Kim"), "%s", path);
        free(page);
    }
    submissions_free(&list);
}
END_TEST

// ---- processor time ----

static double cpu_of(const struct rusage *used) {
    return (double)used->ru_utime.tv_sec + (double)used->ru_stime.tv_sec +
           1e-6 * (double)(used->ru_utime.tv_usec + used->ru_stime.tv_usec);
}

// nvcc alone, with what `grade` gives it (grading/build.c).
static double nvcc_seconds(const Exercise *exercise, const char *source) {
    char command[8 * PATH_BYTES], object[PATH_BYTES + 100] = "";
    struct rusage used;
    int ended;
    if (exercise->interface)
        snprintf(object, sizeof object, "%s/interfaces/%s.o", room.paths.build, exercise->interface);
    snprintf(
        command, sizeof command,
        "exec '%s' -std=c++20 --expt-relaxed-constexpr -O3 -lineinfo -Xcompiler -g1 -cudart shared -gencode "
        "'arch=compute_90,code=[sm_90,compute_90]' -nodlink -o '%s/program' %s '-I%s/common' '%s' %s >'%s/nvcc' 2>&1",
        room.paths.nvcc, room.folder, exercise->flags ? exercise->flags : "", room.paths.root, source, object,
        room.folder);
    pid_t pid = fork();
    if (pid == 0) execl("/bin/sh", "sh", "-c", command, (char *)NULL), _exit(127);
    ck_assert_int_eq(wait4(pid, &ended, 0, &used), pid);
    return cpu_of(&used);
}

// Right and wrong answers of four exercises, and the four solutions that a batch tries first.
START_TEST(batch_takes_little_more_than_nvcc) {
    static const char *const names[] = {"matmul_coalesced", "transpose_padded", "histogram_private", "row_sums_shared"};
    char path[PATH_BYTES + 100], output[PATH_BYTES];
    double nvcc = 0;
    struct rusage used;
    int ended;
    unsigned timed = student_count / 32 * 4;
    if (!room.sandbox) return;
    for (unsigned i = 0; i < timed + 4; i++) {
        unsigned e = 0;
        while (exercises[e] != exercise_named(names[i % 4])) e++;
        const Trial *trial = answer(e, i < timed ? i / 4 : 0);
        nvcc += nvcc_seconds(exercises[e], trial->file);
        if (i >= timed) continue;
        char *text = answer_text(trial), name[200];
        snprintf(name, sizeof name, "../timed/student-%02u/%s.cu", i, exercises[e]->name);
        classroom_put(&room, name, text, strlen(text));
        free(text);
    }
    snprintf(path, sizeof path, "%s/timed", room.folder);
    snprintf(output, sizeof output, "%s/results/timed", room.folder);
    pid_t pid = start(path, output, NULL);
    ck_assert_int_eq(wait4(pid, &ended, 0, &used), pid);
    ck_assert_int_eq(ended, 0);
    printf("class200: processor time of %u answers of four exercises: %.1f s, nvcc alone %.1f s, ratio %.2f\n", timed,
           cpu_of(&used), nvcc, cpu_of(&used) / nvcc);
    ck_assert_double_le(cpu_of(&used) / nvcc, MOST_OF_NVCC);
}
END_TEST

Suite *class200_suite(void) {
    Suite *suite = suite_create("class200");
    TCase *group = tcase_create("class200");
    tcase_set_timeout(group, 3600);
    tcase_add_unchecked_fixture(group, grade_class, forget);
    tcase_add_test(group, batch_ends_well_and_leaves_nothing);
    tcase_add_test(group, nobody_is_lost_and_every_verdict_is_right);
    tcase_add_test(group, memory_of_a_job_stays_below_2_gib);
    tcase_add_test(group, pages_are_there_and_have_no_script);
    tcase_add_test(group, batch_takes_little_more_than_nvcc);
    suite_add_tcase(suite, group);
    return suite;
}
