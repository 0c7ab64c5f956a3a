// key.cu - asks the device how products of several sizes fill it, and prints the answers of the questions.
#include "../grader/exercises/size_sweep/skeleton.cu" // of the folder common/
#include "drawn.h"

// The numbers alone: a product of 4096 x 4096 would take the emulated GPU an hour.
static Sweep of_size(int rows, int columns) {
    cudaDeviceProp gpu;
    CHECK(cudaGetDeviceProperties(&gpu, 0));
    Sweep sweep = {};
    constexpr int WIDTH = 16;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&sweep.blocks_per_multiprocessor, product, WIDTH * WIDTH, 0));
    sweep.blocks = static_cast<long long>(ceil_div(rows, WIDTH)) * ceil_div(columns, WIDTH);
    long long places = static_cast<long long>(sweep.blocks_per_multiprocessor) * gpu.multiProcessorCount;
    for (long long left = sweep.blocks; left > 0; left -= places) sweep.waves++;
    double blocks = static_cast<double>(sweep.blocks < places ? sweep.blocks : places);
    sweep.warps_per_multiprocessor = blocks / gpu.multiProcessorCount * (WIDTH * WIDTH / gpu.warpSize);
    return sweep;
}
static Sweep of_size(int n) { return of_size(n, n); }

int main(int, char **argv) {
    Sweep sweep = of_size(drawn(argv, "rows"), drawn(argv, "columns")), full = of_size(1 << 14);
    printf("blocks %lld\nwaves %d\n", sweep.blocks, sweep.waves);
    printf("warps %.12g\nwaves_large %d\n", of_size(drawn(argv, "small")).warps_per_multiprocessor,
           of_size(drawn(argv, "large")).waves);
    int unit = drawn(argv, "unit"), first = unit;
    while (of_size(first).warps_per_multiprocessor < full.warps_per_multiprocessor) first += unit;
    printf("first_full_wave %d\n", first);
    return 0;
}
