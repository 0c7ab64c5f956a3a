// slurm.c - gives rounds of tasks to Slurm and waits for what they leave in RESULTS.
//
// Slurm is asked to do two things: to start a round, and to say which tasks of a round are still to run. It may fail to
// answer either. Then only what lies in RESULTS counts.
#define _GNU_SOURCE // asprintf
#include "slurm.h"

#include "../command.h"
#include "../device/system/message.h"
#include "../device/system/text.h"
#include "../system/process.h"

#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#define MOST_ROUNDS_WITHOUT_PROGRESS 2
#define MOST_REFUSALS 3 // a controller may come back between one question and the next
#define SECONDS_BETWEEN_LOOKS 2
#define SECONDS_FOR_SLURM 60
#define MEBIBYTES_PER_JOB 2048

typedef struct {
    Batch *batch;
    const SlurmPlan *plan;
    FILE *progress;
    char folder[PATH_BYTES - 200]; // RESULTS/slurm
    char name[64];                 // of the round
    unsigned tasks;                // in it
    unsigned rounds;               // before it; another round gives shares to other tasks
    int lock;                      // one coordinator at a time
    char told[200];
} Cluster;

__attribute__((format(printf, 2, 3))) static bool stop(Batch *batch, const char *format, ...) {
    va_list list;
    va_start(list, format);
    if (!batch->stopped[0]) vsnprintf(batch->stopped, sizeof batch->stopped, format, list);
    va_end(list);
    return false;
}

static bool goes_on(const Cluster *cluster) { return !cluster->batch->stopped[0] && !process_interrupted(); }

static void tell(Cluster *cluster, const char *text) {
    if (!cluster->progress || !strcmp(text, cluster->told)) return;
    text_copy(cluster->told, sizeof cluster->told, text);
    fprintf(cluster->progress, "%s\n", cluster->told);
    fflush(cluster->progress);
}

// ---- Slurm's programs ----

// Runs one and leaves what it printed in text[size]. false: it gave no answer.
static bool ask(const char *const *arguments, char *text, size_t size) {
    ProcessResult result;
    const ProcessSpec spec = {.arguments = arguments,
                              .limits = {.wall_seconds = SECONDS_FOR_SLURM, .output_bytes = 1 << 20},
                              .merge_errors = true,
                              .cut_output = true};
    process_run(&spec, &result);
    bool answered = result.end == PROCESS_EXITED && result.status == 0;
    const char *said = result.end == PROCESS_FAILED ? result.error : result.output.text;
    text_clean(text, size, said, strlen(said), true);
    process_result_free(&result);
    return answered;
}

// How many tasks of the round are still to run, and what they wait for; -1: nobody knows.
static int tasks_left(const Cluster *cluster, char reason[64]) {
    char name[80], text[65536];
    const char *const arguments[] = {"squeue", "--noheader", "--array", "--format=%t %r", name, NULL};
    snprintf(name, sizeof name, "--name=%s", cluster->name);
    reason[0] = 0;
    if (!ask(arguments, text, sizeof text)) return -1;
    int count = 0;
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        if (text_begins(line, "PD ")) snprintf(reason, 64, "%.*s", (int)strcspn(line + 3, "\n"), line + 3);
        count += *line != '\n';
    }
    return count;
}

// ---- what a task is ----

static void write_quoted(FILE *out, const char *text) {
    fputs(" '", out);
    for (; *text; text++) fputs(*text == '\'' ? "'\\''" : (char[]){*text, 0}, out);
    fputc('\'', out);
}

// SBATCH_... variables of the environment override the #SBATCH lines.
static void write_script(FILE *out, const Cluster *cluster) {
    const Batch *batch = cluster->batch;
    fprintf(out, "#!/bin/sh\n#SBATCH --cpus-per-task=%u\n#SBATCH --mem-per-cpu=%u\n#SBATCH --requeue\n", batch->jobs,
            MEBIBYTES_PER_JOB);
    fprintf(out, "export WORKBOOK_TIMEOUT=%.17g\nexec", batch->timeout_seconds);
    char self[PATH_BYTES + 16];
    snprintf(self, sizeof self, "%s/grade", batch->paths->build);
    write_quoted(out, self);
    fputs(" batch", out);
    for (int i = 1; i < cluster->plan->argc; i++) write_quoted(out, cluster->plan->argv[i]);
    fprintf(out, " --seed %" PRIu64 " --jobs %u --share $(((SLURM_ARRAY_TASK_ID + %u) %% %u))/%u:%s\n",
            batch->journal.seed, batch->jobs, cluster->rounds, cluster->tasks, cluster->tasks, cluster->name);
}

