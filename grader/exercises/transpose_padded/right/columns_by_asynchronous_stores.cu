// columns_by_asynchronous_stores.cu - the right kernel without padding: a warp stores a column of the tile by
// st.async, and an mbarrier tells that all of it has arrived.
#include "workbook.h"
constexpr int TILE = 32;
__global__ void turn(const float *in, float *out, int width, int height) {
    __shared__ float tile[TILE][TILE];
    __shared__ unsigned long long object;
    unsigned barrier = (unsigned)__cvta_generic_to_shared(&object);
    if (threadIdx.x == 0 && threadIdx.y == 0) {
        asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(barrier) : "memory");
        asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 4096;" ::"r"(barrier) : "memory");
    }
    __syncthreads();
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    float value = x < width && y < height ? in[static_cast<size_t>(y) * width + x] : 0;
    unsigned to = (unsigned)__cvta_generic_to_shared(&tile[threadIdx.x][threadIdx.y]);
    asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];" ::"r"(to), "r"(__float_as_uint(value)), "r"(barrier) : "memory");
    unsigned done = 0;
    while (!done)
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(barrier) : "memory");
    x = blockIdx.y * TILE + threadIdx.x, y = blockIdx.x * TILE + threadIdx.y;
    if (x < height && y < width) out[static_cast<size_t>(y) * height + x] = tile[threadIdx.y][threadIdx.x];
}
void transpose(const float *in, float *out, int width, int height) {
    turn<<<dim3(ceil_div(width, TILE), ceil_div(height, TILE)), dim3(TILE, TILE)>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}
