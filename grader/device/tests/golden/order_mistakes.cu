// order_mistakes.cu - races, copies that nobody waits for, barriers and warps; and programs that are right.
#include "mistakes.cuh"
#include <cooperative_groups.h>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;

// ---- races ----------------------------------------------------------------------------------------------------------
KERNEL reduce_without_barrier(const float *in, float *out) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int o = 128; o > 0; o /= 2) {
        if (t < o)
            s[t] += s[t + o];
    }
    if (t == 0) *out = s[0];
}
MISTAKE(reduction_without_barriers) { reduce_without_barrier<<<1, 256>>>(in, out); }

KERNEL reduce_early(const float *in, float *out) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = in[t];
    for (int o = 128; o > 0; o /= 2) {
        if (t < o)
            s[t] += s[t + o];
        __syncthreads();
    }
    if (t == 0) *out = s[0];
}
MISTAKE(reduction_without_first_barrier) { reduce_early<<<1, 256>>>(in, out); }

KERNEL reduce_warp(const float *in, float *out) { // as it was done before warps diverged
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t < 32) {
        s[t] += s[t + 32];
        s[t] += s[t + 16];
        s[t] += s[t + 8];
        s[t] += s[t + 4];
        s[t] += s[t + 2];
        s[t] += s[t + 1];
    }
    if (t == 0) *out = s[0];
}
MISTAKE(warp_in_lockstep) { reduce_warp<<<1, 64>>>(in, out); }

KERNEL product_one_barrier(const float *a, const float *b, float *c, int n) {
    __shared__ float s[TILE][TILE], u[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k += TILE) {
        s[y][x] = a[y * n + k + x];
        u[y][x] = b[(k + y) * n + x];
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += s[y][i] * u[i][x];
    }
    c[y * n + x] = sum;
}
MISTAKE(product_without_second_barrier) { product_one_barrier<<<1, dim3(16, 16)>>>(square, square, out, 32); }

KERNEL transpose_early(const float *a, float *c, int n) {
    __shared__ float s[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    s[y][x] = a[y * n + x];
    c[x * n + y] = s[x][y];
}
MISTAKE(transpose_without_barrier) { transpose_early<<<1, dim3(16, 16)>>>(square, out, 16); }

KERNEL count_plainly(const int *in, int *bins, int n) {
    __shared__ int h[16];
    if (threadIdx.x < 16) h[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        h[in[i] & 15]++;
    __syncthreads();
    if (threadIdx.x < 16) bins[threadIdx.x] = h[threadIdx.x];
}
MISTAKE(histogram_without_atomics) { count_plainly<<<1, 64>>>(numbers, results, 500); }

KERNEL count_in_global(const int *in, int *bins, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        bins[in[i] & 15]++;
}
MISTAKE(histogram_without_atomics_in_global) { count_in_global<<<1, 64>>>(numbers, results, 500); }

KERNEL scan_in_place(int *out) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = 1;
    __syncthreads();
    for (int o = 1; o < 128; o *= 2) {
        if (t >= o)
            s[t] += s[t - o];
        __syncthreads();
    }
    out[t] = s[t];
}
MISTAKE(scan_without_second_buffer) { scan_in_place<<<1, 128>>>(results); }

KERNEL turn_buffers(const int *in, int *out, int n) {
    __shared__ int s[2][64];
    int t = threadIdx.x, now = 0;
    s[0][t] = in[t];
    for (int i = 1; i < n; i++) {
        __syncthreads();
        s[1 - now][t] = s[now][63 - t] + 1;
        now = 1 - now;
    }
    out[t] = s[now][63 - t];
}
MISTAKE(last_barrier_forgotten) { turn_buffers<<<1, 64>>>(numbers, results, 5); }

KERNEL bytes_over_bytes(unsigned char *out) {
    __shared__ unsigned char s[64];
    int t = threadIdx.x;
    s[t] = t;
    if (t < 63)
        s[t + 1] = t;
    __syncthreads();
    out[t] = s[t];
}
MISTAKE(two_writers_of_a_byte) { bytes_over_bytes<<<1, 64>>>((unsigned char *)results); }

static __device__ unsigned next_random(unsigned *state) {
    *state = (26757677u * *state + 1u) % 2147483648u;
    return *state;
}
KERNEL change_rows(unsigned *state, const int *in, int *out, int best) { // the best row is changed while others read it
    __shared__ unsigned char rows[64][16];
    int t = threadIdx.x;
    for (int i = 0; i < 16; i++) rows[t][i] = next_random(state + t) & 7;
    __syncthreads();
    for (int i = 0; i < 16; i++) {
        unsigned r = next_random(state + t) & next_random(state + t);
        rows[t][i] = in[t] & 1 ? (rows[best][i] ^ r) & 7 : (rows[t][i] & r) | (rows[best][i] & ~r);
    }
    out[t] = rows[t][0];
}
MISTAKE(row_changed_while_read) { change_rows<<<1, 64>>>((unsigned *)results, numbers, results + 64, 3); }

KERNEL count_and_look(int *out) {
    __shared__ int c;
    if (threadIdx.x == 0) c = 0;
    __syncthreads();
    atomicAdd(&c, 1);
    out[threadIdx.x] = c;
}
MISTAKE(counter_read_too_early) { count_and_look<<<1, 64>>>(results); }

KERNEL largest(const int *in, int *best) {
    if (in[threadIdx.x] > *best)
        *best = in[threadIdx.x];
}
MISTAKE(maximum_without_atomics) { largest<<<1, 64>>>(numbers, results); }

KERNEL over_tiles(const int *in, int *out) { // a tile's barrier is not the block's
    __shared__ int s[64];
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    s[threadIdx.x] = in[threadIdx.x];
    tile.sync();
    out[threadIdx.x] = s[(threadIdx.x + 16) & 63];
}
MISTAKE(beyond_the_own_tile) { over_tiles<<<1, 64>>>(numbers, results); }

KERNEL two_arrays(const int *in, int *out) {
    __shared__ int a[64], b[64];
    int t = threadIdx.x;
    a[t] = in[t];
    b[63 - t] = a[t];
    __syncthreads();
    a[t] = b[t];
    out[63 - t] = a[63 - t];
}
MISTAKE(barrier_after_the_wrong_store) { two_arrays<<<1, 64>>>(numbers, results); }

// ---- asynchronous copies --------------------------------------------------------------------------------------------
KERNEL copy_and_read(const float *in, float *out) {
    __shared__ float s[128];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&s[t], &in[t], 4);
    __pipeline_commit();
    out[t] = s[t];
    __pipeline_wait_prior(0);
}
MISTAKE(copy_not_waited_for) { copy_and_read<<<1, 128>>>(in, out); }