static bool script_keep(const Cluster *cluster, char path[PATH_BYTES]) {
    char *text = NULL;
    Message error = "out of memory";
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (out) write_script(out, cluster);
    snprintf(path, PATH_BYTES, "%s/%s.sh", cluster->folder, cluster->name);
    bool kept = out && fclose(out) == 0 && file_write(path, text, length, error);
    if (!kept) stop(cluster->batch, "%s", error);
    free(text);
    return kept;
}

// ---- the round in progress ----

static void round_path(const Cluster *cluster, char path[PATH_BYTES]) {
    snprintf(path, PATH_BYTES, "%s/round", cluster->folder);
}

// Reads the round that an earlier coordinator began and did not see end.
static bool round_load(Cluster *cluster) {
    char path[PATH_BYTES];
    Message error;
    round_path(cluster, path);
    char *text = file_exists(path) ? file_read(path, 200, NULL, error) : NULL;
    bool loaded = text && sscanf(text, "%63s %u", cluster->name, &cluster->tasks) == 2;
    free(text);
    return loaded;
}

// Written before Slurm is asked, so that whoever comes next knows the round.
static bool round_keep(Cluster *cluster, unsigned open) {
    char path[PATH_BYTES], text[100];
    Message error;
    uint64_t number;
    if (getrandom(&number, sizeof number, 0) != sizeof number)
        return stop(cluster->batch, "there are no random numbers");
    snprintf(cluster->name, sizeof cluster->name, "workbook-%016" PRIx64, number);
    cluster->tasks = open < cluster->plan->tasks ? open : cluster->plan->tasks;
    round_path(cluster, path);
    snprintf(text, sizeof text, "%s %u\n", cluster->name, cluster->tasks);
    if (file_write(path, text, strlen(text), error)) return true;
    return stop(cluster->batch, "%s", error);
}

static void sleep_a_little(void) { nanosleep(&(struct timespec){.tv_sec = SECONDS_BETWEEN_LOOKS}, NULL); }

static void wait_for_slurm(Cluster *cluster, const char *said) {
    char text[300];
    snprintf(text, sizeof text, "Slurm does not answer, trying again: %.*s", (int)strcspn(said, "\n"), said);
    tell(cluster, text);
    sleep_a_little();
}

// Submits the round. If the answer is lost, the queue says whether Slurm has it; submitting it twice would do no harm.
static void submit(Cluster *cluster) {
    char script[PATH_BYTES], name[80], array[40], output[PATH_BYTES + 40], said[400], reason[64];
    const char *const arguments[] = {"sbatch", "--parsable", name, array, output, "--open-mode=append", script, NULL};
    if (!script_keep(cluster, script)) return;
    snprintf(name, sizeof name, "--job-name=%s", cluster->name);
    snprintf(array, sizeof array, "--array=0-%u", cluster->tasks - 1);
    snprintf(output, sizeof output, "--output=%s/%s-%%A_%%a.log", cluster->folder, cluster->name);
    for (unsigned refused = 0; goes_on(cluster);) {
        if (ask(arguments, said, sizeof said)) return;
        int left = tasks_left(cluster, reason);
        if (left > 0) return;
        refused += left == 0;
        if (refused == MOST_REFUSALS) stop(cluster->batch, "Slurm does not take the tasks: %.200s", said);
        else if (strstr(said, "No such file")) stop(cluster->batch, "there is no Slurm here: %.200s", said);
        else wait_for_slurm(cluster, said);
    }
}

// ---- waiting ----

// How many tasks have ended; why[200]: why one of them had to stop early.
static unsigned tasks_ended(const Cluster *cluster, char why[200]) {
    char path[PATH_BYTES];
    Message error;
    unsigned ended = 0;
    why[0] = 0;
    for (unsigned i = 0; i < cluster->tasks; i++) {
        snprintf(path, sizeof path, "%s/%s.%u", cluster->folder, cluster->name, i);
        char *text = file_exists(path) ? file_read(path, 1000, NULL, error) : NULL;
        ended += text != NULL;
        if (text && *text && !why[0]) text_copy(why, 200, text);
        free(text);
    }
    return ended;
}

