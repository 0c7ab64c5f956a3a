// box_main.c - build/box, which puts one command into a bubblewrap container.
//
// It is executed in place of the compiler or the program, by the worker or by the emulated GPU. It lowers limits, makes
// the filter of system calls and executes bubblewrap, which executes it again, inside, to lower the last limit and
// execute the command. Whatever was inherited stays inherited: standard streams and, for a program, its channel to the
// device. Every case of every submission begins here, which is why this is no part of `grade` and linked statically:
// looking up the libraries of `grade` takes longer than the work.
#define _GNU_SOURCE // setresuid
#include "box.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define GIB (UINT64_C(1) << 30)
#define MOST_WORDS 256
#define COULD_NOT_WORK 125 // as env(1) and its like: the command was not reached

// What README.md calls "the limits of a box"; those on time, output, disk and memory in use are the caller's
// (build.c, run.c), who watches over all processes of the box together.
typedef struct {
    const char *name, *inside, *as;                  // what it is called outside, inside, and without namespaces
    rlim_t processes;                                // threads count too
    uint64_t address_bytes, cpu_seconds, file_bytes; // of the largest file
} Kind;
static const Kind kinds[] = {
    [BOX_BUILD] = {"build", "inside-build", "build-as", 32, 16 * GIB, 30, GIB / 4},
    [BOX_RUN] = {"run", "inside-run", "run-as", 96, 8 * GIB, 3, GIB / 16},
};
#define OPEN_FILES 256

static int complain(const char *what) {
    fprintf(stderr, "box: %s: %s\n", what, strerror(errno));
    return COULD_NOT_WORK;
}

// ---- the words for bubblewrap ----

typedef struct {
    const char *items[MOST_WORDS];
    unsigned count;
} Words;

static void add(Words *words, const char *first, ...) {
    va_list list;
    va_start(list, first);
    for (const char *word = first; word && words->count < MOST_WORDS - 1; word = va_arg(list, const char *))
        words->items[words->count++] = word;
    va_end(list);
}

// /lib and its like are links into /usr on most systems, folders on some.
static void add_system(Words *words, BoxKind kind) {
    static const char *const folders[] = {"/bin", "/lib", "/lib64", "/lib32", "/sbin"};
    static char targets[sizeof folders / sizeof *folders][256];
    static const char *const parts[] = {"/usr/lib",     "/usr/lib64", "/usr/lib32",
                                        "/usr/libexec", "/usr/bin",   "/usr/include"};
    unsigned shown = kind == BOX_BUILD ? sizeof parts / sizeof *parts : 3; // a program gets libraries and no shell
    for (unsigned i = 0; i < shown; i++) add(words, "--ro-bind-try", parts[i], parts[i], NULL);
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        ssize_t length = readlink(folders[i], targets[i], sizeof targets[i] - 1);
        if (length > 0) add(words, "--symlink", targets[i], folders[i], NULL);
        else if (errno == EINVAL && i > 0) add(words, "--ro-bind", folders[i], folders[i], NULL);
    }
    add(words, "--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache", NULL);
    add(words, "--ro-bind-try", "/etc/alternatives", "/etc/alternatives", NULL);
}

static void add_devices(Words *words, BoxKind kind, bool bare) {
    add(words, "--dir", "/dev", "--dev-bind", "/dev/null", "/dev/null", NULL);
    if (kind == BOX_BUILD) return; // an #include of /dev/zero finds nothing
    add(words, "--dev-bind", "/dev/zero", "/dev/zero", "--dev-bind", "/dev/urandom", "/dev/urandom", "--dev-bind",
        "/dev/random", "/dev/random", NULL);
    if (!bare) add(words, "--proc", "/proc", NULL);
}

static void add_workbook(Words *words, BoxKind kind, const char *program) {
    add(words, "--ro-bind", JAIL_BOX, JAIL_BOX, NULL);
    if (kind == BOX_RUN) {
        add(words, "--ro-bind", JAIL_WORKBOOK "/build/lib", JAIL_WORKBOOK "/build/lib", NULL);
        add(words, "--ro-bind", program, program, NULL);
        return;
    }
    add(words, "--ro-bind", JAIL_TOOLKIT, JAIL_TOOLKIT, NULL);
    add(words, "--ro-bind", JAIL_WORKBOOK "/common", JAIL_WORKBOOK "/common", NULL);
    add(words, "--ro-bind-try", JAIL_WORKBOOK "/build/compile", JAIL_WORKBOOK "/build/compile", NULL);
    add(words, "--ro-bind-try", JAIL_WORKBOOK "/build/compiler", JAIL_WORKBOOK "/build/compiler", NULL);
    add(words, "--ro-bind", JAIL_WORKBOOK "/build/interfaces", JAIL_WORKBOOK "/build/interfaces", NULL);
}

// Every place that can be written to is really in `folder`, whose size the jail caps and the caller measures.
static void add_folders(Words *words, const char *folder, const char *temporary, const char *shared) {
    add(words, "--bind", folder, folder, "--bind", temporary, "/tmp", "--bind", shared, "/dev/shm", NULL);
    add(words, "--chdir", folder, "--setenv", "TMPDIR", "/tmp", "--setenv", "HOME", folder, NULL);
    add(words, "--setenv", "PATH", "/usr/bin:/bin", NULL);
    add(words, "--setenv", "CUDA_CACHE_PATH", "/tmp/cuda-cache", "--remount-ro", "/", NULL);
}

// ---- limits ----

