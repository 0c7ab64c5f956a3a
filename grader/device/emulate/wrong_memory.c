// wrong_memory.c - calls of the runtime that were refused because of the memory they were given.
#include "wrong_memory.h"

enum { COPY_KINDS = 4 }; // of cudaMemcpyKind, but for cudaMemcpyDefault

// Freed memory is of no side any more.
static bool frees_twice(Device *device, const WrongMemory *wrong) {
    const Allocation *allocation = memory_find(device_memory(device), wrong->address);
    bool frees = wrong->call == WRONG_FREE || wrong->call == WRONG_FREE_HOST;
    return frees && allocation && allocation->freed;
}

static Fact fact_of(const WrongMemory *wrong) {
    if (wrong->call == WRONG_SET) return FACT_OF(set_of_other, wrong->to);
    if (wrong->call != WRONG_COPY) return FACT_OF(free_of_other, wrong->call, wrong->to);
    if (wrong->kind < COPY_KINDS) return FACT_OF(copy_direction, (uint64_t)wrong->kind, wrong->to, wrong->from);
    return FACT_ALONE(none);
}

void wrong_memory_report(Device *device, const WrongMemory *wrong) {
    bool twice = frees_twice(device, wrong);
    Fault fault = order_fault(device, twice ? FAULT_DOUBLE_FREE : FAULT_WRONG_MEMORY, wrong->address);
    fault.location = wrong->site;
    if (twice) fault.other_location = memory_find(device_memory(device), wrong->address)->freed_location;
    fault.fact = twice ? FACT_OF(free_twice, wrong->call) : fact_of(wrong);
    device_report(device, &fault);
}
