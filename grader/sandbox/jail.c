// jail.c - the private view of the file system in which a worker grades a stranger's file.
//
// What is mounted here is seen by this process and its children only, and the kernel takes it away with the last of
// them: a worker that is killed leaves no file behind. Parts of the workbook are opened before the tmpfs covers JAIL,
// because the workbook itself may lie below it, or where only its owner may read.
#define _GNU_SOURCE // unshare, O_PATH
#include "box.h"

#include "../device/system/message.h"
#include "../device/system/text.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#define JAIL_SIZE "size=192m,nr_inodes=8192,mode=0755"
#define NOBODY 65534

static bool fail(Message error, const char *what) {
    message_set(error, "%.120s: %s", what, strerror(errno));
    return false;
}

// ---- what is shown ----

typedef struct {
    char target[PATH_BYTES]; // below JAIL
    char source[PATH_MAX];
    int descriptor;
} JailPart;
enum { TOOLKIT, HEADERS, COMMON, INTERFACES, LIBRARY, EMULATE, COMPILE, BOX, EXTRA, PART_COUNT = EXTRA + JAIL_EXTRAS };

// These are too large to copy.
static bool is_mounted(int part) { return part == TOOLKIT || part == HEADERS; }

// nvcc works without what saves it time.
static bool is_optional(int part) { return part == HEADERS || part == COMPILE || part >= EXTRA; }

static bool toolkit_folder(const Paths *paths, char folder[PATH_MAX]) {
    if (!paths->nvcc[0] || !realpath(paths->nvcc, folder)) return false;
    if (!text_ends(folder, "/bin/nvcc")) return false;
    folder[strlen(folder) - strlen("/bin/nvcc")] = 0;
    return true;
}

static void part(JailPart *out, const char *target, const char *folder, const char *name) {
    *out = (JailPart){.descriptor = -1};
    snprintf(out->target, sizeof out->target, "%s", target);
    snprintf(out->source, sizeof out->source, "%s/%s", folder, name);
}

static bool parts_open(const Paths *paths, const JailExtra extras[JAIL_EXTRAS], JailPart parts[PART_COUNT],
                       Message error) {
    part(&parts[TOOLKIT], JAIL_TOOLKIT, "", "");
    part(&parts[COMMON], JAIL_WORKBOOK "/common", paths->root, "common");
    part(&parts[INTERFACES], JAIL_WORKBOOK "/build/interfaces", paths->build, "interfaces");
    part(&parts[LIBRARY], JAIL_WORKBOOK "/build/lib", paths->build, "lib");
    part(&parts[EMULATE], JAIL_WORKBOOK "/build/emulate", paths->build, "emulate");
    part(&parts[COMPILE], JAIL_WORKBOOK "/build/compile", paths->build, "compile");
    part(&parts[HEADERS], JAIL_WORKBOOK "/build/compiler", paths->build, "compiler");
    part(&parts[BOX], JAIL_BOX, paths->build, "box");
    for (int i = 0; i < JAIL_EXTRAS; i++) {
        parts[EXTRA + i].source[0] = 0; // opens nothing, and is left out
        if (extras[i].source[0]) snprintf(parts[EXTRA + i].source, PATH_MAX, "%s", extras[i].source);
        snprintf(parts[EXTRA + i].target, PATH_BYTES, JAIL_WORKBOOK "/%.200s", extras[i].target);
    }
    if (!toolkit_folder(paths, parts[TOOLKIT].source)) {
        message_set(error, "there is no nvcc: put it on the PATH, or run make once, which sets it up");
        return false;
    }
    for (int i = 0; i < PART_COUNT; i++) {
        parts[i].descriptor = open(parts[i].source, (is_mounted(i) ? O_PATH : O_RDONLY) | O_CLOEXEC);
        if (parts[i].descriptor < 0 && !(is_optional(i) && errno == ENOENT)) return fail(error, parts[i].source);
    }
    return true;
}

static bool part_mount(const JailPart *part) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", part->descriptor);
    return folder_make(part->target) && mount(link, part->target, NULL, MS_BIND | MS_REC, NULL) == 0;
}

