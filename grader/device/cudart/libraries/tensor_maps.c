// tensor_maps.c - cuTensorMapEncodeTiled, the one function of the driver API that runtime programs cannot do without.
//
// Tiled maps of plain elements, without interleaving, element strides or conversion; all else is not supported.
#include "../../protocol/tensor_map.h"
#include "../base/api.h"
#include "driver.h"
#include <cuda.h>
#include <string.h>

static const uint8_t ELEMENT_BYTES[] = {
    [CU_TENSOR_MAP_DATA_TYPE_UINT8] = 1,   [CU_TENSOR_MAP_DATA_TYPE_UINT16] = 2,  [CU_TENSOR_MAP_DATA_TYPE_UINT32] = 4,
    [CU_TENSOR_MAP_DATA_TYPE_INT32] = 4,   [CU_TENSOR_MAP_DATA_TYPE_UINT64] = 8,  [CU_TENSOR_MAP_DATA_TYPE_INT64] = 8,
    [CU_TENSOR_MAP_DATA_TYPE_FLOAT16] = 2, [CU_TENSOR_MAP_DATA_TYPE_FLOAT32] = 4, [CU_TENSOR_MAP_DATA_TYPE_FLOAT64] = 8,
    [CU_TENSOR_MAP_DATA_TYPE_BFLOAT16] = 2};
enum { KNOWN_TYPES = sizeof ELEMENT_BYTES, PIECE = 16, BOX_MOST = 256 };

// Says once in a program what a map asks for that is not supported.
static CUresult refuse(const char *what) {
    static bool said;
    not_supported(what, &said);
    return CUDA_ERROR_NOT_SUPPORTED;
}

// Sizes, strides and box of each dimension. CUDA_ERROR_INVALID_VALUE where they are not what the driver API says.
static CUresult read_dimensions(TensorMap *map, const cuuint64_t *size, const cuuint64_t *stride, const cuuint32_t *box,
                                const cuuint32_t *steps) {
    for (unsigned n = 0; n < TENSOR_RANK_MOST; n++) map->size[n] = map->box[n] = 1;
    map->stride[0] = map->element_bytes;
    for (unsigned n = 0; n < map->rank; n++) {
        if (!size[n] || size[n] > 1ull << 32 || !box[n] || box[n] > BOX_MOST) return CUDA_ERROR_INVALID_VALUE;
        if (!steps[n] || steps[n] > 8) return CUDA_ERROR_INVALID_VALUE;
        if (n && (stride[n - 1] % PIECE || stride[n - 1] >> 40)) return CUDA_ERROR_INVALID_VALUE;
        if (steps[n] != 1) return refuse("a tensor map with element strides");
        map->size[n] = size[n];
        map->box[n] = (uint16_t)box[n];
        if (n) map->stride[n] = stride[n - 1];
    }
    return map->box[0] * map->element_bytes % PIECE ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

static CUresult read_swizzle(TensorMap *map, CUtensorMapSwizzle swizzle) {
    if (swizzle > CU_TENSOR_MAP_SWIZZLE_128B) return refuse("a tensor map whose swizzle is none of 32B, 64B and 128B");
    map->swizzle_bytes = swizzle == CU_TENSOR_MAP_SWIZZLE_NONE ? 0 : (uint16_t)(PIECE << swizzle);
    unsigned row = map->box[0] * map->element_bytes;
    if (!map->swizzle_bytes || row == map->swizzle_bytes) return CUDA_SUCCESS;
    if (row > map->swizzle_bytes) return CUDA_ERROR_INVALID_VALUE;
    return refuse("a swizzled tensor map whose box has shorter rows than the swizzle");
}

static CUresult encode(CUtensorMap *out, CUtensorMapDataType type, cuuint32_t rank, void *address,
                       const cuuint64_t *size, const cuuint64_t *stride, const cuuint32_t *box, const cuuint32_t *steps,
                       CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion,
                       CUtensorMapFloatOOBfill fill) {
    (void)promotion; // what the L2 keeps
    bool missing = !out || !size || (rank > 1 && !stride) || !box || !steps;
    if (missing || !rank || rank > TENSOR_RANK_MOST || (uintptr_t)address % PIECE) return CUDA_ERROR_INVALID_VALUE;
    if (interleave) return refuse("an interleaved tensor map");
    if ((unsigned)type >= KNOWN_TYPES) return refuse("a tensor map of elements of this type");
    TensorMap map = {.magic = TENSOR_MAP_MAGIC, .address = (uintptr_t)address, .rank = (uint8_t)rank};
    map.element_bytes = ELEMENT_BYTES[type];
    bool half = type == CU_TENSOR_MAP_DATA_TYPE_FLOAT16 || type == CU_TENSOR_MAP_DATA_TYPE_BFLOAT16;
    if (fill && !half) return refuse("a tensor map of these elements that is filled with NaN");
    map.fill = fill;
    CUresult error = read_dimensions(&map, size, stride, box, steps);
    if (!error) error = read_swizzle(&map, swizzle);
    if (error) return error;
    memset(out, 0, sizeof *out);
    memcpy(out, &map, sizeof map);
    return CUDA_SUCCESS;
}

void *driver_function(const char *symbol) {
    return strcmp(symbol, "cuTensorMapEncodeTiled") ? NULL : (void *)(uintptr_t)encode;
}
