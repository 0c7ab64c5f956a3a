// products.cu - C = A B in four steps of a course.
#include "../measured.cuh"

// Some elements of C against sums on the host.
static bool right_product(const float *a, const float *b, const float *c, int n) {
    std::vector<float> left = download(a, (size_t)n * n), right = download(b, (size_t)n * n),
                       got = download(c, (size_t)n * n);
    for (uint32_t k = 0; k < 200; k++) {
        size_t row = scramble(k) % n, column = scramble(k + 1000) % n;
        double sum = 0;
        for (int i = 0; i < n; i++) sum += (double)left[row * n + i] * right[(size_t)i * n + column];
        if (!near(got[row * n + column], sum, 1e-3 * sqrt((double)n))) return false;
    }
    return true;
}

#define PRODUCT_MEMORY                                                                                                 \
    int n = (int)size;                                                                                                 \
    float *a = floats(size * size), *b = floats(size * size), *c = zeros<float>(size * size);                          \
    measured_check([=] { return right_product(a, b, c, n); })

__global__ void multiply_checked(const float *a, const float *b, float *c, int n) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n && column < n) {
        float sum = 0;
        for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
        c[row * n + column] = sum;
    }
}
MEASURE(products, multiply_checked, 500, 1500) {
    PRODUCT_MEMORY;
    return [=] { multiply_checked<<<dim3(blocks_for(n, 16), blocks_for(n, 16)), dim3(16, 16)>>>(a, b, c, n); };
}

#define TILE 16
__global__ void multiply_tiled(const float *a, const float *b, float *c, int n) {
    __shared__ float tile_a[TILE][TILE];
    __shared__ float tile_b[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < (n + TILE - 1) / TILE; ++t) {
        int ka = t * TILE + threadIdx.x, kb = t * TILE + threadIdx.y;
        tile_a[threadIdx.y][threadIdx.x] = row < n && ka < n ? a[row * n + ka] : 0.0f;
        tile_b[threadIdx.y][threadIdx.x] = column < n && kb < n ? b[kb * n + column] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE; ++k) sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
        __syncthreads();
    }
    if (row < n && column < n) c[row * n + column] = sum;
}
MEASURE(products, multiply_tiled, 500, 1500) {
    PRODUCT_MEMORY;
    return [=] { multiply_tiled<<<dim3(blocks_for(n, TILE), blocks_for(n, TILE)), dim3(TILE, TILE)>>>(a, b, c, n); };
}

// Coarsened: a block of 32 x 32 threads makes four tiles next to each other.
#define COARSE 4
__global__ void multiply_coarsened(const float *a, const float *b, float *c, int n) {
    __shared__ float tile_a[32][32];
    __shared__ float tile_b[32][32];
    int row = blockIdx.y * 32 + threadIdx.y, first = blockIdx.x * 32 * COARSE + threadIdx.x;
    float sum[COARSE] = {0};
    for (int t = 0; t < n / 32; ++t) {
        tile_a[threadIdx.y][threadIdx.x] = a[row * n + t * 32 + threadIdx.x];
        for (int s = 0; s < COARSE; ++s) {
            tile_b[threadIdx.y][threadIdx.x] = b[(t * 32 + threadIdx.y) * n + first + s * 32];
            __syncthreads();
            for (int k = 0; k < 32; ++k) sum[s] += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
            __syncthreads();
        }
    }
    for (int s = 0; s < COARSE; ++s) c[row * n + first + s * 32] = sum[s];
}
MEASURE(products, multiply_coarsened, 512, 1536) {
    PRODUCT_MEMORY;
    return [=] { multiply_coarsened<<<dim3(n / 128, n / 32), dim3(32, 32)>>>(a, b, c, n); };
}

// 64 x 64 elements of C for 512 threads, eight of a column for each.
__global__ void multiply_columns(const float *a, const float *b, float *c, int n) {
    __shared__ float tile_a[64 * 8], tile_b[8 * 64];
    int x = threadIdx.x % 64, y = threadIdx.x / 64, column_a = threadIdx.x % 8, row_a = threadIdx.x / 8;
    a += blockIdx.y * 64 * n;
    b += blockIdx.x * 64;
    c += blockIdx.y * 64 * n + blockIdx.x * 64;
    float sums[8] = {0};
    for (int step = 0; step < n; step += 8) {
        tile_a[row_a * 8 + column_a] = a[row_a * n + column_a];
        tile_b[y * 64 + x] = b[y * n + x];
        __syncthreads();
        a += 8;
        b += 8 * n;
        for (int k = 0; k < 8; ++k) {
            float value = tile_b[k * 64 + x];
            for (int i = 0; i < 8; ++i) sums[i] += tile_a[(y * 8 + i) * 8 + k] * value;
        }
        __syncthreads();
    }
    for (int i = 0; i < 8; ++i) c[(y * 8 + i) * n + x] = sums[i];
}
MEASURE(products, multiply_columns, 512, 1536) {
    PRODUCT_MEMORY;
    return [=] { multiply_columns<<<dim3(n / 64, n / 64), 512>>>(a, b, c, n); };
}

// 128 x 128 elements of C for 256 threads, 8 x 8 for each, loaded as vectors; the tile of A is turned.
__global__ void __launch_bounds__(256) multiply_vectors(const float *a, const float *b, float *c, int n) {
    __shared__ float tile_a[8][128], tile_b[8][128];
    int t = threadIdx.x, tx = t % 16 * 8, ty = t / 16 * 8;
    a += blockIdx.y * 128 * n;
    b += blockIdx.x * 128;
    float sums[8][8] = {{0}}, left[8], right[8];
    for (int step = 0; step < n; step += 8) {
        float4 va = *(const float4 *)&a[(t / 2) * n + step + t % 2 * 4];
        tile_a[t % 2 * 4 + 0][t / 2] = va.x;
        tile_a[t % 2 * 4 + 1][t / 2] = va.y;
        tile_a[t % 2 * 4 + 2][t / 2] = va.z;
        tile_a[t % 2 * 4 + 3][t / 2] = va.w;
        *(float4 *)&tile_b[t / 32][t % 32 * 4] = *(const float4 *)&b[(step + t / 32) * n + t % 32 * 4];
        __syncthreads();
        for (int k = 0; k < 8; ++k) {
            for (int i = 0; i < 8; ++i) left[i] = tile_a[k][ty + i];
            for (int i = 0; i < 8; ++i) right[i] = tile_b[k][tx + i];
            for (int i = 0; i < 8; ++i)
                for (int j = 0; j < 8; ++j) sums[i][j] += left[i] * right[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 8; j += 4)
            *(float4 *)&c[(blockIdx.y * 128 + ty + i) * n + blockIdx.x * 128 + tx + j] =
                make_float4(sums[i][j], sums[i][j + 1], sums[i][j + 2], sums[i][j + 3]);
}
MEASURE(products, multiply_vectors, 512, 1536) {
    PRODUCT_MEMORY;
    return [=] { multiply_vectors<<<dim3(n / 128, n / 128), 256>>>(a, b, c, n); };
}
