// key.cu - what the blocks of transpose_limit that run together write, for both orders of the blocks.
#include "drawn.h"
#include "workbook.h"

constexpr int SIDE = 64; // of a tile

// One block for a tile, in the order of the blocks: marks the rows of out that it writes, and adds its bytes of row 0.
__global__ void write_tile(int tiles_across, int tiles_down, bool down, int *rows, int *bytes) {
    int across = down ? blockIdx.x / tiles_down : blockIdx.x % tiles_across; // place of the tile in in
    rows[across * SIDE + threadIdx.x] = 1; // its column x of in is row x of out
    if (threadIdx.x == 0 && across == 0) atomicAdd(bytes, SIDE * static_cast<int>(sizeof(float)));
}

__global__ void count_rows(const int *rows, int count, int *sum) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count && rows[i]) atomicAdd(sum, 1);
}

static void print_order(bool down, char **argv) {
    int across = drawn(argv, "tiles_across"), width = across * SIDE, host[2], *rows, *sums;
    CHECK(cudaMalloc(&rows, width * sizeof *rows));
    CHECK(cudaMalloc(&sums, sizeof host));
    CHECK(cudaMemset(rows, 0, width * sizeof *rows));
    CHECK(cudaMemset(sums, 0, sizeof host));
    write_tile<<<drawn(argv, "together"), SIDE>>>(across, drawn(argv, "tiles_down"), down, rows, sums + 1);
    count_rows<<<ceil_div(width, 256), 256>>>(rows, width, sums);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost));
    printf("rows_%s %d\n", down ? "down" : "across", host[0]);
    if (down) printf("bytes_in_a_row %d\n", host[1]);
    CHECK(cudaFree(rows));
    CHECK(cudaFree(sums));
}

int main(int, char **argv) {
    print_order(false, argv);
    print_order(true, argv);
}
