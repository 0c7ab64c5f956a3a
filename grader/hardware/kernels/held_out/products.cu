// products.cu - measured kernels that no model has seen.
#include "../measured.cuh"

// A thread per element of C = A * B, neighbours in x take neighbouring columns.
__global__ void product_naive(const float *A, const float *B, float *C, int n) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int p = 0; p < n; p++) sum += A[row * n + p] * B[p * n + column];
    C[row * n + column] = sum;
}
MEASURE(products, product_naive, 256, 1024, 2048) {
    int n = (int)size;
    float *A = floats(size * size), *B = floats(size * size), *C = zeros<float>(size * size);
    return [=] { product_naive<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(A, B, C, n); };
}

// Each thread computes a strip of eight rows of one column; a row of A's tile is read by all lanes at once.
__global__ void product_strips(const float *A, const float *B, float *C, int n) {
    __shared__ float a[8][32];
    int column = blockIdx.x * 128 + threadIdx.x, row = blockIdx.y * 8;
    float sums[8] = {};
    for (int first = 0; first < n; first += 32) {
        for (int i = threadIdx.x; i < 256; i += 128) a[i / 32][i % 32] = A[(row + i / 32) * n + first + i % 32];
        __syncthreads();
        for (int p = 0; p < 32; p++) {
            float b = B[(first + p) * n + column];
            for (int i = 0; i < 8; i++) sums[i] += a[i][p] * b;
        }
        __syncthreads();
    }
    for (int i = 0; i < 8; i++) C[(row + i) * n + column] = sums[i];
}
MEASURE(products, product_strips, 512, 2048) {
    int n = (int)size;
    float *A = floats(size * size), *B = floats(size * size), *C = zeros<float>(size * size);
    return [=] { product_strips<<<dim3(n / 128, n / 8), 128>>>(A, B, C, n); };
}

// Double precision, tiles of 16 x 16.
__global__ void product_double(const double *A, const double *B, double *C, int n) {
    __shared__ double a[16][16], b[16][16];
    int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    double sum = 0;
    for (int first = 0; first < n; first += 16) {
        a[threadIdx.y][threadIdx.x] = A[row * n + first + threadIdx.x];
        b[threadIdx.y][threadIdx.x] = B[(first + threadIdx.y) * n + column];
        __syncthreads();
        for (int p = 0; p < 16; p++) sum += a[threadIdx.y][p] * b[p][threadIdx.x];
        __syncthreads();
    }
    C[row * n + column] = sum;
}
MEASURE(products, product_double, 512, 2048) {
    int n = (int)size;
    double *A = values<double>(size * size, [](uint32_t i) { return i % 17; }),
           *B = values<double>(size * size, [](uint32_t i) { return i % 13; });
    double *C = zeros<double>(size * size);
    return [=] { product_double<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(A, B, C, n); };
}

// y = A * x, a thread for each row: neighbouring lanes read neighbouring rows.
__global__ void vector_by_threads(const float *A, const float *x, float *y, int n) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int p = 0; p < n; p++) sum += A[(size_t)row * n + p] * x[p];
    y[row] = sum;
}
MEASURE(products, vector_by_threads, 1024, 8192) {
    int n = (int)size;
    float *A = floats(size * size), *x = floats(size), *y = zeros<float>(size);
    return [=] { vector_by_threads<<<n / 256, 256>>>(A, x, y, n); };
}

// y = transpose(A) * x, a thread for each column.
__global__ void vector_by_columns(const float *A, const float *x, float *y, int n) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int p = 0; p < n; p++) sum += A[(size_t)p * n + column] * x[p];
    y[column] = sum;
}
MEASURE(products, vector_by_columns, 1024, 8192) {
    int n = (int)size;
    float *A = floats(size * size), *x = floats(size), *y = zeros<float>(size);
    return [=] { vector_by_columns<<<n / 128, 128>>>(A, x, y, n); };
}
