// key.cu - four kernels that do the same work, c[i] = 2 * a[i] + 1 on 2^16 floats, each spoilt in another way.
#include "workbook.h"

constexpr int COUNT = 1 << 16;
constexpr int SIDE = 256; // the floats as a square

// Turns a tile on its way, which a column of 32 words in one bank makes slow.
__global__ void kernel_p(const float *a, float *c) {
    __shared__ float tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    tile[threadIdx.x][threadIdx.y] = a[y * SIDE + x];
    __syncthreads();
    c[y * SIDE + x] = 2 * tile[threadIdx.x][threadIdx.y] + 1;
}

// Each lane does its part in a turn of its own.
__global__ void kernel_q(const float *a, float *c) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = a[i];
    for (int turn = 0; turn < 32; turn++)
        if (threadIdx.x % 32 == turn)
            for (int k = 0; k < 8; k++) value = __fmaf_rn(value, 1.0f, __sinf(value) * 0.0f);
    c[i] = 2 * value + 1;
}

// Four blocks walk over everything.
__global__ void kernel_r(const float *a, float *c) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < COUNT; i += gridDim.x * blockDim.x) c[i] = 2 * a[i] + 1;
}

// Neighbouring lanes lie a row apart.
__global__ void kernel_s(const float *a, float *c) {
    int y = blockIdx.x * blockDim.x + threadIdx.x, x = blockIdx.y;
    c[y * SIDE + x] = 2 * a[y * SIDE + x] + 1;
}

int main() {
    float *a, *c;
    CHECK(cudaMalloc(&a, COUNT * sizeof(float)));
    CHECK(cudaMalloc(&c, COUNT * sizeof(float)));
    CHECK(cudaMemset(a, 0, COUNT * sizeof(float)));
    kernel_p<<<dim3(SIDE / 32, SIDE / 32), dim3(32, 32)>>>(a, c);
    kernel_q<<<COUNT / 256, 256>>>(a, c);
    kernel_r<<<4, 256>>>(a, c);
    kernel_s<<<dim3(1, SIDE), SIDE>>>(a, c);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(a));
    CHECK(cudaFree(c));
}
