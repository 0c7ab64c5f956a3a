// vectors_of_four.cu - rows of in are read 16 bytes a thread where they allow it, rows of out are written float by float.
#include "workbook.h"

// 8 threads read a row of 32, 4 rows a warp. Row y of the tile begins at bank y, so a thread stores its four floats one
// by one; lanes at 4 q in 4 neighbouring rows meet in no bank.
template <bool VECTORS> __global__ void turn(const float *in, float *out, int width, int height) {
    __shared__ float tile[32][33];
    int q = threadIdx.x % 8 * 4, row = threadIdx.x / 8, left = blockIdx.x * 32, top = blockIdx.y * 32;
    if (top + row < height) {
        const float *from = in + static_cast<size_t>(top + row) * width + left + q;
        if (VECTORS && left + q < width) {
            float4 four = *reinterpret_cast<const float4 *>(from);
            tile[row][q] = four.x, tile[row][q + 1] = four.y, tile[row][q + 2] = four.z, tile[row][q + 3] = four.w;
        }
        for (int i = 0; !VECTORS && i < 4; i++)
            if (left + q + i < width) tile[row][q + i] = from[i];
    }
    __syncthreads();
    for (int y = threadIdx.x / 32; y < 32; y += 8)
        if (left + y < width && top + threadIdx.x % 32 < height)
            out[static_cast<size_t>(left + y) * height + top + threadIdx.x % 32] = tile[threadIdx.x % 32][y];
}

void transpose(const float *in, float *out, int width, int height) {
    dim3 grid(ceil_div(width, 32), ceil_div(height, 32));
    if (width % 4 == 0) turn<true><<<grid, 256>>>(in, out, width, height);
    else turn<false><<<grid, 256>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}
