// progress.c - a line on the terminal about a launch that takes long: a thread that looks twice a second.
#define _GNU_SOURCE
#include "progress.h"
#include "../system/text.h"
#include "../system/times.h"
#include "demangle.h"
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE_SECONDS 2.0
#define LOOK_NANOSECONDS 500000000

static struct {
    pthread_t thread;
    pthread_mutex_t lock; // of what follows
    pthread_cond_t over_changed;
    bool on, over, running, shown;
    uint64_t number; // of the launch, from 1 on
    char kernel[256];
    double began, looked;
    uint64_t instructions; // when last looked
    double rate;           // of them a second; 0: not known yet
} line = {.lock = PTHREAD_MUTEX_INITIALIZER, .over_changed = PTHREAD_COND_INITIALIZER};
static LaunchProgress progress;

static void say_time_left(char *text, size_t size, double seconds) {
    if (seconds < 100) text_append(text, size, ", %.0f s left", seconds);
    else text_append(text, size, ", %.0f min left", seconds / 60);
}

static void say_rate(char *text, size_t size) {
    if (line.rate >= 1e9) text_append(text, size, ", %.1f G thread instructions/s", line.rate / 1e9);
    else if (line.rate > 0) text_append(text, size, ", %.0f M thread instructions/s", line.rate / 1e6);
}

// "launch 3, matmul: 45 % of 4,096 blocks, 1.3 G thread instructions/s, 12 s left". Without the rate if that would be
// wider than `columns`, so that the time left stays.
static void say(char *text, size_t size, double now, unsigned columns) {
    char left[40] = "", rate[60] = "";
    uint64_t blocks = atomic_load(&progress.blocks), finished = atomic_load(&progress.finished);
    char name[256], number[32], all[32];
    kernel_demangle(line.kernel, name, sizeof name);
    name[strcspn(name, "(")] = 0;
    double share = blocks ? (double)finished / (double)blocks : 0, elapsed = now - line.began;
    snprintf(text, size, "launch %s, %s: %.0f %% of %s block%s", text_number((double)line.number, number), name,
             100 * share, text_number((double)blocks, all), blocks == 1 ? "" : "s");
    say_rate(rate, sizeof rate);
    if (share > 0) say_time_left(left, sizeof left, elapsed * (1 - share) / share);
    if (strlen(text) + strlen(rate) + strlen(left) <= columns) text_append(text, size, "%s", rate);
    text_append(text, size, "%s", left);
}

static void measure_rate(double now) {
    uint64_t instructions = atomic_load(&progress.thread_instructions);
    atomic_fetch_add(&progress.asked, 1);
    if (instructions > line.instructions) line.rate = (double)(instructions - line.instructions) / (now - line.looked);
    if (instructions != line.instructions) line.looked = now;
    line.instructions = instructions;
}

static void look(void) {
    struct winsize size = {.ws_col = 0};
    double now = seconds_now();
    char text[600];
    if (!line.running) return;
    measure_rate(now);
    if (now - line.began < PATIENCE_SECONDS) return;
    ioctl(STDERR_FILENO, TIOCGWINSZ, &size);
    unsigned columns = size.ws_col > 1 ? size.ws_col - 1u : 79;
    say(text, sizeof text, now, columns);
    fputs("\r\033[K", stderr);
    print_cut(stderr, text, columns);
    fflush(stderr);
    line.shown = true;
}

static void *watch(void *unused) {
    (void)unused;
    pthread_mutex_lock(&line.lock);
    while (!line.over) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += LOOK_NANOSECONDS;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&line.over_changed, &line.lock, &until);
        if (!line.over) look();
    }
    pthread_mutex_unlock(&line.lock);
    return NULL;
}

LaunchProgress *progress_begin(void) {
    sigset_t all, before;
    if (!isatty(STDERR_FILENO)) return NULL;
    sigfillset(&all); // signals are the main thread's
    pthread_sigmask(SIG_SETMASK, &all, &before);
    line.on = pthread_create(&line.thread, NULL, watch, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return line.on ? &progress : NULL;
}

void progress_launch(const char *kernel) {
    if (!line.on) return;
    pthread_mutex_lock(&line.lock);
    snprintf(line.kernel, sizeof line.kernel, "%s", kernel);
    line.number++;
    line.running = true;
    line.began = line.looked = seconds_now();
    line.instructions = 0;
    line.rate = 0;
    pthread_mutex_unlock(&line.lock);
}

void progress_launch_end(void) {
    if (!line.on) return;
    pthread_mutex_lock(&line.lock);
    line.running = false;
    if (line.shown) fputs("\r\033[K", stderr);
    line.shown = false;
    pthread_mutex_unlock(&line.lock);
}

void progress_end(void) {
    if (!line.on) return;
    pthread_mutex_lock(&line.lock);
    line.over = true;
    pthread_cond_signal(&line.over_changed);
    pthread_mutex_unlock(&line.lock);
    pthread_join(line.thread, NULL);
    line.on = false;
}
