// Mistakes as students make them, and programs that only look wrong: one a run. What the program prints on a GPU and
// what compute-sanitizer's four tools say of each is in mistakes.csv.
// Usage: mistakes          lists the names
//        mistakes NAME     makes that mistake; prints every call that fails, and the error that is left at the end
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;

#define OK(x) do { cudaError_t e_ = (x); if (e_) printf("%s: %s\n", #x, cudaGetErrorName(e_)); } while (0)
#define ID (blockIdx.x * blockDim.x + threadIdx.x)
#define KERNEL static __global__ void

typedef void (*Run)();
static struct Mistake { const char *name; Run run; Mistake *next; } *mistakes, **end = &mistakes;
struct Register {
    Mistake mistake;
    Register(const char *name, Run run) : mistake{name, run, nullptr} { *end = &mistake; end = &mistake.next; }
};
#define MISTAKE(name) static void name##_run(); static Register name##_row(#name, name##_run); static void name##_run()

enum { N = 1000, TILE = 16 };
static float *in, *out, *square; // N, N and 32 x 32 elements, all set
static int *numbers, *results;   // N each, all set

// ---- past the end ---------------------------------------------------------------------------------------------------
KERNEL stencil(const float *in, float *out, int n) { // no neighbour at either end
    int i = ID;
    if (i < n)
        out[i] = in[i - 1] + in[i + 1];
}
MISTAKE(stencil_without_edges) { stencil<<<8, 128>>>(in, out, N); }

KERNEL fill_square(float *a, int rows, int columns) { // rows are taken for twice as long
    int c = ID, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c < columns && r < rows)
        a[c * rows * 2 + r] = 1;
}
MISTAKE(wrong_pitch) { fill_square<<<dim3(2, 2), dim3(16, 16)>>>(square, 32, 32); }

KERNEL fill_to(int *a, int n) {
    int i = ID;
    if (i <= n)
        a[i] = i;
}
MISTAKE(guard_with_equal) { fill_to<<<8, 128>>>(numbers, N); }

KERNEL sum_of_four(const float4 *in, float *out, int n) { // n is no multiple of 4
    int i = threadIdx.x;
    if (i * 4 < n) {
        float4 v = in[i];
        out[i] = v.x + v.y + v.z + v.w;
    }
}
MISTAKE(vector_over_the_end) {
    float *few;
    OK(cudaMalloc(&few, 30 * 4));
    OK(cudaMemset(few, 0, 30 * 4));
    sum_of_four<<<1, 32>>>((float4 *)few, out, 30);
    OK(cudaDeviceSynchronize());
    OK(cudaFree(few));
}

struct Point { float x, y, z; };
KERNEL move_points(Point *p) { // no guard, and elements of 12 bytes
    int i = ID;
    float x = p[i].x;
    p[i].z = x + i;
}
MISTAKE(points_without_guard) { move_points<<<4, 128>>>((Point *)in); }

KERNEL to_lower(char *s) { // the string has no end
    for (int i = threadIdx.x;
         s[i]; i += blockDim.x)
        s[i] ^= 32;
}
MISTAKE(string_without_end) {
    char *s;
    OK(cudaMalloc(&s, 40));
    OK(cudaMemset(s, 'A', 40));
    to_lower<<<1, 16>>>(s);
    OK(cudaDeviceSynchronize());
    OK(cudaFree(s));
}

static __device__ int table[64];
KERNEL look_up(int *out, int from) {
    out[threadIdx.x] = table[threadIdx.x + from];
}
MISTAKE(past_a_device_variable) { look_up<<<1, 32>>>(results, 40); }

static __constant__ float weights[8];
KERNEL weigh(float *out) {
    out[threadIdx.x] = weights[threadIdx.x];
}
MISTAKE(past_a_constant) {
    float w[8] = {};
    OK(cudaMemcpyToSymbol(weights, w, sizeof w));
    weigh<<<1, 32>>>(out);
}

KERNEL shift_in_shared(float *out) {
    __shared__ float s[32];
    int t = threadIdx.x;
    s[t + 8] = t;
    __syncthreads();
    out[t] = s[t];
}
MISTAKE(past_shared_memory) { shift_in_shared<<<1, 32>>>(out); }

KERNEL left_neighbour(float *out) {
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    out[t] = s[t - 1];
}
MISTAKE(before_shared_memory) { left_neighbour<<<1, 64>>>(out); }

