// crash.c - the line in which a program crashes.
//
// A null pointer on the host, or a division by zero, ends a program without a word. Before the signal does that, its
// line is said on stderr, as CHECK says that of a call that failed.
#define _GNU_SOURCE
#include "../base/api.h"
#include "call_site.h"
#include <signal.h>
#include <stdio.h>
#include <string.h>

static void handle(int number, siginfo_t *info, void *context) {
    (void)context;
    char place[160];
    signal(number, SIG_DFL); // what was tried is tried again, and ends the program
    if (call_site_say(place, sizeof place)) fprintf(stderr, "%s: %s\n", place, strsignal(number));
    if (info->si_code <= 0) raise(number); // sent by a process
}

WHEN_LOADED void listen(void) {
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGFPE, &action, NULL);
}
