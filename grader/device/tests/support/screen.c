// screen.c - a program on a terminal of its own, or behind a pipe, that a test reads and types to.
#define _GNU_SOURCE
#include "screen.h"

#include <check.h>
#include <ctype.h>
#include <dirent.h>
#include <poll.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define PATIENCE_MILLISECONDS 120000

void screen_start(Screen *screen, unsigned columns, unsigned rows, const char *const *arguments) {
    struct winsize size = {.ws_col = (unsigned short)columns, .ws_row = (unsigned short)rows};
    int ends[2] = {-1, -1};
    *screen = (Screen){.is_terminal = columns > 0, .text = calloc(1, 1)};
    if (!columns) ck_assert_int_eq(pipe(ends), 0);
    screen->pid = columns ? forkpty(&screen->fd, NULL, NULL, &size) : fork();
    ck_assert_int_ge(screen->pid, 0);
    if (screen->pid == 0) {
        if (!columns) dup2(ends[1], STDOUT_FILENO), dup2(ends[1], STDERR_FILENO), close(ends[0]), close(ends[1]);
        setenv("TERM", "xterm", 1);
        execvp(arguments[0], (char **)arguments);
        _exit(127);
    }
    if (!columns) screen->fd = ends[0], close(ends[1]);
    else tcgetattr(screen->fd, &screen->before);
}

// Takes what there is within that time. false: there is nothing, or nothing any more.
static bool screen_read(Screen *screen, int milliseconds) {
    struct pollfd input = {.fd = screen->fd, .events = POLLIN};
    char part[4096];
    if (poll(&input, 1, milliseconds) <= 0) return false;
    ssize_t got = read(screen->fd, part, sizeof part);
    if (got <= 0) return false; // a terminal whose last program has ended is an error to read
    screen->text = realloc(screen->text, screen->length + (size_t)got + 1);
    memcpy(screen->text + screen->length, part, (size_t)got);
    screen->length += (size_t)got;
    screen->text[screen->length] = 0;
    return true;
}

void screen_wait(Screen *screen, const char *words) {
    const char *found;
    while (!(found = strstr(screen->text + screen->seen, words)))
        ck_assert_msg(screen_read(screen, PATIENCE_MILLISECONDS), "no %s in:\n%s", words, screen->text + screen->seen);
    screen->seen = (size_t)(found - screen->text) + strlen(words);
}

void screen_type(const Screen *screen, const char *keys) {
    ck_assert_int_eq(write(screen->fd, keys, strlen(keys)), (ssize_t)strlen(keys));
}

// What has ended and waits for init to take it away does not run.
static bool runs(const char *pid) {
    char path[64], line[400] = "";
    snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
    FILE *file = fopen(path, "r");
    if (file && !fgets(line, sizeof line, file)) line[0] = 0;
    if (file) fclose(file);
    const char *state = strrchr(line, ')');
    return state && !strchr("ZX", state[2]);
}

static unsigned session_size(pid_t session) {
    DIR *folder = opendir("/proc");
    unsigned count = 0;
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        count +=
            isdigit((unsigned char)entry->d_name[0]) && getsid(atoi(entry->d_name)) == session && runs(entry->d_name);
    if (folder) closedir(folder);
    return count;
}

int screen_end(Screen *screen, bool *restored, unsigned *left) {
    int status;
    while (screen_read(screen, PATIENCE_MILLISECONDS)) {}
    struct termios now = screen->before;
    if (screen->is_terminal) tcgetattr(screen->fd, &now);
    ck_assert_int_eq(waitpid(screen->pid, &status, 0), screen->pid);
    if (restored) *restored = now.c_lflag == screen->before.c_lflag && now.c_iflag == screen->before.c_iflag;
    if (left) *left = session_size(screen->pid);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void screen_free(Screen *screen) {
    close(screen->fd);
    free(screen->text);
}
