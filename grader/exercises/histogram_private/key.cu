// key.cu - atomics of small histograms: the key of histogram_private's predictions.
#include "drawn.h"
#include "workbook.h"

constexpr int MOST_BYTES = 3200;

__global__ void count_global(const unsigned char *in, unsigned *bins, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) atomicAdd(&bins[in[i]], 1u);
}

// A block's bins, none of them 0, are added to the common ones; *additions counts the threads that do so.
__global__ void merge_private(unsigned *bins, unsigned *additions, int count) {
    if (threadIdx.x >= count) return;
    atomicAdd(&bins[threadIdx.x], threadIdx.x + 1);
    atomicAdd(additions, 1u);
}

// Lanes whose byte is 0.
__global__ void queue_up(unsigned *waiting, int period) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % period == 0) atomicAdd(waiting, 1u);
}

int main(int, char **argv) {
    int bytes = drawn(argv, "bytes");
    unsigned char *in;
    unsigned *bins, seen[2];
    CHECK(cudaMalloc(&in, MOST_BYTES));
    CHECK(cudaMalloc(&bins, (256 + 2) * sizeof *bins));
    CHECK(cudaMemset(in, 7, MOST_BYTES));
    CHECK(cudaMemset(bins, 0, (256 + 2) * sizeof *bins));
    count_global<<<ceil_div(bytes, 256), 256>>>(in, bins, bytes);
    merge_private<<<drawn(argv, "blocks"), 256>>>(bins, bins + 256, drawn(argv, "bins"));
    queue_up<<<drawn(argv, "warps"), 32>>>(bins + 257, drawn(argv, "period"));
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(seen, bins + 256, sizeof seen, cudaMemcpyDeviceToHost));
    printf("additions_merged %u\nat_one_address %u\n", seen[0], seen[1]);
    CHECK(cudaFree(in));
    CHECK(cudaFree(bins));
}