KERNEL copy_wait_read(const float *in, float *out) {
    __shared__ float s[128];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&s[t], &in[t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[t] = s[127 - t];
}
MISTAKE(copy_without_barrier) { copy_wait_read<<<1, 128>>>(in, out); }

KERNEL copy_barrier_wait(const float *in, float *out) {
    __shared__ float s[128];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&s[t], &in[t], 4);
    __pipeline_commit();
    __syncthreads();
    __pipeline_wait_prior(0);
    out[t] = s[127 - t];
}
MISTAKE(copy_waited_for_behind_the_barrier) { copy_barrier_wait<<<1, 128>>>(in, out); }

KERNEL two_stages(const float *in, float *out, int rounds) {
    __shared__ float s[2][128];
    int t = threadIdx.x;
    float sum = 0;
    __pipeline_memcpy_async(&s[0][t], &in[t], 4);
    __pipeline_commit();
    for (int i = 0; i < rounds; i++) {
        if (i + 1 < rounds) __pipeline_memcpy_async(&s[(i + 1) & 1][t], &in[(i + 1) * 128 + t], 4);
        __pipeline_commit();
        __pipeline_wait_prior(2);
        __syncthreads();
        sum += s[i & 1][127 - t];
        __syncthreads();
    }
    __pipeline_wait_prior(0);
    out[t] = sum;
}
MISTAKE(stage_waited_for_too_late) { two_stages<<<1, 128>>>(in, out, 4); }

KERNEL two_stages_well(const float *in, float *out, int rounds) {
    __shared__ float s[2][128];
    int t = threadIdx.x;
    float sum = 0;
    __pipeline_memcpy_async(&s[0][t], &in[t], 4);
    __pipeline_commit();
    for (int i = 0; i < rounds; i++) {
        if (i + 1 < rounds) __pipeline_memcpy_async(&s[(i + 1) & 1][t], &in[(i + 1) * 128 + t], 4);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += s[i & 1][127 - t];
        __syncthreads();
    }
    out[t] = sum;
}
MISTAKE(fine_two_stages) { two_stages_well<<<1, 128>>>(in, out, 4); }

// ---- barriers and warps ---------------------------------------------------------------------------------------------
KERNEL half_a_barrier(float *out) {
    if (threadIdx.x < 32) {
        out[threadIdx.x] = 1;
        __syncthreads();
    } else {
        out[threadIdx.x] = 2;
    }
    out[threadIdx.x] += 1;
}
MISTAKE(barrier_for_some_warps) { half_a_barrier<<<1, 64>>>(out); }

KERNEL odd_barrier(float *out) {
    if (threadIdx.x & 1) {
        __syncthreads();
        out[threadIdx.x] = 1;
    } else {
        out[threadIdx.x] = 2;
    }
}
MISTAKE(barrier_for_some_lanes) { odd_barrier<<<1, 32>>>(out); }

