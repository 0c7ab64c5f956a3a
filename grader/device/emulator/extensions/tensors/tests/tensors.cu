// tensors.cu - boxes of tensors copied by maps: edges, places of swizzled pieces, several dimensions, stores.
#include "../../../../tests/programs/claims.cuh"
#include <cooperative_groups.h>
#include <cuda.h>
#include <cudaTypedefs.h>

namespace cg = cooperative_groups;

static CUtensorMap make_map(CUtensorMapDataType type, unsigned rank, void *address, const cuuint64_t *size, const cuuint64_t *strides,
                            const cuuint32_t *box, CUtensorMapSwizzle swizzle, CUresult expected = CUDA_SUCCESS) {
    static PFN_cuTensorMapEncodeTiled_v12000 encode;
    cudaDriverEntryPointQueryResult found;
    if (!encode) MUST(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", (void **)&encode, 12000, cudaEnableDefault, &found));
    const cuuint32_t steps[5] = {1, 1, 1, 1, 1};
    CUtensorMap map = {};
    CUresult result = encode(&map, type, rank, address, size, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,
                             CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (result != expected) claim("maps_are_made", false, "%d", (int)result);
    return map;
}

__device__ uint32_t shared_address(const void *pointer) { return (uint32_t)__cvta_generic_to_shared(pointer); }
__device__ void barrier_begin(unsigned long long *barrier, unsigned bytes) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1; fence.mbarrier_init.release.cluster; mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
                 :: "r"(shared_address(barrier)), "r"(bytes) : "memory");
}
__device__ void barrier_wait(unsigned long long *barrier) {
    asm volatile("{.reg .pred p; again: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0; @!p bra again;}"
                 :: "r"(shared_address(barrier)) : "memory");
}
__device__ void load_2d(void *to, const CUtensorMap *map, int x, int y, unsigned long long *barrier) {
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
                 :: "r"(shared_address(to)), "l"(map), "r"(x), "r"(y), "r"(shared_address(barrier)) : "memory");
}
__device__ void store_2d(const CUtensorMap *map, int x, int y, const void *from) {
    asm volatile("fence.proxy.async.shared::cta; cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];"
                 "cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 0;"
                 :: "l"(map), "r"(x), "r"(y), "r"(shared_address(from)) : "memory");
}

// ---- a box of 8 x 4 ints, given out as it lies in shared memory --------------------------------------------------------

__global__ void load_box(const __grid_constant__ CUtensorMap map, int x, int y, int *out) {
    __shared__ __align__(128) int box[32];
    __shared__ unsigned long long barrier;
    if (threadIdx.x == 0) barrier_begin(&barrier, sizeof box), load_2d(box, &map, x, y, &barrier);
    __syncthreads();
    barrier_wait(&barrier);
    out[threadIdx.x] = box[threadIdx.x];
}

static void say_boxes() {
    const int width = 12, height = 6, pitch = 16;
    Array<int> in(pitch * height), out(32);
    for (int n = 0; n < pitch * height; n++) in[n] = 1000 + n;
    in.write();
    const cuuint64_t size[2] = {width, height}, strides[1] = {pitch * sizeof(int)};
    const cuuint32_t box[2] = {8, 4};
    CUtensorMap map = make_map(CU_TENSOR_MAP_DATA_TYPE_INT32, 2, in.device, size, strides, box, CU_TENSOR_MAP_SWIZZLE_NONE);
    static const int PLACES[][2] = {{0, 0}, {4, 2}, {4, 1}, {-4, -2}, {8, 4}, {100, 0}};
    bool right = true;
    for (auto &place : PLACES) {
        load_box<<<1, 32>>>(map, place[0], place[1], out.device);
        FINISH();
        out.read();
        for (int n = 0; n < 32; n++) {
            int x = place[0] + n % 8, y = place[1] + n / 8;
            bool inside = x >= 0 && x < width && y >= 0 && y < height;
            right &= out[n] == (inside ? 1000 + y * pitch + x : 0);
        }
    }
    claim("boxes_are_loaded_with_zeros_outside", right);
    const cuuint64_t odd[1] = {pitch * sizeof(int) + 4};
    make_map(CU_TENSOR_MAP_DATA_TYPE_INT32, 2, in.device, size, odd, box, CU_TENSOR_MAP_SWIZZLE_NONE, CUDA_ERROR_INVALID_VALUE);
    make_map(CU_TENSOR_MAP_DATA_TYPE_INT32, 6, in.device, size, strides, box, CU_TENSOR_MAP_SWIZZLE_NONE, CUDA_ERROR_INVALID_VALUE);
    claim("impossible_maps_are_refused", true);
}

// ---- swizzled rows of halves, transposed without bank conflicts ----------------------------------------------------------

