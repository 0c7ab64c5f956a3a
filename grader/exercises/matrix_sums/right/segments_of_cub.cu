// segments_of_cub.cu - Rows by cub::DeviceSegmentedReduce; columns by slabs whose sums meet in atomics, in a stream of
// their own.
//
//= student: Ada Lovelace
//= sectors_thread_a_row: 3840
//= sectors_thread_a_column: 30720
//= warps: 2127
//= percent_filled: 25.18
//= why_slow: few_warps
//= experiment: other_block
#include "workbook.h"
#include <cub/device/device_segmented_reduce.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

struct Times {
    int columns;
    __host__ __device__ int operator()(int row) const { return row * columns; }
};

__global__ void column_sums_kernel(const float *A, float *sums, int rows, int columns) {
    int column = blockIdx.x * 64 + threadIdx.x, first = blockIdx.y * 16;
    if (column >= columns) return;
    float sum = 0;
    for (int row = min(first + 16, rows) - 1; row >= first; row--)
        sum += A[static_cast<size_t>(row) * columns + column];
    atomicAdd(sums + column, sum);
}

void matrix_sums(const float *A, float *row_sums, float *column_sums, int rows, int columns) {
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaMemsetAsync(column_sums, 0, columns * sizeof(float), stream));
    column_sums_kernel<<<dim3(ceil_div(columns, 64), ceil_div(rows, 16)), 64, 0, stream>>>(A, column_sums, rows,
                                                                                           columns);
    CHECK(cudaGetLastError());

    auto begins = thrust::make_transform_iterator(thrust::make_counting_iterator(0), Times{columns});
    void *room = nullptr;
    size_t bytes = 0;
    CHECK(cub::DeviceSegmentedReduce::Sum(room, bytes, A, row_sums, rows, begins, begins + 1));
    CHECK(cudaMalloc(&room, bytes + 1));
    CHECK(cub::DeviceSegmentedReduce::Sum(room, bytes, A, row_sums, rows, begins, begins + 1));
    CHECK(cudaFree(room));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaStreamDestroy(stream));
}
