// later.h - functions of the program that streams call, and the work behind them, done when their time has come.
//
// CUDA promises no time at which a host function runs, only that it runs after the work before it and before the work
// behind it. A program that waits for one outside of this library, by polling what it writes or in any other way, must
// wait here as long as it would on a GPU. So a thread of this library calls host functions as late as possible: when no
// thread of the program can ask for more, in the order in which the work before them ends (turns.h). All that the
// program asks for afterwards then comes after that function. Work that comes after a function in a stream, or after
// its event, is put off with it. Nothing of this happens in programs without host functions.
#ifndef CUDART_LATER_H
#define CUDART_LATER_H

#include "order.h"

// What is put off. It may begin a larger object.
typedef struct Later {
    Asked asked;
    bool calls;                  // functions of the program
    void (*run)(struct Later *); // does it
    const void *of;              // whose work it is: see later_forget()
    struct Later *next;
    bool timed;
    uint64_t ends; // when the work before it ends, if it is timed
} Later;

// Whether something is put off that comes before what was asked for.
bool later_is_before(const Asked *asked);
// The same of what the clocks know.
bool later_is_known(const OrderClocks *clocks);
// Puts off the object of `size` bytes that begins with `later`: a copy of it, which is freed once `run` has returned.
cudaError_t later_add(const Later *later, size_t size);
// Waits until all has been done that the clocks know; all that is `of` that; all.
void later_await(const OrderClocks *clocks);
void later_await_of(const void *of);
void later_await_all(void);
// What is `of` that will be of NULL when it runs.
void later_forget(const void *of);

#endif
