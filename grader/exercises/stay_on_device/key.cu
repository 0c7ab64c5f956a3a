// key.cu - the trip of the totals that stay_on_device starts from, and the kernel that adds them.
#include "drawn.h"
#include "workbook.h"

#include <vector>

constexpr int THREADS = 256;

__global__ void add_totals(float *out, const float *totals, int count) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (blockIdx.x > 0 && i < count) out[i] += totals[blockIdx.x - 1];
}

static void totals_on_host(float *totals, int blocks) {
    std::vector<float> values(blocks);
    CHECK(cudaMemcpy(values.data(), totals, blocks * sizeof(float), cudaMemcpyDeviceToHost));
    for (int b = 1; b < blocks; b++) values[b] += values[b - 1];
    CHECK(cudaMemcpy(totals, values.data(), blocks * sizeof(float), cudaMemcpyHostToDevice));
}

int main(int, char **argv) {
    int travelling = ceil_div(drawn(argv, "count"), THREADS), blocks = drawn(argv, "blocks");
    int most = travelling > blocks ? travelling : blocks;
    float *out, *totals;
    CHECK(cudaMalloc(&out, blocks * THREADS * sizeof *out));
    CHECK(cudaMalloc(&totals, most * sizeof *totals));
    CHECK(cudaMemset(out, 0, blocks * THREADS * sizeof *out));
    CHECK(cudaMemset(totals, 0, most * sizeof *totals));
    totals_on_host(totals, travelling);
    add_totals<<<blocks, THREADS>>>(out, totals, blocks * THREADS);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(out));
    CHECK(cudaFree(totals));
}
