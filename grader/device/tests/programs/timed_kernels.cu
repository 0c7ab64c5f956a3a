// timed_kernels.cu - kernels whose times on an H200 follow from a few constants: test_estimate.c works them out.
//
// Each is launched twice, with twice the work the second time, so that what both have in common cancels.
#include <cstdio>
#include <cuda_pipeline.h>
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

// The same behind the fetch of a texel, an instruction that is not modelled.
__global__ void chain_of_texels(cudaTextureObject_t texels, float *out, int turns) {
    float x = tex1Dfetch<float>(texels, threadIdx.x);
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

// A warp copies a line to shared memory in each turn, and then waits until at most LEFT copies are under way.
template <int LEFT> __global__ void awaited(const float *from, float *to, int turns) {
    __shared__ float lines[LEFT + 1][32];
    float sum = 0;
    for (int i = 0; i < turns; i++) {
        __pipeline_memcpy_async(&lines[i % (LEFT + 1)][threadIdx.x], &from[1024 * i + threadIdx.x], sizeof(float));
        __pipeline_commit();
        __pipeline_wait_prior(LEFT);
        sum += lines[(i + 1) % (LEFT + 1)][threadIdx.x];
    }
    __pipeline_wait_prior(0);
    to[threadIdx.x] = sum;
}

// A warp copies a line to shared memory in each turn, and waits at a barrier object until it is there: lanes copy a
// word each, or one of them the whole line.
template <bool BULK> __global__ void awaited_at_object(const float *from, float *to, int turns) {
    __shared__ alignas(16) float line[32];
    __shared__ unsigned long long word;
    unsigned object = static_cast<unsigned>(__cvta_generic_to_shared(&word));
    unsigned place = static_cast<unsigned>(__cvta_generic_to_shared(&line[BULK ? 0 : threadIdx.x]));
    if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(object), "r"(BULK ? 1 : 32));
    __syncwarp();
    float sum = 0;
    for (int i = 0; i < turns; i++) {
        const float *at = &from[1024 * i];
        if (!BULK)
            asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\n"
                         "cp.async.mbarrier.arrive.noinc.shared.b64 [%2];" ::"r"(place),
                         "l"(at + threadIdx.x), "r"(object)
                         : "memory");
        else if (threadIdx.x == 0)
            asm volatile(
                "mbarrier.arrive.expect_tx.shared.b64 _, [%2], 128;\n"
                "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 128, [%2];" ::"r"(place),
                "l"(at), "r"(object)
                : "memory");
        asm volatile("{ .reg .pred over;\nWAIT%=: mbarrier.try_wait.parity.shared.b64 over, [%0], %1;\n"
                     "@!over bra WAIT%=; }" ::"r"(object),
                     "r"(i & 1)
                     : "memory");
        sum += line[threadIdx.x];
        __syncwarp();
    }
    to[threadIdx.x] = sum;
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

// Each thread adds one to a cell by compare and swap, until nobody came before it.
__global__ void swap_add(unsigned long long *cell) {
    unsigned long long seen = atomicAdd(cell, 0ull), expected;
    do {
        expected = seen;
        seen = atomicCAS(cell, expected, __double_as_longlong(__longlong_as_double(expected) + 1.0));
    } while (seen != expected);
}

// A piece of work for a block.
__device__ float piece(float x) {
#pragma unroll 64
    for (int k = 0; k < 256; k++) x = fmaf(x, 0.5f, 1.0f);
    return x;
}

// Blocks have as many pieces each, or take them from a queue.
__global__ void given(float *out, int pieces) {
    float x = threadIdx.x;
    for (int n = blockIdx.x; n < pieces; n += gridDim.x) {
        x = piece(x) + n;
        __syncthreads();
    }
    out[threadIdx.x] = x;
}

__global__ void queued(float *out, int pieces, int *next) {
    __shared__ int mine;
    float x = threadIdx.x;
    for (;;) {
        if (threadIdx.x == 0) mine = atomicAdd(next, 1);
        __syncthreads();
        if (mine >= pieces) break;
        x = piece(x) + mine;
        __syncthreads();
    }
    out[threadIdx.x] = x;
}

int main() {
    enum { COUNT = 1 << 20 };
    float *a, *b;
    CHECK(cudaMalloc(&a, COUNT * sizeof(float)));
    CHECK(cudaMalloc(&b, COUNT * sizeof(float)));
    CHECK(cudaMemset(a, 0, COUNT * sizeof(float)));
    for (int turns = 4; turns <= 8; turns *= 2) chain<<<1, 32>>>(a, turns);
    for (int turns = 64; turns <= 128; turns *= 2) awaited<0><<<1, 32>>>(a, b, turns);
    for (int turns = 64; turns <= 128; turns *= 2) awaited<3><<<1, 32>>>(a, b, turns);
    for (int turns = 64; turns <= 128; turns *= 2) awaited_at_object<false><<<1, 32>>>(a, b, turns);
    for (int turns = 64; turns <= 128; turns *= 2) awaited_at_object<true><<<1, 32>>>(a, b, turns);
    cudaResourceDesc words = {};
    words.resType = cudaResourceTypeLinear;
    words.res.linear.devPtr = a;
    words.res.linear.desc = cudaCreateChannelDesc<float>();
    words.res.linear.sizeInBytes = 32 * sizeof(float);
    cudaTextureDesc unfiltered = {};
    cudaTextureObject_t texels;
    CHECK(cudaCreateTextureObject(&texels, &words, &unfiltered, nullptr));
    for (int turns = 4; turns <= 8; turns *= 2) chain_of_texels<<<1, 32>>>(texels, b, turns);
    CHECK(cudaDestroyTextureObject(texels));
    for (int stride = 1; stride <= 32; stride *= 2)
        for (int turns = 8; turns <= 16; turns *= 2) strided<<<1, 1024>>>(a, turns, stride);
    for (int turns = 8; turns <= 16; turns *= 2) guarded<<<1, 1024>>>(a, turns, 0);
    for (int turns = 4; turns <= 8; turns *= 2) products<<<132, 512>>>(a, turns);
    for (int warps = 1; warps <= 32; warps *= 2) copy<<<132, 32 * warps>>>(a, b, COUNT);
    for (int words = 1; words <= 32; words *= 32)
        for (int turns = 64; turns <= 128; turns *= 2) add<<<1, 32>>>((int *)b, words, turns);
    add_rows<<<8192, 256>>>(b);
    CHECK(cudaMemset(b, 0, COUNT * sizeof(float)));
    swap_add<<<2112, 1>>>((unsigned long long *)b);
    given<<<264, 256>>>(a, 2112);
    queued<<<264, 256>>>(a, 2112, (int *)b + 32);
    float *managed;
    CHECK(cudaMallocManaged(&managed, 4 << 20));
    for (int n = 0; n < 2; n++) copy<<<132, 256>>>(a, managed, COUNT); // its pages arrive, and stay
    CHECK(cudaFree(managed));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    return 0;
}
