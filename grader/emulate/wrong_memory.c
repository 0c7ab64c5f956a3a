// wrong_memory.c - calls of the runtime that were refused because of the memory they were given: what they are told.
#include "wrong_memory.h"
#include <stdio.h>

static const char *const SIDE[SIDES] = {[SIDE_ORDINARY] = "ordinary host memory",
                                        [SIDE_DEVICE] = "device memory",
                                        [SIDE_PINNED] = "pinned host memory",
                                        [SIDE_MANAGED] = "managed memory",
                                        [SIDE_REGISTERED] = "registered host memory"};

// In the order of cudaMemcpyKind.
static const char *const KIND[] = {"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice", "cudaMemcpyDeviceToHost",
                                   "cudaMemcpyDeviceToDevice"};
enum { KINDS = sizeof KIND / sizeof *KIND };

// Whether memory of the side can be what the kind of copy names a host, or a device.
static bool fits(MemorySide side, bool names_device) {
    return names_device ? side != SIDE_ORDINARY : side != SIDE_DEVICE;
}

static void say_copy(const WrongMemory *wrong, char *message, size_t size) {
    bool to_fits = fits(wrong->to, wrong->kind & 1), from_fits = fits(wrong->from, wrong->kind >> 1 & 1);
    const char *right = KIND[(wrong->to == SIDE_DEVICE) + 2 * (wrong->from == SIDE_DEVICE)];
    bool swapped = !to_fits && !from_fits && wrong->to != wrong->from;
    snprintf(message, size, "copy with %s, but the %s is %s%s%s: pass %s or cudaMemcpyDefault%s", KIND[wrong->kind],
             to_fits ? "source" : "destination", SIDE[to_fits ? wrong->from : wrong->to],
             to_fits || from_fits ? "" : " and the source is ", to_fits || from_fits ? "" : SIDE[wrong->from], right,
             swapped ? ", or swap the pointers (the destination comes first)" : "");
}

static void say_set(const WrongMemory *wrong, char *message, size_t size) {
    snprintf(message, size,
             "cudaMemset of %s: memset() sets it; cudaMemset sets memory of cudaMalloc, cudaMallocManaged and "
             "cudaMallocHost",
             SIDE[wrong->to]);
}

static void say_free(const WrongMemory *wrong, char *message, size_t size) {
    static const char *const how[SIDES] = {
        [SIDE_ORDINARY] =
            "free() takes memory of malloc(), delete[] takes memory of new[], and arrays on the stack need "
            "neither",
        [SIDE_DEVICE] = "cudaFree takes memory of cudaMalloc",
        [SIDE_PINNED] = "cudaFreeHost takes memory of cudaMallocHost and cudaHostAlloc",
        [SIDE_MANAGED] = "cudaFree takes memory of cudaMallocManaged",
        [SIDE_REGISTERED] = "cudaHostUnregister comes first, then the call that takes the memory itself"};
    bool inside = wrong->call == WRONG_FREE_HOST && wrong->to == SIDE_PINNED;
    snprintf(message, size, "%s of %s%s: %s", wrong->call == WRONG_FREE ? "cudaFree" : "cudaFreeHost",
             inside ? "an address inside " : "", SIDE[wrong->to],
             inside ? "pass the address that cudaMallocHost or cudaHostAlloc gave" : how[wrong->to]);
}

// Freed memory is of no side any more.
static bool say_twice(Device *device, const WrongMemory *wrong, char *message, size_t size) {
    const Allocation *allocation = memory_find(device_memory(device), wrong->address);
    bool frees = wrong->call == WRONG_FREE || wrong->call == WRONG_FREE_HOST;
    if (!frees || !allocation || !allocation->freed) return false;
    snprintf(message, size, "%s of memory that was freed before",
             wrong->call == WRONG_FREE ? "cudaFree" : "cudaFreeHost");
    return true;
}

void wrong_memory_report(Device *device, const WrongMemory *wrong) {
    Fault fault = order_fault(device, FAULT_WRONG_MEMORY, wrong->address);
    fault.location = wrong->site;
    if (say_twice(device, wrong, fault.message, sizeof fault.message)) fault.kind = FAULT_DOUBLE_FREE;
    else if (wrong->call == WRONG_SET) say_set(wrong, fault.message, sizeof fault.message);
    else if (wrong->call != WRONG_COPY) say_free(wrong, fault.message, sizeof fault.message);
    else if (wrong->kind < KINDS) say_copy(wrong, fault.message, sizeof fault.message);
    device_report(device, &fault);
}
