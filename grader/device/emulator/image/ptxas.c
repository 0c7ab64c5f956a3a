// ptxas.c - finds ptxas, runs it on PTX from memory to memory, and reads the machine code it makes.
//
// The machine code is read for its resources only, as that in a fat binary is; it says what `ptxas -v` prints. ptxas
// gets a program's text, so its memory, time and output are limited, and it dies with this process.
#define _GNU_SOURCE
#include "ptxas.h"
#include "../../system/grow.h"
#include "../../system/hash.h"
#include "../../system/times.h"
#include "cubin.h"
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SECONDS_IN_ALL 60.0
#define MOST_MEMORY (4ull << 30)
#define MOST_OUTPUT (256ull << 20)
#define LOOK_NANOSECONDS 2000000 // between two looks whether it has ended
#define CANNOT_RUN 127

typedef struct {
    uint64_t text; // hash
    size_t length;
    int target;
    FatbinResources *resources;
    size_t count;
} Assembled;

struct Assembler {
    char path[PATH_MAX]; // "": there is none
    double seconds_left;
    Assembled *assembled;
    size_t count;
    char reason[200];
};

// ---- where it is ---------------------------------------------------------------------------------------------------

static bool try_path(char path[PATH_MAX], const char *folder, size_t length, const char *name) {
    int written = snprintf(path, PATH_MAX, "%.*s/%s", (int)length, folder, name);
    if (written > 0 && written < PATH_MAX && access(path, X_OK) == 0) return true;
    *path = 0;
    return false;
}

static bool beside_nvcc(char path[PATH_MAX]) {
    const char *nvcc = getenv("WORKBOOK_NVCC"), *slash = nvcc ? strrchr(nvcc, '/') : NULL;
    return slash && try_path(path, nvcc, (size_t)(slash - nvcc), "ptxas");
}

static bool on_path(char path[PATH_MAX]) {
    for (const char *folder = getenv("PATH"); folder && *folder;) {
        size_t length = strcspn(folder, ":");
        if (*folder == '/' && try_path(path, folder, length, "ptxas")) return true;
        folder += length + (folder[length] == ':');
    }
    return false;
}

static bool in_usual_places(char path[PATH_MAX]) {
    glob_t found = {0};
    bool any = glob("/usr/local/cuda*/bin/ptxas", 0, NULL, &found) == 0 && found.gl_pathc;
    if (any) snprintf(path, PATH_MAX, "%s", found.gl_pathv[found.gl_pathc - 1]); // the newest, by its name
    globfree(&found);
    return any;
}

// The toolkit that the set-up fetches lies beside this executable.
static bool in_own_toolkit(char path[PATH_MAX]) {
    char self[PATH_MAX] = "";
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    const char *slash = length > 0 ? strrchr(self, '/') : NULL;
    return slash && try_path(path, self, (size_t)(slash - self), "cuda/bin/ptxas");
}

