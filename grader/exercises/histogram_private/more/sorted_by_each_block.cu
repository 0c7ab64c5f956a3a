// sorted_by_each_block.cu - each block sorts its bytes with CUB and searches where each value begins.
//
//= student: Ada Lovelace
//= requests_shared_by_all: 95
//= additions_merged: 6800
//= at_one_address: 1045
#include "workbook.h"
#include <cub/block/block_load.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_store.cuh>

constexpr int BINS = 256, THREADS = 128, EACH = 32, BYTES = THREADS * EACH;

// The block sorts its bytes; a bin's count is the distance between where it begins and where it ends.
__global__ void count_kernel(const unsigned char *in, unsigned *bins, int count) {
    using Sort = cub::BlockRadixSort<unsigned char, THREADS, EACH>;
    __shared__ typename Sort::TempStorage storage;
    __shared__ unsigned char sorted[BYTES];
    size_t first = static_cast<size_t>(blockIdx.x) * BYTES;
    int here = static_cast<int>(min(static_cast<size_t>(BYTES), count - first));
    unsigned char mine[EACH];
    cub::LoadDirectStriped<THREADS>(threadIdx.x, in + first, mine, here, static_cast<unsigned char>(255));
    Sort(storage).SortBlockedToStriped(mine);
    cub::StoreDirectStriped<THREADS>(threadIdx.x, sorted, mine);
    __syncthreads();
    for (int bin = threadIdx.x; bin < BINS; bin += THREADS) {
        auto begin_of = [&](int value) { // the first place whose byte is not below value
            int low = 0, high = here;
            while (low < high) {
                int middle = (low + high) / 2;
                if (sorted[middle] < value) low = middle + 1;
                else high = middle;
            }
            return low;
        };
        if (int times = begin_of(bin + 1) - begin_of(bin)) atomicAdd(bins + bin, times);
    }
}

void histogram(const unsigned char *in, unsigned *bins, int count) {
    CHECK(cudaMemset(bins, 0, BINS * sizeof *bins));
    count_kernel<<<ceil_div(count, BYTES), THREADS>>>(in, bins, count);
    CHECK(cudaGetLastError());
}
