// archive.c - reads the .cu files of an archive without unpacking it anywhere.
//
// Decoders meet hostile bytes first, so they run in a process of their own, with limits and without privileges; what
// it found comes back through an anonymous file: for each entry a head, its name, and the text of a source file.
#define _GNU_SOURCE // memfd_create
#include "submissions.h"

#include "../system/text.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOBODY 65534
#ifdef __SANITIZE_ADDRESS__ // whose own maps are larger than any limit
#define MOST_MEMORY (RLIM_INFINITY - 1)
#else
#define MOST_MEMORY (1u << 30)
#endif
#define MOST_ENTRIES 2000
#define MOST_TOGETHER (32u << 20) // of all source files of an archive
#define MOST_NAME 4096

typedef struct {
    uint32_t kind, name_length, length;
    uint32_t has_data;
} Head;
enum { DONE, UNREADABLE, TOO_MUCH, OURS }; // how the reading process ends

// ---- the reading process ----

static void drop_privileges(void) {
    static const struct {
        int resource;
        rlim_t value;
    } limits[] = {{RLIMIT_AS, MOST_MEMORY}, {RLIMIT_CPU, 10}, {RLIMIT_FSIZE, 64 << 20}, {RLIMIT_CORE, 0}};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        setrlimit(limits[i].resource, &(struct rlimit){limits[i].value, limits[i].value + 1}); // SIGXCPU before SIGKILL
    if (geteuid() == 0 &&
        (setgroups(0, NULL) || setresgid(NOBODY, NOBODY, NOBODY) || setresuid(NOBODY, NOBODY, NOBODY)))
        _exit(OURS);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
}

static bool put(int record, const void *data, size_t length) {
    for (const char *at = data; length;) {
        ssize_t done = write(record, at, length);
        if (done <= 0) return false;
        at += done;
        length -= (size_t)done;
    }
    return true;
}

static bool points_outside(const char *name) {
    if (name[0] == '/' || strchr(name, '\\') || !strcmp(name, "..")) return true;
    return text_begins(name, "../") || strstr(name, "/../") || text_ends(name, "/..");
}

static SubmittedKind kind_of(struct archive_entry *entry, const char *name) {
    if (points_outside(name)) return FILE_OUTSIDE;
    if (archive_entry_hardlink(entry) || archive_entry_filetype(entry) != AE_IFREG) return FILE_SPECIAL;
    return FILE_PLAIN;
}

// The declared size is the archive's word; what is read counts. Returns what becomes of the process, DONE to go on.
static int send_entry(struct archive *archive, struct archive_entry *entry, int record, uint64_t *together) {
    static char data[MOST_SOURCE_BYTES + 1];
    const char *name = archive_entry_pathname(entry);
    if (!name) name = archive_entry_pathname_utf8(entry);
    if (!name) name = "a file whose name cannot be read";
    if (archive_entry_filetype(entry) == AE_IFDIR) return DONE;
    Head head = {.kind = kind_of(entry, name), .name_length = (uint32_t)strnlen(name, MOST_NAME)};
    if (head.kind == FILE_PLAIN && submitted_is_source(name)) {
        la_ssize_t got = archive_read_data(archive, data, sizeof data);
        if (got < 0) return UNREADABLE;
        if (got > MOST_SOURCE_BYTES) head.kind = FILE_TOO_LARGE;
        else head.has_data = 1, head.length = (uint32_t)got;
    }
    if ((*together += head.length) > MOST_TOGETHER) return TOO_MUCH;
    bool sent =
        put(record, &head, sizeof head) && put(record, name, head.name_length) && put(record, data, head.length);
    return sent ? DONE : OURS;
}

static int read_archive(int descriptor, int record) {
    struct archive *archive = archive_read_new();
    struct archive_entry *entry;
    uint64_t together = 0;
    int status = DONE, result = ARCHIVE_OK;
    if (!archive) return OURS;
    archive_read_support_filter_gzip(archive);
    archive_read_support_format_tar(archive);
    archive_read_support_format_zip(archive);
    if (archive_read_open_fd(archive, descriptor, 65536) != ARCHIVE_OK) return UNREADABLE;
    for (int count = 0; status == DONE; count++) {
        result = archive_read_next_header(archive, &entry);
        if (result == ARCHIVE_EOF) return count ? DONE : UNREADABLE;
        if (result < ARCHIVE_WARN) return UNREADABLE;
        status = count < MOST_ENTRIES ? send_entry(archive, entry, record, &together) : TOO_MUCH;
    }
    return status;
}

// ---- the process that asked ----

static bool take(const char **at, const char *end, void *out, size_t length) {
    if ((size_t)(end - *at) < length) return false;
    memcpy(out, *at, length);
    *at += length;
    return true;
}

static bool take_files(const char *at, const char *end, SubmittedFiles *files) {
    Head head;
    while (at < end) {
        char name[MOST_NAME + 1];
        if (!take(&at, end, &head, sizeof head) || head.kind > FILE_OUTSIDE || head.name_length > MOST_NAME ||
            !take(&at, end, name, head.name_length) || head.length > (size_t)(end - at))
            return false;
        name[head.name_length] = 0;
        if (!submitted_add(files, name, (SubmittedKind)head.kind, head.has_data ? at : NULL, head.length)) return false;
        at += head.length;
    }
    return true;
}

static bool take_record(int record, SubmittedFiles *files) {
    struct stat status;
    if (fstat(record, &status) || status.st_size == 0) return true;
    size_t length = (size_t)status.st_size;
    char *text = mmap(NULL, length, PROT_READ, MAP_PRIVATE, record, 0);
    if (text == MAP_FAILED) return false;
    bool taken = take_files(text, text + length, files);
    munmap(text, length);
    return taken;
}

static bool conclude(int status, int record, SubmittedFiles *files, char error[200]) {
    const char *problem = NULL;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) problem = "The archive takes too long to read.";
    else if (WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL) // which is the work of others
        problem = "The archive cannot be read: it is damaged, or made to do damage.";
    else if (WIFEXITED(status) && WEXITSTATUS(status) == UNREADABLE)
        problem = "The archive cannot be read: it is empty or damaged.";
    else if (WIFEXITED(status) && WEXITSTATUS(status) == TOO_MUCH)
        problem = "The archive holds more than a submission may.";
    if (problem) snprintf(files->problem, sizeof files->problem, "%s", problem);
    if (problem || (WIFEXITED(status) && WEXITSTATUS(status) == DONE && take_record(record, files))) return true;
    snprintf(error, 200, "an archive could not be read for lack of memory");
    submitted_free(files);
    return false;
}

bool archive_read_files(const char *path, SubmittedFiles *files, char error[200]) {
    int descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC), status = 0;
    int record = descriptor < 0 ? -1 : memfd_create("archive", MFD_CLOEXEC);
    pid_t pid = record < 0 ? -1 : fork();
    if (pid == 0) {
        drop_privileges();
        _exit(read_archive(descriptor, record));
    }
    if (pid < 0) snprintf(error, 200, "cannot read an archive: %s", strerror(errno));
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
    bool worked = pid > 0 && conclude(status, record, files, error);
    if (record >= 0) close(record);
    if (descriptor >= 0) close(descriptor);
    return worked;
}
