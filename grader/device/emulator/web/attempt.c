// attempt.c - work that can be given up, in WebAssembly: there is no longjmp, but an exception of the page unwinds all
// calls down to where the page called. emulator.js has both functions; it also restores the stack.
#include "../base/attempt.h"

#define FROM_PAGE(name) __attribute__((import_module("page"), import_name(name)))

FROM_PAGE("attempt") int page_attempt(Attempt *attempt, void (*work)(void *context), void *context);
FROM_PAGE("give_up") _Noreturn void page_give_up(Attempt *attempt);

bool attempt(Attempt *attempt, void (*work)(void *context), void *context) {
    return page_attempt(attempt, work, context);
}

void attempt_give_up(Attempt *attempt) { page_give_up(attempt); }
