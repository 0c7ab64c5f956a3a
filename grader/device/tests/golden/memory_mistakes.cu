// memory_mistakes.cu - addresses, pointers, memory that nothing has written, and calls that fail.
#include "mistakes.cuh"

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
