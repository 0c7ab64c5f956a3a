// tensor_map.h - what a CUtensorMap holds here: made by the runtime library, read by copies of tensors.
//
// Programs treat the 128 bytes as opaque. They are not those of a real driver.
#ifndef TENSOR_MAP_H
#define TENSOR_MAP_H

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

#endif
