// sums.cu - sums of squares, odd numbers counted, the maxima of rows and the norms of columns.
#include "../measured.cuh"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

#define SQUARES                                                                                                        \
    float *in = floats(size), *sum = zeros<float>(1);                                                                  \
    measured_check([=] {                                                                                               \
        double expected = 0;                                                                                           \
        for (float v : download(in, size)) expected += (double)v * v;                                                  \
        return near(download(sum, 1)[0], expected, 2e-3);                                                              \
    })
__global__ void squares_atomic(const float *in, float *sum, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(sum, in[i] * in[i]);
}
MEASURE(sums, squares_atomic, 300000) {
    SQUARES;
    return [=] { squares_atomic<<<blocks_for(size, 256), 256>>>(in, sum, (int)size); };
}
__device__ float warp_total(float v) {
    for (int d = 16; d; d >>= 1) v += __shfl_down_sync(~0u, v, d);
    return v;
}
__global__ void squares_warps(const float *in, float *sum, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i < n ? in[i] : 0;
    v = warp_total(v * v);
    if (threadIdx.x % 32 == 0) atomicAdd(sum, v);
}
MEASURE(sums, squares_warps, 300000, 3000000) {
    SQUARES;
    return [=] { squares_warps<<<blocks_for(size, 256), 256>>>(in, sum, (int)size); };
}
__global__ void squares_tree(const float *in, float *sum, int n) {
    __shared__ float part[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float v = i < n ? in[i] : 0;
    part[t] = v * v;
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (t < s) part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0) atomicAdd(sum, part[0]);
}
MEASURE(sums, squares_tree, 300000, 3000000) {
    SQUARES;
    return [=] { squares_tree<<<blocks_for(size, 256), 256>>>(in, sum, (int)size); };
}
__global__ void squares_striding(const float *in, float *sum, int n) {
    __shared__ float part[32];
    float v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v += in[i] * in[i];
    v = warp_total(v);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = warp_total(threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0);
        if (threadIdx.x == 0) atomicAdd(sum, v);
    }
}
MEASURE(sums, squares_striding, 300000, 3000000) {
    SQUARES;
    return [=] { squares_striding<<<264, 1024>>>(in, sum, (int)size); };
}
MEASURE(sums, squares_striding_short, 300000, 3000000) {
    SQUARES;
    return [=] { squares_striding<<<66, 128>>>(in, sum, (int)size); };
}
__global__ void squares_groups(const float4 *in, float *sum, int n) {
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(cg::this_thread_block());
    float v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float4 q = in[i];
        v += q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    }
    v = cg::reduce(tile, v, cg::plus<float>());
    if (tile.thread_rank() == 0) atomicAdd(sum, v);
}
MEASURE(sums, squares_groups, 300000, 3000000) {
    SQUARES;
    return [=] { squares_groups<<<396, 256>>>((float4 *)in, sum, (int)(size / 4)); };
}
// The block that is done last adds what all have left.
__global__ void squares_last(const float *in, float *partial, unsigned *done, float *sum, int n) {
    __shared__ float part[256];
    __shared__ bool last;
    int t = threadIdx.x;
    float v = 0;
    for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256) v += in[i] * in[i];
    part[t] = v;
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (t < s) part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0) {
        partial[blockIdx.x] = part[0];
        __threadfence();
        last = atomicAdd(done, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) return;
    __threadfence();
    v = 0;
    for (unsigned i = t; i < gridDim.x; i += 256) v += ((volatile float *)partial)[i];
    part[t] = v;
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (t < s) part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0) {
        *sum = part[0];
        *done = 0;
    }
}
MEASURE(sums, squares_last, 300000, 3000000) {
    SQUARES;
    float *partial = zeros<float>(528);
    unsigned *done = zeros<unsigned>(1);
    return [=] { squares_last<<<528, 256>>>(in, partial, done, sum, (int)size); };
}

#define ODD                                                                                                            \
    int *in = integers(size, 1000000), *count = zeros<int>(1);                                                         \
    measured_check([=] {                                                                                               \
        int expected = 0;                                                                                              \
        for (int v : download(in, size)) expected += v & 1;                                                            \
        return download(count, 1)[0] == expected;                                                                      \
    })
__global__ void odd_each(const int *in, int *count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] & 1) atomicAdd(count, 1);
}
MEASURE(sums, odd_each, 4194304) {
    ODD;
    return [=] { odd_each<<<size / 256, 256>>>(in, count); };
}
__global__ void odd_ballots(const int *in, int *count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned votes = __ballot_sync(~0u, in[i] & 1);
    if (threadIdx.x % 32 == 0) atomicAdd(count, __popc(votes));
}
MEASURE(sums, odd_ballots, 4194304) {
    ODD;
    return [=] { odd_ballots<<<size / 256, 256>>>(in, count); };
}
__global__ void odd_barriers(const int *in, int *count) {
    int own = 0;
    for (int k = 0; k < 8; k++) own += __syncthreads_count(in[(blockIdx.x * 8 + k) * 512 + threadIdx.x] & 1);
    if (threadIdx.x == 0) atomicAdd(count, own);
}
MEASURE(sums, odd_barriers, 4194304) {
    ODD;
    return [=] { odd_barriers<<<size / 4096, 512>>>(in, count); };
}
__global__ void odd_reduced(const int *in, int *count, int n) {
    unsigned own = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) own += in[i] & 1;
    own = __reduce_add_sync(~0u, own);
    if (threadIdx.x % 32 == 0) atomicAdd(count, (int)own);
}
MEASURE(sums, odd_reduced, 4194304) {
    ODD;
    return [=] { odd_reduced<<<528, 512>>>(in, count, (int)size); };
}

