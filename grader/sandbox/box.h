// box.h - running code that nobody trusts.
//
// A worker that grades a stranger's file enters a *jail* first: a mount namespace of its own in which JAIL is a
// size-capped tmpfs with the few parts of the workbook that grading needs, and a user of its own who may write nothing
// else. In the jail it starts compiler and program in a *box* each: a bubblewrap container that shows system libraries,
// what the step needs, and nothing more. Jail and boxes are gone when the worker is, however it ends.
#ifndef BOX_H
#define BOX_H

#include "../device/system/message.h"
#include "../system/paths.h"

#define JAIL "/mnt" // hidden under the tmpfs, in the worker's view alone
#define JAIL_WORKBOOK JAIL "/workbook"
#define JAIL_TOOLKIT JAIL "/toolkit"
#define JAIL_BOX JAIL_WORKBOOK "/build/box"

// jail.c: moves the calling process, which must have one thread and be ready to end after the work, into a jail.
// *paths becomes the same workbook as seen there, with paths->box set. extras are shown beside what every jail has,
// each under a path below the workbook; a source that is not there is left out. false with a sentence in error.
#define JAIL_EXTRAS 5
typedef struct {
    char source[PATH_BYTES], target[256];
} JailExtra;
bool jail_enter(Paths *paths, const JailExtra extras[JAIL_EXTRAS], Message error);

// users.c: the same where there are no namespaces, for root alone. Instead of a view of its own the submission gets two
// users of its own: one builds and runs it in the folders that it is given, the other is the device process, which
// alone can read sealed inputs. Everything else stays root's. *paths becomes a copy of what grading needs, below /tmp.
bool users_enter(Paths *paths, const JailExtra extras[JAIL_EXTRAS], Message error);
void users_leave(const Paths *paths); // removes the copy, and what was left in /tmp and its like
// Removes what a program that has ended left where every user may write. Nothing where there are no such users.
void users_clear(const Paths *paths);
// Whether that can be done here, and whether those users can get at none of `closed`, NULL-terminated; false with a
// sentence in reason.
bool users_work(const Paths *paths, const char *const *closed, Message reason);
// These change owners where paths->user says that there are such users, and do nothing elsewhere. false with errno.
bool users_give(const Paths *paths, const char *folder);                      // to who builds and runs
bool users_take(const Paths *paths, const char *folder, const char *program); // back, with what was built in it
bool users_seal(const Paths *paths, const char *file); // makes it the device process's, empty if it is not there

// sweep.c: ends processes of jails whose worker is gone. The kernel ends all but one kind together with their worker: a
// box waits for ever if its creator was killed just between creating it and telling it so. Only jails of root can be
// recognised, by their users.
void jail_sweep(void);

// The user of the jail of a worker: far above every account.
#define JAIL_FIRST_USER 1500000000
#define JAIL_LAST_USER (JAIL_FIRST_USER + (1 << 22)) // process ids are less than 2^22

// copy.c: copies the file or folder opened as `from` to the path `to`, where nothing is, readable by everybody. Links
// are copied as links. false with errno.
bool jail_copy(int from, const char *to);

// box.c: the words to put before a command and its arguments to run it in a box; folder is the one that it may write to
// and runs in. The entries live as long as paths and folder do. Returns how many there are: 0 outside a jail.
enum { BOX_WORDS = 4 };
typedef enum { BOX_BUILD, BOX_RUN } BoxKind;
unsigned box_prefix(const Paths *paths, BoxKind kind, const char *folder, const char *words[BOX_WORDS]);
// Whether the command was started, so that the exit status is the command's and not that of a box that could not be
// made. True outside a jail. To be called once, after a run that ended by itself.
bool box_reached(const Paths *paths, const char *folder);
// box_main.c: build/box, a program of its own, is the first of these words. bubblewrap writes to a file beside the
// folder, which the box does not show, {"child-pid": N} at first and {"exit-code": N} once the command has ended.
#define BOX_STATUS "%.900s.status"

// seccomp.c: a descriptor with the filter of system calls for bubblewrap, -1 with errno if there is none.
int seccomp_filter(BoxKind kind);
// Puts the calling process under that filter for good. false with errno.
bool seccomp_apply(BoxKind kind);

// landlock.c: from now on the calling process and what it starts can change files in `folder` alone, and through
// descriptors that are open already. Also true where the kernel cannot do that; false with errno.
bool landlock_apply(const char *folder);

// box.c: from now on run boxes have no /proc.
void box_make_bare(void);

// probe.c: whether this machine allows jails and boxes, at least bare ones; false with a sentence in reason.
bool box_works(const Paths *paths, Message reason);

#endif
