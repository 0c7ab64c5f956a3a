// made_rar.c - RAR archives of one stored file. Every block has its kind, flags and length, and a CRC of its head in
// front.
#include "made_rar.h"

#include <stdint.h>
#include <string.h>

typedef struct {
    char *bytes;
    size_t used;
} Out;

static void put_bytes(Out *out, const void *bytes, size_t count) {
    memcpy(out->bytes + out->used, bytes, count);
    out->used += count;
}

// Numbers begin with their lowest byte.
static void put(Out *out, uint64_t value, unsigned count) {
    for (unsigned i = 0; i < count; i++) out->bytes[out->used++] = (char)(value >> (8 * i));
}

// Of version 5: seven bits in each byte, and one that says whether there are more.
static void put_number(Out *out, uint32_t value) {
    for (; value > 127; value >>= 7) out->bytes[out->used++] = (char)(value | 0x80);
    out->bytes[out->used++] = (char)value;
}

// What is encrypted does not have the CRC that its head tells.
static void put_data(Out *out, const char *text, size_t length, bool locked) {
    for (size_t i = 0; i < length; i++) put(out, (unsigned char)text[i] ^ (locked ? 0x5au : 0), 1);
}

static uint32_t crc(const void *data, size_t length) {
    const unsigned char *bytes = data;
    uint32_t sum = ~0u;
    for (size_t i = 0; i < length; i++) {
        sum ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0);
    }
    return ~sum;
}

// ---- version 4: CRC (2 bytes), kind, flags (2), length of the head (2), what the kind has ----

static void put_block(Out *out, unsigned kind, unsigned flags, const Out *rest) {
    char bytes[1000];
    Out head = {bytes, 0};
    put(&head, kind, 1);
    put(&head, flags, 2);
    put(&head, (uint32_t)rest->used + 7, 2);
    put_bytes(&head, rest->bytes, rest->used);
    put(out, crc(head.bytes, head.used) & 0xffff, 2);
    put_bytes(out, head.bytes, head.used);
}

static void make_4(Out *out, const char *name, const char *text, uint32_t length, bool locked) {
    char bytes[1000];
    Out rest = {bytes, 0};
    put_bytes(out, "Rar!\x1a\x07\x00", 7);
    put(&rest, 0, 6); // reserved
    put_block(out, 0x73, 0, &rest);
    rest.used = 0;
    put(&rest, length, 4);            // packed
    put(&rest, length, 4);            // unpacked
    put(&rest, 3, 1);                 // made on Unix
    put(&rest, crc(text, length), 4); // of the file
    put(&rest, 0x5c760000, 4);        // 2026-03-22 00:00
    put(&rest, 20, 1);                // version that unpacks it
    put(&rest, 0x30, 1);              // stored
    put(&rest, (uint32_t)strlen(name), 2);
    put(&rest, 0100644, 4); // a plain file
    put_bytes(&rest, name, strlen(name));
    put_block(out, 0x74, 0x8000 | (locked ? 4 : 0), &rest);
    put_data(out, text, length, locked);
    put_block(out, 0x7b, 0x4000, &(Out){bytes, 0});
}

// ---- version 5: CRC (4 bytes), length of what follows, kind, flags, what the kind has ----

static void put_block_5(Out *out, const Out *rest) {
    char bytes[1000];
    Out head = {bytes, 0};
    put_number(&head, (uint32_t)rest->used);
    put_bytes(&head, rest->bytes, rest->used);
    put(out, crc(head.bytes, head.used), 4);
    put_bytes(out, head.bytes, head.used);
}

static void make_5(Out *out, const char *name, const char *text, uint32_t length, bool locked) {
    // Extra data of a file: 48 bytes, kind encryption, version 0, no flags, and made-up salt and vector.
    static const char lock[49] = {48, 1, 0, 0, 15};
    char bytes[1000];
    Out rest = {bytes, 0};
    put_bytes(out, "Rar!\x1a\x07\x01\x00", 8);
    put_bytes(&rest, "\x01\x00\x00", 3); // the archive's head: kind, no flags, no flags
    put_block_5(out, &rest);
    rest.used = 0;
    put_number(&rest, 2);              // kind: a file
    put_number(&rest, locked ? 3 : 2); // data follow it, and extra data
    if (locked) put_number(&rest, sizeof lock);
    put_number(&rest, length);
    put_number(&rest, 4); // its CRC is told
    put_number(&rest, length);
    put_number(&rest, 0100644);
    put(&rest, crc(text, length), 4);
    put_number(&rest, 0); // stored
    put_number(&rest, 1); // made on Unix
    put_number(&rest, (uint32_t)strlen(name));
    put_bytes(&rest, name, strlen(name));
    if (locked) put_bytes(&rest, lock, sizeof lock);
    put_block_5(out, &rest);
    put_data(out, text, length, locked);
    rest.used = 0;
    put_bytes(&rest, "\x05\x00\x00", 3); // the end
    put_block_5(out, &rest);
}

size_t rar_make(unsigned version, const char *name, const char *text, size_t length, bool locked, char *bytes) {
    Out out = {bytes, 0};
    (version == 4 ? make_4 : make_5)(&out, name, text, (uint32_t)length, locked);
    return out.used;
}
