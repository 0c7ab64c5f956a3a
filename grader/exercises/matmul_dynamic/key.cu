// key.cu - the grids that matmul_dynamic asks for. The side is found by launching: every side from 8 to 40 that a device
// with these limits would accept.
#include "drawn.h"
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

int main(int, char **argv) {
    for (char limit = 'a'; limit <= 'c'; limit++) {
        char threads[] = "threads_?", bytes[] = "bytes_?";
        threads[8] = bytes[6] = limit;
        int largest = 0;
        for (int side = 8; side <= 40; side += 8)
            if (fits(side, drawn(argv, threads), drawn(argv, bytes))) largest = side;
        printf("blocks_%c %d\n", limit, ceil_div(drawn(argv, "m"), largest) * ceil_div(drawn(argv, "n"), largest));
    }
}
