// two_streams_and_strips.cu - strips of rows add to column sums by atomics, beside the row sums in another stream.
//
//= student: Ada Lovelace
//= sectors_thread_a_row: 3840
//= sectors_thread_a_column: 30720
//= warps: 2127
//= percent_filled: 25.18
//= why_slow: few_warps
//= experiment: other_block
#include "workbook.h"

constexpr int STRIP = 32;

__global__ void rows_of(const float *A, float *sums, int columns) {
    __shared__ float parts[4];
    float sum = 0;
    for (int c = threadIdx.x; c < columns; c += 128) sum += A[static_cast<size_t>(blockIdx.x) * columns + c];
    for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) sums[blockIdx.x] = parts[0] + parts[1] + parts[2] + parts[3];
}

__global__ void columns_of(const float *A, float *sums, int rows, int columns) {
    int column = blockIdx.x * blockDim.x + threadIdx.x, first = blockIdx.y * STRIP;
    if (column >= columns) return;
    float sum = 0;
    for (int row = first; row < min(first + STRIP, rows); row++) sum += A[static_cast<size_t>(row) * columns + column];
    atomicAdd(&sums[column], sum);
}

void matrix_sums(const float *A, float *row_sums, float *column_sums, int rows, int columns) {
    cudaStream_t streams[2];
    for (cudaStream_t &stream : streams) CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    rows_of<<<rows, 128, 0, streams[0]>>>(A, row_sums, columns);
    CHECK(cudaMemsetAsync(column_sums, 0, columns * sizeof *column_sums, streams[1]));
    columns_of<<<dim3(ceil_div(columns, 64), ceil_div(rows, STRIP)), 64, 0, streams[1]>>>(A, column_sums, rows,
                                                                                          columns);
    CHECK(cudaGetLastError());
    for (cudaStream_t stream : streams) {
        CHECK(cudaStreamSynchronize(stream));
        CHECK(cudaStreamDestroy(stream));
    }
}
