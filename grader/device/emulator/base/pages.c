// pages.c - memory by the page, of Linux.
#define _GNU_SOURCE
#include "pages.h"
#include <assert.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILL_FILE_BYTES (16ull << 20) // mapped again and again
#define FILL_AT_ONCE (64ull << 10)    // fewer bytes are filled at once

static uint64_t whole_pages(uint64_t bytes) { return (bytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES; }

void *pages_map(uint64_t bytes) {
    void *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return pages == MAP_FAILED ? NULL : pages;
}

void pages_unmap(void *pages, uint64_t bytes) { munmap(pages, whole_pages(bytes)); }

static int filled_file(uint8_t byte) {
    int file = memfd_create("filled", MFD_CLOEXEC);
    if (file < 0) return NO_FILE;
    void *bytes = NULL;
    if (ftruncate(file, FILL_FILE_BYTES) == 0) bytes = pages_map_file(file, FILL_FILE_BYTES);
    if (bytes == NULL) {
        close(file);
        return NO_FILE;
    }
    memset(bytes, byte, FILL_FILE_BYTES);
    munmap(bytes, FILL_FILE_BYTES);
    return file;
}

bool pages_fill(void *pages, uint64_t bytes, uint8_t byte, int *file) {
    if (bytes <= FILL_AT_ONCE) {
        memset(pages, byte, bytes);
        return true;
    }
    if (*file == NO_FILE) *file = filled_file(byte);
    return *file != NO_FILE && pages_repeat(pages, bytes, *file, FILL_FILE_BYTES);
}

bool pages_repeat(void *pages, uint64_t bytes, int file, uint64_t period) {
    assert(period && period % PAGE_BYTES == 0);
    for (uint64_t offset = 0; offset < bytes; offset += period) {
        uint64_t part = bytes - offset < period ? bytes - offset : period;
        int flags = MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE;
        if (mmap((uint8_t *)pages + offset, part, PROT_READ | PROT_WRITE, flags, file, 0) == MAP_FAILED) return false;
    }
    return true;
}

int pages_make_file(const void *bytes, uint64_t size) {
    int file = memfd_create("repeated", MFD_CLOEXEC);
    if (file < 0 || pages_write_file(bytes, size, file)) return file;
    close(file);
    return NO_FILE;
}

void *pages_map_file(int file, uint64_t bytes) {
    void *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    return pages == MAP_FAILED ? NULL : pages;
}

bool pages_write_file(const void *bytes, uint64_t size, int file) {
    return pwrite(file, bytes, size, 0) == (ssize_t)size;
}

bool pages_show_file(void *pages, uint64_t bytes, int file) {
    return mmap(pages, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) != MAP_FAILED;
}

int pages_hold_file(int file) { return fcntl(file, F_DUPFD_CLOEXEC, 3); }

bool pages_empty_file(int file, uint64_t bytes) {
    struct stat status = {.st_blocks = 1};
    if (file < 0) return false;
    int mode = FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE;
    bool emptied = fallocate(file, mode, 0, (off_t)whole_pages(bytes)) == 0 &&
                   fcntl(file, F_ADD_SEALS, F_SEAL_WRITE) == 0 && fstat(file, &status) == 0 && status.st_blocks == 0;
    close(file);
    return emptied;
}

void pages_close_file(int file) {
    if (file >= 0) close(file);
}
