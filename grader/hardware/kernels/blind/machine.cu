// machine.cu - banks, arrays of a thread, few and many blocks, copies ahead of use, and rows made alike.
#include "../measured.cuh"

#include <cooperative_groups.h>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

// The elements of each 256 are turned round 64 times, through places in shared memory that are STRIDE apart.
#define TURNED                                                                                                         \
    int *in = integers(size, 1000), *out = zeros<int>(size);                                                           \
    measured_check([=] {                                                                                               \
        std::vector<int> x = download(in, size), y = download(out, size);                                              \
        for (long i = 0; i < size; i++)                                                                                \
            if (y[i] != x[i] + 64 * 3) return false;                                                                   \
        return true;                                                                                                   \
    })
template <int STRIDE> __global__ void turned_round(const int *in, int *out) {
    extern __shared__ int places[];
    int i = blockIdx.x * 256 + threadIdx.x, t = threadIdx.x, v = in[i];
    for (int k = 0; k < 64; k++) {
        places[t * STRIDE] = v + 3;
        __syncthreads();
        v = places[(255 - t) * STRIDE];
        __syncthreads();
    }
    out[i] = v;
}
MEASURE(banks, places_together, 131072) {
    TURNED;
    return [=] { turned_round<1><<<size / 256, 256, 1024>>>(in, out); };
}
MEASURE(banks, places_two_apart, 131072) {
    TURNED;
    return [=] { turned_round<2><<<size / 256, 256, 2048>>>(in, out); };
}
MEASURE(banks, places_seven_apart, 131072) {
    TURNED;
    return [=] { turned_round<7><<<size / 256, 256, 7168>>>(in, out); };
}
MEASURE(banks, places_eight_apart, 131072) {
    TURNED;
    return [=] { turned_round<8><<<size / 256, 256, 8192>>>(in, out); };
}
MEASURE(banks, places_32_apart, 131072) {
    TURNED;
    return [=] { turned_round<32><<<size / 256, 256, 32768>>>(in, out); };
}

// The median of 15 neighbours, in an array of the thread that is sorted by insertion, or by a fixed net.
#define MEDIANS                                                                                                        \
    int *in = integers(size + 14, 10000), *out = zeros<int>(size);                                                     \
    measured_check([=] {                                                                                               \
        std::vector<int> x = download(in, size + 14), y = download(out, size);                                         \
        for (long i = 0; i < size; i += 13) {                                                                          \
            std::vector<int> part(x.begin() + i, x.begin() + i + 15);                                                  \
            std::sort(part.begin(), part.end());                                                                       \
            if (y[i] != part[7]) return false;                                                                         \
        }                                                                                                              \
        return true;                                                                                                   \
    })
__global__ void medians_inserting(const int *in, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, part[15];
    for (int k = 0; k < 15; k++) {
        int own = in[i + k], at = k;
        while (at > 0 && part[at - 1] > own) {
            part[at] = part[at - 1];
            at--;
        }
        part[at] = own;
    }
    out[i] = part[7];
}
MEASURE(local, medians_inserting, 524288) {
    MEDIANS;
    return [=] { medians_inserting<<<size / 128, 128>>>(in, out); };
}
__global__ void medians_fixed(const int *in, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, part[15];
#pragma unroll
    for (int k = 0; k < 15; k++) part[k] = in[i + k];
#pragma unroll
    for (int round = 0; round < 15; round++)
#pragma unroll
        for (int k = round & 1; k < 14; k += 2) {
            int low = min(part[k], part[k + 1]);
            part[k + 1] = max(part[k], part[k + 1]);
            part[k] = low;
        }
    out[i] = part[7];
}
MEASURE(local, medians_fixed, 524288) {
    MEDIANS;
    return [=] { medians_fixed<<<size / 128, 128>>>(in, out); };
}
// Counts who is smaller, for each of 15.
__global__ void medians_counting(const int *in, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 15; k++) {
        int own = in[i + k], rank = 0;
        for (int j = 0; j < 15; j++) rank += in[i + j] < own || (in[i + j] == own && j < k);
        if (rank == 7) out[i] = own;
    }
}
MEASURE(local, medians_counting, 524288) {
    MEDIANS;
    return [=] { medians_counting<<<size / 128, 128>>>(in, out); };
}
__global__ void medians_shared(const int *in, int *out) {
    __shared__ int part[15][128];
    int i = blockIdx.x * 128 + threadIdx.x, t = threadIdx.x;
    for (int k = 0; k < 15; k++) {
        int own = in[i + k], at = k;
        while (at > 0 && part[at - 1][t] > own) {
            part[at][t] = part[at - 1][t];
            at--;
        }
        part[at][t] = own;
    }
    out[i] = part[7][t];
}
MEASURE(local, medians_shared, 524288) {
    MEDIANS;
    return [=] { medians_shared<<<size / 128, 128>>>(in, out); };
}

