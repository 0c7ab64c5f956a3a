// products.cu - measured kernels to build an estimator on.
#include "../measured.cuh"

// As the naive product, but neighbours in x take neighbouring rows.
__global__ void product_uncoalesced(const float *A, const float *B, float *C, int n) {
    int row = blockIdx.x * blockDim.x + threadIdx.x, column = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int p = 0; p < n; p++) sum += A[row * n + p] * B[p * n + column];
    C[row * n + column] = sum;
}
MEASURE(products, product_uncoalesced, 256, 1024) {
    int n = (int)size;
    float *A = floats(size * size), *B = floats(size * size), *C = zeros<float>(size * size);
    return [=] { product_uncoalesced<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(A, B, C, n); };
}

// Tiles of both factors in shared memory.
template <int TILE> __global__ void product_tiled(const float *A, const float *B, float *C, int n) {
    __shared__ float a[TILE][TILE], b[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int first = 0; first < n; first += TILE) {
        a[threadIdx.y][threadIdx.x] = A[row * n + first + threadIdx.x];
        b[threadIdx.y][threadIdx.x] = B[(first + threadIdx.y) * n + column];
        __syncthreads();
        for (int p = 0; p < TILE; p++) sum += a[threadIdx.y][p] * b[p][threadIdx.x];
        __syncthreads();
    }
    C[row * n + column] = sum;
}
MEASURE(products, product_tiled_16, 512, 2048) {
    int n = (int)size;
    float *A = floats(size * size), *B = floats(size * size), *C = zeros<float>(size * size);
    return [=] { product_tiled<16><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(A, B, C, n); };
}
MEASURE(products, product_tiled_32, 512, 2048, 4096) {
    int n = (int)size;
    float *A = floats(size * size), *B = floats(size * size), *C = zeros<float>(size * size);
    return [=] { product_tiled<32><<<dim3(n / 32, n / 32), dim3(32, 32)>>>(A, B, C, n); };
}

// SIDE x SIDE results for each thread of a block of 16 x 16.
template <int SIDE> __global__ void product_registers(const float *A, const float *B, float *C, int n) {
    __shared__ float a[16][16 * SIDE + 1], b[16][16 * SIDE];
    int first_row = blockIdx.y * 16 * SIDE, first_column = blockIdx.x * 16 * SIDE;
    float sums[SIDE][SIDE] = {};
    for (int first = 0; first < n; first += 16) {
        for (int i = 0; i < SIDE; i++) {
            a[threadIdx.x][threadIdx.y + 16 * i] = A[(first_row + threadIdx.y + 16 * i) * n + first + threadIdx.x];
            b[threadIdx.y][threadIdx.x + 16 * i] = B[(first + threadIdx.y) * n + first_column + threadIdx.x + 16 * i];
        }
        __syncthreads();
        for (int p = 0; p < 16; p++) {
            float left[SIDE], right[SIDE];
            for (int i = 0; i < SIDE; i++) left[i] = a[p][threadIdx.y + 16 * i];
            for (int j = 0; j < SIDE; j++) right[j] = b[p][threadIdx.x + 16 * j];
            for (int i = 0; i < SIDE; i++)
                for (int j = 0; j < SIDE; j++) sums[i][j] += left[i] * right[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++)
            C[(first_row + threadIdx.y + 16 * i) * n + first_column + threadIdx.x + 16 * j] = sums[i][j];
}
MEASURE(products, product_registers_2, 1024, 2048) {
    int n = (int)size;
    float *A = floats(size * size), *B = floats(size * size), *C = zeros<float>(size * size);
    return [=] { product_registers<2><<<dim3(n / 32, n / 32), dim3(16, 16)>>>(A, B, C, n); };
}
MEASURE(products, product_registers_4, 1024, 4096) {
    int n = (int)size;
    float *A = floats(size * size), *B = floats(size * size), *C = zeros<float>(size * size);
    return [=] { product_registers<4><<<dim3(n / 64, n / 64), dim3(16, 16)>>>(A, B, C, n); };
}
MEASURE(products, product_registers_8, 1024, 4096) {
    int n = (int)size;
    float *A = floats(size * size), *B = floats(size * size), *C = zeros<float>(size * size);
    return [=] { product_registers<8><<<dim3(n / 128, n / 128), dim3(16, 16)>>>(A, B, C, n); };
}

// y = A * x, a warp for each row.
__global__ void vector_by_warps(const float *A, const float *x, float *y, int n) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    float sum = 0;
    for (int p = lane; p < n; p += 32) sum += A[(size_t)row * n + p] * x[p];
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(~0u, sum, distance);
    if (lane == 0) y[row] = sum;
}
MEASURE(products, vector_by_warps, 1024, 8192) {
    int n = (int)size;
    float *A = floats(size * size), *x = floats(size), *y = zeros<float>(size);
    return [=] { vector_by_warps<<<n / 8, 256>>>(A, x, y, n); };
}

// Products of bytes, four at once.
__global__ void product_bytes(const int *A, const int *B, int *C, int n) { // n / 4 words a row; B is turned
    __shared__ int a[16][17], b[16][17];
    int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x, sum = 0;
    for (int first = 0; first < n / 4; first += 16) {
        a[threadIdx.y][threadIdx.x] = A[row * (n / 4) + first + threadIdx.x];
        b[threadIdx.y][threadIdx.x] = B[(blockIdx.x * 16 + threadIdx.y) * (n / 4) + first + threadIdx.x];
        __syncthreads();
        for (int p = 0; p < 16; p++) sum = __dp4a(a[threadIdx.y][p], b[threadIdx.x][p], sum);
        __syncthreads();
    }
    C[row * n + column] = sum;
}
MEASURE(products, product_bytes, 1024, 4096) {
    int n = (int)size;
    int *A = integers(size * size / 4, 1u << 31), *B = integers(size * size / 4, 1u << 31, 1),
        *C = zeros<int>(size * size);
    return [=] { product_bytes<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(A, B, C, n); };
}
