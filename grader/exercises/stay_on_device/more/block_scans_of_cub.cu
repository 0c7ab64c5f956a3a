// block_scans_of_cub.cu - cub::BlockScan in blocks of 128 threads with four elements each, and one block for the
// totals.
//
//= student: Ada Lovelace
//= bytes_of_the_trip: 1600
//= sectors_of_add_totals: 1240
#include "workbook.h"
#include <cub/block/block_load.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>

constexpr int THREADS = 128, EACH = 4, TILE = THREADS * EACH;
using Load = cub::BlockLoad<float, THREADS, EACH, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
using Store = cub::BlockStore<float, THREADS, EACH, cub::BLOCK_STORE_WARP_TRANSPOSE>;
using Scan = cub::BlockScan<float, THREADS>;

__global__ void scan_tiles(const float *in, float *out, float *totals, int count) {
    __shared__ union {
        Load::TempStorage load;
        Store::TempStorage store;
        Scan::TempStorage scan;
    } room;
    int first = blockIdx.x * TILE, valid = min(TILE, count - first);
    float values[EACH], total;
    Load(room.load).Load(in + first, values, valid, 0.0f);
    __syncthreads();
    Scan(room.scan).InclusiveSum(values, values, total);
    __syncthreads();
    Store(room.store).Store(out + first, values, valid);
    if (threadIdx.x == 0) totals[blockIdx.x] = total;
}

__global__ void scan_totals(float *totals, int tiles) {
    __shared__ Scan::TempStorage room;
    float before = 0;
    for (int first = 0; first < tiles; first += THREADS) {
        int b = first + threadIdx.x;
        float value = b < tiles ? totals[b] : 0, sum, all;
        Scan(room).ExclusiveSum(value, sum, all);
        if (b < tiles) totals[b] = before + sum;
        before += all;
        __syncthreads();
    }
}

__global__ void add_totals(float *out, const float *totals, int count) {
    int i = blockIdx.x * TILE + threadIdx.x;
    float total = totals[blockIdx.x];
    for (int e = 0; e < EACH; e++, i += THREADS)
        if (i < count) out[i] += total;
}

void running_sums(const float *in, float *out, int count) {
    int tiles = ceil_div(count, TILE);
    float *totals;
    CHECK(cudaMalloc(&totals, tiles * sizeof *totals));
    scan_tiles<<<tiles, THREADS>>>(in, out, totals, count);
    scan_totals<<<1, THREADS>>>(totals, tiles);
    add_totals<<<tiles, THREADS>>>(out, totals, count);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(totals));
}