static void limit(int resource, uint64_t value) {
    struct rlimit bound;
    if (getrlimit(resource, &bound)) return;
    if (bound.rlim_max != RLIM_INFINITY && bound.rlim_max < value) value = bound.rlim_max;
    rlim_t most = resource == RLIMIT_CPU && value + 1 <= bound.rlim_max ? value + 1 : value; // SIGXCPU, then SIGKILL
    setrlimit(resource, &(struct rlimit){.rlim_cur = value, .rlim_max = most});
}

static void limits_lower(const Kind *kind) {
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_NOFILE, OPEN_FILES);
    limit(RLIMIT_AS, kind->address_bytes);
    limit(RLIMIT_CPU, kind->cpu_seconds);
    limit(RLIMIT_FSIZE, kind->file_bytes);
    limit(RLIMIT_MEMLOCK, 0);
    limit(RLIMIT_MSGQUEUE, 0);
    int score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC); // the first to go when memory runs out
    if (score >= 0 && write(score, "1000", 4) != 4) errno = 0;
    if (score >= 0) close(score);
}

static bool make_private_folder(char path[PATH_BYTES], const char *folder, const char *name) {
    snprintf(path, PATH_BYTES, "%.900s/.%s", folder, name);
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

// bare: without /proc, which cannot be mounted where a container hides parts of its own.
static int enter(BoxKind kind, bool bare, const char *folder, char **command) {
    static char temporary[PATH_BYTES], shared[PATH_BYTES], filter[16], status[16], path[PATH_BYTES];
    Words words = {.count = 0};
    if (!make_private_folder(temporary, folder, "tmp") || !make_private_folder(shared, folder, "shm"))
        return complain(folder);
    int descriptor = seccomp_filter(kind);
    if (descriptor < 0) return complain("cannot make the filter of system calls");
    snprintf(path, sizeof path, BOX_STATUS, folder);
    int record = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (record < 0) return complain(path);
    snprintf(filter, sizeof filter, "%d", descriptor);
    snprintf(status, sizeof status, "%d", record);
    add(&words, "bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL", NULL);
    add_system(&words, kind);
    add_devices(&words, kind, bare);
    add_workbook(&words, kind, command[0]);
    add_folders(&words, folder, temporary, shared);
    add(&words, "--json-status-fd", status, "--seccomp", filter, "--", JAIL_BOX, kinds[kind].inside, NULL);
    for (char **word = command; *word; word++) add(&words, *word, NULL);
    words.items[words.count] = NULL;
    limits_lower(&kinds[kind]);
    execvp(words.items[0], (char **)words.items);
    return complain("cannot run bwrap (Debian package bubblewrap)");
}

// Inside, RLIMIT_NPROC counts the processes of the box alone, and not those of the user who started the grader.
static int run_inside(const Kind *kind, char **command) {
    limit(RLIMIT_NPROC, kind->processes);
    execvp(command[0], command);
    return complain(command[0]);
}

// ---- without namespaces ----

static int status_file(const char *folder) {
    char path[PATH_BYTES];
    snprintf(path, sizeof path, BOX_STATUS, folder);
    return open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
}

// Becomes the user for good: no group of root's, no way to gain rights by a program that has them, no files to change
// but those in the folder.
static bool become(BoxKind kind, uid_t user, const char *folder) {
    pid_t parent = getppid();
    if (setgroups(0, NULL) || setresgid(user, user, user) || setresuid(user, user, user)) return false;
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) || getppid() != parent) return false;
    setsid(); // fails for a compiler, which has a session of its own already
    umask(077);
    return landlock_apply(folder) && seccomp_apply(kind);
}

static bool private_places(const char *folder) {
    char temporary[PATH_BYTES], shared[PATH_BYTES];
    return make_private_folder(temporary, folder, "tmp") && make_private_folder(shared, folder, "shm") &&
           setenv("TMPDIR", temporary, 1) == 0 && setenv("HOME", folder, 1) == 0 &&
           setenv("PATH", "/usr/bin:/bin", 1) == 0 && setenv("CUDA_CACHE_PATH", temporary, 1) == 0;
}

// The status is written before the command can run, and taken back if it cannot be started.
static int enter_as(BoxKind kind, const char *user, const char *folder, char **command) {
    static const char reached[] = "{\"exit-code\": 0}\n";
    char *end;
    unsigned long number = strtoul(user, &end, 10);
    int status = status_file(folder);
    if (!number || number > UINT32_MAX || *end || status < 0) return complain(user);
    limits_lower(&kinds[kind]);
    if (chdir(folder) || !become(kind, (uid_t)number, folder)) return complain("cannot become another user");
    if (!private_places(folder)) return complain(folder);
    if (write(status, reached, sizeof reached - 1) != sizeof reached - 1) return complain("the status");
    limit(RLIMIT_NPROC, kinds[kind].processes);
    execvp(command[0], command);
    if (ftruncate(status, 0)) errno = EIO;
    return complain(command[0]);
}

int main(int argc, char **argv) {
    for (BoxKind kind = BOX_BUILD; kind <= BOX_RUN; kind++) {
        if (argc > 2 && !strcmp(argv[1], kinds[kind].inside)) return run_inside(&kinds[kind], argv + 2);
        if (argc > 3 && argc < 100 && !strcmp(argv[1], kinds[kind].name)) return enter(kind, false, argv[2], argv + 3);
        if (argc > 4 && !strcmp(argv[1], kinds[kind].as)) return enter_as(kind, argv[2], argv[3], argv + 4);
    }
    if (argc > 3 && argc < 100 && !strcmp(argv[1], "run-bare")) return enter(BOX_RUN, true, argv[2], argv + 3);
    fprintf(stderr, "usage: box build|run|run-bare FOLDER COMMAND...   (inside a jail; build-as|run-as USER FOLDER "
                    "COMMAND... without)\n");
    return COULD_NOT_WORK;
}
