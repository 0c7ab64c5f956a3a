// system_calls.c - malloc, free, __assertfail and cudaGraphSetConditional, for one lane at a time.
#include "system_calls.h"
#include "../base/cuda_errors.h"
#include "../machine/execute.h"
#include "printf.h"
#include <stdio.h>
#include <string.h>

static SYSTEM_CALL(call_malloc) {
    (void)call, (void)lane;
    uint64_t size = system_argument(arguments[0], 8);
    uint64_t address = memory_allocate(warp->block->launch->memory, size, ALLOCATION_HEAP, -1, "malloc in a kernel");
    memcpy(result, &address, sizeof address);
}

// What was freed before ends the kernel, as on hardware; other pointers do nothing there.
static SYSTEM_CALL(call_free) {
    (void)result;
    uint64_t address = system_argument(arguments[0], 8);
    Memory *memory = warp->block->launch->memory;
    if (!address || memory_free_heap(memory, address)) return;
    const Allocation *allocation = memory_find(memory, address);
    bool twice = allocation && allocation->kind == ALLOCATION_HEAP && allocation->base == address;
    Fault fault = {.count = 1, .address = address, .fact = FACT_OF(freed_in_kernel, twice)};
    warp_fault(warp, call, lane, FAULT_DOUBLE_FREE, &fault);
    if (twice) warp_stop(warp, ERROR_LAUNCH_FAILURE);
}

// __assertfail(message, file, line, function, character size), printed in the runtime's own form.
static SYSTEM_CALL(call_assertfail) {
    (void)result;
    char message[LONGEST_STRING], file[LONGEST_STRING], function[LONGEST_STRING], text[1024];
    lane_string(warp, lane, system_argument(arguments[0], 8), message);
    lane_string(warp, lane, system_argument(arguments[1], 8), file);
    lane_string(warp, lane, system_argument(arguments[3], 8), function);
    Dim3 block = warp->block->position, size = warp->block->launch->block;
    uint32_t thread = warp_thread(warp, lane);
    int length = snprintf(text, sizeof text,
                          "%.300s:%u: %.200s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%.200s` failed.\n", file,
                          (unsigned)system_argument(arguments[2], 4), function, block.x, block.y, block.z,
                          thread % size.x, thread / size.x % size.y, thread / size.x / size.y, message);
    block_print(warp->block, text, length < (int)sizeof text ? (size_t)length : sizeof text - 1);
    Fault fault = {.count = 1, .fact = FACT_OF(asserted, fact_long_text(message))};
    warp_fault(warp, call, lane, FAULT_ASSERT, &fault);
}

// cudaGraphSetConditional(handle, value). Calls that race leave one of their values.
static SYSTEM_CALL(call_set_condition) {
    (void)result;
    uint64_t handle = system_argument(arguments[0], 8);
    uint32_t *condition = memory_condition(warp->block->launch->memory, handle);
    if (condition) {
        __atomic_store_n(condition, (uint32_t)system_argument(arguments[1], 4), __ATOMIC_RELAXED);
        return;
    }
    Fault fault = {.count = 1, .address = handle, .fact = FACT_ALONE(no_condition)};
    warp_fault(warp, call, lane, FAULT_OUT_OF_BOUNDS, &fault);
}

const SystemCallRow SYSTEM_CALLS[] = {
    {"vprintf", call_vprintf, 2, false},
    {"malloc", call_malloc, 1, true},
    {"free", call_free, 1, true},
    {"__assertfail", call_assertfail, 5, false},
    {"cudaGraphSetConditional", call_set_condition, 2, false},
    {"__assert_fail", call_assertfail, 5, false},
    {NULL, NULL, 0, false},
};
