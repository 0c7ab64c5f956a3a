// clusters.cu - blocks of a cluster: who they are, barriers, and each other's shared memory.
#include "../../../../tests/programs/claims.cuh"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// ---- who is who -----------------------------------------------------------------------------------------------------

__global__ void positions(unsigned *out) {
    cg::cluster_group cluster = cg::this_cluster();
    unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
    dim3 at = cluster.block_index(), size = cluster.dim_blocks();
    unsigned word[6] = {cluster.block_rank(), cluster.num_blocks(), at.x, at.y, size.x, size.y};
    for (int n = 0; n < 6; n++) out[6 * block + n] = word[n];
}

template <typename... Parameters, typename... Arguments>
static cudaError_t launch(void (*kernel)(Parameters...), dim3 grid, dim3 block, size_t shared, dim3 cluster, Arguments... arguments) {
    cudaLaunchAttribute attribute;
    cudaLaunchConfig_t config = {};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = cluster.x, attribute.val.clusterDim.y = cluster.y, attribute.val.clusterDim.z = cluster.z;
    config.gridDim = grid, config.blockDim = block, config.dynamicSmemBytes = shared;
    config.attrs = &attribute, config.numAttrs = 1;
    return cudaLaunchKernelEx(&config, kernel, arguments...);
}

static void say_positions() {
    Array<unsigned> out(6 * 8);
    MUST(launch(positions, dim3(4, 2), dim3(1), 0, dim3(2, 2), out.device));
    FINISH();
    out.read();
    bool right = true;
    for (unsigned y = 0; y < 2; y++)
        for (unsigned x = 0; x < 4; x++) {
            const unsigned wanted[6] = {y * 2 + x % 2, 4, x % 2, y, 2, 2};
            for (int n = 0; n < 6; n++) right &= out[6 * (y * 4 + x) + n] == wanted[n];
        }
    claim("blocks_know_their_place_in_a_cluster", right);
}

// ---- histogram spread over the cluster's shared memory ---------------------------------------------------------------

__global__ void histogram(unsigned *bins, unsigned bin_count, const unsigned char *in, unsigned count) {
    extern __shared__ unsigned part[];
    cg::cluster_group cluster = cg::this_cluster();
    unsigned each = bin_count / cluster.num_blocks();
    for (unsigned n = threadIdx.x; n < each; n += blockDim.x) part[n] = 0;
    cluster.sync();
    for (unsigned n = blockIdx.x * blockDim.x + threadIdx.x; n < count; n += gridDim.x * blockDim.x)
        atomicAdd(cluster.map_shared_rank(part, in[n] / each) + in[n] % each, 1u);
    cluster.sync();
    for (unsigned n = threadIdx.x; n < each; n += blockDim.x) atomicAdd(&bins[cluster.block_rank() * each + n], part[n]);
}

static void say_histogram() {
    const unsigned count = 5000;
    Array<unsigned> bins(256);
    Array<unsigned char> in(count);
    unsigned wanted[256] = {};
    for (unsigned n = 0; n < count; n++) in[n] = (unsigned char)(n * n >> 3), wanted[in[n]]++;
    in.write();
    MUST(launch(histogram, dim3(8), dim3(96), 256 / 8 * 4, dim3(8), bins.device, 256u, in.device, count));
    FINISH();
    bins.read();
    claim("atomics_reach_shared_memory_of_other_blocks", !memcmp(bins.host, wanted, sizeof wanted));
}

// ---- pointers --------------------------------------------------------------------------------------------------------

// A block hands the address of its own memory to the next one, which reads through it.
__global__ void __cluster_dims__(4, 1, 1) pass_pointers(int *out) {
    __shared__ int value;
    __shared__ int *given;
    cg::cluster_group cluster = cg::this_cluster();
    unsigned rank = cluster.block_rank(), next = (rank + 1) % 4;
    if (threadIdx.x == 0) value = 100 + (int)rank;
    cluster.sync();
    if (threadIdx.x == 0) *cluster.map_shared_rank(&given, next) = &value;
    cluster.sync();
    if (threadIdx.x == 0) {
        out[3 * rank] = *given;
        out[3 * rank + 1] = (int)cluster.query_shared_rank(given);
        out[3 * rank + 2] = cluster.map_shared_rank(&value, rank) == &value && __isShared(&value);
    }
    cluster.sync();
}

