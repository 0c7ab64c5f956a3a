// shared_memory.cu - static and dynamic shared memory, several arrays in it, more than 48 KB, named barriers, cp.async.
#include "claims.cuh"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

enum { THREADS = 128 };

__global__ void several_arrays(int ints, int doubles, double *out) {
    extern __shared__ double wide[];
    int *narrow = (int *)(wide + doubles);
    char *bytes = (char *)(narrow + ints);
    __shared__ float fixed[THREADS + 1];
    int i = threadIdx.x;
    wide[i] = i + 0.5, narrow[i] = -i, bytes[i] = (char)i, fixed[i] = 2 * i;
    if (i == 0) fixed[THREADS] = 0;
    __syncthreads();
    int j = THREADS - 1 - i;
    out[i] = wide[j] + narrow[j] + bytes[j] + fixed[j + 1 == THREADS ? THREADS : j];
}

template <typename T> __global__ void reverse(T *values) {
    extern __shared__ char raw[]; // the same bytes for every T
    T *shared = (T *)raw;
    shared[threadIdx.x] = values[threadIdx.x];
    __syncthreads();
    values[threadIdx.x] = shared[blockDim.x - 1 - threadIdx.x];
}

__global__ void much(int words, unsigned *sum) {
    extern __shared__ unsigned large[];
    for (int n = threadIdx.x; n < words; n += blockDim.x) large[n] = (unsigned)n;
    __syncthreads();
    unsigned total = 0;
    for (int n = threadIdx.x; n < words; n += blockDim.x) total += large[words - 1 - n];
    atomicAdd(sum, total);
    unsigned size;
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(size));
    if (threadIdx.x == 0) atomicAdd(sum + 1, size);
}

__global__ void counting_barriers(int *out) {
    int i = threadIdx.x;
    out[3 * i] = __syncthreads_count(i % 3 == 0), out[3 * i + 1] = __syncthreads_and(i < 1000), out[3 * i + 2] = __syncthreads_or(i == 5);
}

// Warps 0 and 1 produce, warps 2 and 3 consume: barriers with a number and a count.
__global__ void named_barriers(int *out) {
    __shared__ int buffer[64];
    int i = threadIdx.x;
    for (int n = 0; n < 4; n++) {
        if (i < 64) {
            asm volatile("bar.sync 2, 128;" ::: "memory");
            buffer[i] = n * 1000 + i;
            asm volatile("bar.arrive 1, 128;" ::: "memory");
        } else {
            asm volatile("bar.arrive 2, 128;" ::: "memory");
            asm volatile("bar.sync 1, 128;" ::: "memory");
            out[n * 64 + i - 64] = buffer[127 - i];
        }
    }
}

__global__ void pipeline(const float *in, float *out, int tiles) {
    __shared__ alignas(16) float stage[2][THREADS * 4];
    int i = threadIdx.x;
    for (int tile = 0; tile < tiles + 1; tile++) {
        if (tile < tiles) __pipeline_memcpy_async(&stage[tile % 2][4 * i], in + (size_t)tile * THREADS * 4 + 4 * i, 16);
        __pipeline_commit();
        if (tile == 0) continue;
        __pipeline_wait_prior(1);
        __syncthreads();
        for (int n = 0; n < 4; n++) out[(tile - 1) * THREADS * 4 + n * THREADS + i] = stage[(tile - 1) % 2][THREADS * 4 - 1 - n * THREADS - i];
        __syncthreads();
    }
}

__global__ void async_by_group(const int *in, int *out) {
    __shared__ int tile[THREADS];
    auto block = cooperative_groups::this_thread_block();
    cooperative_groups::memcpy_async(block, tile, in, sizeof tile);
    cooperative_groups::wait(block);
    out[threadIdx.x] = tile[THREADS - 1 - threadIdx.x];
}

__global__ void padded_transpose(const float *in, float *out, int n) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8) if (x < n && y + k < n) tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8) if (x < n && y + k < n) out[(y + k) * n + x] = tile[threadIdx.x][threadIdx.y + k];
}

int main() {
    Array<double> sums(THREADS);
    several_arrays<<<1, THREADS, THREADS * 13>>>(THREADS, THREADS, sums.device);
    claim_each("several arrays in dynamic shared memory", sums, [](int i) {
        int j = THREADS - 1 - i;
        return j + 0.5 - j + j + (j + 1 == THREADS ? 0 : 2 * j);
    });
    Array<double> doubles(64);
    Array<char> chars(100);
    for (int i = 0; i < 100; i++) chars[i] = (char)i, doubles[i % 64] = i % 64;
    doubles.write(), chars.write();
    reverse<<<1, 64, 64 * sizeof(double)>>>(doubles.device);
    reverse<<<1, 100, 100>>>(chars.device);
    claim_each("reverse doubles", doubles, [](int i) { return 63 - i; });
    claim_each("reverse chars", chars, [](int i) { return 99 - i; });
    int limit = 0;
    MUST(cudaDeviceGetAttribute(&limit, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
    Array<unsigned> large(2);
    MUST(cudaFuncSetAttribute(much, cudaFuncAttributeMaxDynamicSharedMemorySize, limit));
    much<<<1, 256, limit>>>(limit / 4, large.device);
    unsigned words = (unsigned)limit / 4;
    claim_each("all shared memory of a block", large, [=](int i) { return i ? (unsigned)limit : words * (words - 1) / 2; });
    Array<int> counts(3 * 100), numbers(256), in(THREADS), out(THREADS);
    counting_barriers<<<1, 100>>>(counts.device);
    claim_each("barriers that count", counts, [](int i) { return i % 3 ? 1 : 34; });
    named_barriers<<<1, 128>>>(numbers.device);
    claim_each("named barriers", numbers, [](int i) { return i / 64 * 1000 + 63 - i % 64; });
    Array<float> from(8 * THREADS * 4), to(8 * THREADS * 4), matrix(100 * 100), transposed(100 * 100);
    for (size_t i = 0; i < from.count; i++) from[i] = (float)i;
    for (int i = 0; i < 10000; i++) matrix[i] = (float)i;
    for (int i = 0; i < THREADS; i++) in[i] = i * i;
    from.write(), matrix.write(), in.write();
    pipeline<<<1, THREADS>>>(from.device, to.device, 8);
    claim_each("a pipeline of cp.async", to, [](int i) { return i / 512 * 512 + 511 - i % 512; });
    async_by_group<<<1, THREADS>>>(in.device, out.device);
    claim_each("memcpy_async of a group", out, [](int i) { return (THREADS - 1 - i) * (THREADS - 1 - i); });
    padded_transpose<<<dim3(4, 4), dim3(32, 8)>>>(matrix.device, transposed.device, 100);
    claim_each("padded transpose", transposed, [](int i) { return i % 100 * 100 + i / 100; });
    return claims_end();
}