KERNEL uneven_barriers(float *out) {
    for (unsigned i = 0; i < threadIdx.x / 32; i++)
        __syncthreads();
    out[threadIdx.x] = 1;
}
MISTAKE(barrier_in_an_uneven_loop) { uneven_barriers<<<1, 96>>>(out); }

KERNEL shuffle_in_a_branch(int *out) {
    int t = threadIdx.x, v = t;
    if (t < 16)
        v += __shfl_down_sync(0xffffffffu, v, 8);
    out[t] = v;
}
MISTAKE(shuffle_without_all_lanes) { shuffle_in_a_branch<<<1, 32>>>(results); }

KERNEL shuffle_beyond(int *out) {
    int t = threadIdx.x, v = t;
    if (t < 16)
        v = __shfl_sync(0xffffu, v, 20);
    out[t] = v;
}
MISTAKE(shuffle_from_outside_the_mask) { shuffle_beyond<<<1, 32>>>(results); }

KERNEL vote_of_half(int *out) {
    asm volatile("bar.warp.sync 0xffff;");
    out[threadIdx.x] = threadIdx.x;
}
MISTAKE(lane_not_in_its_mask) { vote_of_half<<<1, 32>>>(results); }

KERNEL votes_apart(unsigned *out) { // each lane asks those below it, and not itself
    unsigned below = (1u << threadIdx.x) - 1;
    out[threadIdx.x] = __ballot_sync(below, threadIdx.x % 3 == 0);
}
MISTAKE(vote_of_the_lanes_below) { votes_apart<<<1, 32>>>((unsigned *)results); }

KERNEL stops(int n) {
    if (ID == n)
        __trap();
}
MISTAKE(trap) { stops<<<2, 64>>>(70); }

static __device__ int recurse(int n) {
    volatile int pad[32];
    pad[n & 31] = n;
    return n == 0 ? 0 : recurse(n - 1) + pad[n & 31];
}
KERNEL too_deep(int n, int *out) { out[threadIdx.x] = recurse(n); }
MISTAKE(endless_recursion) { too_deep<<<1, 32>>>(100000, results); }

static __device__ __noinline__ int nest(int n) { // takes 24 bytes of the stack, whose limit is 1024
    volatile int pair[2];
    pair[n & 1] = n;
    return n ? nest(n - 1) + pair[n & 1] : 0;
}
KERNEL nested(int n, int *out) { out[threadIdx.x] = nest(n); }
MISTAKE(one_call_too_deep) { nested<<<1, 32>>>(42, results); }
MISTAKE(fine_recursion) { nested<<<1, 32>>>(41, results); }

// ---- nothing is wrong -----------------------------------------------------------------------------------------------
KERNEL places(int *out) {
    __shared__ int c;
    if (threadIdx.x == 0) c = 0;
    __syncthreads();
    out[atomicAdd(&c, 1)] = threadIdx.x;
}
MISTAKE(fine_atomic_places) { places<<<1, 64>>>(results); }

KERNEL within_a_warp(const float *in, float *out) {
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncwarp();
    out[t] = s[t ^ 1];
}
MISTAKE(fine_warp_exchange) { within_a_warp<<<1, 64>>>(in, out); }

KERNEL reverse_grid(float *d) {
    auto grid = cg::this_grid();
    int i = (int)grid.thread_rank();
    d[i] = i;
    grid.sync();
    float v = d[grid.size() - 1 - i];
    grid.sync();
    d[i] = v;
}
MISTAKE(fine_grid_barrier) {
    void *arguments[] = {&in};
    OK(cudaLaunchCooperativeKernel((void *)reverse_grid, 4, 128, arguments, 0, 0));
}

KERNEL same_value(int *out) {
    __shared__ int found;
    if (threadIdx.x == 0) found = 0;
    __syncthreads();
    if (threadIdx.x % 3 == 0) found = 1;
    __syncthreads();
    out[threadIdx.x] = found;
}
MISTAKE(fine_equal_values) { same_value<<<1, 128>>>(results); }

KERNEL pass_a_flag(volatile int *flag, volatile int *data, int *out) {
    if (threadIdx.x == 0) {
        *data = 42;
        __threadfence();
        *flag = 1;
    } else if (threadIdx.x == 32) {
        while (*flag == 0) {}
        out[0] = *data;
    }
}
MISTAKE(fine_flag) { pass_a_flag<<<1, 64>>>(results, results + 1, results + 2); }

KERNEL votes_of_the_rest(int *out, int n) {
    if (threadIdx.x >= n) return;
    out[threadIdx.x] = __ballot_sync(0xffffffffu, threadIdx.x & 1);
}
MISTAKE(fine_vote_after_return) { votes_of_the_rest<<<1, 32>>>(results, 20); }
