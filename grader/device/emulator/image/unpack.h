// unpack.h - the compressions of fat binaries. unpack.c uses the system's libraries;
// grader/device/emulator/web/unpack.c, for a web page, refuses: its fat binaries are not compressed.
#ifndef UNPACK_H
#define UNPACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { PACKED_LZ4, PACKED_ZSTD } Packing;

// Unpacks from[0..packed), which must give exactly size bytes. false: it does not.
bool unpack(Packing packing, uint8_t *to, size_t size, const uint8_t *from, size_t packed);

#endif