static void wait_for_round(Cluster *cluster, char why[200]) {
    char text[200], reason[64] = "";
    for (unsigned gone = 0; goes_on(cluster);) {
        unsigned ended = tasks_ended(cluster, why);
        if (ended == cluster->tasks) return;
        int left = tasks_left(cluster, reason);
        gone = left == 0 ? gone + 1 : 0;
        if (gone == 2) return; // and what they wrote last has had time to be seen
        snprintf(text, sizeof text, "%u of %u tasks ended%s%s%s%s", ended, cluster->tasks,
                 reason[0] ? ", others wait: " : "", reason, left < 0 ? "; Slurm does not answer" : "", "");
        tell(cluster, text);
        sleep_a_little();
    }
}

// ---- rounds ----

// Settles what needs no worker, and counts the submissions with something open.
static unsigned count_open(Batch *batch) {
    ItemSource source = {0};
    Item item;
    unsigned open = 0;
    const Submission *last = NULL;
    batch->kept = batch->graded = batch->unclear = batch->set_aside = batch->failed = 0;
    while (item_next(batch, &source, &item)) {
        open += item.submission != last;
        last = item.submission;
        batch->failed++;
        item_free(&item);
    }
    item_source_free(&source);
    return open;
}

static bool cluster_open(Cluster *cluster) {
    char path[PATH_BYTES], real[PATH_MAX];
    if (!realpath(cluster->batch->journal.folder, real)) return false;
    snprintf(cluster->folder, sizeof cluster->folder, "%.800s/slurm", real);
    if (!folder_make(cluster->folder)) return false;
    snprintf(path, sizeof path, "%s/lock", cluster->folder);
    cluster->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    return cluster->lock >= 0 && flock(cluster->lock, LOCK_EX | LOCK_NB) == 0;
}

static void run_rounds(Cluster *cluster) {
    Batch *batch = cluster->batch;
    char why[200] = "";
    unsigned before = UINT_MAX, without_progress = 0;
    if (round_load(cluster)) wait_for_round(cluster, why);
    while (goes_on(cluster)) {
        unsigned open = count_open(batch), items = batch->failed;
        if (!open || batch->stopped[0]) return;
        without_progress = items < before ? 0 : without_progress + 1;
        before = items;
        if (without_progress == MOST_ROUNDS_WITHOUT_PROGRESS)
            stop(batch, "rounds of Slurm tasks end without results: %s", why[0] ? why : "see RESULTS/slurm");
        if (batch->stopped[0] || !round_keep(cluster, open)) return;
        submit(cluster);
        wait_for_round(cluster, why);
        cluster->rounds++;
    }
}

// A last pass over all items, for the numbers of the report.
static void settle_all(Batch *batch) {
    ItemSource source = {0};
    Item item;
    batch->kept = batch->graded = batch->unclear = batch->set_aside = batch->failed = 0;
    while (item_next(batch, &source, &item)) {
        batch->failed++;
        item_free(&item);
    }
    item_source_free(&source);
}

void slurm_run(Batch *batch, const SlurmPlan *plan, FILE *progress) {
    Cluster cluster = {.batch = batch, .plan = plan, .progress = progress, .lock = -1};
    process_catch_signals();
    if (!cluster_open(&cluster))
        stop(batch, "another batch is at work in %.200s, or it cannot be written", batch->journal.folder);
    else run_rounds(&cluster);
    if (process_interrupted())
        stop(batch, "interrupted; tasks that Slurm has go on, and the same command waits for them");
    if (batch->stopped[0]) batch->failed = 0; // what is open was not tried by this machine
    else settle_all(batch);
    if (cluster.lock >= 0) close(cluster.lock);
}

// ---- a task's own part ----

bool share_read(Batch *batch, const char *text) {
    int read = 0, whole = 0;
    if (sscanf(text, "%u/%u%n:%63[a-z0-9-]%n", &batch->share, &batch->shares, &read, batch->round, &whole) < 2)
        return false;
    return !text[whole ? whole : read] && batch->share < batch->shares;
}

int share_end(const Batch *batch) {
    char path[PATH_BYTES];
    Message error;
    if (process_interrupted()) return COULD_NOT_WORK; // it will be started again
    snprintf(path, sizeof path, "%s/slurm/%s.%u", batch->journal.folder, batch->round, batch->share);
    if (!batch->round[0])
        fprintf(stderr, "share %u of %u: %u graded, %u were graded before\n", batch->share, batch->shares,
                batch->graded, batch->kept);
    else if (!file_write(path, batch->stopped, strlen(batch->stopped), error)) return complain("%s", error);
    return batch->stopped[0] ? complain("stopped: %s", batch->stopped) : batch->failed ? COULD_NOT_WORK : 0;
}
