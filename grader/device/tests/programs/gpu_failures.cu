// gpu_failures.cu - what goes wrong on an H200 (driver 580.159.04, CUDA 13.0), one by name: `gpu_failures NAME` prints the
// error that a program is told. test_gpu_failures.c has what the report says.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

enum { COUNT = 1 << 16 };

__global__ void store_at(float *p, int distance) { p[(int)threadIdx.x + distance] = 1; }
__global__ void store_through(float **p) { (*p)[threadIdx.x] = 1; }

// `gone` lies two slots of a MiB before `p`: a slot of its own, and one that stays empty after it.
static cudaError_t negative_index() {
    float *gone, *p;
    cudaMalloc(&gone, COUNT * sizeof(float));
    cudaMalloc(&p, COUNT * sizeof(float));
    cudaFree(gone);
    store_at<<<1, 32>>>(p, -(2 << 20) / (int)sizeof(float));
    return cudaDeviceSynchronize();
}

static cudaError_t stale_pointer() {
    float *gone, *p;
    cudaMalloc(&gone, COUNT * sizeof(float));
    cudaMalloc(&p, COUNT * sizeof(float));
    cudaFree(gone);
    store_at<<<1, 32>>>(gone, 0);
    return cudaDeviceSynchronize();
}

static cudaError_t stale_pointer_in_memory() {
    float *gone, **p;
    cudaMalloc(&gone, COUNT * sizeof(float));
    cudaMalloc(&p, sizeof *p);
    cudaMemcpy(p, &gone, sizeof gone, cudaMemcpyHostToDevice);
    cudaFree(gone);
    store_through<<<1, 32>>>(p);
    return cudaDeviceSynchronize();
}

__global__ void sync_grid(int *a) {
    if (threadIdx.x == 0) a[blockIdx.x] = 1;
    cooperative_groups::this_grid().sync();
}

static cudaError_t grid_sync() {
    int *a;
    cudaMalloc(&a, 64 * sizeof *a);
    sync_grid<<<64, 64>>>(a);
    return cudaDeviceSynchronize();
}

// Both barriers are in one line of the source, so that lines do not tell them apart.
#define STORE_AND_SYNC(condition, one, other)                                    \
    if (condition) { s[t] = one; __syncthreads(); } else { s[t] = other; __syncthreads(); }
__global__ void barriers_of_lanes(int *a) {
    __shared__ int s[64];
    int t = threadIdx.x;
    STORE_AND_SYNC(t % 2 == 0, t, 2 * t)
    a[t] = s[63 - t];
}
__global__ void barriers_of_warps(int *a) {
    __shared__ int s[64];
    int t = threadIdx.x;
    STORE_AND_SYNC(t < 32, t, 2 * t)
    a[t] = s[63 - t];
}

static cudaError_t run_on_64(void (*kernel)(int *)) {
    int *a;
    cudaMalloc(&a, 64 * sizeof *a);
    kernel<<<1, 64>>>(a);
    cudaError_t error = cudaDeviceSynchronize();
    cudaFree(a);
    return error;
}
static cudaError_t two_barriers_in_a_warp() { return run_on_64(barriers_of_lanes); }
static cudaError_t two_barriers_in_a_block() { return run_on_64(barriers_of_warps); }

__global__ void shuffle_in_half(int *o) {
    int v = threadIdx.x;
    if (threadIdx.x < 16)
        for (int d = 1; d <= 8; d *= 2) v += __shfl_down_sync(0xffffffffu, v, d);
    __syncthreads();
    o[threadIdx.x] = v;
}
static cudaError_t shuffle_beside_a_barrier() {
    int *o;
    cudaMalloc(&o, 32 * sizeof *o);
    shuffle_in_half<<<1, 32>>>(o);
    return cudaDeviceSynchronize();
}

__global__ void take(int *nulls) {
    char *p = (char *)malloc(1 << 16);
    if (p) p[0] = 1;
    else atomicAdd(nulls, 1);
}
static int count_nulls() {
    int *n, nulls;
    cudaMalloc(&n, sizeof *n);
    cudaMemset(n, 0, sizeof *n);
    take<<<400, 1>>>(n);
    cudaMemcpy(&nulls, n, sizeof nulls, cudaMemcpyDeviceToHost);
    cudaFree(n);
    return nulls;
}
// 8 MiB are the default: at most 128 pieces of 64 KiB.
static cudaError_t heap_is_full() {
    int nulls = count_nulls();
    return nulls >= 400 - 128 && nulls < 400 ? cudaSuccess : cudaErrorUnknown;
}
static cudaError_t heap_is_large() {
    cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20);
    return count_nulls() == 0 ? cudaSuccess : cudaErrorUnknown;
}
static cudaError_t heap_limit_afterwards() {
    count_nulls();
    return cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20);
}

int main(int count, char **names) {
    static const struct {
        const char *name;
        cudaError_t (*run)();
    } ALL[] = {{"negative_index", negative_index},
               {"stale_pointer", stale_pointer},
               {"stale_pointer_in_memory", stale_pointer_in_memory},
               {"grid_sync", grid_sync},
               {"two_barriers_in_a_warp", two_barriers_in_a_warp},
               {"two_barriers_in_a_block", two_barriers_in_a_block},
               {"shuffle_beside_a_barrier", shuffle_beside_a_barrier},
               {"heap_is_full", heap_is_full},
               {"heap_is_large", heap_is_large},
               {"heap_limit_afterwards", heap_limit_afterwards}};
    for (const auto &one : ALL)
        if (count > 1 && !strcmp(names[1], one.name)) return printf("%s\n", cudaGetErrorName(one.run())), 0;
    return 2;
}
