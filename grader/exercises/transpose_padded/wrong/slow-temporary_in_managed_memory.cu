// says: but slow
// slow-temporary_in_managed_memory.cu - a padded transpose goes to a temporary in managed memory, and a second kernel brings its
// rows to out. The host never looks at it, so this costs the second way and no more.
#include "workbook.h"

constexpr int TILE = 32, ROWS = 4;

__global__ void turn(const float *in, float *to, int pitch, int width, int height) {
    __shared__ float tile[TILE][TILE + 1];
    int left = blockIdx.x * TILE, top = blockIdx.y * TILE;
    for (int r = threadIdx.y; r < TILE; r += ROWS)
        if (left + threadIdx.x < width && top + r < height) tile[r][threadIdx.x] = in[static_cast<size_t>(top + r) * width + left + threadIdx.x];
    __syncthreads();
    for (int r = threadIdx.y; r < TILE; r += ROWS)
        if (top + threadIdx.x < height && left + r < width) to[static_cast<size_t>(left + r) * pitch + top + threadIdx.x] = tile[threadIdx.x][r];
}

__global__ void pack_rows(const float *from, float *out, int pitch, int width, int height) {
    for (int row = blockIdx.x; row < width; row += gridDim.x)
        for (int column = threadIdx.x; column < height; column += blockDim.x)
            out[static_cast<size_t>(row) * height + column] = from[static_cast<size_t>(row) * pitch + column];
}

void transpose(const float *in, float *out, int width, int height) {
    int pitch = ceil_div(height, 8) * 8;
    float *temporary;
    CHECK(cudaMallocManaged(&temporary, sizeof(float) * pitch * width));
    turn<<<dim3(ceil_div(width, TILE), ceil_div(height, TILE)), dim3(TILE, ROWS)>>>(in, temporary, pitch, width, height);
    pack_rows<<<132, 128>>>(temporary, out, pitch, width, height);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(temporary));
}
