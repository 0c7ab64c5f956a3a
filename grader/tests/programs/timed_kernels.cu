// timed_kernels.cu - kernels whose times on an H200 follow from a few constants: test_estimate.c works them out.
//
// Each is launched twice, with twice the work the second time, so that what both have in common cancels.
#include <cstdio>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        cudaError_t error = (call);                                                                                    \
        if (error != cudaSuccess) {                                                                                    \
            fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(error));                                     \
            return 1;                                                                                                  \
        }                                                                                                              \
    } while (0)

// One product after another, each of which needs the result before.
__global__ void chain(float *out, int turns) {
    float x = threadIdx.x;
    for (int i = 0; i < turns; i++) {
#pragma unroll
        for (int k = 0; k < 256; k++) x = fmaf(x, 0.5f, 1.0f);
    }
    out[threadIdx.x] = x;
}

// 32 warps load words that are `stride` apart, 16 at a time.
__global__ void strided(float *out, int turns, int stride) {
    __shared__ float values[8192];
    for (int i = threadIdx.x; i < 8192; i += blockDim.x) values[i] = i;
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < turns; i++) {
#pragma unroll
        for (int k = 0; k < 16; k++) sum += values[(threadIdx.x % 32 * stride + k * 32 + i) & 8191];
    }
    out[threadIdx.x] = sum;
}

// 32 warps come to loads whose guard holds for no lane.
__global__ void guarded(float *out, int turns, int lanes) {
    __shared__ float values[32];
    values[threadIdx.x % 32] = 1;
    __syncthreads();
    unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(&values[threadIdx.x % 32]));
    float x = 0;
    for (int i = 0; i < turns; i++) {
#pragma unroll
        for (int k = 0; k < 16; k++)
            asm volatile("{ .reg .pred p; setp.lt.s32 p, %1, %2; @p ld.volatile.shared.f32 %0, [%3]; }"
                         : "+f"(x)
                         : "r"(threadIdx.x), "r"(lanes), "r"(address));
    }
    out[threadIdx.x] = x;
}

// Full waves of independent products: every scheduler issues one in each clock.
__global__ void products(float *out, int turns) {
    float x[8];
#pragma unroll
    for (int k = 0; k < 8; k++) x[k] = threadIdx.x + k;
    for (int i = 0; i < turns; i++) {
#pragma unroll
        for (int k = 0; k < 128; k++) x[k % 8] = fmaf(x[k % 8], 0.5f, 1.0f);
    }
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 8; k++) sum += x[k];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// A copy by as many warps as there are, with one load in flight for each.
__global__ void copy(const float *from, float *to, int count) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) to[i] = from[i];
}

// All lanes add to `words` words.
__global__ void add(int *sums, int words, int turns) {
    for (int i = 0; i < turns; i++) atomicAdd(&sums[(threadIdx.x + i) % words], i);
}

// Sixteen neighbouring lanes add to one word, which no other block needs but a neighbour.
__global__ void add_rows(float *sums) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&sums[i / 16], 1.0f);
}

int main() {
    enum { COUNT = 1 << 20 };
    float *a, *b;
    CHECK(cudaMalloc(&a, COUNT * sizeof(float)));
    CHECK(cudaMalloc(&b, COUNT * sizeof(float)));
    CHECK(cudaMemset(a, 0, COUNT * sizeof(float)));
    for (int turns = 4; turns <= 8; turns *= 2) chain<<<1, 32>>>(a, turns);
    for (int stride = 1; stride <= 32; stride *= 2)
        for (int turns = 8; turns <= 16; turns *= 2) strided<<<1, 1024>>>(a, turns, stride);
    for (int turns = 8; turns <= 16; turns *= 2) guarded<<<1, 1024>>>(a, turns, 0);
    for (int turns = 4; turns <= 8; turns *= 2) products<<<132, 512>>>(a, turns);
    for (int warps = 1; warps <= 32; warps *= 2) copy<<<132, 32 * warps>>>(a, b, COUNT);
    for (int words = 1; words <= 32; words *= 32)
        for (int turns = 64; turns <= 128; turns *= 2) add<<<1, 32>>>((int *)b, words, turns);
    add_rows<<<8192, 256>>>(b);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    return 0;
}
