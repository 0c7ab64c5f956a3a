// trace.c - the accesses of a run, from what build/emulate --trace wrote.
#include "../device/system/files.h"
#include "../device/system/grow.h"
#include "../device/system/hash.h"
#include "../device/system/text.h"
#include "examine.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static unsigned number_of(const json_t *row, const char *name) {
    json_int_t value = json_integer_value(json_object_get(row, name));
    return value < 0 || value > UINT32_MAX ? 0 : (unsigned)value;
}

static const char *text_of(const json_t *row, const char *name) {
    const char *text = json_string_value(json_object_get(row, name));
    return text ? text : "";
}

static bool add_label(const json_t *row, Trace *trace) {
    const char *label = text_of(row, "label");
    if (!ARRAY_GROW(trace->labels, trace->label_count)) return false;
    text_copy(trace->labels[trace->label_count++], sizeof *trace->labels, label);
    return true;
}

static AccessKind kind_of(const char *kind) {
    return !strcmp(kind, "load")      ? ACCESS_LOAD
           : !strcmp(kind, "store")   ? ACCESS_STORE
           : !strcmp(kind, "barrier") ? ACCESS_BARRIER
                                      : ACCESS_ATOMIC;
}

static bool is_of_file(const json_t *row, const char *name) {
    const char *file = text_of(row, "file"), *slash = strrchr(file, '/');
    return !strcmp(slash ? slash + 1 : file, name);
}

// Reads the numbers of `,"addresses":[...]}`, which come last in a row and are most of it, and ends the row before
// them.
static void addresses_take(char *line, uint64_t addresses[LANES]) {
    char *list = strstr(line, ",\"addresses\":[");
    if (!list) return;
    char *at = strchr(list, '[') + 1;
    for (unsigned lane = 0; lane < LANES; lane++) {
        char *end;
        addresses[lane] = strtoull(at, &end, 10); // 0 of "null"
        at = end + strcspn(end, ",]");
        at += *at == ',';
    }
    strcpy(list, "}");
}

static bool add_access(const json_t *row, const char *name, const uint64_t addresses[LANES], Trace *trace) {
    const char *space = text_of(row, "space");
    AccessKind kind = kind_of(text_of(row, "kind"));
    bool shared = !strcmp(space, "shared");
    if (!is_of_file(row, name) || (kind != ACCESS_BARRIER && !shared && strcmp(space, "global") != 0)) return true;
    if (!ARRAY_GROW(trace->items, trace->count)) return false;
    Access *access = &trace->items[trace->count++];
    *access = (Access){.launch = number_of(row, "launch"),
                       .line = number_of(row, "line"),
                       .block = number_of(row, "block"),
                       .warp = number_of(row, "warp"),
                       .phase = number_of(row, "phase"),
                       .bytes = number_of(row, "bytes"),
                       .mask = number_of(row, "mask"),
                       .sectors = number_of(row, "sectors"),
                       .passes = number_of(row, "passes"),
                       .kind = kind,
                       .shared = shared,
                       .allocation = -1};
    if (json_is_integer(json_object_get(row, "allocation"))) access->allocation = (int)number_of(row, "allocation");
    memcpy(access->address, addresses, sizeof access->address);
    return true;
}

bool trace_read(const char *path, const char *name, Trace *trace, Message error) {
    char *line = NULL;
    size_t size = 0;
    bool read = true;
    *trace = (Trace){.count = 0};
    FILE *file = fopen(path, "r");
    if (!file) return message_set(error, "cannot read the accesses of the run");
    while (read && getline(&line, &size, file) > 0) {
        uint64_t addresses[LANES] = {0};
        addresses_take(line, addresses);
        json_t *row = json_loads(line, 0, NULL);
        const char *what = text_of(row, "what");
        if (!strcmp(what, "allocation")) read = add_label(row, trace);
        else if (!strcmp(what, "access")) read = add_access(row, name, addresses, trace);
        json_decref(row);
    }
    free(line);
    fclose(file);
    return read || message_set(error, "out of memory");
}

void trace_free(Trace *trace) {
    free(trace->items);
    free(trace->labels);
    *trace = (Trace){.count = 0};
}

unsigned lanes_of(const Access *access) { return (unsigned)__builtin_popcount(access->mask); }

uint64_t lanes_at_work(const Trace *trace) {
    uint64_t lanes = 0;
    for (size_t i = 0; i < trace->count; i++) lanes += lanes_of(&trace->items[i]);
    return lanes;
}

static uint64_t access_hash(const Access *access) {
    uint64_t hash = hash_mixed(access->launch, access->block);
    hash = hash_mixed(hash ^ hash >> 29, access->warp);
    hash = hash_mixed(hash ^ hash >> 29, (uint64_t)access->phase << 32 | access->mask);
    hash = hash_mixed(hash ^ hash >> 29, (uint64_t)access->kind << 8 | access->shared);
    for (unsigned lane = 0; lane < LANES; lane++) hash = hash_mixed(hash ^ hash >> 29, access->address[lane]);
    return hash;
}

uint64_t trace_line_hash(const Trace *trace, unsigned line) {
    uint64_t sum = 0;
    for (size_t i = 0; i < trace->count; i++)
        if (trace->items[i].line == line) sum += access_hash(&trace->items[i]);
    return sum;
}
