// key.cu - the kernels of roofline_quiz, each run once, so that the device counts their operations and bytes.
#include "drawn.h"
#include "workbook.h"

constexpr int COUNT = 1 << 14;
constexpr int WIDTH = 128;
constexpr int MOST_ARRAYS = 60;

// The sum of neighbouring arrays, element by element.
__global__ void sum(const float *x, float *y, int arrays) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float total = x[i];
#pragma unroll 1
    for (int a = 1; a < arrays; a++) total += x[a * COUNT + i];
    y[i] = total;
}

// Elements that lie a step apart: the sectors move whole.
__global__ void saxpy_strided(float a, const float *x, float *y, int step) {
    int i = step * (blockIdx.x * blockDim.x + threadIdx.x);
    y[i] = a * x[i] + y[i];
}

__global__ void polynomial(const float *x, float *y, int degree) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = x[i], total = 0.5f;
#pragma unroll 1
    for (int p = 0; p < degree; p++) total = total * value + 0.25f;
    y[i] = total;
}

// Both in one: the polynomial of the sum.
__global__ void fused(const float *x, float *y, int arrays, int degree) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = x[i], total = 0.5f;
#pragma unroll 1
    for (int a = 1; a < arrays; a++) value += x[a * COUNT + i];
#pragma unroll 1
    for (int p = 0; p < degree; p++) total = total * value + 0.25f;
    y[i] = total;
}

// C = A * B of WIDTH x WIDTH matrices. A block computes as many rows and columns as it has threads down and across.
__global__ void product(const float *A, const float *B, float *C) {
    constexpr int MOST = 32, DEPTH = 8;
    __shared__ float A_tile[MOST][DEPTH], B_tile[DEPTH][MOST];
    int high = blockDim.y, wide = blockDim.x, thread = threadIdx.y * wide + threadIdx.x, threads = high * wide;
    int row = blockIdx.y * high + threadIdx.y, column = blockIdx.x * wide + threadIdx.x;
    float total = 0;
    for (int first = 0; first < WIDTH; first += DEPTH) {
        for (int e = thread; e < high * DEPTH; e += threads)
            A_tile[e / DEPTH][e % DEPTH] = A[(blockIdx.y * high + e / DEPTH) * WIDTH + first + e % DEPTH];
        for (int e = thread; e < DEPTH * wide; e += threads)
            B_tile[e / wide][e % wide] = B[(first + e / wide) * WIDTH + blockIdx.x * wide + e % wide];
        __syncthreads();
        for (int p = 0; p < DEPTH; p++) total += A_tile[threadIdx.y][p] * B_tile[p][threadIdx.x];
        __syncthreads();
    }
    C[row * WIDTH + column] = total;
}

int main(int, char **argv) {
    constexpr size_t bytes = MOST_ARRAYS * COUNT * sizeof(float);
    float *x, *y, *z;
    for (float **array : {&x, &y, &z}) {
        CHECK(cudaMalloc(array, bytes));
        CHECK(cudaMemset(*array, 0, bytes));
    }
    int wide = drawn(argv, "wide"), high = drawn(argv, "high");
    sum<<<COUNT / 256, 256>>>(x, y, drawn(argv, "arrays"));
    saxpy_strided<<<COUNT / 256, 256>>>(2, x, y, drawn(argv, "step"));
    polynomial<<<COUNT / 256, 256>>>(x, y, drawn(argv, "degree"));
    fused<<<COUNT / 256, 256>>>(x, y, drawn(argv, "inputs"), drawn(argv, "steps"));
    product<<<dim3(WIDTH / wide, WIDTH / high), dim3(wide, high)>>>(x, y, z);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(x));
    CHECK(cudaFree(y));
    CHECK(cudaFree(z));
}
