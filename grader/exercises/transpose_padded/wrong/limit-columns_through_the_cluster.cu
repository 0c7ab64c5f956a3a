// trick: columns are read through the cluster's window onto the block's own shared memory
// like: limit-no_padding.cu
// says: shared memory bank conflicts
#include "workbook.h"
__device__ float cluster_load(const float *p) {
    unsigned a = (unsigned)__cvta_generic_to_shared(p), b;
    float v;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(b) : "r"(a), "r"(0));
    asm volatile("ld.shared::cluster.f32 %0, [%1];" : "=f"(v) : "r"(b));
    return v;
}
__global__ void turn(const float *in, float *out, int width, int height) {
    __shared__ float tile[32][32];
    int left = blockIdx.x * 32, top = blockIdx.y * 32, x = threadIdx.x, y = threadIdx.y;
    if (left + x < width && top + y < height) tile[y][x] = in[(size_t)(top + y) * width + left + x];
    __syncthreads();
    if (top + x < height && left + y < width) out[(size_t)(left + y) * height + top + x] = cluster_load(&tile[x][y]);
}
void transpose(const float *in, float *out, int width, int height) {
    turn<<<dim3(ceil_div(width, 32), ceil_div(height, 32)), dim3(32, 32)>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}
