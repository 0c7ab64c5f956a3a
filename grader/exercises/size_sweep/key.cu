// key.cu - asks the device how products of several sizes fill it, and prints the answers of the questions.
#include "../grader/exercises/size_sweep/skeleton.cu" // of the folder common/

// The numbers alone: a product of 4096 x 4096 would take the emulated GPU an hour.
static Sweep of_size(int n) {
    cudaDeviceProp gpu;
    CHECK(cudaGetDeviceProperties(&gpu, 0));
    Sweep sweep = {};
    constexpr int WIDTH = 16;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&sweep.blocks_per_multiprocessor, product, WIDTH * WIDTH, 0));
    sweep.blocks = static_cast<long long>(n / WIDTH) * (n / WIDTH);
    long long places = static_cast<long long>(sweep.blocks_per_multiprocessor) * gpu.multiProcessorCount;
    for (long long left = sweep.blocks; left > 0; left -= places) sweep.waves++;
    double blocks = static_cast<double>(sweep.blocks < places ? sweep.blocks : places);
    sweep.warps_per_multiprocessor = blocks / gpu.multiProcessorCount * (WIDTH * WIDTH / gpu.warpSize);
    return sweep;
}

int main() {
    Sweep one_k = of_size(1024), four_k = of_size(4096);
    printf("blocks_1024 %lld\nwaves_1024 %d\nwaves_4096 %d\n", one_k.blocks, one_k.waves, four_k.waves);
    printf("warps_128 %g\nwarps_256 %g\n", of_size(128).warps_per_multiprocessor,
           of_size(256).warps_per_multiprocessor);
    int first = 128;
    while (of_size(first).warps_per_multiprocessor < four_k.warps_per_multiprocessor) first *= 2;
    printf("first_full_wave %d\n", first);
    return 0;
}
