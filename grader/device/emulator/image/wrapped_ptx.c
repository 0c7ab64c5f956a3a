// wrapped_ptx.c - PTX text put in a fat binary of its own: the layout is fatbin.h's.
#include "wrapped_ptx.h"

#include <stdlib.h>
#include <string.h>

static void put(uint8_t *at, uint64_t value, unsigned bytes) { memcpy(at, &value, bytes); }

uint8_t *wrapped_ptx(const char *ptx, size_t *size) {
    size_t text = strlen(ptx) + 1, padded = (text + 7) / 8 * 8;
    *size = 16 + 80 + padded;
    uint8_t *image = calloc(*size, 1), *entry = image + 16;
    if (!image) abort();
    put(image, 0xba55ed50, 4);
    put(image + 4, 1, 2);
    put(image + 6, 16, 2);
    put(image + 8, 80 + padded, 8);
    put(entry, 1, 2);
    put(entry + 2, 0x101, 2);
    put(entry + 4, 80, 4);
    put(entry + 8, padded, 8);
    put(entry + 28, 90, 4);
    memcpy(entry + 80, ptx, text);
    return image;
}