KERNEL reverse_dynamic(float *out) {
    extern __shared__ float d[];
    d[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = d[31 - threadIdx.x];
}
MISTAKE(dynamic_shared_forgotten) { reverse_dynamic<<<1, 32>>>(out); }

KERNEL local_table(int *out, int k) {
    int a[8];
    for (int i = 0; i < 8; i++) a[i] = i * k;
    out[threadIdx.x] = a[threadIdx.x * k % 16];
}
MISTAKE(past_a_local_array) { local_table<<<1, 32>>>(results, 3); }

KERNEL heap_nine(int *out) {
    int *p = (int *)malloc(8 * sizeof(int));
    for (int i = 0; i <= 8; i++)
        p[i] = i;
    out[threadIdx.x] = p[3];
    free(p);
}
MISTAKE(past_the_end_in_the_heap) { heap_nine<<<1, 32>>>(results); }

// ---- wrong pointers -------------------------------------------------------------------------------------------------
KERNEL ones(int *p) { p[threadIdx.x] = 1; }
MISTAKE(null_pointer) { ones<<<1, 32>>>(nullptr); }
MISTAKE(pointer_to_the_stack) {
    int here[32];
    ones<<<1, 32>>>(here);
}
MISTAKE(pointer_from_malloc) {
    int *h = (int *)malloc(400);
    ones<<<1, 32>>>(h);
    OK(cudaDeviceSynchronize());
    free(h);
}
MISTAKE(used_after_free) {
    int *p;
    OK(cudaMalloc(&p, 400));
    OK(cudaFree(p));
    ones<<<1, 32>>>(p);
}

KERNEL heap_stale(int *out) {
    int *p = (int *)malloc(8 * sizeof(int));
    p[2] = 5;
    free(p);
    out[threadIdx.x] = p[2];
}
MISTAKE(used_after_free_in_the_heap) { heap_stale<<<1, 32>>>(results); }

KERNEL heap_twice(int *out) {
    int *p = (int *)malloc(8 * sizeof(int));
    p[2] = 5;
    out[threadIdx.x] = p[2];
    free(p);
    free(p);
}
MISTAKE(freed_twice_in_the_heap) { heap_twice<<<1, 1>>>(results); }

KERNEL heap_inside(int *out) {
    int *p = (int *)malloc(8 * sizeof(int));
    p[2] = 5;
    out[threadIdx.x] = p[2];
    free(p + 4);
}
MISTAKE(freed_inside_in_the_heap) { heap_inside<<<1, 1>>>(results); }

KERNEL heap_foreign(int *p) { free(p); }
MISTAKE(freed_in_a_kernel_from_the_host) {
    int *p;
    OK(cudaMalloc(&p, 64));
    heap_foreign<<<1, 1>>>(p);
    OK(cudaDeviceSynchronize());
}

// ---- alignment ------------------------------------------------------------------------------------------------------
KERNEL pairs(const float *in, float *out) {
    float2 v = *(const float2 *)(in + threadIdx.x);
    out[threadIdx.x] = v.x + v.y;
}
MISTAKE(pair_at_an_odd_place) { pairs<<<1, 32>>>(in, out); }

KERNEL doubles_in_shared(double *out) {
    __shared__ float s[66];
    int t = threadIdx.x;
    s[t] = s[t + 33] = t;
    __syncthreads();
    out[t] = *(double *)&s[t + 1];
}
MISTAKE(double_at_an_odd_place_of_shared) { doubles_in_shared<<<1, 32>>>((double *)out); }

KERNEL count_at(char *p) {
    unsigned long long *wide = (unsigned long long *)(p + 4);
    asm volatile("red.global.add.u64 [%0], 1;" ::"l"(wide) : "memory");
}
MISTAKE(atomic_at_an_odd_place) { count_at<<<1, 1>>>((char *)results); }

// ---- nothing was written there --------------------------------------------------------------------------------------
KERNEL twice(const float *in, float *out) {
    out[threadIdx.x] = in[threadIdx.x] * 2;
}
MISTAKE(cleared_too_little) { // elements where bytes were meant
    float *u;
    OK(cudaMalloc(&u, 400));
    OK(cudaMemset(u, 0, 15 * 4));
    twice<<<1, 32>>>(u, out);
    OK(cudaDeviceSynchronize());
    OK(cudaFree(u));
}
MISTAKE(result_never_computed) {
    float *u, h[100];
    OK(cudaMalloc(&u, 400));
    OK(cudaMemcpy(h, u, 400, cudaMemcpyDeviceToHost));
    OK(cudaFree(u));
}
KERNEL add_all(float *sum, const float *in) {
    asm volatile("red.global.add.f32 [%0], %1;" ::"l"(sum), "f"(in[threadIdx.x]) : "memory");
}
MISTAKE(sum_not_cleared) {
    float *u;
    OK(cudaMalloc(&u, 4));
    add_all<<<1, 32>>>(u, in);
    OK(cudaDeviceSynchronize());
    OK(cudaFree(u));
}
KERNEL three_point(const float *in, float *out) {
    __shared__ float s[34];
    int t = threadIdx.x;
    s[t + 1] = in[t];
    __syncthreads();
    out[t] = s[t] + s[t + 1] + s[t + 2];
}
MISTAKE(halo_not_loaded) { three_point<<<1, 32>>>(in, out); }

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

// ---- calls ----------------------------------------------------------------------------------------------------------
MISTAKE(symbol_too_small) {
    float w[16] = {};
    OK(cudaMemcpyToSymbol(weights, w, sizeof w));
}
MISTAKE(copy_past_the_end) {
    static float h[2 * N];
    OK(cudaMemcpy(h, in, N * 4 + 4, cudaMemcpyDeviceToHost));
}
MISTAKE(copy_the_wrong_way) {
    int h[64] = {};
    OK(cudaMemcpy(numbers, h, sizeof h, cudaMemcpyDeviceToHost));
}
MISTAKE(clear_past_the_end) { OK(cudaMemset(in, 0, N * 4 + 1)); }
MISTAKE(freed_twice) {
    int *p;
    OK(cudaMalloc(&p, 64));
    OK(cudaFree(p));
    OK(cudaFree(p));
}
MISTAKE(freed_inside) { OK(cudaFree(numbers + 4)); }
MISTAKE(freed_host_memory) {
    int h[4];
    OK(cudaFree(h));
}
MISTAKE(block_too_large) { ones<<<1, 2048>>>(numbers); }
MISTAKE(block_too_deep) { ones<<<1, dim3(1, 1, 128)>>>(numbers); }
MISTAKE(no_blocks) { ones<<<0, 32>>>(numbers); }
MISTAKE(grid_too_high) { ones<<<dim3(1, 70000), 32>>>(numbers); }
MISTAKE(too_much_shared_memory) { reverse_dynamic<<<1, 32, 100000>>>(out); }
MISTAKE(never_freed) {
    int *p;
    OK(cudaMalloc(&p, 1234));
    OK(cudaMemset(p, 0, 1234));
}
MISTAKE(events_never_recorded) {
    cudaEvent_t a, b;
    float ms;
    OK(cudaEventCreate(&a));
    OK(cudaEventCreate(&b));
    OK(cudaEventElapsedTime(&ms, a, b));
    OK(cudaEventDestroy(a));
    OK(cudaEventDestroy(b));
}

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

int main(int argc, char **argv) {
    if (argc < 2) {
        for (Mistake *m = mistakes; m; m = m->next) puts(m->name);
        return 0;
    }
    Mistake *mistake = mistakes;
    while (mistake && strcmp(mistake->name, argv[1])) mistake = mistake->next;
    if (!mistake) {
        fprintf(stderr, "mistakes: no mistake is called %s\n", argv[1]);
        return 2;
    }
    int first[64];
    for (int i = 0; i < 64; i++) first[i] = i * 7;
    OK(cudaMalloc(&in, N * 4));
    OK(cudaMalloc(&out, N * 4));
    OK(cudaMalloc(&numbers, N * 4));
    OK(cudaMalloc(&results, N * 4));
    OK(cudaMalloc(&square, 32 * 32 * 4));
    for (void *p : {(void *)in, (void *)out, (void *)numbers, (void *)results}) OK(cudaMemset(p, 0, N * 4));
    OK(cudaMemset(square, 0, 32 * 32 * 4));
    OK(cudaMemcpy(numbers, first, sizeof first, cudaMemcpyHostToDevice));
    mistake->run();
    OK(cudaGetLastError());
    OK(cudaDeviceSynchronize());
    printf("end %s\n", cudaGetErrorName(cudaMemcpy(first, results, sizeof first, cudaMemcpyDeviceToHost)));
    for (void *p : {(void *)in, (void *)out, (void *)numbers, (void *)results, (void *)square}) cudaFree(p);
    cudaDeviceReset();
    return 0;
}
