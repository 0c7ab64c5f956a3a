// system_calls.c - vprintf, malloc, free, __assertfail and cudaGraphSetConditional, for one lane at a time.
#include "system_calls.h"
#include "../machine/code.h"
#include "../machine/cuda_errors.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST_STRING 4096
#define LONGEST_LINE 16384

uint8_t *system_view(const Warp *warp, unsigned lane, uint64_t address, uint64_t bytes) {
    const Launch *launch = warp->block->launch;
    const uint64_t own_shared = SHARED_WINDOW + SHARED_BASE + warp->block->cluster_bits;
    uint64_t local = address - LOCAL_WINDOW, shared = address - own_shared, constant = address - CONST_WINDOW;
    if (local < WINDOW_BYTES && local + bytes <= launch->local_bytes)
        return warp->local + lane * launch->local_bytes + local;
    if (shared < WINDOW_BYTES && shared + bytes <= launch->shared_bytes) return warp->block->shared + shared;
    if (constant < WINDOW_BYTES && constant + bytes <= launch->constant_bytes)
        return (uint8_t *)(uintptr_t)(launch->constant + constant);
    Allocation *allocation = memory_range(launch->memory, address, bytes);
    return allocation ? allocation->data + (address - allocation->base) : NULL;
}

uint64_t system_argument(const uint8_t *bytes, unsigned size) {
    uint64_t value = 0;
    memcpy(&value, bytes, size);
    return value;
}

bool system_write(Warp *warp, unsigned lane, uint64_t address, const void *value, size_t bytes) {
    uint8_t *to = address - CONST_WINDOW < WINDOW_BYTES ? NULL : system_view(warp, lane, address, bytes);
    if (!to) return false;
    memcpy(to, value, bytes);
    Allocation *allocation = memory_range(warp->block->launch->memory, address, bytes);
    if (allocation) memory_mark(allocation, address - allocation->base, bytes);
    else if (address - SHARED_WINDOW < WINDOW_BYTES)
        shared_mark(warp->block, (uint64_t)(to - warp->block->shared), bytes);
    return true;
}

// The NUL-terminated string at a device address, cut at LONGEST_STRING; "(bad pointer)" where there is none, and as the
// runtime has it "(null)".
static void copy_string(const Warp *warp, unsigned lane, uint64_t address, char *to) {
    size_t length = 0;
    if (!address) {
        snprintf(to, LONGEST_STRING, "(null)");
        return;
    }
    while (length < LONGEST_STRING - 1) {
        size_t part = LONGEST_STRING - 1 - length < 64 ? LONGEST_STRING - 1 - length : 64;
        const uint8_t *bytes = NULL; // as many as there are: the end of its memory may be near
        while (part && !(bytes = system_view(warp, lane, address + length, part))) part /= 2;
        if (!bytes) {
            snprintf(to, LONGEST_STRING, "(bad pointer)");
            return;
        }
        size_t got = strnlen((const char *)bytes, part);
        memcpy(to + length, bytes, got);
        length += got;
        if (got < part) break;
    }
    to[length] = 0;
}

// ---- printf ----------------------------------------------------------------------------------------------------

typedef struct {
    const Warp *warp;
    unsigned lane;
    uint64_t arguments, used; // the packed arguments: each aligned to its size
    char out[LONGEST_LINE];
    size_t length;
    int count; // arguments converted
    char text[LONGEST_STRING + 512], string[LONGEST_STRING];
} Printer;

static uint64_t next_argument(Printer *printer, unsigned size) {
    printer->used = (printer->used + size - 1) / size * size;
    const uint8_t *bytes = system_view(printer->warp, printer->lane, printer->arguments + printer->used, size);
    printer->used += size;
    printer->count++;
    return bytes ? system_argument(bytes, size) : 0;
}

static void put(Printer *printer, const char *text, size_t length) {
    size_t room = sizeof printer->out - printer->length;
    if (length > room) length = room;
    memcpy(printer->out + printer->length, text, length);
    printer->length += length;
}

