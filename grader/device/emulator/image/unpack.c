// unpack.c - the compressions of fat binaries, by zstd and lz4.
#include "unpack.h"
#include <lz4.h>
#include <zstd.h>

bool unpack(Packing packing, uint8_t *to, size_t size, const uint8_t *from, size_t packed) {
    if (packing == PACKED_ZSTD) return ZSTD_decompress(to, size, from, packed) == size;
    if (packed > INT32_MAX || size > INT32_MAX) return false;
    return LZ4_decompress_safe((const char *)from, (char *)to, (int)packed, (int)size) == (int)size;
}