static void say(Assembler *assembler, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(Assembler *assembler, const char *format, ...) {
    va_list arguments;
    if (*assembler->reason) return;
    va_start(arguments, format);
    vsnprintf(assembler->reason, sizeof assembler->reason, format, arguments);
    va_end(arguments);
}

static void find_ptxas(Assembler *assembler, const char *ptxas) {
    char *path = assembler->path;
    if (ptxas) snprintf(path, PATH_MAX, "%s", strcmp(ptxas, "none") ? ptxas : "");
    else (void)(beside_nvcc(path) || on_path(path) || in_usual_places(path) || in_own_toolkit(path));
    if (*path && access(path, X_OK) == 0) return;
    if (ptxas && *path) say(assembler, "%.150s cannot be run", path);
    else say(assembler, ptxas ? "ptxas was not to be used" : "ptxas was not found");
    *path = 0;
}

Assembler *assembler_create(const char *ptxas) {
    Assembler *assembler = calloc(1, sizeof *assembler);
    if (!assembler) return NULL;
    assembler->seconds_left = SECONDS_IN_ALL;
    find_ptxas(assembler, ptxas);
    return assembler;
}

// ---- running it ----------------------------------------------------------------------------------------------------

static void limit(int resource, rlim_t most) { setrlimit((__rlimit_resource_t)resource, &(struct rlimit){most, most}); }

static void become_ptxas(const char *path, int target, int input, int output, double seconds) {
    char architecture[32];
    snprintf(architecture, sizeof architecture, "-arch=sm_%d", target);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    limit(RLIMIT_AS, MOST_MEMORY);
    limit(RLIMIT_FSIZE, MOST_OUTPUT);
    limit(RLIMIT_CPU, (rlim_t)seconds + 1);
    limit(RLIMIT_CORE, 0);
    int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (dup2(input, 0) < 0 || dup2(output, 1) < 0 || dup2(nothing, 2) < 0) _exit(CANNOT_RUN);
    execl(path, path, architecture, "-", "-o", "/dev/stdout", (char *)NULL);
    _exit(CANNOT_RUN);
}

// Waits for its end, at most the seconds that are left. false: it failed.
static bool wait_for(Assembler *assembler, pid_t child) {
    double start = seconds_now(), spent = 0;
    int status = -1;
    pid_t ended;
    while ((ended = waitpid(child, &status, WNOHANG)) == 0 && spent < assembler->seconds_left) {
        nanosleep(&(struct timespec){.tv_nsec = LOOK_NANOSECONDS}, NULL);
        spent = seconds_now() - start;
    }
    assembler->seconds_left -= seconds_now() - start;
    if (ended == 0) {
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        say(assembler, "ptxas took longer than %.0f seconds", SECONDS_IN_ALL);
        return false;
    }
    if (ended == child && status == 0) return true;
    say(assembler, "%.150s does not take the program's PTX", assembler->path);
    return false;
}

// A file in memory that holds the text, to be read from its start. -1: there can be none.
static int text_file(const char *text, size_t length) {
    int fd = memfd_create("ptx", MFD_CLOEXEC);
    for (size_t done = 0; fd >= 0 && done < length;) {
        ssize_t part = write(fd, text + done, length - done);
        if (part < 0 && errno == EINTR) continue;
        if (part <= 0) {
            close(fd);
            return -1;
        }
        done += (size_t)part;
    }
    if (fd >= 0) lseek(fd, 0, SEEK_SET);
    return fd;
}

static bool read_output(int output, Assembled *made) {
    struct stat status;
    if (fstat(output, &status) != 0 || status.st_size <= 0) return false;
    size_t size = (size_t)status.st_size;
    void *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, output, 0);
    if (bytes == MAP_FAILED) return false;
    bool read = cubin_read(bytes, size, made->target, &made->resources, &made->count);
    munmap(bytes, size);
    return read;
}

// Leaves *made without resources if it fails, with the reason said.
static void assemble(Assembler *assembler, const FatbinPtx *text, Assembled *made) {
    int input = text_file(text->ptx, text->ptx_length), output = memfd_create("cubin", MFD_CLOEXEC);
    pid_t child = input < 0 || output < 0 ? -1 : fork();
    if (child == 0) become_ptxas(assembler->path, made->target, input, output, assembler->seconds_left);
    if (child < 0) say(assembler, "ptxas could not be started: %s", strerror(errno));
    else if (wait_for(assembler, child) && !read_output(output, made))
        say(assembler, "what %.150s made is not understood", assembler->path);
    if (input >= 0) close(input);
    if (output >= 0) close(output);
}

// ---- answers -------------------------------------------------------------------------------------------------------

// What was made of the text, now or before; NULL: out of memory.
static const Assembled *assembled(Assembler *assembler, const FatbinPtx *text, int target) {
    Assembled made = {hash_bytes(text->ptx, text->ptx_length), text->ptx_length, target, NULL, 0};
    for (size_t i = 0; i < assembler->count; i++) {
        const Assembled *before = &assembler->assembled[i];
        if (before->text == made.text && before->length == made.length && before->target == target) return before;
    }
    if (!ARRAY_GROW(assembler->assembled, assembler->count)) return NULL;
    assemble(assembler, text, &made);
    assembler->assembled[assembler->count] = made;
    return &assembler->assembled[assembler->count++];
}

const FatbinResources *assembler_resources(Assembler *assembler, const FatbinPtx *texts, size_t count, int target,
                                           const char *kernel) {
    if (count > 1) say(assembler, "its files were compiled apart (-rdc=true)");
    if (count != 1 || !*assembler->path) return NULL;
    const Assembled *made = assembled(assembler, texts, target);
    for (size_t i = 0; made && i < made->count; i++)
        if (strcmp(made->resources[i].kernel, kernel) == 0) return &made->resources[i];
    return NULL;
}

const char *assembler_reason(const Assembler *assembler) { return *assembler->reason ? assembler->reason : NULL; }
