// bench.c - how fast the emulated GPU is, with the same matrix product in plain C on one core as the yardstick.
//
// Usage: bench FOLDER, where FOLDER holds emulate and programs/kernels. A kernel's time is that of a run less that of
// a run of the smallest size, so that starting processes and loading modules do not count. On one core it is the time
// that processors worked for it, which others on the machine hardly change; on several, the time that passed.
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SIZE 512
#define SMALLEST 32
#define RUNS 5

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// The order of loops lets the compiler make vectors of the innermost one.
static void product(const float *a, const float *b, float *c, int n) {
    memset(c, 0, sizeof *c * (size_t)n * (size_t)n);
    for (int row = 0; row < n; row++)
        for (int k = 0; k < n; k++)
            for (int column = 0; column < n; column++) c[row * n + column] += a[row * n + k] * b[k * n + column];
}

static double yardstick(void) {
    size_t count = (size_t)SIZE * SIZE;
    float *matrices = calloc(3 * count, sizeof *matrices);
    double best = 1e9;
    if (!matrices) return best;
    for (int run = 0; run < RUNS; run++) {
        double start = seconds();
        product(matrices, matrices + count, matrices + 2 * count, SIZE);
        double taken = seconds() - start;
        if (taken < best) best = taken;
    }
    volatile float keep = matrices[2 * count];
    (void)keep;
    free(matrices);
    return best;
}

static double seconds_of(struct timeval time) { return (double)time.tv_sec + 1e-6 * (double)time.tv_usec; }

// Runs the kernel under emulate and returns its time; the counters go to `csv`. Ends the benchmark if it fails.
static double run(const char *folder, const char *kernel, int size, const char *threads, const char *checks,
                  const char *csv) {
    char emulate[4096], program[4096], number[16];
    snprintf(emulate, sizeof emulate, "%s/emulate", folder);
    snprintf(program, sizeof program, "%s/programs/kernels", folder);
    snprintf(number, sizeof number, "%d", size);
    double start = seconds();
    pid_t child = fork();
    if (child == 0) {
        execl(emulate, emulate, "--threads", threads, "--counters", csv, checks, program, kernel, number, (char *)NULL);
        _exit(127);
    }
    int status = -1;
    struct rusage used;
    if (child < 0 || wait4(child, &status, 0, &used) < 0 || status != 0) {
        fprintf(stderr, "bench: %s %s %s did not run\n", emulate, program, kernel);
        exit(2);
    }
    bool one_core = !strcmp(threads, "1");
    return one_core ? seconds_of(used.ru_utime) + seconds_of(used.ru_stime) : seconds() - start;
}

// The counter of that name in the first row of the file.
static double counter(const char *csv, const char *name) {
    char head[8192] = "", row[8192] = "", *names = head, *values = row, *column;
    FILE *file = fopen(csv, "r");
    if (!file || !fgets(head, sizeof head, file) || !fgets(row, sizeof row, file)) return 0;
    fclose(file);
    while ((column = strsep(&names, ",\n"))) {
        const char *value = strsep(&values, ",\n");
        if (value && !strcmp(column, name)) return atof(value);
    }
    return 0;
}

typedef struct {
    double best, worst;
} Times;

static Times times_of(const char *folder, const char *kernel, int size, const char *threads, const char *checks,
                      const char *csv) {
    Times times = {1e9, 0};
    for (int n = 0; n < RUNS; n++) {
        double taken = run(folder, kernel, size, threads, checks, csv);
        if (taken < times.best) times.best = taken;
        if (taken > times.worst) times.worst = taken;
    }
    return times;
}

static void measure(const char *folder, const char *kernel, const char *threads, const char *checks, const char *csv,
                    double plain) {
    double start = times_of(folder, kernel, SMALLEST, threads, checks, csv).best;
    Times times = times_of(folder, kernel, SIZE, threads, checks, csv);
    double millions = 1e-6 * counter(csv, "thread_instructions"), taken = times.best - start;
    printf("%-12s%-9s%-8s%12.1f%14.0f%14.0f%14.0f\n", kernel, threads, strcmp(checks, "--no-checks") ? "on" : "off",
           1e3 * taken, millions / taken, millions / (times.worst - start), taken / plain);
}

int main(int count, char **arguments) {
    static const char *const KERNELS[] = {"tiled16", "tiled32", "plain", "scattered"};
    if (count != 2) {
        fprintf(stderr, "usage: bench FOLDER\n");
        return 2;
    }
    char csv[PATH_MAX], cores[16];
    snprintf(csv, sizeof csv, "%s/bench.csv", arguments[1]);
    snprintf(cores, sizeof cores, "%ld", sysconf(_SC_NPROCESSORS_ONLN));
    double plain = yardstick();
    printf("product of %d x %d matrices of floats; plain C on one core: %.1f ms\n\n", SIZE, SIZE, 1e3 * plain);
    printf("%-12s%-9s%-8s%12s%14s%14s%14s\n", "kernel", "threads", "checks", "ms", "million/s", "slowest run",
           "times plain C");
    for (size_t n = 0; n < sizeof KERNELS / sizeof *KERNELS; n++)
        measure(arguments[1], KERNELS[n], "1", "--quiet", csv, plain);
    measure(arguments[1], "tiled16", "1", "--no-checks", csv, plain);
    measure(arguments[1], "tiled16", cores, "--quiet", csv, plain);
    printf("\nmillion/s: instructions of threads a second, all counters on\n");
    return 0;
}
