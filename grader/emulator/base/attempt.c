// attempt.c - work that can be given up from anywhere below it, by longjmp.
#include "attempt.h"

bool attempt(Attempt *attempt, void (*work)(void *context), void *context) {
    if (setjmp(attempt->at)) return false;
    work(context);
    return true;
}

void attempt_give_up(Attempt *attempt) { longjmp(attempt->at, 1); }
