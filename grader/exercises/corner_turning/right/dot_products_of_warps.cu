// dot_products_of_warps.cu - A block keeps 32 lines of A and of B and walks along both; lanes add products by a
// grid-stride over tiles of C.
#include "workbook.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

constexpr int TILE = 32;

struct Line {
    const float *from;
    int lines, length;
    __device__ float at(int line, int p) const {
        return line < lines && p < length ? from[static_cast<size_t>(line) * length + p] : 0.0f;
    }
};

__global__ void matmul_kernel(Line a, Line b, float *C, int tiles_across, int tiles) {
    __shared__ float of_a[TILE][TILE + 1], of_b[TILE][TILE + 1];
    auto block = cg::this_thread_block();
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        int top = tile / tiles_across * TILE, left = tile % tiles_across * TILE;
        int x = block.thread_rank() % TILE, y = block.thread_rank() / TILE;
        float sum = 0;
        for (int p = 0; p < a.length; p += TILE) {
            of_a[y][x] = a.at(top + y, p + x);
            of_b[y][x] = b.at(left + y, p + x);
            block.sync();
#pragma unroll
            for (int i = 0; i < TILE; i++) sum = fmaf(of_a[y][i], of_b[x][i], sum);
            block.sync();
        }
        if (top + y < a.lines && left + x < b.lines) C[static_cast<size_t>(top + y) * b.lines + left + x] = sum;
    }
}

void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k) {
    int across = ceil_div(n, TILE), tiles = across * ceil_div(m, TILE);
    matmul_kernel<<<min(tiles, 264), TILE * TILE>>>({A, m, k}, {B, n, k}, C, across, tiles);
    CHECK(cudaGetLastError());
}