static void put_formatted(Printer *printer, const char *format, char conversion, bool wide) {
    char *text = printer->text;
    int length = 0;
    double number;
    uint64_t bits;
    switch (conversion) {
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
    case 'c':
        bits = next_argument(printer, wide ? 8 : 4);
        length = wide ? snprintf(text, sizeof printer->text, format, (long long)bits)
                      : snprintf(text, sizeof printer->text, format, (int)bits);
        break;
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
        bits = next_argument(printer, 8);
        memcpy(&number, &bits, sizeof number);
        length = snprintf(text, sizeof printer->text, format, number);
        break;
    case 'p':
        length = snprintf(text, sizeof printer->text, format, (void *)(uintptr_t)next_argument(printer, 8));
        break;
    default:
        copy_string(printer->warp, printer->lane, next_argument(printer, 8), printer->string);
        length = snprintf(text, sizeof printer->text, format, printer->string);
    }
    if (length > 0)
        put(printer, text, (size_t)length < sizeof printer->text ? (size_t)length : sizeof printer->text - 1);
}

// One conversion that starts at format[0] == '%'; returns how many characters it takes. Width and precision given by
// '*' become digits; length modifiers are replaced by the argument's own size.
static size_t convert(Printer *printer, const char *format) {
    char specification[64] = "%";
    size_t used = 1, at = 1;
    bool wide = false;
    while (format[used] && strchr("-+ #0123456789.*", format[used])) {
        char digits[16] = {format[used], 0};
        if (format[used] == '*') snprintf(digits, sizeof digits, "%d", (int)next_argument(printer, 4) % 1000);
        used++;
        if (at + strlen(digits) + 8 >= sizeof specification) return used;
        at += (size_t)snprintf(specification + at, sizeof specification - at, "%s", digits);
    }
    while (format[used] && strchr("hlLqjzt", format[used])) wide |= strchr("lqjzt", format[used++]) != NULL;
    char conversion = format[used];
    if (!conversion || !strchr("diuoxXceEfFgGaAps", conversion)) {
        put(printer, "%", 1);
        return conversion == '%' ? used + 1 : used;
    }
    bool integer = strchr("diuoxX", conversion) != NULL;
    snprintf(specification + at, sizeof specification - at, "%s%c", integer && wide ? "ll" : "", conversion);
    put_formatted(printer, specification, conversion, integer && wide);
    return used + 1;
}

// How many arguments the conversions of a format take.
static int count_arguments(const char *format) {
    int count = 0;
    while ((format = strchr(format, '%'))) {
        for (format++; *format && strchr("-+ #0123456789.*", *format); format++) count += *format == '*';
        format += strspn(format, "hlLqjzt");
        count += *format && strchr("diuoxXceEfFgGaAps", *format) != NULL;
        format += *format != 0;
    }
    return count;
}

static void call_vprintf(Warp *warp, const Instruction *call, unsigned lane, const uint8_t *const *arguments,
                         uint8_t *result) {
    (void)call;
    char format[LONGEST_STRING];
    if (!system_argument(arguments[0], 8)) { // without a format: nothing, and -1
        if (result) memset(result, 0xff, sizeof(int));
        return;
    }
    copy_string(warp, lane, system_argument(arguments[0], 8), format);
    if (launch_print_full(warp->block)) { // the text would be lost
        int count = count_arguments(format);
        if (result) memcpy(result, &count, sizeof count);
        return;
    }
    Printer *printer = malloc(sizeof *printer);
    if (!printer) return;
    printer->warp = warp;
    printer->lane = lane;
    printer->arguments = system_argument(arguments[1], 8);
    printer->used = printer->length = 0;
    printer->count = 0;
    for (const char *at = format; *at;) {
        size_t plain = strcspn(at, "%");
        put(printer, at, plain);
        at += plain;
        if (*at) at += convert(printer, at);
    }
    launch_print(warp->block, printer->out, printer->length);
    if (result) memcpy(result, &printer->count, sizeof printer->count);
    free(printer);
}

// ---- the others ------------------------------------------------------------------------------------------------