#define MAXIMA                                                                                                         \
    int columns = 700, rows = (int)size;                                                                               \
    float *in = floats((size_t)rows * columns), *out = zeros<float>(rows);                                             \
    measured_check([=] {                                                                                               \
        std::vector<float> x = download(in, (size_t)rows * columns), y = download(out, rows);                          \
        for (int r = 0; r < rows; r++)                                                                                 \
            if (y[r] != *std::max_element(x.begin() + (size_t)r * columns, x.begin() + (size_t)(r + 1) * columns))     \
                return false;                                                                                          \
        return true;                                                                                                   \
    })
__global__ void maxima_threads(const float *in, float *out, int rows, int columns) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float best = -1e30f;
    for (int c = 0; c < columns; c++) best = fmaxf(best, in[r * columns + c]);
    out[r] = best;
}
MEASURE(rows, maxima_threads, 1000, 5000) {
    MAXIMA;
    return [=] { maxima_threads<<<blocks_for(rows, 128), 128>>>(in, out, rows, columns); };
}
__global__ void maxima_warps(const float *in, float *out, int rows, int columns) {
    int r = blockIdx.x * blockDim.y + threadIdx.y;
    if (r >= rows) return;
    float best = -1e30f;
    for (int c = threadIdx.x; c < columns; c += 32) best = fmaxf(best, in[r * columns + c]);
    for (int d = 16; d; d /= 2) best = fmaxf(best, __shfl_xor_sync(~0u, best, d));
    if (threadIdx.x == 0) out[r] = best;
}
MEASURE(rows, maxima_warps, 1000, 5000) {
    MAXIMA;
    return [=] { maxima_warps<<<blocks_for(rows, 4), dim3(32, 4)>>>(in, out, rows, columns); };
}
__global__ void maxima_blocks(const float *in, float *out, int columns) {
    extern __shared__ float best[];
    int t = threadIdx.x;
    best[t] = -1e30f;
    for (int c = t; c < columns; c += blockDim.x) best[t] = fmaxf(best[t], in[blockIdx.x * columns + c]);
    for (int s = blockDim.x / 2; s; s /= 2) {
        __syncthreads();
        if (t < s) best[t] = fmaxf(best[t], best[t + s]);
    }
    if (t == 0) out[blockIdx.x] = best[0];
}
MEASURE(rows, maxima_blocks, 1000, 5000) {
    MAXIMA;
    return [=] { maxima_blocks<<<rows, 256, 256 * sizeof(float)>>>(in, out, columns); };
}

#define COLUMNS                                                                                                        \
    int rows = (int)size, columns = 1536;                                                                              \
    float *in = floats((size_t)rows * columns), *out = zeros<float>(columns);                                          \
    measured_check([=] {                                                                                               \
        std::vector<float> x = download(in, (size_t)rows * columns), y = download(out, columns);                       \
        std::vector<double> sum(columns);                                                                              \
        for (int r = 0; r < rows; r++)                                                                                 \
            for (int c = 0; c < columns; c++) sum[c] += fabs(x[(size_t)r * columns + c]);                              \
        for (int c = 0; c < columns; c++)                                                                              \
            if (!near(y[c], sum[c], 1e-4)) return false;                                                               \
        return true;                                                                                                   \
    })
__global__ void norms_threads(const float *in, float *out, int rows, int columns) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int r = 0; r < rows; r++) sum += fabsf(in[r * columns + c]);
    out[c] = sum;
}
MEASURE(columns, norms_threads, 512, 4096) {
    COLUMNS;
    return [=] { norms_threads<<<columns / 64, 64>>>(in, out, rows, columns); };
}
// Adds to what is there: only the first launch gives the norms.
__global__ void norms_pieces(const float *in, float *out, int columns) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int r = 0; r < 32; r++) sum += fabsf(in[(blockIdx.y * 32 + r) * columns + c]);
    atomicAdd(out + c, sum);
}
MEASURE(columns, norms_pieces, 512, 4096) {
    COLUMNS;
    return [=] { norms_pieces<<<dim3(columns / 256, rows / 32), 256>>>(in, out, columns); };
}
__global__ void norms_tiles(const float *in, float *out, int rows, int columns) {
    __shared__ float part[32][33];
    int c = blockIdx.x * 32 + threadIdx.x;
    float sum = 0;
    for (int r = threadIdx.y; r < rows; r += 32) sum += fabsf(in[r * columns + c]);
    part[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    sum = warp_total(part[threadIdx.x][threadIdx.y]);
    if (threadIdx.x == 0) out[blockIdx.x * 32 + threadIdx.y] = sum;
}
MEASURE(columns, norms_tiles, 512, 4096) {
    COLUMNS;
    return [=] { norms_tiles<<<columns / 32, dim3(32, 32)>>>(in, out, rows, columns); };
}
