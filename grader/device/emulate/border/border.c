// border.c - what a program and the device learn from each other. (border.h)
#define _GNU_SOURCE // memmem
#include "border.h"
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static uint64_t different(const void *left, const void *right, size_t bytes) {
    const uint8_t *a = left, *b = right;
    uint64_t sum = 0;
    for (size_t i = 0; i < bytes; i++) sum += a[i] != b[i];
    return sum;
}

void border_time(Border *border, uint64_t ticks) {
    do border->told_host++;
    while (ticks >>= 8);
}

void border_launch(Border *border, Told *told, const Request *request, const uint8_t *parameters) {
    size_t bytes = request->payload_bytes;
    if (!told->parameters) told->parameters = calloc(1, bytes + 1);
    if (!told->parameters) {
        border->told_device += bytes + sizeof told->argument;
        return;
    }
    border->told_device += LAUNCH_TELLS + different(told->parameters, parameters, bytes) +
                           different(told->argument, request->argument, sizeof told->argument);
    if (bytes) memcpy(told->parameters, parameters, bytes);
    memcpy(told->argument, request->argument, sizeof told->argument);
}

static bool file_holds(const char *path, const uint8_t *part, uint64_t bytes) {
    struct stat status;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    void *contents = MAP_FAILED;
    if (fstat(file, &status) == 0 && status.st_size > 0)
        contents = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (contents == MAP_FAILED) return false;
    bool holds = memmem(contents, (size_t)status.st_size, part, bytes) != NULL;
    munmap(contents, (size_t)status.st_size);
    return holds;
}

void border_image(Border *border, const uint8_t *image, uint64_t bytes) {
    if (border->own_code && !file_holds(border->own_code, image, bytes)) border->told_device += bytes;
}

uint64_t border_to_host(const Device *device) {
    Passage passage = device_passage(device);
    return passage.to_host + passage.kernels_to_host + HEAP_TELLS * passage.heap_uses;
}

uint64_t border_to_device(const Device *device) {
    Passage passage = device_passage(device);
    return passage.from_host + passage.kernels_from_host + COPY_TELLS * (passage.within + passage.sets) +
           HEAP_TELLS * passage.heap_uses;
}
