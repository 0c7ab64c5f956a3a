// tensor_map.h - what a CUtensorMap holds here: made by the runtime library, read by copies of tensors.
//
// Programs treat the 128 bytes as opaque. They are not those of a real driver.
#ifndef TENSOR_MAP_H
#define TENSOR_MAP_H

#include <stdbool.h>
#include <stdint.h>

#define TENSOR_MAP_MAGIC 0x70616d20726f736eull
#define TENSOR_RANK_MOST 5

typedef struct {
    uint64_t magic, address;
    uint64_t size[TENSOR_RANK_MOST];   // elements of each dimension, the innermost first; 1 past the rank
    uint64_t stride[TENSOR_RANK_MOST]; // bytes from one to the next
    uint16_t box[TENSOR_RANK_MOST];    // elements a copy moves
    uint8_t rank, element_bytes;
    uint16_t swizzle_bytes; // 0, 32, 64 or 128: of the rows whose pieces change places
    uint16_t fill;          // not 0: elements outside become a special NaN instead of zeros
} TensorMap;
_Static_assert(sizeof(TensorMap) <= 128, "a tensor map fits into a CUtensorMap");

#define TENSOR_PIECE 16u // bytes: of strides, and of a box's rows
#define TENSOR_BOX_MOST 256u

// Whether the numbers of a map are such as the driver API makes. Its 128 bytes lie in the program's memory, so a reader
// asks this before it uses any of them.
static inline bool tensor_map_sensible(const TensorMap *map) {
    unsigned bytes = map->element_bytes, swizzle = map->swizzle_bytes;
    bool known = (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8) && map->rank && map->rank <= TENSOR_RANK_MOST &&
                 (!swizzle || swizzle == 32 || swizzle == 64 || swizzle == 128);
    for (unsigned n = 0; n < TENSOR_RANK_MOST && known; n++) {
        known = map->size[n] && map->size[n] <= 1ull << 32 && map->box[n] && map->box[n] <= TENSOR_BOX_MOST;
        if (n && n < map->rank) known = known && map->stride[n] % TENSOR_PIECE == 0 && !(map->stride[n] >> 40);
        if (n >= map->rank) known = known && map->size[n] == 1 && map->box[n] == 1;
    }
    return known && map->box[0] * bytes % TENSOR_PIECE == 0;
}

#endif