// A logistic map of 40 steps, with blocks of several kinds and numbers.
#define LOGISTIC                                                                                                       \
    float *in = floats(size, 0.1f, 0.9f), *out = zeros<float>(size);                                                   \
    measured_check([=] {                                                                                               \
        std::vector<float> x = download(in, size), y = download(out, size);                                            \
        for (long i = 0; i < size; i += 7) {                                                                           \
            double v = x[i];                                                                                           \
            for (int k = 0; k < 40; k++) v = 2.8 * v * (1 - v);                                                        \
            if (!near(y[i], v, 1e-4)) return false;                                                                    \
        }                                                                                                              \
        return true;                                                                                                   \
    })
__global__ void logistic_map(const float *in, float *out, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float v = in[i];
        for (int k = 0; k < 40; k++) v = 2.8f * v * (1 - v);
        out[i] = v;
    }
}
MEASURE(blocks, map_tiny_blocks, 2000000) {
    LOGISTIC;
    return [=] { logistic_map<<<blocks_for(size, 32), 32>>>(in, out, (int)size); };
}
MEASURE(blocks, map_large_blocks, 2000000) {
    LOGISTIC;
    return [=] { logistic_map<<<blocks_for(size, 1024), 1024>>>(in, out, (int)size); };
}
MEASURE(blocks, map_one_wave, 2000000) {
    LOGISTIC;
    return [=] { logistic_map<<<132, 1024>>>(in, out, (int)size); };
}
MEASURE(blocks, map_uneven_waves, 2000000) {
    LOGISTIC;
    return [=] { logistic_map<<<140, 1024>>>(in, out, (int)size); };
}
// Much shared memory, so that one block of 128 is on each multiprocessor.
MEASURE(blocks, map_low_occupancy, 2000000) {
    LOGISTIC;
    CHECK(cudaFuncSetAttribute(logistic_map, cudaFuncAttributeMaxDynamicSharedMemorySize, 160 * 1024));
    return [=] { logistic_map<<<1056, 128, 160 * 1024>>>(in, out, (int)size); };
}
MEASURE(blocks, map_half_warps, 2000000) {
    LOGISTIC;
    return [=] { logistic_map<<<2048, 16>>>(in, out, (int)size); };
}

// Sums of windows of 9 in chunks of 1024 elements, chunk after chunk: what is ahead may be copied meanwhile.
#define WINDOWS                                                                                                        \
    float *in = floats(size + 8), *out = zeros<float>(size);                                                           \
    measured_check([=] {                                                                                               \
        std::vector<float> x = download(in, size + 8), y = download(out, size);                                        \
        for (long i = 0; i < size; i += 3) {                                                                           \
            double sum = 0;                                                                                            \
            for (int k = 0; k < 9; k++) sum += x[i + k];                                                               \
            if (!near(y[i], sum, 1e-5)) return false;                                                                  \
        }                                                                                                              \
        return true;                                                                                                   \
    })
