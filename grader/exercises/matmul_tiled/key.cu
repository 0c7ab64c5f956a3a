// key.cu - what matmul_tiled asks about: requests and operations of tiled products, which tile a thread meets when a
// barrier is missing, and the grid over a matrix that is no multiple of a tile.
#include "drawn.h"
#include "workbook.h"

// Blocks are squares whose side divides all sizes.
__device__ void multiply(const float *A, const float *B, float *C, int n, int k) {
    extern __shared__ float tiles[];
    int side = blockDim.x, x = threadIdx.x, y = threadIdx.y;
    float *A_tile = tiles, *B_tile = tiles + side * side, sum = 0;
    int row = blockIdx.y * side + y, column = blockIdx.x * side + x;
    for (int first = 0; first < k; first += side) {
        A_tile[y * side + x] = A[row * k + first + x];
        B_tile[y * side + x] = B[(first + y) * n + column];
        __syncthreads();
        for (int p = 0; p < side; p++) sum += A_tile[y * side + p] * B_tile[p * side + x];
        __syncthreads();
    }
    C[row * n + column] = sum;
}
#define TILES(name)                                                                                                    \
    __global__ void tiles_##name(const float *A, const float *B, float *C, int n, int k) { multiply(A, B, C, n, k); }
TILES(of_tile)
TILES(of_side)

// Two threads of different warps share a tile of two words. In phase p each stores p into its own word and then reads
// the other's. A missing barrier lets one of them run ahead; here they are made to take turns in just that order, so
// what they meet is certain.
enum { AHEAD = 0, BEHIND = 32 };

// Without the barrier after storing: the first thread stores and reads before the second has stored.
__global__ void without_first(int *met, int phase) {
    __shared__ int tile[2];
    if (threadIdx.x == BEHIND) tile[1] = phase - 1;
    __syncthreads();
    if (threadIdx.x == AHEAD) {
        tile[0] = phase;
        *met = tile[1];
    }
    __syncthreads();
    if (threadIdx.x == BEHIND) tile[1] = phase;
}

// Without the barrier after using: the first thread has finished the phase and stores the next one's before the second
// has read.
__global__ void without_second(int *met, int phase) {
    __shared__ int tile[2];
    if (threadIdx.x == AHEAD) tile[0] = phase;
    __syncthreads();
    if (threadIdx.x == AHEAD) tile[0] = phase + 1;
    __syncthreads();
    if (threadIdx.x == BEHIND) *met = tile[0]; // still in the phase before
}

static void print_met(const char *name, const int *met) {
    int phase;
    CHECK(cudaMemcpy(&phase, met, sizeof phase, cudaMemcpyDeviceToHost));
    printf("%s %d\n", name, phase);
}

using Kernel = void (*)(const float *, const float *, float *, int, int);
static void launch(Kernel kernel, int side, int m, int n, int k) {
    float *A, *B, *C;
    CHECK(cudaMalloc(&A, sizeof(float) * m * k));
    CHECK(cudaMalloc(&B, sizeof(float) * k * n));
    CHECK(cudaMalloc(&C, sizeof(float) * m * n));
    CHECK(cudaMemset(A, 0, sizeof(float) * m * k));
    CHECK(cudaMemset(B, 0, sizeof(float) * k * n));
    kernel<<<dim3(n / side, m / side), dim3(side, side), 2 * side * side * sizeof(float)>>>(A, B, C, n, k);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(A));
    CHECK(cudaFree(B));
    CHECK(cudaFree(C));
}

// The grid of 16 x 16 threads over a matrix of any shape, walked through block by block and phase by phase.
static void print_grid(int rows, int columns, int terms) {
    constexpr int TILE = 16;
    int blocks = 0, phases = 0, idle = 0;
    for (int top = 0; top < rows; top += TILE)
        for (int left = 0; left < columns; left += TILE) {
            blocks++;
            for (int thread = 0; thread < TILE * TILE; thread++)
                idle += top + thread / TILE >= rows || left + thread % TILE >= columns;
        }
    for (int first = 0; first < terms; first += TILE) phases++;
    printf("blocks %d\nphases %d\nidle_threads %d\n", blocks, phases, idle);
}

int main(int, char **argv) {
    int side = drawn(argv, "side"), *met;
    launch(tiles_of_tile, drawn(argv, "tile"), drawn(argv, "m"), drawn(argv, "n"), drawn(argv, "k"));
    launch(tiles_of_side, side, 2 * side, 2 * side, 2 * side);
    CHECK(cudaMalloc(&met, sizeof *met));
    without_first<<<1, 64>>>(met, drawn(argv, "ahead"));
    print_met("without_first_barrier", met);
    without_second<<<1, 64>>>(met, drawn(argv, "behind"));
    print_met("without_second_barrier", met);
    CHECK(cudaFree(met));
    print_grid(drawn(argv, "rows"), drawn(argv, "columns"), drawn(argv, "terms"));
}