static void call_malloc(Warp *warp, const Instruction *call, unsigned lane, const uint8_t *const *arguments,
                        uint8_t *result) {
    (void)call, (void)lane;
    uint64_t size = system_argument(arguments[0], 8);
    uint64_t address = memory_allocate(warp->block->launch->memory, size, ALLOCATION_HEAP, -1, "malloc in a kernel");
    memcpy(result, &address, sizeof address);
}

// What was freed before ends the kernel, as on hardware; other pointers do nothing there.
static void call_free(Warp *warp, const Instruction *call, unsigned lane, const uint8_t *const *arguments,
                      uint8_t *result) {
    (void)result;
    uint64_t address = system_argument(arguments[0], 8);
    Memory *memory = warp->block->launch->memory;
    if (!address || memory_free_heap(memory, address)) return;
    const Allocation *allocation = memory_find(memory, address);
    bool twice = allocation && allocation->kind == ALLOCATION_HEAP && allocation->base == address;
    Fault fault = {.count = 1, .address = address};
    snprintf(fault.message, sizeof fault.message, "free in a kernel of %s",
             twice ? "memory that was freed before" : "an address that malloc did not return");
    warp_fault(warp, call, lane, FAULT_DOUBLE_FREE, &fault);
    if (twice) warp_stop(warp, ERROR_LAUNCH_FAILURE);
}

// __assertfail(message, file, line, function, character size), printed in the runtime's own form.
static void call_assertfail(Warp *warp, const Instruction *call, unsigned lane, const uint8_t *const *arguments,
                            uint8_t *result) {
    (void)result;
    char message[LONGEST_STRING], file[LONGEST_STRING], function[LONGEST_STRING], text[1024];
    copy_string(warp, lane, system_argument(arguments[0], 8), message);
    copy_string(warp, lane, system_argument(arguments[1], 8), file);
    copy_string(warp, lane, system_argument(arguments[3], 8), function);
    Dim3 block = warp->block->position, size = warp->block->launch->block;
    uint32_t thread = warp_thread(warp, lane);
    int length = snprintf(text, sizeof text,
                          "%.300s:%u: %.200s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%.200s` failed.\n", file,
                          (unsigned)system_argument(arguments[2], 4), function, block.x, block.y, block.z,
                          thread % size.x, thread / size.x % size.y, thread / size.x / size.y, message);
    launch_print(warp->block, text, length < (int)sizeof text ? (size_t)length : sizeof text - 1);
    Fault fault = {.count = 1};
    snprintf(fault.message, sizeof fault.message, "assertion `%.200s` failed", message);
    warp_fault(warp, call, lane, FAULT_ASSERT, &fault);
}

// cudaGraphSetConditional(handle, value). Calls that race leave one of their values.
static void call_set_condition(Warp *warp, const Instruction *call, unsigned lane, const uint8_t *const *arguments,
                               uint8_t *result) {
    (void)result;
    uint64_t handle = system_argument(arguments[0], 8);
    uint32_t *condition = memory_condition(warp->block->launch->memory, handle);
    if (condition) {
        __atomic_store_n(condition, (uint32_t)system_argument(arguments[1], 4), __ATOMIC_RELAXED);
        return;
    }
    Fault fault = {.count = 1, .address = handle, .message = "cudaGraphSetConditional of what is no graph's condition"};
    warp_fault(warp, call, lane, FAULT_OUT_OF_BOUNDS, &fault);
}

static const SystemCallRow SYSTEM_CALLS[] = {
    {"vprintf", call_vprintf, 2, false},
    {"malloc", call_malloc, 1, true},
    {"free", call_free, 1, true},
    {"__assertfail", call_assertfail, 5, false},
    {"cudaGraphSetConditional", call_set_condition, 2, false},
    {"__assert_fail", call_assertfail, 5, false},
    {NULL, NULL, 0, false},
};

static const SystemCallRow *row_named(const SystemCallRow *row, const char *name) {
    for (; row->name; row++)
        if (!strcmp(name, row->name)) return row;
    return NULL;
}

const SystemCallRow *system_call_named(const char *name) {
    const SystemCallRow *row = row_named(SYSTEM_CALLS, name);
    return row ? row : row_named(DEVICE_RUNTIME_CALLS, name);
}
