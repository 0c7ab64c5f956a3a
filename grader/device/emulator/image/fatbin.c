// fatbin.c - reads the containers nvcc puts device code in.
//
// A container is {u32 magic, u16 version, u16 header size, u64 size of the entries}. An entry's header is
// {u16 kind, u16 version, u32 header size, u64 padded size of the data, u32 compressed size, u32, u32 ISA version,
// u32 architecture, u32, u32, u64 flags, u64, u64 uncompressed size} and more that is not needed; old toolkits end
// it earlier, and what lies beyond its end reads as 0. Text ends in zeros up to the padded size.
#include "fatbin.h"
#include "../../system/grow.h"

#include "cubin.h"
#include "unpack.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ERROR_BYTES = 200,
    CONTAINER_HEADER = 16,
    ENTRY_HEADER = 16, // the least one
    KIND_PTX = 1,
    KIND_ELF = 2,
    FLAG_LZ4 = 0x2000,
    FLAG_ZSTD = 0x8000,
    UNPACKED_MAX = 256 << 20
};

static const uint32_t MAGIC = 0xBA55ED50;

typedef struct {
    unsigned kind;
    int target;
    uint64_t flags, packed, unpacked;
    const uint8_t *data;
    uint64_t size;
} Entry;

typedef struct {
    Fatbin *out;
    uint64_t unpacked;  // bytes given out so far
    unsigned container; // the current one's number
    char *error;
} FatbinReader;

static bool refuse(FatbinReader *reader, const char *reason) {
    snprintf(reader->error, ERROR_BYTES, "%s", reason);
    return false;
}

// The little-endian field of a header; 0 beyond its end.
static uint64_t field(const uint8_t *header, uint64_t header_size, size_t offset, size_t bytes) {
    uint64_t value = 0;
    if (offset + bytes <= header_size) memcpy(&value, header + offset, bytes);
    return value;
}

size_t fatbin_size(const uint8_t *bytes) {
    uint64_t header = field(bytes, CONTAINER_HEADER, 6, 2), entries = field(bytes, CONTAINER_HEADER, 8, 8), size;
    if (field(bytes, CONTAINER_HEADER, 0, 4) != MAGIC || header < CONTAINER_HEADER) return 0;
    return __builtin_add_overflow(header, entries, &size) ? 0 : size;
}

// Data with one zero byte after it, unpacked if it was packed; NULL with the reason given. malloc'ed.
static uint8_t *entry_unpack(FatbinReader *reader, const Entry *entry, size_t *size) {
    bool packed = entry->flags & (FLAG_LZ4 | FLAG_ZSTD);
    uint64_t source = packed && entry->packed ? entry->packed : entry->size;
    *size = packed ? entry->unpacked : entry->size;
    assert(reader->unpacked <= UNPACKED_MAX);
    if (source > entry->size) return refuse(reader, "a fat binary's entry is longer than its place"), NULL;
    if (*size > UNPACKED_MAX - reader->unpacked)
        return refuse(reader, "a fat binary unpacks to more than 256 MiB"), NULL;
    uint8_t *bytes = malloc(*size + 1);
    if (!bytes) return refuse(reader, "out of memory for a fat binary"), NULL;
    reader->unpacked += *size;
    bytes[*size] = 0;
    Packing packing = entry->flags & FLAG_ZSTD ? PACKED_ZSTD : PACKED_LZ4;
    bool good = !packed || unpack(packing, bytes, *size, entry->data, source);
    if (!packed) memcpy(bytes, entry->data, *size);
    if (good) return bytes;
    free(bytes);
    return refuse(reader, "a fat binary's compressed data is damaged"), NULL;
}

static bool ptx_add(FatbinReader *reader, const Entry *entry) {
    Fatbin *out = reader->out;
    if (!ARRAY_GROW(out->ptx, out->ptx_count)) return refuse(reader, "out of memory for a fat binary");
    size_t size;
    char *text = (char *)entry_unpack(reader, entry, &size);
    if (!text) return false;
    out->ptx[out->ptx_count++] =
        (FatbinPtx){.ptx = text, .ptx_length = strlen(text), .target = entry->target, .container = reader->container};
    return true;
}

