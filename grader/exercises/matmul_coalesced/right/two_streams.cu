// two_streams.cu - two streams of its own have a half of the rows each; an event and a wait bring them together.
//
//= student: Ada Lovelace
//= load_sectors: 10076160
//= store_sectors: 5120
//= wasted_bytes: 3932160
#include "workbook.h"

__global__ void multiply(const float *A, const float *B, float *C, int m, int n, int k) {
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (column >= n) return;
    float sum = 0;
    for (int p = 0; p < k; p++) sum += A[static_cast<size_t>(row) * k + p] * B[static_cast<size_t>(p) * n + column];
    C[static_cast<size_t>(row) * n + column] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    cudaStream_t streams[2];
    cudaEvent_t done;
    for (cudaStream_t &stream : streams) CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK(cudaEventCreateWithFlags(&done, cudaEventDisableTiming));
    int half = m / 2, rest = m - half;
    if (half) multiply<<<dim3(ceil_div(n, 64), half), 64, 0, streams[0]>>>(A, B, C, half, n, k);
    multiply<<<dim3(ceil_div(n, 64), rest), 64, 0, streams[1]>>>(A + static_cast<size_t>(half) * k, B,
                                                                 C + static_cast<size_t>(half) * n, rest, n, k);
    CHECK(cudaEventRecord(done, streams[0]));
    CHECK(cudaStreamWaitEvent(streams[1], done));
    CHECK(cudaStreamSynchronize(streams[1]));
    for (cudaStream_t &stream : streams) CHECK(cudaStreamDestroy(stream));
    CHECK(cudaEventDestroy(done));
}
