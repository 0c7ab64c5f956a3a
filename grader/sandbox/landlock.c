// landlock.c - keeps a process from changing files outside its folder, where the kernel can do that (Linux 5.13).
#define _GNU_SOURCE // O_PATH
#include "box.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// What linux/landlock.h says, which older systems do not have. The numbers of the calls are those of every
// architecture.
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };
enum { ASK_VERSION = 1, PATH_BENEATH = 1 };
typedef struct {
    uint64_t accesses;
} Ruleset;
typedef struct {
    uint64_t accesses;
    int32_t place;
} __attribute__((packed)) Rule;

#define WRITE UINT64_C(0x2)
#define MAKE_AND_REMOVE UINT64_C(0x1FF0) // files and folders of every kind
#define MOVE UINT64_C(0x2000)            // to another folder, since version 2
#define TRUNCATE UINT64_C(0x4000)        // since version 3

static uint64_t changes(long version) {
    return WRITE | MAKE_AND_REMOVE | (version >= 2 ? MOVE : 0) | (version >= 3 ? TRUNCATE : 0);
}

static bool allow(int rules, const char *path, uint64_t accesses) {
    int place = open(path, O_PATH | O_CLOEXEC);
    if (place < 0) return false;
    Rule rule = {.accesses = accesses, .place = place};
    bool added = syscall(ADD_RULE, rules, PATH_BENEATH, &rule, 0) == 0;
    close(place);
    return added;
}

bool landlock_apply(const char *folder) {
    static const char *const devices[] = {"/dev/null", "/dev/zero"};
    long version = syscall(CREATE_RULESET, NULL, 0, ASK_VERSION);
    if (version < 1) return true;
    Ruleset ruleset = {.accesses = changes(version)};
    int rules = (int)syscall(CREATE_RULESET, &ruleset, sizeof ruleset, 0);
    bool applied = rules >= 0 && allow(rules, folder, ruleset.accesses);
    for (size_t i = 0; applied && i < sizeof devices / sizeof *devices; i++)
        applied = allow(rules, devices[i], ruleset.accesses & (WRITE | TRUNCATE));
    applied = applied && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(RESTRICT_SELF, rules, 0) == 0;
    if (rules >= 0) close(rules);
    return applied;
}
