// seccomp.c - which system calls a boxed program may not make.
//
// Namespaces already hide what these calls would reach. Refusing the calls leaves fewer ways to a bug in the kernel.
// The list says what is refused, because compilers and C++ programs use many harmless calls that change with every C
// library.
#define _GNU_SOURCE // memfd_create
#include "box.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

// clang-format off
static const int refused[] = {
    // sockets: the inherited channel to the device is enough
    SCMP_SYS(socket), SCMP_SYS(connect), SCMP_SYS(bind), SCMP_SYS(listen), SCMP_SYS(accept), SCMP_SYS(accept4),
    // other processes
    SCMP_SYS(ptrace), SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev), SCMP_SYS(process_madvise),
    SCMP_SYS(kcmp), SCMP_SYS(pidfd_getfd), SCMP_SYS(migrate_pages), SCMP_SYS(move_pages),
    // the kernel's programmable parts and its instruments
    SCMP_SYS(bpf), SCMP_SYS(perf_event_open), SCMP_SYS(userfaultfd), SCMP_SYS(io_uring_setup),
    SCMP_SYS(io_uring_enter), SCMP_SYS(io_uring_register), SCMP_SYS(fanotify_init), SCMP_SYS(lookup_dcookie),
    // namespaces and mounts
    SCMP_SYS(unshare), SCMP_SYS(setns), SCMP_SYS(mount), SCMP_SYS(umount2), SCMP_SYS(pivot_root), SCMP_SYS(chroot),
    SCMP_SYS(open_tree), SCMP_SYS(move_mount), SCMP_SYS(fsopen), SCMP_SYS(fsconfig), SCMP_SYS(fsmount),
    SCMP_SYS(fspick), SCMP_SYS(mount_setattr), SCMP_SYS(open_by_handle_at), SCMP_SYS(name_to_handle_at),
    // keys, modules, the machine
    SCMP_SYS(keyctl), SCMP_SYS(add_key), SCMP_SYS(request_key), SCMP_SYS(init_module), SCMP_SYS(finit_module),
    SCMP_SYS(delete_module), SCMP_SYS(kexec_load), SCMP_SYS(kexec_file_load), SCMP_SYS(reboot), SCMP_SYS(swapon),
    SCMP_SYS(swapoff), SCMP_SYS(syslog), SCMP_SYS(acct), SCMP_SYS(quotactl), SCMP_SYS(settimeofday),
    SCMP_SYS(clock_settime), SCMP_SYS(clock_adjtime), SCMP_SYS(adjtimex), SCMP_SYS(sethostname),
    SCMP_SYS(setdomainname), SCMP_SYS(ioperm), SCMP_SYS(iopl), SCMP_SYS(modify_ldt), SCMP_SYS(vhangup),
    // memory that belongs to no process, which the limit on resident memory would not see
    SCMP_SYS(memfd_create), SCMP_SYS(memfd_secret), SCMP_SYS(shmget), SCMP_SYS(msgget), SCMP_SYS(semget),
    SCMP_SYS(mq_open), SCMP_SYS(mbind), SCMP_SYS(set_mempolicy),
};
// clang-format on

// A call that this version of the library or this architecture does not know needs no rule.
static int refuse(scmp_filter_ctx filter, int number) {
    int result = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), number, 0);
    return result == -EDOM || result == -EINVAL ? 0 : result;
}

// clone3 hides its flags in memory; ENOSYS sends the C library to clone, whose flags can be seen.
static int refuse_namespaces(scmp_filter_ctx filter) {
    static const unsigned long flags[] = {CLONE_NEWUSER, CLONE_NEWNS,  CLONE_NEWPID,   CLONE_NEWNET,
                                          CLONE_NEWIPC,  CLONE_NEWUTS, CLONE_NEWCGROUP};
    int result = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
    for (size_t i = 0; !result && i < sizeof flags / sizeof *flags; i++)
        result = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
                                  SCMP_A0(SCMP_CMP_MASKED_EQ, flags[i], flags[i]));
    if (!result) // typing into the terminal of whoever started the grader
        result = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(ioctl), 1,
                                  SCMP_A1(SCMP_CMP_MASKED_EQ, 0xFFFFFFFFu, TIOCSTI));
    return result;
}

static int export(scmp_filter_ctx filter) {
    int descriptor = memfd_create("filter", 0);
    if (descriptor < 0) return -1;
    int result = seccomp_export_bpf(filter, descriptor);
    if (result == 0 && lseek(descriptor, 0, SEEK_SET) == 0) return descriptor;
    close(descriptor);
    errno = result ? -result : errno;
    return -1;
}

// The compiler needs no socket pair; a program does, for its channel to the device.
int seccomp_filter(BoxKind kind) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    int result = filter ? refuse_namespaces(filter) : -ENOMEM, descriptor = -1;
    for (size_t i = 0; !result && i < sizeof refused / sizeof *refused; i++) result = refuse(filter, refused[i]);
    if (!result && kind == BOX_BUILD) result = refuse(filter, SCMP_SYS(socketpair));
    if (result) errno = -result;
    else descriptor = export(filter);
    if (filter) seccomp_release(filter);
    return descriptor;
}

bool seccomp_apply(BoxKind kind) {
    static struct sock_filter steps[4096];
    int descriptor = seccomp_filter(kind);
    ssize_t bytes = descriptor < 0 ? -1 : read(descriptor, steps, sizeof steps);
    if (descriptor >= 0) close(descriptor);
    if (bytes <= 0 || bytes == sizeof steps) return false;
    struct sock_fprog program = {.len = (unsigned short)((size_t)bytes / sizeof *steps), .filter = steps};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}
