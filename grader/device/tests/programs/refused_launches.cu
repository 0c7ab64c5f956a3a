// refused_launches.cu - launches that a GPU refuses, each in a line of its own; test_refused_launches.c has what each is
// told, in this order. Prints the error that each returns.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>

__global__ void plain(int *a) {
    if (a) a[threadIdx.x] = 1;
}
__global__ void __launch_bounds__(128) bounded(int *a) { a[threadIdx.x] = 1; }
__global__ void __cluster_dims__(2) paired(int *a) { a[threadIdx.x] = 1; }
__global__ void synced(int *a) {
    cooperative_groups::this_grid().sync();
    a[threadIdx.x] = 1;
}
__global__ void declares(int *a) {
    extern __shared__ int more[];
    __shared__ int s[10000];
    s[threadIdx.x] = more[0] = 1;
    a[threadIdx.x] = s[threadIdx.x ^ 1];
}
__global__ void takes(int *a) {
    extern __shared__ int more[];
    a[threadIdx.x] = more[threadIdx.x] = 1;
}
// All 96 values are in registers at once.
__global__ void hungry(const float *from, float *to) {
    float v[96], sum = 0;
#pragma unroll
    for (int k = 0; k < 96; k++) v[k] = from[k * 1024 + threadIdx.x];
#pragma unroll
    for (int r = 0; r < 3; r++)
#pragma unroll
        for (int k = 0; k < 96; k++) v[k] = v[k] * v[(k * 11 + 7) % 96] + 1.0f;
#pragma unroll
    for (int k = 0; k < 96; k++) sum += v[k] * (k + 1);
    to[threadIdx.x] = sum;
}

static int *a;

static void say() { printf("%s\n", cudaGetErrorName(cudaGetLastError())); }

static void in_clusters(void (*kernel)(int *), unsigned blocks, unsigned cluster, int large) {
    cudaLaunchAttribute size[1] = {};
    size[0].id = cudaLaunchAttributeClusterDimension;
    size[0].val.clusterDim = {cluster, 1, 1};
    cudaLaunchConfig_t config = {};
    config.gridDim = blocks;
    config.blockDim = 32;
    config.attrs = size;
    config.numAttrs = 1;
    if (large) cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    cudaLaunchKernelEx(&config, kernel, a);
}

static void together(unsigned blocks, unsigned threads) {
    void *arguments[] = {&a};
    cudaLaunchCooperativeKernel((void *)synced, blocks, threads, arguments);
}

int main() {
    float *f;
    cudaMalloc(&a, 4096);
    cudaMalloc(&f, 96 * 4096);
    cudaFuncSetAttribute(declares, cudaFuncAttributeMaxDynamicSharedMemorySize, 150000);
    plain<<<1, 2048>>>(a), say();
    plain<<<1, dim3(32, 33)>>>(a), say();
    plain<<<1, dim3(1, 1, 128)>>>(a), say();
    plain<<<1, dim3(16, 8, 65)>>>(a), say();
    plain<<<1, 0>>>(a), say();
    plain<<<1, dim3(32, 0)>>>(a), say();
    plain<<<0, 32>>>(a), say();
    plain<<<dim3(4, 0), 32>>>(a), say();
    plain<<<dim3(1, 65536), 32>>>(a), say();
    plain<<<dim3(1, 1, 65536), 32>>>(a), say();
    plain<<<dim3(1, 65536, 65536), 32>>>(a), say();
    plain<<<3000000000u, 32>>>(a), say();
    bounded<<<1, 256>>>(a), say();
    hungry<<<1, 1024>>>(f, f), say();
    takes<<<1, 32, 60000>>>(a), say();
    takes<<<1, 32, 300000>>>(a), say();
    declares<<<1, 32, 200000>>>(a), say();
    together(5600, 256), say();
    together(300, 1024), say();
    in_clusters(plain, 3, 2, 0), say();
    in_clusters(plain, 16, 16, 0), say();
    in_clusters(plain, 32, 32, 1), say();
    in_clusters(paired, 8, 4, 0), say();
    paired<<<3, 32>>>(a), say();
    cudaFree(a);
    cudaFree(f);
}
