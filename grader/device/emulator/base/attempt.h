// attempt.h - work that can be given up from anywhere below it.
#ifndef ATTEMPT_H
#define ATTEMPT_H

#include <stdbool.h>

#ifdef __wasm__ // has no jumps: grader/device/emulator/web/attempt.c
typedef struct {
    char unused;
} Attempt;
#else
#include <setjmp.h>
typedef struct {
    jmp_buf at;
    bool runs;
} Attempt;
#endif

// Runs work(context). true: it returned; false: something below it gave up. What the work had allocated is the
// caller's to free.
bool attempt(Attempt *attempt, void (*work)(void *context), void *context);
// Ends the attempt's work at once; only while it runs.
_Noreturn void attempt_give_up(Attempt *attempt);

#endif
