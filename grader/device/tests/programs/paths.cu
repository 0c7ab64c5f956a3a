// paths.cu - every way to memory that is no load or store of global, shared or local memory, a known number of times.
#include "claims.cuh"
#include <cooperative_groups.h>
#include <cuda/barrier>

#pragma nv_diag_suppress static_var_with_dynamic_init // the barrier is initialised by hand

namespace cg = cooperative_groups;
enum { THREADS = 64, WARPS = THREADS / 32 };

// Two fetches of each warp; the second one by half of its lanes.
__global__ void fetch(cudaTextureObject_t texture, float *out) {
    float sum = tex1Dfetch<float>(texture, threadIdx.x);
    if (threadIdx.x % 2) sum += tex1Dfetch<float>(texture, 0);
    out[threadIdx.x] = sum;
}

// A load and a store of each warp.
__global__ void invert(cudaSurfaceObject_t surface) {
    float value = surf2Dread<float>(surface, threadIdx.x * 4, 0);
    surf2Dwrite(-value, surface, threadIdx.x * 4, 0);
}

// Of the two blocks each reads once with each warp what the other has, and its own.
__global__ void exchange(float *out) {
    __shared__ float mine[THREADS];
    cg::cluster_group cluster = cg::this_cluster();
    mine[threadIdx.x] = cluster.block_rank();
    cluster.sync();
    const float *other = cluster.map_shared_rank(mine, 1 - cluster.block_rank());
    out[blockIdx.x * THREADS + threadIdx.x] = other[threadIdx.x] + mine[threadIdx.x];
    cluster.sync();
}

// One thread begins three copies.
__global__ void copy_in_bulk(const float *in, float *out) {
    __shared__ alignas(16) float part[3][THREADS];
    __shared__ cuda::barrier<cuda::thread_scope_block> arrived;
    if (threadIdx.x == 0) init(&arrived, blockDim.x);
    __syncthreads();
    if (threadIdx.x == 0)
        for (int n = 0; n < 3; n++)
            cuda::memcpy_async(part[n], in + n * THREADS, cuda::aligned_size_t<16>(sizeof part[n]), arrived);
    arrived.arrive_and_wait();
    out[threadIdx.x] = part[0][threadIdx.x] + part[1][threadIdx.x] + part[2][threadIdx.x];
}

// 4 bytes of each thread, and an addition of 8 bytes by every second.
__global__ void store_and_add(float *where, unsigned long long *sum) {
    where[threadIdx.x] = threadIdx.x;
    if (threadIdx.x % 2) atomicAdd(sum, 1ull);
}

__managed__ unsigned long long in_a_variable;

static void use_texture(float *in, float *out) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = in;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = THREADS * sizeof(float);
    cudaTextureDesc description = {};
    cudaTextureObject_t texture;
    MUST(cudaCreateTextureObject(&texture, &resource, &description, NULL));
    fetch<<<1, THREADS>>>(texture, out);
    FINISH();
    MUST(cudaDestroyTextureObject(texture));
}

static void use_surface() {
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    float values[THREADS] = {};
    MUST(cudaMallocArray(&array, &format, THREADS, 1, cudaArraySurfaceLoadStore));
    MUST(cudaMemcpy2DToArray(array, 0, 0, values, sizeof values, sizeof values, 1, cudaMemcpyHostToDevice));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaSurfaceObject_t surface;
    MUST(cudaCreateSurfaceObject(&surface, &resource));
    invert<<<1, THREADS>>>(surface);
    FINISH();
    MUST(cudaDestroySurfaceObject(surface));
    MUST(cudaFreeArray(array));
}

static void use_cluster(float *out) {
    cudaLaunchAttribute attribute;
    cudaLaunchConfig_t config = {};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = 2, attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
    config.gridDim = 2, config.blockDim = THREADS;
    config.attrs = &attribute, config.numAttrs = 1;
    MUST(cudaLaunchKernelEx(&config, exchange, out));
    FINISH();
}

static void store_for_the_host() {
    float *pinned, *managed;
    unsigned long long *sum;
    MUST(cudaMallocHost(&pinned, THREADS * sizeof *pinned));
    MUST(cudaMallocManaged(&managed, THREADS * sizeof *managed));
    MUST(cudaMalloc(&sum, sizeof *sum));
    MUST(cudaMemset(sum, 0, sizeof *sum));
    store_and_add<<<1, THREADS>>>(pinned, sum);
    FINISH();
    unsigned long long *address;
    MUST(cudaGetSymbolAddress((void **)&address, in_a_variable));
    store_and_add<<<1, THREADS>>>(managed, address);
    FINISH();
    MUST(cudaFreeHost(pinned));
    MUST(cudaFree(managed));
    MUST(cudaFree(sum));
}

int main() {
    float *in, *out;
    MUST(cudaMalloc(&in, 3 * THREADS * sizeof *in));
    MUST(cudaMalloc(&out, 2 * THREADS * sizeof *out));
    MUST(cudaMemset(in, 0, 3 * THREADS * sizeof *in));
    MUST(cudaMemset2D(out, 32, 1, 16, 4));
    use_texture(in, out);
    use_surface();
    use_cluster(out);
    copy_in_bulk<<<1, THREADS>>>(in, out);
    FINISH();
    store_for_the_host();
    MUST(cudaFree(in));
    MUST(cudaFree(out));
    claim("all_ways_were_gone", true);
}