// Piece p of row r lies at p ^ (r % 8): by the pattern of 128 bytes.
__global__ void transpose(const __grid_constant__ CUtensorMap from, const __grid_constant__ CUtensorMap to) {
    __shared__ __align__(1024) short in[64][64], turned[64][64];
    __shared__ unsigned long long barrier;
    int x = 64 * (int)blockIdx.x, y = 64 * (int)blockIdx.y;
    if (threadIdx.x == 0) barrier_begin(&barrier, sizeof in), load_2d(in, &from, x, y, &barrier);
    __syncthreads();
    barrier_wait(&barrier);
    for (int n = (int)threadIdx.x; n < 64 * 64; n += (int)blockDim.x) {
        int row = n / 64, column = n % 64;
        short value = in[row][(column / 8 ^ row % 8) * 8 + column % 8];
        turned[column][(row / 8 ^ column % 8) * 8 + row % 8] = value;
    }
    __syncthreads();
    if (threadIdx.x == 0) store_2d(&to, y, x, turned);
}

static void say_swizzled() {
    const int width = 128, height = 72; // the second row of boxes hangs over the edge
    Array<short> in(width * height), out(width * height);
    for (int n = 0; n < width * height; n++) in[n] = (short)(n * 7);
    in.write();
    const cuuint64_t size[2] = {width, height}, strides[1] = {width * 2}, turned_size[2] = {height, width}, turned_strides[1] = {height * 2};
    const cuuint32_t box[2] = {64, 64};
    CUtensorMap from = make_map(CU_TENSOR_MAP_DATA_TYPE_UINT16, 2, in.device, size, strides, box, CU_TENSOR_MAP_SWIZZLE_128B);
    CUtensorMap to = make_map(CU_TENSOR_MAP_DATA_TYPE_UINT16, 2, out.device, turned_size, turned_strides, box, CU_TENSOR_MAP_SWIZZLE_128B);
    transpose<<<dim3(2, 2), 128>>>(from, to);
    FINISH();
    out.read();
    bool right = true;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) right &= out[x * height + y] == in[y * width + x];
    claim("swizzled_boxes_are_loaded_and_stored", right);
}

// ---- four dimensions, to both blocks of a cluster ------------------------------------------------------------------------

__global__ void __cluster_dims__(2, 1, 1) load_both(const __grid_constant__ CUtensorMap map, float *out) {
    __shared__ __align__(128) float box[2 * 2 * 2 * 4];
    __shared__ unsigned long long barrier;
    cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0) barrier_begin(&barrier, sizeof box);
    cluster.sync();
    if (threadIdx.x == 0 && cluster.block_rank() == 1)
        asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%2, %3, %4, %5}], [%6], %7;"
                     :: "r"(shared_address(box)), "l"(&map), "r"(4), "r"(1), "r"(0), "r"(1), "r"(shared_address(&barrier)), "h"((short)3) : "memory");
    barrier_wait(&barrier);
    out[32 * cluster.block_rank() + threadIdx.x] = box[threadIdx.x];
    cluster.sync();
}

static void say_dimensions() {
    const int count = 8 * 3 * 2 * 3;
    Array<float> in(count), out(64);
    for (int n = 0; n < count; n++) in[n] = (float)n;
    in.write();
    const cuuint64_t size[4] = {8, 3, 2, 3}, strides[3] = {32, 96, 192};
    const cuuint32_t box[4] = {4, 2, 2, 2};
    CUtensorMap map = make_map(CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4, in.device, size, strides, box, CU_TENSOR_MAP_SWIZZLE_NONE);
    load_both<<<2, 32>>>(map, out.device);
    FINISH();
    out.read();
    bool right = true;
    for (int n = 0; n < 64; n++) {
        int at = n % 32, x = 4 + at % 4, y = 1 + at / 4 % 2, z = at / 8 % 2, w = 1 + at / 16;
        right &= out[n] == (float)(((w * 2 + z) * 3 + y) * 8 + x);
    }
    claim("a_box_of_four_dimensions_goes_to_both_blocks", right);
}

// What begins between pieces of 16 bytes no unit loads.
static int misaligned_box() {
    Array<int> in(96), out(32);
    const cuuint64_t size[2] = {12, 6}, strides[1] = {64};
    const cuuint32_t box[2] = {8, 4};
    load_box<<<1, 32>>>(make_map(CU_TENSOR_MAP_DATA_TYPE_INT32, 2, in.device, size, strides, box, CU_TENSOR_MAP_SWIZZLE_NONE), 1, 1, out.device);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}

int main(int count, char **arguments) {
    if (count > 1 && !strcmp(arguments[1], "misaligned_box")) return misaligned_box();
    say_boxes();
    say_swizzled();
    say_dimensions();
    return claims_end();
}