static bool machine_code_add(FatbinReader *reader, const Entry *entry) {
    size_t size;
    uint8_t *bytes = entry_unpack(reader, entry, &size);
    if (!bytes) return false;
    Fatbin *out = reader->out;
    bool grown = ARRAY_GROW(out->images, out->image_count);
    size_t first = out->resource_count;
    if (!grown || !cubin_read(bytes, size, entry->target, &out->resources, &out->resource_count)) {
        free(bytes);
        return grown || refuse(reader, "out of memory for a fat binary");
    }
    for (size_t n = first; n < out->resource_count; n++) out->resources[n].image = (uint32_t)out->image_count;
    out->images[out->image_count++] = (FatbinImage){bytes, size, entry->target};
    return true;
}

static bool entry_add(FatbinReader *reader, const Entry *entry) {
    switch (entry->kind) {
    case KIND_PTX: return ptx_add(reader, entry);
    case KIND_ELF: return machine_code_add(reader, entry);
    default: return true; // intermediate code for link-time optimisation and the like
    }
}

// Reads the entry at bytes; the size of header and data in *used.
static bool entry_read(FatbinReader *reader, const uint8_t *bytes, uint64_t size, uint64_t *used) {
    if (size < ENTRY_HEADER) return refuse(reader, "a fat binary's entry is cut off");
    uint64_t header = field(bytes, size, 4, 4), data = field(bytes, size, 8, 8);
    if (header < ENTRY_HEADER || header > size || data > size - header)
        return refuse(reader, "a fat binary's entry is longer than its container");
    Entry entry = {
        .kind = (unsigned)field(bytes, header, 0, 2),
        .packed = field(bytes, header, 16, 4),
        .target = (int)(field(bytes, header, 28, 4) & INT32_MAX),
        .flags = field(bytes, header, 40, 8),
        .unpacked = field(bytes, header, 56, 8),
        .data = bytes + header,
        .size = data,
    };
    *used = header + data;
    return entry_add(reader, &entry);
}

static bool container_read(FatbinReader *reader, const uint8_t *bytes, uint64_t size) {
    uint64_t at = field(bytes, CONTAINER_HEADER, 6, 2), used;
    for (; at < size; at += used)
        if (!entry_read(reader, bytes + at, size - at, &used)) return false;
    return true;
}

static bool containers_read(FatbinReader *reader, const uint8_t *bytes, size_t size) {
    for (size_t at = 0, container; at < size; at += container) {
        if (size - at < CONTAINER_HEADER) return refuse(reader, "a fat binary is cut off");
        container = fatbin_size(bytes + at);
        if (!container) return refuse(reader, "this is not a fat binary: its magic number is missing");
        if (container > size - at) return refuse(reader, "a fat binary is shorter than its header says");
        if (!container_read(reader, bytes + at, container)) return false;
        reader->container++;
        while (at + container < size && !bytes[at + container]) container++; // linkers align sections with zeros
    }
    return size > 0 || refuse(reader, "a fat binary is empty");
}

bool fatbin_read(const uint8_t *bytes, size_t size, Fatbin *out, char error[ERROR_BYTES]) {
    *out = (Fatbin){0};
    error[0] = '\0';
    FatbinReader reader = {.out = out, .error = error};
    if (containers_read(&reader, bytes, size)) return true;
    fatbin_free(out);
    return false;
}

void fatbin_free(Fatbin *fatbin) {
    for (size_t i = 0; i < fatbin->ptx_count; i++) free(fatbin->ptx[i].ptx);
    for (size_t i = 0; i < fatbin->resource_count; i++) free(fatbin->resources[i].kernel);
    for (size_t i = 0; i < fatbin->image_count; i++) free(fatbin->images[i].bytes);
    free(fatbin->ptx);
    free(fatbin->resources);
    free(fatbin->images);
    *fatbin = (Fatbin){0};
}

bool fatbin_runs_on(const FatbinResources *resources, int target) {
    return resources->target / 10 == target / 10 && resources->target <= target;
}

const FatbinResources *fatbin_resources(const Fatbin *fatbin, const char *kernel, int target) {
    const FatbinResources *best = NULL;
    for (size_t n = 0; n < fatbin->resource_count; n++) {
        const FatbinResources *resources = &fatbin->resources[n];
        if (!fatbin_runs_on(resources, target) || strcmp(resources->kernel, kernel)) continue;
        if (!best || resources->target > best->target) best = resources;
    }
    return best;
}
