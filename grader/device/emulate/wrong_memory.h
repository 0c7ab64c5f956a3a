// wrong_memory.h - calls of the runtime that were refused because of the memory they were given.
#ifndef WRONG_MEMORY_H
#define WRONG_MEMORY_H

#include "order.h"

typedef struct {
    WrongCall call;
    int kind;            // of a copy: cudaMemcpyKind
    MemorySide to, from; // `to` alone where there is one pointer
    uint64_t address;
    uint32_t site; // line of the program, 0: unknown (order_place)
} WrongMemory;

// Reports what the memory is, and which call takes it.
void wrong_memory_report(Device *device, const WrongMemory *wrong);

#endif
