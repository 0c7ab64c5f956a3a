// barriers.cu - barrier objects, pipelines and asynchronous copies into shared memory.
#include "claims.cuh"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>

#pragma nv_diag_suppress static_var_with_dynamic_init

namespace cg = cooperative_groups;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

enum { THREADS = 256, TILES = 16, WORDS = THREADS * TILES, HALF = 64 };

__device__ static void start(Barrier *barrier, int count) {
    if (threadIdx.x == 0) init(barrier, count);
    __syncthreads();
}

// Threads below HALF fill two buffers in turn, the others empty them.
__global__ void hand_over(const int *in, int *out, int tiles) {
    __shared__ int buffer[2][HALF];
    __shared__ Barrier full[2], empty[2];
    int thread = threadIdx.x % HALF;
    if (threadIdx.x < 2) init(&full[threadIdx.x], 2 * HALF), init(&empty[threadIdx.x], 2 * HALF);
    __syncthreads();
    if (threadIdx.x < HALF) {
        for (int tile = 0; tile < tiles; tile++) {
            empty[tile % 2].arrive_and_wait();
            buffer[tile % 2][thread] = in[tile * HALF + thread] * 3;
            (void)full[tile % 2].arrive();
        }
    } else {
        (void)empty[0].arrive(), (void)empty[1].arrive();
        for (int tile = 0; tile < tiles; tile++) {
            full[tile % 2].arrive_and_wait();
            out[tile * HALF + thread] = buffer[tile % 2][HALF - 1 - thread];
            (void)empty[tile % 2].arrive();
        }
    }
}

// Each kernel below adds up, for each thread, the words at its mirror place in all tiles.
__global__ void by_block(const int *in, int *out) {
    __shared__ alignas(16) int tile[THREADS];
    __shared__ Barrier barrier;
    int sum = 0;
    start(&barrier, THREADS);
    for (int n = 0; n < TILES; n++) {
        cuda::memcpy_async(cg::this_thread_block(), tile, in + n * THREADS, cuda::aligned_size_t<16>(sizeof tile),
                           barrier);
        barrier.arrive_and_wait();
        sum += tile[THREADS - 1 - threadIdx.x];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

__global__ void by_thread(const int *in, int *out) {
    __shared__ int tile[THREADS];
    __shared__ Barrier barrier;
    int sum = 0;
    start(&barrier, THREADS);
    for (int n = 0; n < TILES; n++) {
        cuda::memcpy_async(tile + threadIdx.x, in + n * THREADS + threadIdx.x, sizeof(int), barrier);
        barrier.arrive_and_wait();
        sum += tile[THREADS - 1 - threadIdx.x];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

__global__ void by_group(const int *in, int *out) {
    __shared__ int tile[THREADS];
    cg::thread_block block = cg::this_thread_block();
    int sum = 0;
    for (int n = 0; n < TILES; n++) {
        cg::memcpy_async(block, tile, in + n * THREADS, sizeof tile);
        cg::wait(block);
        sum += tile[THREADS - 1 - threadIdx.x];
        block.sync();
    }
    out[threadIdx.x] = sum;
}

__global__ void by_pipeline(const int *in, int *out) {
    __shared__ int tile[2][THREADS];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    cg::thread_block block = cg::this_thread_block();
    auto pipeline = cuda::make_pipeline(block, &state);
    int sum = 0;
    for (int n = 0; n <= TILES; n++) {
        if (n < TILES) {
            pipeline.producer_acquire();
            cuda::memcpy_async(block, tile[n % 2], in + n * THREADS, sizeof tile[0], pipeline);
            pipeline.producer_commit();
        }
        if (n == 0) continue;
        pipeline.consumer_wait();
        sum += tile[(n - 1) % 2][THREADS - 1 - threadIdx.x];
        pipeline.consumer_release();
    }
    out[threadIdx.x] = sum;
}

// In each round one more warp leaves for good.
__global__ void drop_out(int *out) {
    __shared__ Barrier barrier;
    __shared__ int arrived;
    if (threadIdx.x == 0) arrived = 0;
    start(&barrier, blockDim.x);
    for (int round = 0; round < 4; round++) {
        if (threadIdx.x / 32 == round) {
            barrier.arrive_and_drop();
            return;
        }
        atomicAdd(&arrived, 1);
        barrier.arrive_and_wait();
    }
    if (threadIdx.x == blockDim.x - 1) *out = arrived;
}

static void check_sums(const char *name, void (*kernel)(const int *, int *), Array<int> &in) {
    Array<int> out(THREADS);
    int wrong = 0;
    kernel<<<1, THREADS>>>(in.device, out.device);
    FINISH();
    out.read();
    for (int thread = 0; thread < THREADS; thread++) {
        int sum = 0;
        for (int n = 0; n < TILES; n++) sum += in[n * THREADS + THREADS - 1 - thread];
        wrong += out[thread] != sum;
    }
    claim(name, wrong == 0, "%d of %d sums", wrong, (int)THREADS);
}

int main() {
    Array<int> in(WORDS), out(WORDS), count(1);
    int wrong = 0;
    for (int n = 0; n < WORDS; n++) in[n] = n * 7 % 1001;
    in.write();
    hand_over<<<1, 2 * HALF>>>(in.device, out.device, WORDS / HALF);
    FINISH();
    out.read();
    for (int n = 0; n < WORDS; n++) wrong += out[n] != 3 * in[n / HALF * HALF + HALF - 1 - n % HALF];
    claim("two groups of warps hand buffers over", wrong == 0, "%d of %d words", wrong, (int)WORDS);
    check_sums("a block's copy arrives at a barrier", by_block, in);
    check_sums("each thread's copy arrives at a barrier", by_thread, in);
    check_sums("a group waits for its copy", by_group, in);
    check_sums("a pipeline of two stages", by_pipeline, in);
    drop_out<<<1, 160>>>(count.device);
    FINISH();
    count.read();
    claim("who drops out is not waited for", count[0] == 128 + 96 + 64 + 32, "%d", count[0]);
    return claims_end();
}