#define PART 1024
__device__ void window_sums(const float *part, float *out) {
    for (int k = threadIdx.x; k < PART; k += 256) {
        float sum = 0;
#pragma unroll
        for (int j = 0; j < 9; j++) sum += part[k + j];
        out[k] = sum;
    }
}
__global__ void windows_waiting(const float *in, float *out, int parts) {
    __shared__ float part[PART + 8];
    for (int p = blockIdx.x; p < parts; p += gridDim.x) {
        for (int k = threadIdx.x; k < PART + 8; k += 256) part[k] = in[p * PART + k];
        __syncthreads();
        window_sums(part, out + p * PART);
        __syncthreads();
    }
}
MEASURE(async, windows_waiting, 1048576, 8388608) {
    WINDOWS;
    return [=] { windows_waiting<<<264, 256>>>(in, out, (int)(size / PART)); };
}
__global__ void windows_ahead(const float *in, float *out, int parts) {
    __shared__ __align__(16) float part[2][PART + 8];
    auto fetch = [&](int to, int p) {
        if (p < parts)
            for (int k = threadIdx.x * 4; k < PART + 8; k += 1024)
                __pipeline_memcpy_async(&part[to][k], &in[p * PART + k], 16);
        __pipeline_commit();
    };
    fetch(0, blockIdx.x);
    for (int p = blockIdx.x, now = 0; p < parts; p += gridDim.x, now ^= 1) {
        fetch(now ^ 1, p + gridDim.x);
        __pipeline_wait_prior(1);
        __syncthreads();
        window_sums(part[now], out + p * PART);
        __syncthreads();
    }
}
MEASURE(async, windows_ahead, 1048576, 8388608) {
    WINDOWS;
    return [=] { windows_ahead<<<264, 256>>>(in, out, (int)(size / PART)); };
}
// Four stages of a pipeline of the thread, four bytes at a time.
__global__ void windows_stages(const float *in, float *out, int parts) {
    __shared__ float part[4][PART + 8];
    cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
    auto fetch = [&](int to, int p) {
        pipe.producer_acquire();
        if (p < parts)
            for (int k = threadIdx.x; k < PART + 8; k += 256)
                cuda::memcpy_async(&part[to][k], &in[p * PART + k], sizeof(float), pipe);
        pipe.producer_commit();
    };
    for (int s = 0; s < 3; s++) fetch(s, blockIdx.x + s * gridDim.x);
    for (int p = blockIdx.x, now = 0; p < parts; p += gridDim.x, now = (now + 1) % 4) {
        fetch((now + 3) % 4, p + 3 * gridDim.x);
        cuda::pipeline_consumer_wait_prior<3>(pipe);
        __syncthreads();
        window_sums(part[now], out + p * PART);
        pipe.consumer_release();
        __syncthreads();
    }
}
MEASURE(async, windows_stages, 1048576, 8388608) {
    WINDOWS;
    return [=] { windows_stages<<<264, 256>>>(in, out, (int)(size / PART)); };
}
__global__ void windows_direct(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
#pragma unroll
    for (int j = 0; j < 9; j++) sum += in[i + j];
    out[i] = sum;
}
MEASURE(async, windows_direct, 1048576, 8388608) {
    WINDOWS;
    return [=] { windows_direct<<<size / 256, 256>>>(in, out); };
}

// Softmax of rows of 1000.
#define SOFT                                                                                                           \
    int rows = (int)size;                                                                                              \
    float *in = floats(size * 1000, -4, 4), *out = zeros<float>(size * 1000);                                          \
    measured_check([=] {                                                                                               \
        std::vector<float> x = download(in, size * 1000), y = download(out, size * 1000);                              \
        for (int r = 0; r < rows; r += 17) {                                                                           \
            double sum = 0;                                                                                            \
            for (int c = 0; c < 1000; c++) sum += exp((double)x[r * 1000L + c]);                                       \
            for (int c = 0; c < 1000; c += 3)                                                                          \
                if (fabs(y[r * 1000L + c] * sum / exp((double)x[r * 1000L + c]) - 1) > 1e-3) return false;             \
        }                                                                                                              \
        return true;                                                                                                   \
    })
__global__ void soft_threads(const float *in, float *out, int rows) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    const float *x = in + r * 1000;
    float most = -1e30f, sum = 0;
    for (int c = 0; c < 1000; c++) most = fmaxf(most, x[c]);
    for (int c = 0; c < 1000; c++) sum += expf(x[c] - most);
    for (int c = 0; c < 1000; c++) out[r * 1000 + c] = expf(x[c] - most) / sum;
}
MEASURE(rows, soft_threads, 1024, 4096) {
    SOFT;
    return [=] { soft_threads<<<blocks_for(rows, 64), 64>>>(in, out, rows); };
}
// A warp keeps its row in registers.
__global__ void soft_warps(const float *in, float *out, int rows) {
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
    int r = blockIdx.x * 4 + threadIdx.x / 32, lane = warp.thread_rank();
    if (r >= rows) return;
    float x[32], most = -1e30f, sum = 0;
#pragma unroll
    for (int k = 0; k < 32; k++) {
        x[k] = k * 32 + lane < 1000 ? in[r * 1000 + k * 32 + lane] : -1e30f;
        most = fmaxf(most, x[k]);
    }
    for (int d = 16; d; d /= 2) most = fmaxf(most, warp.shfl_xor(most, d));
#pragma unroll
    for (int k = 0; k < 32; k++) sum += x[k] = __expf(x[k] - most);
    for (int d = 16; d; d /= 2) sum += warp.shfl_xor(sum, d);
#pragma unroll
    for (int k = 0; k < 32; k++)
        if (k * 32 + lane < 1000) out[r * 1000 + k * 32 + lane] = x[k] / sum;
}
MEASURE(rows, soft_warps, 1024, 4096) {
    SOFT;
    return [=] { soft_warps<<<blocks_for(rows, 4), 128>>>(in, out, rows); };
}
// A block goes through its row three times, with trees in shared memory.
__global__ void soft_blocks(const float *in, float *out) {
    __shared__ float part[256];
    const float *x = in + blockIdx.x * 1000;
    int t = threadIdx.x;
    float most = -1e30f, sum = 0;
    for (int c = t; c < 1000; c += 256) most = fmaxf(most, x[c]);
    part[t] = most;
    for (int s = 128; s; s /= 2) {
        __syncthreads();
        if (t < s) part[t] = fmaxf(part[t], part[t + s]);
    }
    __syncthreads();
    most = part[0];
    __syncthreads();
    for (int c = t; c < 1000; c += 256) sum += expf(x[c] - most);
    part[t] = sum;
    for (int s = 128; s; s /= 2) {
        __syncthreads();
        if (t < s) part[t] += part[t + s];
    }
    __syncthreads();
    for (int c = t; c < 1000; c += 256) out[blockIdx.x * 1000 + c] = expf(x[c] - most) / part[0];
}
MEASURE(rows, soft_blocks, 1024, 4096) {
    SOFT;
    return [=] { soft_blocks<<<rows, 256>>>(in, out); };
}

