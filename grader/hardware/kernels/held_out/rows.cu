// rows.cu - measured kernels that no model has seen.
#include "../measured.cuh"

__global__ void row_sums_by_threads(const float *in, float *out, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int i = 0; i < n; i++) sum += in[(size_t)r * n + i];
    out[r] = sum;
}
MEASURE(rows, row_sums_by_threads, 1024, 4096) {
    float *in = floats(size * size), *out = zeros<float>(size);
    return [=] { row_sums_by_threads<<<size / 128, 128>>>(in, out, (int)size); };
}

__global__ void column_sums(const float *in, float *out, int n) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int i = 0; i < n; i++) sum += in[(size_t)i * n + c];
    out[c] = sum;
}
MEASURE(rows, column_sums, 1024, 4096, 16384) {
    float *in = floats(size * size), *out = zeros<float>(size);
    return [=] { column_sums<<<size / 256, 256>>>(in, out, (int)size); };
}

// Strips of rows, 32 x 32 threads, and a tree over the threads of a column.
__global__ void column_sums_shared(const float *in, float *out, int n) {
    __shared__ float sums[32][33];
    int c = blockIdx.x * 32 + threadIdx.x;
    float sum = 0;
    for (int i = threadIdx.y; i < n; i += 32) sum += in[(size_t)i * n + c];
    sums[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    sum = sums[threadIdx.x][threadIdx.y];
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(~0u, sum, distance);
    if (threadIdx.x == 0) out[blockIdx.x * 32 + threadIdx.y] = sum;
}
MEASURE(rows, column_sums_shared, 1024, 4096) {
    float *in = floats(size * size), *out = zeros<float>(size);
    return [=] { column_sums_shared<<<size / 32, dim3(32, 32)>>>(in, out, (int)size); };
}

// Softmax of rows, a block for each row, three passes over it.
__global__ void softmax_blocks(const float *in, float *out, int n) {
    __shared__ float values[256];
    const float *row = in + (size_t)blockIdx.x * n;
    float most = -1e30f, sum = 0;
    for (int i = threadIdx.x; i < n; i += 256) most = fmaxf(most, row[i]);
    values[threadIdx.x] = most;
    for (int half = 128; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) values[threadIdx.x] = fmaxf(values[threadIdx.x], values[threadIdx.x + half]);
    }
    __syncthreads();
    most = values[0];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += 256) sum += expf(row[i] - most);
    values[threadIdx.x] = sum;
    for (int half = 128; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) values[threadIdx.x] += values[threadIdx.x + half];
    }
    __syncthreads();
    float scale = 1 / values[0];
    for (int i = threadIdx.x; i < n; i += 256) out[(size_t)blockIdx.x * n + i] = expf(row[i] - most) * scale;
}
MEASURE(rows, softmax_blocks, 1024, 4096) {
    float *in = floats(size * size), *out = zeros<float>(size * size);
    return [=] { softmax_blocks<<<size, 256>>>(in, out, (int)size); };
}

// A warp for each row of 1,024, which it holds in registers.
__global__ void softmax_warps(const float *in, float *out) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    float own[32], most = -1e30f, sum = 0;
#pragma unroll
    for (int i = 0; i < 32; i++) {
        own[i] = in[(size_t)row * 1024 + i * 32 + lane];
        most = fmaxf(most, own[i]);
    }
    for (int distance = 16; distance > 0; distance /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, distance));
#pragma unroll
    for (int i = 0; i < 32; i++) sum += own[i] = __expf(own[i] - most);
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(~0u, sum, distance);
#pragma unroll
    for (int i = 0; i < 32; i++) out[(size_t)row * 1024 + i * 32 + lane] = own[i] / sum;
}
MEASURE(rows, softmax_warps, 1024, 16384) {
    float *in = floats(size * 1024), *out = zeros<float>(size * 1024);
    return [=] { softmax_warps<<<size / 4, 128>>>(in, out); };
}

__global__ void layer_norm(const float *in, const float *gain, float *out, int n) {
    __shared__ float sums[2][8];
    const float *row = in + (size_t)blockIdx.x * n;
    float sum = 0, squares = 0;
    for (int i = threadIdx.x; i < n; i += 256) {
        sum += row[i];
        squares += row[i] * row[i];
    }
    for (int distance = 16; distance > 0; distance /= 2) {
        sum += __shfl_xor_sync(~0u, sum, distance);
        squares += __shfl_xor_sync(~0u, squares, distance);
    }
    if (threadIdx.x % 32 == 0) {
        sums[0][threadIdx.x / 32] = sum;
        sums[1][threadIdx.x / 32] = squares;
    }
    __syncthreads();
    sum = squares = 0;
    for (int w = 0; w < 8; w++) {
        sum += sums[0][w];
        squares += sums[1][w];
    }
    float mean = sum / n, scale = rsqrtf(squares / n - mean * mean + 1e-5f);
    for (int i = threadIdx.x; i < n; i += 256) out[(size_t)blockIdx.x * n + i] = (row[i] - mean) * scale * gain[i];
}
MEASURE(rows, layer_norm, 1024, 4096) {
    float *in = floats(size * size), *gain = floats(size), *out = zeros<float>(size * size);
    return [=] { layer_norm<<<size, 256>>>(in, gain, out, (int)size); };
}

// Rows that begin at odd places: width 1,001.
__global__ void row_scale(float *values, const float *factors, int rows) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < 1001 && y < rows) values[(size_t)y * 1001 + x] *= factors[y];
}
MEASURE(rows, row_scale, 1024, 16384) {
    float *values = floats(size * 1001, 0.9f, 1.1f), *factors = floats(size, 0.99f, 1.01f);
    return [=] { row_scale<<<dim3(8, (unsigned)size), 128>>>(values, factors, (int)size); };
}
