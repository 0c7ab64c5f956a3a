// key.cu - the sides that matmul_dynamic asks for, found by launching: every side from 8 to 32 that a device with these
// limits would accept.
#include "workbook.h"

__global__ void touch_both_tiles(int side) {
    extern __shared__ float tiles[];
    int thread = threadIdx.y * blockDim.x + threadIdx.x;
    tiles[thread] = tiles[side * side + thread] = 0;
}

static bool fits(int side, int most_threads, int most_shared_bytes) {
    size_t bytes = sizeof(float) * 2 * side * side;
    if (side * side > most_threads || bytes > static_cast<size_t>(most_shared_bytes)) return false;
    touch_both_tiles<<<1, dim3(side, side), bytes>>>(side);
    return cudaGetLastError() == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess;
}

int main() {
    static const int limits[][2] = {{1024, 49152}, {1024, 6144}, {512, 49152}, {256, 1024}};
    for (auto &limit : limits) {
        int largest = 0;
        for (int side = 8; side <= 40; side += 8)
            if (fits(side, limit[0], limit[1])) largest = side;
        printf("side_%d_%d %d\n", limit[0], limit[1], largest);
    }
}
