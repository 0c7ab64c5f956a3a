// cooperative_groups.cuh - groups of threads: block, tiles of a warp, grid, cluster.
// The blocks of a grid meet at a word of memory that the launch provides: each adds 1, and the first what is missing to
// 2^31, so that the top bit changes when all have come.
__device__ inline void __grid_sync() {
    unsigned low, high, before, now;
    asm volatile("mov.u32 %0, %%envreg2;" : "=r"(low));
    asm volatile("mov.u32 %0, %%envreg1;" : "=r"(high));
    unsigned *word = reinterpret_cast<unsigned *>(static_cast<unsigned long long>(high) << 32 | low);
    if (!word) asm volatile("trap;");
    asm volatile("barrier.sync 0;" ::: "memory");
    if (threadIdx.x + threadIdx.y + threadIdx.z == 0) {
        unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
        unsigned add = blockIdx.x + blockIdx.y + blockIdx.z == 0 ? 0x80000000u - (blocks - 1) : 1;
        asm volatile("atom.add.release.gpu.u32 %0, [%1], %2;" : "=r"(before) : "l"(word + 1), "r"(add) : "memory");
        do asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(now) : "l"(word + 1) : "memory");
        while (!((now ^ before) & 0x80000000u));
    }
    asm volatile("barrier.sync 0;" ::: "memory");
}
__device__ inline void __cluster_arrive() { asm volatile("barrier.cluster.arrive;" ::: "memory"); }
__device__ inline void __cluster_wait() { asm volatile("barrier.cluster.wait;" ::: "memory"); }
__device__ inline void __cluster_sync() {
    __cluster_arrive();
    __cluster_wait();
}
__device__ inline unsigned __cluster_rank() {
    unsigned rank;
    asm volatile("mov.b32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}
__device__ inline unsigned __cluster_size() {
    unsigned size;
    asm volatile("mov.b32 %0, %%cluster_nctarank;" : "=r"(size));
    return size;
}
__device__ inline void *__cluster_map_shared(const void *address, unsigned rank) {
    void *mapped;
    asm volatile("mapa.u64 %0, %1, %2;" : "=l"(mapped) : "l"(address), "r"(rank));
    return mapped;
}

namespace cooperative_groups {
class thread_block {
  public:
    __device__ static void sync() { __syncthreads(); }
    __device__ static unsigned thread_rank() {
        return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    }
    __device__ static unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
    __device__ static unsigned num_threads() { return blockDim.x * blockDim.y * blockDim.z; }
    __device__ static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    __device__ static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    __device__ static dim3 group_dim() { return blockDim; }
    __device__ static dim3 dim_threads() { return blockDim; }
};
__device__ inline thread_block this_thread_block() { return thread_block(); }

class grid_group {
  public:
    __device__ static void sync() { __grid_sync(); }
    __device__ static bool is_valid() { return true; }
    __device__ static unsigned long long size() {
        return static_cast<unsigned long long>(gridDim.z) * gridDim.y * gridDim.x * (blockDim.z * blockDim.y * blockDim.x);
    }
    __device__ static unsigned long long num_threads() { return size(); }
    __device__ static unsigned long long num_blocks() { return static_cast<unsigned long long>(gridDim.z) * gridDim.y * gridDim.x; }
    __device__ static unsigned long long block_rank() {
        return (static_cast<unsigned long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    }
    __device__ static unsigned long long thread_rank() {
        return block_rank() * (blockDim.x * blockDim.y * blockDim.z) + thread_block::thread_rank();
    }
    __device__ static dim3 group_dim() { return gridDim; }
    __device__ static dim3 dim_threads() { return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z); }
    __device__ static dim3 dim_blocks() { return gridDim; }
    __device__ static dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
};
__device__ inline grid_group this_grid() { return grid_group(); }

class cluster_group {
  public:
    __device__ static void sync() { __cluster_sync(); }
    __device__ static void barrier_arrive() { __cluster_arrive(); }
    __device__ static void barrier_wait() { __cluster_wait(); }
    __device__ static unsigned block_rank() { return __cluster_rank(); }
    __device__ static unsigned num_blocks() { return __cluster_size(); }
    __device__ static unsigned thread_rank() { return __cluster_rank() * thread_block::size() + thread_block::thread_rank(); }
    __device__ static unsigned num_threads() { return __cluster_size() * thread_block::size(); }
    __device__ static unsigned size() { return num_threads(); }
    template <typename T> __device__ static T *map_shared_rank(T *address, unsigned rank) {
        return static_cast<T *>(__cluster_map_shared(address, rank));
    }
};
__device__ inline cluster_group this_cluster() { return cluster_group(); }

template <unsigned N, typename Parent = void> class thread_block_tile {
  public:
    __device__ thread_block_tile() {}
    template <typename P> __device__ thread_block_tile(const thread_block_tile<N, P> &) {}
    __device__ static unsigned thread_rank() { return thread_block::thread_rank() & (N - 1); }
    __device__ static constexpr unsigned size() { return N; }
    __device__ static constexpr unsigned num_threads() { return N; }
    __device__ static unsigned meta_group_rank() { return thread_block::thread_rank() / N; }
    __device__ static unsigned meta_group_size() { return (thread_block::size() + N - 1) / N; }
    __device__ static unsigned mask() {
        return N == 32 ? 0xffffffffu : ((1u << (N & 31)) - 1) << (__lane() & ~(N - 1));
    }
    __device__ static void sync() { __syncwarp(mask()); }
    template <typename T> __device__ static T shfl(T value, int lane) { return __shfl_sync(mask(), value, lane, N); }
    template <typename T> __device__ static T shfl_down(T value, unsigned distance) { return __shfl_down_sync(mask(), value, distance, N); }
    template <typename T> __device__ static T shfl_up(T value, unsigned distance) { return __shfl_up_sync(mask(), value, distance, N); }
    template <typename T> __device__ static T shfl_xor(T value, unsigned lanes) { return __shfl_xor_sync(mask(), value, lanes, N); }
    __device__ static int any(int predicate) { return __any_sync(mask(), predicate); }
    __device__ static int all(int predicate) { return __all_sync(mask(), predicate); }
    __device__ static unsigned ballot(int predicate) {
        return __ballot_sync(mask(), predicate) >> (N == 32 ? 0 : __lane() & ~(N - 1));
    }
};
template <unsigned N, typename Parent> __device__ thread_block_tile<N, Parent> tiled_partition(const Parent &) {
    return thread_block_tile<N, Parent>();
}
template <typename Group> __device__ void sync(const Group &group) { group.sync(); }
} // namespace cooperative_groups
