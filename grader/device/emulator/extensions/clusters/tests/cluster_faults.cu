// cluster_faults.cu - what is wrong with clusters of blocks, one a case: run as cluster_faults CASE.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) race(int *out) {
    __shared__ int v[32];
    v[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = cg::this_cluster().map_shared_rank(v, 1 - cg::this_cluster().block_rank())[threadIdx.x];
    cg::this_cluster().sync();
}

__global__ void __cluster_dims__(2, 1, 1) ended(int *out) {
    __shared__ int v[32];
    v[threadIdx.x] = threadIdx.x;
    cg::this_cluster().sync();
    if (cg::this_cluster().block_rank() == 0) return;
    __syncthreads();
    out[threadIdx.x] = cg::this_cluster().map_shared_rank(v, 0)[threadIdx.x];
}

// As before, but it happens that the other block is still there.
__global__ void __cluster_dims__(2, 1, 1) may_end(int *out) {
    __shared__ int v[32];
    v[threadIdx.x] = threadIdx.x;
    cg::this_cluster().sync();
    if (cg::this_cluster().block_rank() == 1) return;
    out[threadIdx.x] = cg::this_cluster().map_shared_rank(v, 1)[threadIdx.x];
}

// What is stored to a block that has ended is lost.
__global__ void __cluster_dims__(2, 1, 1) stores(int *out) {
    __shared__ int v[32];
    v[threadIdx.x] = threadIdx.x;
    volatile int *other = cg::this_cluster().map_shared_rank(v, 1);
    cg::this_cluster().sync();
    if (cg::this_cluster().block_rank() == 1) return;
    for (long long start = clock64(); clock64() - start < 1000000;) {}
    other[threadIdx.x] = 1;
}

__global__ void __cluster_dims__(2, 1, 1) outside(int *out) {
    __shared__ int v[32];
    v[threadIdx.x] = threadIdx.x;
    cg::this_cluster().sync();
    out[threadIdx.x] = cg::this_cluster().map_shared_rank(v, 1 - cg::this_cluster().block_rank())[threadIdx.x + 1];
    cg::this_cluster().sync();
}

__global__ void __cluster_dims__(2, 1, 1) unwritten(int *out) {
    __shared__ int v[32];
    if (cg::this_cluster().block_rank() == 0) v[threadIdx.x] = 1;
    cg::this_cluster().sync();
    out[threadIdx.x] = cg::this_cluster().map_shared_rank(v, 1)[threadIdx.x];
    cg::this_cluster().sync();
}

__global__ void __cluster_dims__(2, 1, 1) deadlock(int *out) {
    if (cg::this_cluster().block_rank() == 0) cg::this_cluster().sync();
    else while (atomicAdd(out, 0) == 0 && threadIdx.x < 16) asm volatile("bar.sync 1, 64;");
    cg::this_cluster().sync();
}

__global__ void __cluster_dims__(2, 1, 1) twice(int *) {
    asm volatile("barrier.cluster.arrive; barrier.cluster.arrive;");
    asm volatile("barrier.cluster.wait;");
}

__global__ void no_such_block(int *out) {
    __shared__ int v[32];
    v[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = cg::this_cluster().map_shared_rank(v, 3)[threadIdx.x];
}

static cudaError_t launch(void (*kernel)(int *), int blocks, int cluster, int *out) {
    cudaLaunchAttribute attribute;
    cudaLaunchConfig_t config = {};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = cluster, attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
    config.gridDim = blocks, config.blockDim = 32, config.attrs = &attribute, config.numAttrs = 1;
    return cudaLaunchKernelEx(&config, kernel, out);
}

int main(int count, char **arguments) {
    const char *what = count > 1 ? arguments[1] : "";
    static const struct {
        const char *name;
        void (*kernel)(int *);
        int blocks, cluster;
    } CASES[] = {{"race", race, 2, 2},           {"ended", ended, 2, 2},       {"may_end", may_end, 2, 2}, {"stores", stores, 2, 2},
                 {"outside", outside, 2, 2},     {"unwritten", unwritten, 2, 2}, {"deadlock", deadlock, 2, 2},
                 {"twice", twice, 2, 2},         {"nine_blocks", no_such_block, 9, 9},
                 {"half_a_cluster", no_such_block, 5, 2}, {"no_such_block", no_such_block, 2, 2}};
    int *out;
    cudaMalloc(&out, 128);
    cudaMemset(out, 0, 128);
    for (const auto &one : CASES) {
        if (strcmp(one.name, what)) continue;
        cudaError_t error = launch(one.kernel, one.blocks, one.cluster, out);
        printf("%s\n", cudaGetErrorName(error ? error : cudaDeviceSynchronize()));
    }
    cudaFree(out);
}