static void say_pointers() {
    Array<int> out(12);
    pass_pointers<<<4, 32>>>(out.device);
    FINISH();
    out.read();
    bool values = true, ranks = true, same = true;
    for (int rank = 0; rank < 4; rank++) {
        int before = (rank + 3) % 4;
        values &= out[3 * rank] == 100 + before, ranks &= out[3 * rank + 1] == before, same &= out[3 * rank + 2] == 1;
    }
    claim("a_block_reads_through_another_ones_pointer", values);
    claim("a_pointer_tells_whose_memory_it_is", ranks);
    claim("a_blocks_own_memory_has_one_address", same);
}

// ---- barriers --------------------------------------------------------------------------------------------------------

// Between arriving and waiting a block may do what others do not see.
__global__ void __cluster_dims__(2, 1, 1) split_barrier(int *out) {
    __shared__ int mine[64], other[64];
    cg::cluster_group cluster = cg::this_cluster();
    mine[threadIdx.x] = (int)(1000 * cluster.block_rank() + threadIdx.x);
    auto token = cluster.barrier_arrive();
    other[threadIdx.x] = (int)threadIdx.x;
    cluster.barrier_wait(std::move(token));
    other[threadIdx.x] += cluster.map_shared_rank(mine, cluster.block_rank() ^ 1)[63 - threadIdx.x];
    cluster.sync();
    out[blockIdx.x * 64 + threadIdx.x] = other[threadIdx.x];
}

// Threads that have returned do not count.
__global__ void __cluster_dims__(2, 1, 1) some_return(int *out) {
    cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x >= 40) return;
    asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
    out[blockIdx.x * 64 + threadIdx.x] = (int)cluster.block_rank() + 1;
}

__global__ void alone(int *out) {
    cg::cluster_group cluster = cg::this_cluster();
    __shared__ int word;
    if (threadIdx.x == 0) word = 5;
    cluster.sync();
    out[threadIdx.x] = *cluster.map_shared_rank(&word, 0) + (int)cluster.num_blocks();
}

static void say_barriers() {
    Array<int> out(128);
    split_barrier<<<2, 64>>>(out.device);
    FINISH();
    out.read();
    bool right = true;
    for (int block = 0; block < 2; block++)
        for (int t = 0; t < 64; t++) right &= out[block * 64 + t] == t + 1000 * (1 - block) + 63 - t;
    claim("arriving_and_waiting_are_two_steps", right);
    MUST(cudaMemset(out.device, 0, 512));
    some_return<<<2, 64>>>(out.device);
    FINISH();
    out.read();
    right = true;
    for (int n = 0; n < 128; n++) right &= out[n] == (n % 64 < 40 ? n / 64 + 1 : 0);
    claim("returned_threads_are_not_waited_for", right);
    alone<<<3, 32>>>(out.device);
    FINISH();
    out.read();
    claim("a_block_without_cluster_is_one_of_its_own", out[0] == 6 && out[31] == 6);
}

// ---- copies and barrier objects --------------------------------------------------------------------------------------

__device__ uint32_t shared_address(const void *pointer) { return (uint32_t)__cvta_generic_to_shared(pointer); }
__device__ uint32_t mapped(uint32_t address, unsigned rank) {
    uint32_t result;
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(result) : "r"(address), "r"(rank));
    return result;
}
__device__ void wait_for(uint32_t barrier, unsigned parity) {
    asm volatile("{.reg .pred p; again: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], %1; @!p bra again;}"
                 :: "r"(barrier), "r"(parity) : "memory");
}

// Block 0 sends its row to block 1 by a bulk copy, by asynchronous stores, and counts there.
__global__ void __cluster_dims__(2, 1, 1) send(unsigned *out) {
    __shared__ __align__(16) unsigned row[32], copied[32], stored[32], sums[4];
    __shared__ __align__(8) unsigned long long barrier;
    unsigned t = threadIdx.x, rank = cg::this_cluster().block_rank(), expected = 128 + 128 + 4 * 32;
    uint32_t there = mapped(shared_address(&barrier), 1);
    row[t] = 7 * t + rank;
    if (t < 4) sums[t] = 0;
    if (t == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1; fence.mbarrier_init.release.cluster;" :: "r"(shared_address(&barrier)) : "memory");
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" :: "r"(shared_address(&barrier)), "r"(expected) : "memory");
    }
    cg::this_cluster().sync();
    if (rank == 0) {
        if (t == 0)
            asm volatile("fence.proxy.async.shared::cta; cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], 128, [%2];"
                         :: "r"(mapped(shared_address(copied), 1)), "r"(shared_address(row)), "r"(there) : "memory");
        asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];"
                     :: "r"(mapped(shared_address(&stored[t]), 1)), "r"(row[t] + 1), "r"(there) : "memory");
        asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0], %1, [%2];"
                     :: "r"(mapped(shared_address(&sums[t % 4]), 1)), "r"(t), "r"(there) : "memory");
    } else {
        wait_for(shared_address(&barrier), 0);
        out[t] = copied[t], out[32 + t] = stored[t];
        if (t < 4) out[64 + t] = sums[t];
    }
    cg::this_cluster().sync();
}

