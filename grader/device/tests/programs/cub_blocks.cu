// cub_blocks.cu - CUB's block and warp primitives.
#include "claims.cuh"
#include <cub/block/block_load.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

enum { THREADS = 128, EACH = 4, COUNT = THREADS * EACH };

__global__ void reduce(const int *in, int *out) {
    typedef cub::BlockReduce<int, THREADS> Reduce;
    typedef cub::BlockReduce<int, THREADS, cub::BLOCK_REDUCE_RAKING> Raking;
    __shared__ typename Reduce::TempStorage storage;
    __shared__ typename Raking::TempStorage raking;
    int v = in[threadIdx.x], sum = Reduce(storage).Sum(v);
    __syncthreads();
    int most = Reduce(storage).Reduce(v, [](int a, int b) { return a > b ? a : b; });
    int partial = Raking(raking).Sum(v, 100);
    if (threadIdx.x == 0) out[0] = sum, out[1] = most, out[2] = partial;
}

__global__ void scan(const int *in, int *out) {
    typedef cub::BlockScan<int, THREADS> Scan;
    typedef cub::BlockLoad<int, THREADS, EACH, cub::BLOCK_LOAD_TRANSPOSE> Load;
    typedef cub::BlockStore<int, THREADS, EACH, cub::BLOCK_STORE_WARP_TRANSPOSE> Store;
    __shared__ union {
        typename Scan::TempStorage scan;
        typename Load::TempStorage load;
        typename Store::TempStorage store;
    } storage;
    int values[EACH], total;
    Load(storage.load).Load(in, values);
    __syncthreads();
    Scan(storage.scan).ExclusiveSum(values, values, total);
    __syncthreads();
    Store(storage.store).Store(out, values);
    if (threadIdx.x == 0) out[COUNT] = total;
}

__global__ void sort(int *keys, float *values) {
    typedef cub::BlockRadixSort<int, THREADS, EACH, float> Sort;
    __shared__ typename Sort::TempStorage storage;
    int key[EACH];
    float value[EACH];
    for (int n = 0; n < EACH; n++) key[n] = keys[threadIdx.x * EACH + n], value[n] = values[threadIdx.x * EACH + n];
    Sort(storage).Sort(key, value);
    for (int n = 0; n < EACH; n++) keys[threadIdx.x * EACH + n] = key[n], values[threadIdx.x * EACH + n] = value[n];
}

__global__ void warps(const int *in, int *out) {
    typedef cub::WarpReduce<int> Reduce;
    typedef cub::WarpScan<int, 16> Scan;
    __shared__ typename Reduce::TempStorage reduce_storage[THREADS / 32];
    __shared__ typename Scan::TempStorage scan_storage[THREADS / 16];
    int v = in[threadIdx.x], sum = Reduce(reduce_storage[threadIdx.x / 32]).Sum(v);
    int before;
    Scan(scan_storage[threadIdx.x / 16]).InclusiveSum(v, before);
    out[threadIdx.x] = threadIdx.x % 32 ? before : sum;
}

int main() {
    Array<int> in(COUNT), results(3), sums(COUNT + 1), keys(COUNT), warp(THREADS);
    Array<float> values(COUNT);
    for (int i = 0; i < COUNT; i++) in[i] = i * 37 % 101 - 20, keys[i] = i * 7919 % 1009 - 500, values[i] = (float)keys[i] / 2;
    in.write(), keys.write(), values.write();
    reduce<<<1, THREADS>>>(in.device, results.device);
    claim_each("BlockReduce", results, [&](int n) {
        int sum = 0, most = in[0];
        for (int i = 0; i < (n == 2 ? 100 : THREADS); i++) sum += in[i], most = in[i] > most ? in[i] : most;
        return n == 1 ? most : sum;
    });
    scan<<<1, THREADS>>>(in.device, sums.device);
    claim_each("BlockLoad, BlockScan and BlockStore", sums, [&](int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) sum += in[i];
        return sum;
    });
    sort<<<1, THREADS>>>(keys.device, values.device);
    keys.read(), values.read();
    bool sorted = true;
    for (int i = 0; i < COUNT; i++) sorted &= values[i] == (float)keys[i] / 2 && (i == 0 || keys[i - 1] < keys[i]);
    claim("BlockRadixSort", sorted);
    warps<<<1, THREADS>>>(in.device, warp.device);
    claim_each("WarpReduce and WarpScan", warp, [&](int n) {
        int sum = 0;
        if (n % 32 == 0) for (int i = n; i < n + 32; i++) sum += in[i];
        else for (int i = n & ~15; i <= n; i++) sum += in[i];
        return sum;
    });
    return claims_end();
}
