// two_streams.cu - upper and lower half of the matrix on two streams, joined by events.
#include "workbook.h"

constexpr int T = 32;

__global__ void turn(const float *in, float *out, int width, int rows, int height, int first) {
    __shared__ float tile[T][T + 1];
    int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
    if (x < width && y < rows) tile[threadIdx.y][threadIdx.x] = in[static_cast<size_t>(first + y) * width + x];
    __syncthreads();
    x = blockIdx.y * T + threadIdx.x, y = blockIdx.x * T + threadIdx.y;
    if (x < rows && y < width) out[static_cast<size_t>(y) * height + first + x] = tile[threadIdx.x][threadIdx.y];
}

void transpose(const float *in, float *out, int width, int height) {
    cudaStream_t streams[2];
    int half = height / 2 / T * T;
    for (int i = 0; i < 2; i++) {
        int first = i ? half : 0, rows = i ? height - half : half;
        CHECK(cudaStreamCreate(&streams[i]));
        if (rows)
            turn<<<dim3(ceil_div(width, T), ceil_div(rows, T)), dim3(T, T), 0, streams[i]>>>(in, out, width, rows, height, first);
        CHECK(cudaGetLastError());
    }
    for (cudaStream_t stream : streams) CHECK(cudaStreamSynchronize(stream));
    for (cudaStream_t stream : streams) CHECK(cudaStreamDestroy(stream));
}