// Rows of 512 divided by the root of their mean square.
#define ROOTS_OF_MEANS                                                                                                 \
    int rows = (int)size;                                                                                              \
    float *in = floats(size * 512), *out = zeros<float>(size * 512);                                                   \
    measured_check([=] {                                                                                               \
        std::vector<float> x = download(in, size * 512), y = download(out, size * 512);                                \
        for (int r = 0; r < rows; r += 5) {                                                                            \
            double sum = 0;                                                                                            \
            for (int c = 0; c < 512; c++) sum += (double)x[r * 512L + c] * x[r * 512L + c];                            \
            for (int c = 0; c < 512; c++)                                                                              \
                if (!near(y[r * 512L + c], x[r * 512L + c] / sqrt(sum / 512 + 1e-5), 1e-4)) return false;              \
        }                                                                                                              \
        return true;                                                                                                   \
    })
__global__ void rms_blocks(const float *in, float *out) {
    __shared__ float part[16];
    int t = threadIdx.x;
    float v = in[blockIdx.x * 512 + t], sum = v * v;
    for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    if (t % 32 == 0) part[t / 32] = sum;
    __syncthreads();
    sum = 0;
    for (int w = 0; w < 16; w++) sum += part[w];
    out[blockIdx.x * 512 + t] = v / sqrtf(sum / 512 + 1e-5f);
}
MEASURE(rows, rms_blocks, 2048, 16384) {
    ROOTS_OF_MEANS;
    return [=] { rms_blocks<<<rows, 512>>>(in, out); };
}
__global__ void rms_warps(const float4 *in, float4 *out) {
    int lane = threadIdx.x % 32, row = blockIdx.x * 8 + threadIdx.x / 32;
    float4 v[4];
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        v[k] = in[row * 128 + k * 32 + lane];
        sum += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
    }
    for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    float scale = rsqrtf(sum / 512 + 1e-5f);
#pragma unroll
    for (int k = 0; k < 4; k++)
        out[row * 128 + k * 32 + lane] = make_float4(v[k].x * scale, v[k].y * scale, v[k].z * scale, v[k].w * scale);
}
MEASURE(rows, rms_warps, 2048, 16384) {
    ROOTS_OF_MEANS;
    return [=] { rms_warps<<<rows / 8, 256>>>((float4 *)in, (float4 *)out); };
}
// One thread adds the squares of the block's row.
__global__ void rms_serial(const float *in, float *out) {
    __shared__ float row[512], scale;
    int t = threadIdx.x;
    for (int c = t; c < 512; c += 64) row[c] = in[blockIdx.x * 512 + c];
    __syncthreads();
    if (t == 0) {
        float sum = 0;
        for (int c = 0; c < 512; c++) sum += row[c] * row[c];
        scale = rsqrtf(sum / 512 + 1e-5f);
    }
    __syncthreads();
    for (int c = t; c < 512; c += 64) out[blockIdx.x * 512 + c] = row[c] * scale;
}
MEASURE(rows, rms_serial, 2048) {
    ROOTS_OF_MEANS;
    return [=] { rms_serial<<<rows, 64>>>(in, out); };
}
