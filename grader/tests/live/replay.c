// replay.c - runs launches of live figures on this machine's build of what a page runs.
//
// usage: live_replay < LAUNCHES
//
// Each line is {"image": path of a fat binary, "launch": as grader/book/live/engine.js describes one}. For each it
// prints what core_report says, on a line.
#include "emulator/web/core.h"
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARAMETER_BYTES = 256 };

static void fail(const char *what) {
    fprintf(stderr, "live_replay: %s\n", what);
    exit(2);
}

static uint32_t whole(const json_t *object, const char *name) {
    return (uint32_t)json_integer_value(json_object_get(object, name));
}

static uint32_t extent(const json_t *launch, const char *name, size_t at) {
    const json_t *value = json_array_get(json_object_get(launch, name), at);
    return value ? (uint32_t)json_integer_value(value) : 1;
}

static double memory(const json_t *argument) {
    static const char *const fills[] = {"floats", "unit", "same", "skewed"}; // in the order of Fill
    const char *fill = json_string_value(json_object_get(argument, "fill"));
    uint32_t words = whole(argument, "words");
    double address = core_allocate(4.0 * words);
    for (int n = 0; n < 4; n++)
        if (!strcmp(fill, fills[n]) && core_fill(address, words, n, whole(argument, "detail")))
            fail("memory not filled");
    return address;
}

// The bytes of one argument, a multiple of their number apart; how many there are.
static uint32_t argument_bytes(const json_t *argument, uint8_t bytes[8]) {
    if (json_object_get(argument, "words")) {
        uint64_t address = (uint64_t)memory(argument);
        memcpy(bytes, &address, sizeof address);
        return sizeof address;
    }
    const json_t *number = json_object_get(argument, "int");
    int32_t integer = (int32_t)json_integer_value(number);
    float real = (float)json_number_value(json_object_get(argument, "float"));
    if (number) memcpy(bytes, &integer, sizeof integer);
    else memcpy(bytes, &real, sizeof real);
    return sizeof integer;
}

static uint32_t parameters(const json_t *list, uint8_t bytes[PARAMETER_BYTES]) {
    uint32_t end = 0;
    const json_t *argument;
    size_t n;
    json_array_foreach(list, n, argument) {
        uint8_t value[8];
        uint32_t size = argument_bytes(argument, value), at = (end + size - 1) / size * size;
        if (at + size > PARAMETER_BYTES) fail("too many arguments");
        memcpy(bytes + at, value, size);
        end = at + size;
    }
    return end;
}

static uint8_t *image_read(const char *path, uint32_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END)) fail("an image cannot be read");
    *size = (uint32_t)ftell(file);
    rewind(file);
    uint8_t *bytes = malloc(*size);
    if (!bytes || fread(bytes, 1, *size, file) != *size) fail("an image cannot be read");
    fclose(file);
    return bytes;
}

static void run(const json_t *line) {
    const json_t *launch = json_object_get(line, "launch");
    uint32_t size;
    uint8_t *image = image_read(json_string_value(json_object_get(line, "image")), &size), bytes[PARAMETER_BYTES] = {0};
    if (core_begin(json_is_true(json_object_get(launch, "checks")), whole(launch, "traced"),
                   whole(launch, "lastBlock")))
        fail("no memory");
    if (core_load(image, size)) fail(core_message());
    uint32_t end = parameters(json_object_get(launch, "arguments"), bytes);
    core_launch(json_string_value(json_object_get(launch, "kernel")), extent(launch, "grid", 0),
                extent(launch, "grid", 1), extent(launch, "grid", 2), extent(launch, "block", 0),
                extent(launch, "block", 1), extent(launch, "block", 2), whole(launch, "shared"), bytes, end);
    puts(core_report());
    free(image);
}

int main(void) {
    json_error_t error;
    json_t *line;
    while ((line = json_loadf(stdin, JSON_DISABLE_EOF_CHECK, &error))) {
        run(line);
        json_decref(line);
    }
    return feof(stdin) ? 0 : 2;
}
