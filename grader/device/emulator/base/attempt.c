// attempt.c - work that can be given up from anywhere below it, by longjmp.
#include "attempt.h"
#include <assert.h>

bool attempt(Attempt *attempt, void (*work)(void *context), void *context) {
    if (setjmp(attempt->at)) {
        attempt->runs = false;
        return false;
    }
    attempt->runs = true;
    work(context);
    attempt->runs = false;
    return true;
}

void attempt_give_up(Attempt *attempt) {
    assert(attempt->runs);
    longjmp(attempt->at, 1);
}