// Each thread of block 0 stores to block 1 and arrives there; nobody else orders the two.
__global__ void __cluster_dims__(2, 1, 1) arrive_there(unsigned *out) {
    __shared__ unsigned given[32];
    __shared__ __align__(8) unsigned long long barrier;
    unsigned t = threadIdx.x, rank = cg::this_cluster().block_rank();
    if (t == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 32; fence.mbarrier_init.release.cluster;" :: "r"(shared_address(&barrier)) : "memory");
    cg::this_cluster().sync();
    if (rank == 0) {
        asm volatile("st.shared::cluster.u32 [%0], %1;" :: "r"(mapped(shared_address(&given[t]), 1)), "r"(5 * t) : "memory");
        asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" :: "r"(mapped(shared_address(&barrier), 1)) : "memory");
    } else {
        wait_for(shared_address(&barrier), 0);
        out[t] = given[31 - t];
    }
    cg::this_cluster().sync();
}

// One block loads a row for both.
__global__ void __cluster_dims__(2, 1, 1) multicast(const unsigned *in, unsigned *out) {
    __shared__ __align__(16) unsigned row[64];
    __shared__ __align__(8) unsigned long long barrier;
    unsigned rank = cg::this_cluster().block_rank();
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1; fence.mbarrier_init.release.cluster;" :: "r"(shared_address(&barrier)) : "memory");
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 256;" :: "r"(shared_address(&barrier)) : "memory");
    }
    cg::this_cluster().sync();
    if (threadIdx.x == 0 && rank == 1)
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], 256, [%2], %3;"
                     :: "r"(shared_address(row)), "l"(in), "r"(shared_address(&barrier)), "h"((unsigned short)3) : "memory");
    wait_for(shared_address(&barrier), 0);
    out[rank * 64 + threadIdx.x] = row[threadIdx.x];
    cg::this_cluster().sync();
}

static void say_copies() {
    Array<unsigned> in(64), out(128);
    send<<<2, 32>>>(out.device);
    FINISH();
    out.read();
    bool copied = true, stored = true;
    for (unsigned t = 0; t < 32; t++) copied &= out[t] == 7 * t, stored &= out[32 + t] == 7 * t + 1;
    claim("a_bulk_copy_goes_to_another_block", copied);
    claim("asynchronous_stores_complete_another_blocks_barrier", stored);
    claim("asynchronous_reductions_add_up", out[64] == 112 && out[65] == 120 && out[66] == 128 && out[67] == 136);
    arrive_there<<<2, 32>>>(out.device);
    FINISH();
    out.read();
    claim("threads_arrive_at_another_blocks_barrier", out[0] == 155 && out[31] == 0);
    for (unsigned n = 0; n < 64; n++) in[n] = 3 * n + 1;
    in.write();
    multicast<<<2, 64>>>(in.device, out.device);
    FINISH();
    out.read();
    bool both = true;
    for (unsigned n = 0; n < 128; n++) both &= out[n] == 3 * (n % 64) + 1;
    claim("one_copy_arrives_in_every_block", both);
}

// ---- launches --------------------------------------------------------------------------------------------------------

static void say_launches() {
    Array<unsigned> out(6 * 64);
    MUST(cudaFuncSetAttribute(positions, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    claim("sixteen_blocks_must_be_allowed", launch(positions, dim3(16), dim3(1), 0, dim3(16), out.device) == cudaSuccess);
    FINISH();
    int there = 0;
    MUST(cudaDeviceGetAttribute(&there, cudaDevAttrClusterLaunch, 0));
    claim("the_gpu_has_clusters", there == 1);
}

int main() {
    say_positions();
    say_histogram();
    say_pointers();
    say_barriers();
    say_copies();
    say_launches();
    return claims_end();
}
