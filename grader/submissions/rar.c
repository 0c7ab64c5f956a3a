// rar.c - whether a RAR archive of version 5 is encrypted: libarchive (3.6) reads such files as if they were not.
//
// Behind the signature stand blocks: CRC (4 bytes), length of what follows, kind, flags, then, by the flags, the
// lengths of the extra data at the head's end and of the data behind it. Numbers have seven bits in each byte.
#include "rar.h"

#include <stdint.h>
#include <string.h>
#include <unistd.h>

#define MOST_BLOCKS 200000
#define MOST_HEAD 65536

enum { BLOCK_FILE = 2, BLOCK_SERVICE = 3, BLOCK_ENCRYPTION = 4, BLOCK_END = 5 };
enum { HAS_EXTRA = 1, HAS_DATA = 2 };
enum { EXTRA_ENCRYPTION = 1 };

typedef struct {
    const unsigned char *at, *end;
    bool failed;
} Bytes;

static uint64_t number(Bytes *bytes) {
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 63; shift += 7) {
        if (bytes->at == bytes->end) break;
        unsigned char byte = *bytes->at++;
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) return value;
    }
    bytes->failed = true;
    return 0;
}

static bool extra_is_locked(Bytes extra) {
    while (extra.at < extra.end) {
        uint64_t length = number(&extra);
        if (extra.failed || length > (uint64_t)(extra.end - extra.at)) return false;
        Bytes record = {extra.at, extra.at + length, false};
        if (number(&record) == EXTRA_ENCRYPTION && !record.failed) return true;
        extra.at += length;
    }
    return false;
}

static size_t read_at(const RarSource *source, uint64_t offset, unsigned char *bytes, size_t most) {
    if (!source->memory) {
        ssize_t got = pread(source->descriptor, bytes, most, (off_t)offset);
        return got > 0 ? (size_t)got : 0;
    }
    if (offset >= source->length) return 0;
    if (most > source->length - offset) most = source->length - offset;
    memcpy(bytes, source->memory + offset, most);
    return most;
}

bool rar_is_locked(const RarSource *source) {
    unsigned char bytes[MOST_HEAD];
    uint64_t offset = 8;
    if (read_at(source, 0, bytes, 8) != 8 || memcmp(bytes, "Rar!\x1a\x07\x01\x00", 8) != 0) return false;
    for (unsigned block = 0; block < MOST_BLOCKS; block++) {
        size_t got = read_at(source, offset, bytes, sizeof bytes);
        Bytes head = {bytes + 4, bytes + got, got < 4};
        uint64_t length = head.failed ? 0 : number(&head);
        if (head.failed || length > (uint64_t)(head.end - head.at)) return false;
        const unsigned char *begin = head.at;
        head.end = begin + length;
        uint64_t kind = number(&head), flags = number(&head), extra = flags & HAS_EXTRA ? number(&head) : 0;
        uint64_t data = flags & HAS_DATA ? number(&head) : 0;
        if (kind == BLOCK_ENCRYPTION) return true;
        if (head.failed || kind == BLOCK_END || extra > length || data > INT64_MAX / 2) return false;
        bool file = kind == BLOCK_FILE || kind == BLOCK_SERVICE;
        if (file && extra_is_locked((Bytes){head.end - extra, head.end, false})) return true;
        offset += (uint64_t)(head.end - bytes) + data;
    }
    return false;
}
