// waiting.c - front ends that have read the headers, and go on for each save.
//
// cudafe++ and cicc take most of their time to read what every file includes first. `compile --wait FOLDER ...` starts
// both with the text of these headers alone, and preload/wait.c holds them where they want more. Each later build with
// `--waiting FOLDER` hands them its file: a copy of the process goes on with it, so what it writes and says is what the
// front end would have written and said. It counts only for the same command, and for a text that begins with the very
// same bytes.
#define _GNU_SOURCE
#include "waiting.h"

#include "compile.h"

#include "../system/files.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
    StepKind front, preprocessor;
    const char *name; // of the socket; NAME.headers and NAME.words lie beside it
} Waiting;
static const Waiting both[] = {{FRONT_HOST, PREPROCESS_HOST, WAITING_HOST},
                               {FRONT_DEVICE, PREPROCESS_DEVICE, WAITING_DEVICE}};
enum { BOTH = sizeof both / sizeof *both };
#define SHOWN_PATH "--orig_src_path_name" // differs from folder to folder

static const Waiting *waiting_of(StepKind kind) {
    for (unsigned i = 0; i < BOTH; i++)
        if (both[i].front == kind) return &both[i];
    return NULL;
}

// The words of a command, a line for each; allocated.
static char *words_of(const Step *step) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    for (unsigned i = 0; i < step->count; i++)
        if (!i || strcmp(step->words[i - 1], SHOWN_PATH)) fprintf(out, "%s\n", step->words[i]);
    return fclose(out) ? (free(text), NULL) : text;
}

// ---- starting them ----

static bool write_whole(const char *name, const char *suffix, const char *text, size_t length) {
    char path[64];
    snprintf(path, sizeof path, "%s.%s", name, suffix);
    return file_write_derived(path, text, length, NULL);
}

// Preprocesses the source, and writes the text of the preamble.
static bool headers_write(const Plan *plan, const char *prepared, const Waiting *waiting) {
    Preamble preambles[MOST_PREAMBLES];
    const Preamble *used;
    Step quick = plan->steps[waiting->preprocessor];
    unsigned count = preambles_find(plan, prepared, preambles);
    long length = 0;
    bool joined = macros_use(plan, waiting->preprocessor, preambles, count, &quick, &used) && step_run(&quick) &&
                  macros_finish(plan, waiting->preprocessor, used, &length);
    char *text = joined ? file_read(step_value(&quick, "-o"), MOST_TEXT, NULL, NULL) : NULL,
         *words = words_of(&plan->steps[waiting->front]);
    bool written = text && words && write_whole(waiting->name, "headers", text, (size_t)length) &&
                   write_whole(waiting->name, "words", words, strlen(words));
    free(text);
    free(words);
    return written;
}

static void front_run(const Step *step, const Waiting *waiting, const char *library) {
    char headers[64], log[64];
    snprintf(headers, sizeof headers, "%s.headers", waiting->name);
    snprintf(log, sizeof log, "%s.log", waiting->name);
    int output = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    const char *input = step_file(step, ".ii");
    if (output < 0 || !input || dup2(output, STDOUT_FILENO) < 0 || dup2(output, STDERR_FILENO) < 0) _exit(1);
    setenv(WAITING_INPUT, input, 1);
    setenv(WAITING_HEADERS, headers, 1);
    setenv(WAITING_DOOR, waiting->name, 1);
    setenv("LD_PRELOAD", library, 1);
    execvp(step->words[0], step->words);
    _exit(127);
}

int waiting_start(const Plan *plan, const char *prepared, const char *library) {
    pid_t parent = getpid();
    for (unsigned i = 0; i < BOTH; i++) {
        if (!headers_write(plan, prepared, &both[i])) return 1;
        if (fork()) continue;
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() == parent) front_run(&plan->steps[both[i].front], &both[i], library);
        _exit(1);
    }
    while (wait(NULL) > 0) {}
    return 0;
}

// ---- using them ----

static char *known_text(const char *folder, const Waiting *waiting, const char *suffix) {
    char base[1100];
    snprintf(base, sizeof base, "%s/%s", folder, waiting->name);
    return prepared_read(base, suffix);
}

