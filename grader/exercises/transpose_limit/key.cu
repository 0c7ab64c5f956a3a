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

// Of the blocks that run together: {rows of out that they write, bytes of its first row}.
struct Written {
    int rows, bytes;
};

static Written written(int tiles_across, int tiles_down, int together, bool down) {
    int width = tiles_across * SIDE, *rows, *sums;
    Written host;
    CHECK(cudaMalloc(&rows, width * sizeof *rows));
    CHECK(cudaMalloc(&sums, sizeof host));
    CHECK(cudaMemset(rows, 0, width * sizeof *rows));
    CHECK(cudaMemset(sums, 0, sizeof host));
    write_tile<<<together, SIDE>>>(tiles_across, tiles_down, down, rows, sums + 1);
    count_rows<<<ceil_div(width, 256), 256>>>(rows, width, sums);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&host, sums, sizeof host, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(rows));
    CHECK(cudaFree(sums));
    return host;
}

int main(int, char **argv) {
    int across = drawn(argv, "tiles_across"), down = drawn(argv, "tiles_down"), together = drawn(argv, "together");
    Written first = written(across, down, together, true);
    printf("rows_down %d\n", first.rows);
    printf("rows_across %d\n", written(across, down, together, false).rows);
    printf("bytes_in_a_row %d\n", first.bytes);
}
