// printf.c - device code's printf, and the text of a block that waits for the end of the launch.
#include "printf.h"
#include "../../system/grow.h"
#include "../memory/lane_view.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST_LINE 16384

void block_print(Block *block, const char *text, size_t length) {
    assert(block->printed_bytes <= PRINT_BYTES);
    if (block_print_full(block)) return;
    if (length > PRINT_BYTES - block->printed_bytes) length = PRINT_BYTES - block->printed_bytes;
    if (!length || !ARRAY_RESIZE(block->printed, block->printed_bytes + length)) return;
    memcpy(block->printed + block->printed_bytes, text, length);
    block->printed_bytes += length;
}

bool block_print_full(const Block *block) {
    return block->printed_bytes == PRINT_BYTES || block->index > block->launch->print_end;
}

void lane_string(const Warp *warp, unsigned lane, uint64_t address, char *to) {
    size_t length = 0;
    if (!address) {
        snprintf(to, LONGEST_STRING, "(null)");
        return;
    }
    while (length < LONGEST_STRING - 1) {
        size_t part = LONGEST_STRING - 1 - length < 64 ? LONGEST_STRING - 1 - length : 64;
        const uint8_t *bytes = NULL; // as many as there are: the end of its memory may be near
        while (part && !(bytes = lane_view(warp, lane, address + length, part))) part /= 2;
        if (!bytes) {
            snprintf(to, LONGEST_STRING, "(bad pointer)");
            return;
        }
        size_t got = strnlen((const char *)bytes, part);
        memcpy(to + length, bytes, got);
        length += got;
        if (got < part) break;
    }
    assert(length < LONGEST_STRING);
    to[length] = 0;
}

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
    assert(size == 4 || size == 8);
    printer->used = (printer->used + size - 1) / size * size;
    const uint8_t *bytes = lane_view(printer->warp, printer->lane, printer->arguments + printer->used, size);
    printer->used += size;
    printer->count++;
    return bytes ? system_argument(bytes, size) : 0;
}

static void put(Printer *printer, const char *text, size_t length) {
    size_t room = sizeof printer->out - printer->length;
    assert(printer->length <= sizeof printer->out);
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
        lane_string(printer->warp, printer->lane, next_argument(printer, 8), printer->string);
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

SYSTEM_CALL(call_vprintf) {
    (void)call;
    char format[LONGEST_STRING];
    if (!system_argument(arguments[0], 8)) { // without a format: nothing, and -1
        if (result) memset(result, 0xff, sizeof(int));
        return;
    }
    lane_string(warp, lane, system_argument(arguments[0], 8), format);
    if (block_print_full(warp->block)) { // the text would be lost
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
    block_print(warp->block, printer->out, printer->length);
    if (result) memcpy(result, &printer->count, sizeof printer->count);
    free(printer);
}