// The working directory in the second line, '# 1 "FOLDER//"', is another one for each build.
static const char *behind_folder(const char *text) {
    const char *line = strchr(text, '\n'), *end = line ? strchr(line + 1, '\n') : NULL;
    return end && end - line > 4 && !strncmp(end - 3, "//\"", 3) ? end : text;
}

// What follows the headers in `text`; NULL: it does not begin with them.
static const char *behind_headers(const char *headers, const char *text) {
    const char *known = behind_folder(headers), *own = behind_folder(text);
    size_t first = strcspn(headers, "\n"), rest = strlen(known);
    bool same = !strncmp(headers, text, first + 1) && !strncmp(known, own, rest);
    return same ? own + rest : NULL;
}

// Says that other headers, or others before them, are wanted now.
static void mark_stale(const char *folder) {
    char path[1100];
    snprintf(path, sizeof path, "%s/" WAITING_STALE, folder);
    file_write_derived(path, "", 0, NULL);
}

// Gives the input the very bytes that were read: front ends find lines again by their place in the file, and the folder
// in the second line says nothing to them.
static bool input_takes(const char *path, const char *headers, const char *rest) {
    char *text = NULL;
    int length = asprintf(&text, "%s%s", headers, rest);
    if (length < 0) return false;
    bool written = file_write_derived(path, text, (size_t)length, NULL);
    free(text);
    return written;
}

static bool headers_fit(const Plan *plan, const Waiting *waiting, Step *quick) {
    char *input = step_file(quick, ".ii"), *text = input ? file_read(input, MOST_TEXT, NULL, NULL) : NULL;
    char *headers = known_text(plan->waiting, waiting, "headers");
    const char *rest = text && headers ? behind_headers(headers, text) : NULL;
    quick->waits = rest && input_takes(input, headers, rest) ? waiting->name : NULL;
    free(text);
    free(headers);
    return quick->waits;
}

bool waiting_use(const Plan *plan, StepKind kind, Step *quick) {
    const Waiting *waiting = waiting_of(kind);
    char door[1100];
    if (!plan->waiting || !waiting) return false;
    snprintf(door, sizeof door, "%s/%s", plan->waiting, waiting->name);
    if (access(door, F_OK)) return false;
    char *words = words_of(quick), *known = known_text(plan->waiting, waiting, "words");
    bool same = words && known && !strcmp(words, known), fits = same && headers_fit(plan, waiting, quick);
    if (same && !fits) mark_stale(plan->waiting);
    free(words);
    free(known);
    return fits;
}

// Where there are errors in the file front ends end with 1 or 2. Any other end is that of a process, not of a file.
bool waiting_counts(int status) { return WIFEXITED(status) && WEXITSTATUS(status) <= 2; }

static bool request_send(int client, const WaitingRequest *request, const int files[WAITING_FILES]) {
    union {
        char bytes[CMSG_SPACE(WAITING_FILES * sizeof(int))];
        struct cmsghdr aligned;
    } control = {.bytes = ""};
    struct iovec data = {.iov_base = (void *)request, .iov_len = sizeof *request};
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(WAITING_FILES * sizeof(int));
    memcpy(CMSG_DATA(header), files, WAITING_FILES * sizeof(int));
    return sendmsg(client, &message, MSG_NOSIGNAL) == sizeof *request;
}

int waiting_run(const Plan *plan, const Step *step) {
    WaitingRequest request;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const int files[WAITING_FILES] = {[WAITING_FOLDER] = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC),
                                      [WAITING_LOG] = STDOUT_FILENO,
                                      [WAITING_TOLD] = plan->told[1]};
    int client = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), status;
    for (unsigned i = 0; i < WAITING_LIMITS; i++) getrlimit(waiting_limits[i], &request.limits[i]);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", step->waits);
    bool sent = client >= 0 && files[WAITING_FOLDER] >= 0 && !chdir(plan->waiting) && // a socket's path must be short
                !connect(client, (const struct sockaddr *)&address, sizeof address) &&
                request_send(client, &request, files);
    if (!sent || read(client, &status, sizeof status) != sizeof status || !WIFEXITED(status)) return WAITING_FAILED;
    return WEXITSTATUS(status);
}