// Makes the folders above a path.
static bool above_make(const char *path) {
    char above[PATH_BYTES];
    snprintf(above, sizeof above, "%.*s", (int)(strrchr(path, '/') - path), path);
    return folder_make(above);
}

static bool parts_show(const JailPart parts[PART_COUNT], Message error) {
    umask(022); // the caller's may keep the jail's user from what is his
    if (!folder_make(JAIL_WORKBOOK "/build/work")) return fail(error, JAIL_WORKBOOK);
    for (int i = 0; i < PART_COUNT; i++) {
        if (parts[i].descriptor < 0) continue;
        if (is_optional(i) && !above_make(parts[i].target)) return fail(error, parts[i].target);
        bool shown = is_mounted(i) ? part_mount(&parts[i]) : jail_copy(parts[i].descriptor, parts[i].target);
        if (!shown) return fail(error, parts[i].target);
        close(parts[i].descriptor);
    }
    return true;
}

// ---- who and where ----

static bool map_write(const char *path, unsigned id) {
    char line[64];
    int descriptor = open(path, O_WRONLY | O_CLOEXEC), length = snprintf(line, sizeof line, "%u %u 1", id, id);
    bool written = descriptor >= 0 && write(descriptor, line, (size_t)length) == length;
    if (descriptor >= 0) close(descriptor);
    return written;
}

// Root may mount at once. Anybody else may mount in a user namespace, in which his user stays the same.
static bool view_separate(Message error) {
    uid_t user = geteuid();
    gid_t group = getegid();
    if (unshare(user ? CLONE_NEWUSER | CLONE_NEWNS : CLONE_NEWNS))
        return fail(error, user ? "this machine forbids user namespaces" : "this machine forbids mount namespaces");
    if (user) {
        int deny = open("/proc/self/setgroups", O_WRONLY | O_CLOEXEC);
        bool denied = deny >= 0 && write(deny, "deny", 4) == 4;
        if (deny >= 0) close(deny);
        if (!denied || !map_write("/proc/self/uid_map", user) || !map_write("/proc/self/gid_map", group))
            return fail(error, "cannot set up a user namespace");
    }
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL)) return fail(error, "cannot make mounts private");
    return true;
}

static bool become(uid_t user) { return setresgid(user, user, user) == 0 && setresuid(user, user, user) == 0; }

// In a container that maps few users that high one does not exist; then it is the user "nobody".
static bool user_leave(Message error) {
    if (geteuid()) return true;
    uid_t user = JAIL_FIRST_USER + (uid_t)getpid();
    if (setgroups(0, NULL)) return fail(error, "cannot leave root's groups");
    if (chown(JAIL_WORKBOOK "/build/work", user, user)) user = NOBODY;
    if (user == NOBODY && chown(JAIL_WORKBOOK "/build/work", user, user)) return fail(error, "cannot change users");
    if (!become(user)) return fail(error, "cannot change users");
    prctl(PR_SET_DUMPABLE, 1); // or /proc/self would stay root's
    return true;
}

static void paths_in_room(Paths *paths) {
    paths_below(paths, JAIL_WORKBOOK);
    snprintf(paths->nvcc, sizeof paths->nvcc, JAIL_TOOLKIT "/bin/nvcc");
    snprintf(paths->box, sizeof paths->box, JAIL_BOX);
}

bool jail_enter(Paths *paths, const JailExtra extras[JAIL_EXTRAS], Message error) {
    JailPart parts[PART_COUNT];
    if (!view_separate(error) || !parts_open(paths, extras, parts, error)) return false;
    if (mount("jail", JAIL, "tmpfs", MS_NOSUID | MS_NODEV, JAIL_SIZE))
        return fail(error, "cannot mount a tmpfs over " JAIL);
    if (!parts_show(parts, error)) return false;
    pid_t parent = getppid();
    if (chdir(JAIL) || !user_leave(error)) return false;
    prctl(PR_SET_PDEATHSIG, SIGKILL); // forgotten when the user changed
    if (getppid() != parent) _exit(1);
    paths_in_room(paths);
    return true;
}
