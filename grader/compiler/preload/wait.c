// wait.c - makes a front end of nvcc wait behind the headers (LD_PRELOAD; see waiting.c).
//
// The front end is given its input in two pieces. The first, the text of the headers, is read from a file. When the
// front end wants more, it has read them all: it waits here for a request. For each one it forks, and the child goes on
// as if nothing had happened: in the request's folder, with the input that lies there, which begins with the same text.
#define _GNU_SOURCE
#include "../waiting.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static int told = -1;  // the request's pipe
static int input = -1; // what the front end reads: the headers, and in a child the request's own file
static bool is_child;

static const char *setting(const char *name) {
    const char *value = getenv(name);
    return value ? value : "";
}

// ---- whether the process can be copied ----

static unsigned count_entries(const char *path) {
    unsigned count = 0;
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder && (entry = readdir(folder));) count += entry->d_name[0] != '.';
    if (folder) closedir(folder);
    return count;
}

// A file that is being written would be shared by all children.
static bool writes_a_file(void) {
    for (int file = STDERR_FILENO + 1; file < 1024; file++) {
        struct stat status;
        int flags = fcntl(file, F_GETFL);
        if (flags >= 0 && (flags & O_ACCMODE) != O_RDONLY && !fstat(file, &status) && S_ISREG(status.st_mode))
            return true;
    }
    return false;
}

static bool has_printed(void) {
    struct stat status;
    fflush(NULL);
    return fstat(STDOUT_FILENO, &status) || status.st_size;
}

static bool can_be_copied(void) { return count_entries("/proc/self/task") == 1 && !writes_a_file() && !has_printed(); }

// ---- requests ----

static int door_open(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int door = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", setting(WAITING_DOOR));
    if (door < 0 || bind(door, (const struct sockaddr *)&address, sizeof address) || listen(door, 4)) _exit(1);
    return door;
}

// false: it is not a whole request, or its sender is gone.
static bool request_read(int client, WaitingRequest *request, int files[WAITING_FILES]) {
    union {
        char bytes[CMSG_SPACE(WAITING_FILES * sizeof(int))];
        struct cmsghdr aligned;
    } control;
    struct iovec data = {.iov_base = request, .iov_len = sizeof *request};
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    if (recvmsg(client, &message, MSG_CMSG_CLOEXEC) != sizeof *request) return false;
    const struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (!header || header->cmsg_len != CMSG_LEN(WAITING_FILES * sizeof(int))) return false;
    memcpy(files, CMSG_DATA(header), WAITING_FILES * sizeof(int));
    return true;
}

// In the child: what the sender would have, had it started the front end itself.
static void take_over(const WaitingRequest *request, const int files[WAITING_FILES]) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (fchdir(files[WAITING_FOLDER]) || dup2(files[WAITING_LOG], STDOUT_FILENO) < 0 ||
        dup2(files[WAITING_LOG], STDERR_FILENO) < 0)
        _exit(WAITING_FAILED);
    for (unsigned i = 0; i < WAITING_LIMITS; i++)
        if (setrlimit(waiting_limits[i], &request->limits[i])) _exit(WAITING_FAILED);
    off_t done = lseek(input, 0, SEEK_CUR);
    close(input);
    input = open(setting(WAITING_INPUT), O_RDONLY | O_CLOEXEC);
    if (input < 0 || lseek(input, done, SEEK_SET) != done) _exit(WAITING_FAILED);
    told = fcntl(files[WAITING_TOLD], F_DUPFD_CLOEXEC, 0);
    is_child = true;
}

// Waits for the child, or for its sender's end, and returns how the child ended.
static int child_wait(pid_t pid, int client) {
    int status = 0, ended = (int)syscall(SYS_pidfd_open, pid, 0);
    struct pollfd polls[] = {{.fd = ended, .events = POLLIN}, {.fd = client, .events = POLLIN}};
    while (poll(polls, 2, -1) < 0 && errno == EINTR) {}
    if (!(polls[0].revents & POLLIN)) kill(pid, SIGKILL);
    close(ended);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
    return status;
}

static void files_close(const int files[WAITING_FILES]) {
    for (unsigned i = 0; i < WAITING_FILES; i++) close(files[i]);
}

// Returns in each child, and never in the process that waits.
static void wait_for_requests(void) {
    if (!can_be_copied()) _exit(1);
    for (int door = door_open();;) {
        WaitingRequest request;
        int files[WAITING_FILES], client = accept4(door, NULL, NULL, SOCK_CLOEXEC);
        if (client >= 0 && request_read(client, &request, files)) {
            pid_t pid = fork();
            if (pid == 0) {
                close(door);
                close(client);
                take_over(&request, files);
                files_close(files);
                return;
            }
            files_close(files);
            int status = pid < 0 ? WAITING_FAILED << 8 : child_wait(pid, client);
            if (write(client, &status, sizeof status) < 0) {} // its sender is gone
        }
        if (client >= 0) close(client);
    }
}

// ---- its input ----

static ssize_t input_read(void *cookie, char *bytes, size_t size) {
    (void)cookie;
    ssize_t got = read(input, bytes, size);
    if (got || is_child) return got;
    wait_for_requests();
    return read(input, bytes, size);
}

static int input_seek(void *cookie, off64_t *offset, int whence) {
    (void)cookie;
    off_t reached = lseek(input, *offset, whence);
    if (reached >= 0) *offset = reached;
    return reached < 0 ? -1 : 0;
}

// ---- the stub ----
//
// cicc has it once it has read the program. It closes another file then, but the stub only at its end.

static FILE *stub;

static bool is_stub(const char *path) {
    size_t length = strlen(path), end = strlen(WAITING_STUB);
    return length > end && !strcmp(path + length - end, WAITING_STUB);
}

static void stub_tell(void) {
    fflush(stub);
    stub = NULL;
    if (write(told, "", 1) < 0) {} // then it is known at this process's end
}

// ---- what the front end calls ----

typedef FILE *Open(const char *path, const char *mode);
typedef int Close(FILE *file);

static FILE *open_as(const char *function, const char *path, const char *mode) {
    Open *real;
    *(void **)&real = dlsym(RTLD_NEXT, function);
    if (input >= 0 || strcmp(path, setting(WAITING_INPUT))) {
        FILE *file = real(path, mode);
        if (is_child && is_stub(path)) stub = file;
        return file;
    }
    unsetenv("LD_PRELOAD");
    input = open(setting(WAITING_HEADERS), O_RDONLY | O_CLOEXEC);
    return input < 0 ? NULL : fopencookie(NULL, "r", (cookie_io_functions_t){.read = input_read, .seek = input_seek});
}

FILE *fopen(const char *path, const char *mode) { return open_as("fopen", path, mode); }
FILE *fopen64(const char *path, const char *mode) { return open_as("fopen64", path, mode); }

int fclose(FILE *file) {
    Close *real;
    *(void **)&real = dlsym(RTLD_NEXT, "fclose");
    if (stub && file != stub) stub_tell();
    return real(file);
}
