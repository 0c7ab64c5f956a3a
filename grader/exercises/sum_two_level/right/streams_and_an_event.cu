// streams_and_an_event.cu - The two kernels run in two streams; an event orders them. Tiles of cooperative groups add;
// double2 loads.
//
//= student: Ada Lovelace
//= sums_of_blocks: 1355
//= sums_of_thread_0: 6
//= sectors_of_doubles: 960
#include "workbook.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

constexpr int THREADS = 256, EACH = 8;
__device__ double sums[1 << 16]; // of at most 2^31 elements, 2^15 a block

__device__ double block_sum(double value) {
    __shared__ double of_tiles[THREADS / 32];
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<32>(block);
    value = cg::reduce(tile, value, cg::plus<double>());
    if (tile.thread_rank() == 0) of_tiles[tile.meta_group_rank()] = value;
    block.sync();
    double sum = 0;
    if (block.thread_rank() == 0)
        for (double each : of_tiles) sum += each;
    return sum;
}

__global__ void add_parts(const double *in, int count, int blocks_doubles) {
    const double2 *twos = reinterpret_cast<const double2 *>(in);
    int begin = blockIdx.x * (blocks_doubles / 2), end = min(begin + blocks_doubles / 2, count / 2);
    double sum = 0;
    for (int i = begin + threadIdx.x; i < end; i += THREADS) sum += twos[i].x + twos[i].y;
    if (blockIdx.x == 0 && threadIdx.x == 0 && count % 2) sum += in[count - 1];
    sum = block_sum(sum);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

__global__ void add_sums(int blocks, double *out) {
    double sum = 0;
    for (int b = threadIdx.x; b < blocks; b += THREADS) sum += sums[b];
    sum = block_sum(sum);
    if (threadIdx.x == 0) *out = sum;
}

void sum_doubles(const double *in, double *out, int count) {
    cudaStream_t first, second;
    cudaEvent_t done;
    CHECK(cudaStreamCreate(&first));
    CHECK(cudaStreamCreate(&second));
    CHECK(cudaEventCreateWithFlags(&done, cudaEventDisableTiming));
    int each = max(2 * THREADS * EACH, ceil_div(count, 1 << 16) + 1 & ~1), blocks = ceil_div(count, each);
    add_parts<<<blocks, THREADS, 0, first>>>(in, count, each);
    CHECK(cudaEventRecord(done, first));
    CHECK(cudaStreamWaitEvent(second, done, 0));
    add_sums<<<1, THREADS, 0, second>>>(blocks, out);
    CHECK(cudaGetLastError());
    CHECK(cudaStreamSynchronize(second));
    CHECK(cudaEventDestroy(done));
    CHECK(cudaStreamDestroy(first));
    CHECK(cudaStreamDestroy(second));
}
