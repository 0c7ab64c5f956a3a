// matrix_fragments.cu - a fragment of the tensor cores' accumulators is loaded by rows and stored by columns. No shared
// memory: the lanes hold the tile, and each touches whole sectors together with its neighbours.
#include "workbook.h"
#include <mma.h>
using namespace nvcuda;

constexpr int SIDE = 16; // of a fragment

__global__ void turn_fragments(const float *in, float *out, int width, int height) {
    wmma::fragment<wmma::accumulator, SIDE, SIDE, SIDE, float> tile;
    int x = blockIdx.x * SIDE, y = blockIdx.y * SIDE;
    wmma::load_matrix_sync(tile, in + static_cast<size_t>(y) * width + x, width, wmma::mem_row_major);
    wmma::store_matrix_sync(out + static_cast<size_t>(x) * height + y, tile, height, wmma::mem_col_major);
}

// Where a row does not begin on a sector, or a fragment would stick out.
__global__ void turn_any(const float *in, float *out, int width, int height) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[static_cast<size_t>(y) * width + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    if (x < height && y < width) out[static_cast<size_t>(y) * height + x] = tile[threadIdx.x][threadIdx.y];
}

void transpose(const float *in, float *out, int width, int height) {
    if (width % SIDE == 0 && height % SIDE == 0)
        turn_fragments<<<dim3(width / SIDE, height / SIDE), 32>>>(in, out, width, height);
    else turn_any<<<dim3(ceil_div(width, 32), ceil_div(height, 32)), dim3(32, 32)>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}
