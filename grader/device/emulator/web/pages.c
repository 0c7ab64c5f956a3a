// pages.c - memory by the page, in WebAssembly: from the heap, and no files.
#include "../base/pages.h"
#include <stdlib.h>
#include <string.h>

void *pages_map(uint64_t bytes) {
    if (bytes > SIZE_MAX / 2) return NULL;
    size_t size = ((size_t)bytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
    void *pages = aligned_alloc(PAGE_BYTES, size);
    return pages ? memset(pages, 0, size) : NULL;
}

void pages_unmap(void *pages, uint64_t bytes) {
    (void)bytes;
    free(pages);
}

bool pages_fill(void *pages, uint64_t bytes, uint8_t byte, int *file) {
    (void)file;
    memset(pages, byte, (size_t)bytes);
    return true;
}

bool pages_repeat(void *pages, uint64_t bytes, int file, uint64_t period) {
    return (void)pages, (void)bytes, (void)file, (void)period, false;
}

int pages_make_file(const void *bytes, uint64_t size) { return (void)bytes, (void)size, NO_FILE; }
void *pages_map_file(int file, uint64_t bytes) { return (void)file, (void)bytes, NULL; }
bool pages_write_file(const void *bytes, uint64_t size, int file) { return (void)bytes, (void)size, (void)file, false; }
bool pages_show_file(void *pages, uint64_t bytes, int file) { return (void)pages, (void)bytes, (void)file, false; }
int pages_hold_file(int file) { return (void)file, NO_FILE; }
bool pages_empty_file(int file, uint64_t bytes) { return (void)file, (void)bytes, false; }
void pages_close_file(int file) { (void)file; }
