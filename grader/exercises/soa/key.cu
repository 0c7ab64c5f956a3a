// key.cu - counts sectors: particles in two layouts, and columns and rows of an array.
#include "drawn.h"
#include "workbook.h"

// One particle's step. Its fields are `stride` floats apart: neighbours in a structure, `count` apart in arrays.
__device__ void step(float *first, int stride, int reads, int writes) {
    float sum = 0;
    for (int f = 0; f < reads; f++) sum += first[f * stride];
    for (int f = 0; f < writes; f++) first[f * stride] = sum;
}

__global__ void of_arrays(float *memory, int count, int reads, int writes) {
    step(memory + threadIdx.x, count, reads, writes);
}

__global__ void of_structures(float *memory, int fields, int reads, int writes) {
    step(memory + threadIdx.x * fields, 1, reads, writes);
}

__global__ void of_columns(const float *A, int width, int columns, float *out) {
    float sum = 0;
    for (int column = 0; column < columns; column++) sum += A[threadIdx.x * width + column];
    out[threadIdx.x] = sum;
}

__global__ void of_rows(const float *A, int length, int rows, int from, float *out) {
    float sum = 0;
    for (int row = 0; row < rows; row++) sum += A[row * length + from + threadIdx.x];
    out[threadIdx.x] = sum;
}

int main(int, char **argv) {
    constexpr int COUNT = 30 * 1010;
    int reads = drawn(argv, "reads"), writes = drawn(argv, "writes");
    float *memory, *out;
    CHECK(cudaMalloc(&memory, COUNT * sizeof(float)));
    CHECK(cudaMemset(memory, 0, COUNT * sizeof(float)));
    CHECK(cudaMalloc(&out, 32 * sizeof(float)));
    of_structures<<<1, 32>>>(memory, drawn(argv, "fields"), reads, writes);
    of_arrays<<<1, 32>>>(memory, 32, reads, writes);
    of_columns<<<1, 32>>>(memory, drawn(argv, "width"), drawn(argv, "columns"), out);
    of_rows<<<1, 32>>>(memory, drawn(argv, "length"), drawn(argv, "rows"), drawn(argv, "from"), out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(memory));
    CHECK(cudaFree(out));
}
