// turns.h - whose wait ends first where several threads of the program use the device.
//
// Work is done in the order of the calls, at once. So the thread that asks first would see its work done, and go on,
// before another thread has asked for anything, and all that this other thread asks for would seem to come after that
// wait. On a GPU both ask meanwhile. Therefore a wait ends only when no other thread can ask for more: each one is
// blocked, or waits for work that ends later (a simulation of discrete events, whose clock is the device's timeline).
// What a thread asks for after it was woken by another one, in whatever way, then comes after that thread's waits.
#ifndef CUDART_TURNS_H
#define CUDART_TURNS_H

#include "../../protocol/protocol.h"
#include <stdatomic.h>
#include <stdbool.h>

// Returns when it is this thread's turn to go on after a wait for what the clocks know. Threads that use the processor
// for some time without a call are not waited for. No lock may be held. At once in programs of one thread, and where
// /proc does not show the threads.
void turn_await(const OrderClocks *waited);

// When all has ended that the clocks know, in nanoseconds of the device's timeline.
uint64_t turn_ends(const OrderClocks *clocks);
// Waits for this thread's turn at that time. false: *changes is not `seen` any more.
bool turn_take(uint64_t ends, const atomic_uint *changes, unsigned seen);

#endif
