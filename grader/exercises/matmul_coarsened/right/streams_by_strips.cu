// streams_by_strips.cu - a stream for each strip of 128 columns, forked from one and joined to it again by events.
#include "workbook.h"

constexpr int T = 32, FACTOR = 4, STREAMS = 3;

__global__ void strip(const float *A, const float *B, float *C, int m, int n, int k, int left) {
    __shared__ float a[T][T], b[T][T * FACTOR];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.x * T + y, column = left + x;
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    for (int first = 0; first < k; first += T) {
        a[y][x] = row < m && first + x < k ? A[static_cast<size_t>(row) * k + first + x] : 0;
#pragma unroll
        for (int c = 0; c < FACTOR * T; c += T)
            b[y][x + c] = first + y < k && column + c < n ? B[static_cast<size_t>(first + y) * n + column + c] : 0;
        __syncthreads();
        for (int p = 0; p < T; p++) {
            float factor = a[y][p];
            s0 += factor * b[p][x], s1 += factor * b[p][x + T], s2 += factor * b[p][x + 2 * T], s3 += factor * b[p][x + 3 * T];
        }
        __syncthreads();
    }
    if (row >= m) return;
    float *to = C + static_cast<size_t>(row) * n;
    if (column < n) to[column] = s0;
    if (column + T < n) to[column + T] = s1;
    if (column + 2 * T < n) to[column + 2 * T] = s2;
    if (column + 3 * T < n) to[column + 3 * T] = s3;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    cudaStream_t streams[STREAMS];
    cudaEvent_t fork, join;
    CHECK(cudaEventCreate(&fork));
    CHECK(cudaEventCreate(&join));
    for (cudaStream_t &stream : streams) CHECK(cudaStreamCreate(&stream));
    CHECK(cudaEventRecord(fork, streams[0]));
    for (int i = 1; i < STREAMS; i++) CHECK(cudaStreamWaitEvent(streams[i], fork, 0));
    for (int left = 0, i = 0; left < n; left += T * FACTOR, i++)
        strip<<<ceil_div(m, T), dim3(T, T), 0, streams[i % STREAMS]>>>(A, B, C, m, n, k, left);
    for (int i = 1; i < STREAMS; i++) {
        CHECK(cudaEventRecord(join, streams[i]));
        CHECK(cudaStreamWaitEvent(streams[0], join, 0));
    }
    CHECK(cudaStreamSynchronize(streams[0]));
    for (cudaStream_t stream : streams) CHECK(cudaStreamDestroy(stream));
    CHECK(cudaEventDestroy(fork));
    CHECK(cudaEventDestroy(join));
}
