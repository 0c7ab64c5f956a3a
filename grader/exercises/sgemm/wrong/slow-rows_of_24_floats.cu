// rows_of_24_floats.cu - asynchronous copies into rows padded by eight floats: two rows of a request meet in eight
//
// says: but slow
// banks, which costs a pass more, and few enough in all.
//
#include "workbook.h"
#include <cuda/pipeline>

// 128 x 128 elements by 8 warps of 64 x 32, with lanes as 8 x 4. Three stages of asynchronous copies hold 16 of k; A
// stays by rows, in rows of 24 floats.
constexpr int SIDE = 128, DEEP = 16, STAGES = 3, THREADS = 256, ROW = DEEP + 8;

struct Stage {
    float a[SIDE][ROW], b[DEEP][SIDE];
};

__device__ void copy4(cuda::pipeline<cuda::thread_scope_thread> &pipe, float *to, const float *from, int have) {
    if (have >= 4)
        cuda::memcpy_async(reinterpret_cast<float4 *>(to), reinterpret_cast<const float4 *>(from),
                           cuda::aligned_size_t<16>(16), pipe);
    else *reinterpret_cast<float4 *>(to) = make_float4(0, 0, 0, 0);
}

// k and n are multiples of 4, so four floats are all there or none.
__global__ __launch_bounds__(THREADS) void vectors(const float *A, const float *B, float *C, int m, int n, int k) {
    extern __shared__ __align__(16) unsigned char memory[];
    Stage *stages = reinterpret_cast<Stage *>(memory);
    int t = threadIdx.x, lane = t % 32, warp = t / 32, top = blockIdx.y * SIDE, left = blockIdx.x * SIDE;
    int y = warp / 4 * 64 + lane / 4, x = warp % 4 * 32 + lane % 4 * 4; // rows y + 8 i, columns x + 16 j
    auto pipe = cuda::make_pipeline();
    auto fetch = [&](int first) {
        pipe.producer_acquire();
        if (first < k) {
            Stage &s = stages[first / DEEP % STAGES];
            for (int i = t; i < SIDE * DEEP / 4; i += THREADS) {
                int r = i / (DEEP / 4), p = i % (DEEP / 4) * 4;
                copy4(pipe, &s.a[r][p], A + static_cast<size_t>(top + r) * k + first + p,
                      top + r < m ? k - first - p : 0);
                r = i / (SIDE / 4), p = i % (SIDE / 4) * 4;
                copy4(pipe, &s.b[r][p], B + static_cast<size_t>(first + r) * n + left + p,
                      first + r < k ? n - left - p : 0);
            }
        }
        pipe.producer_commit();
    };
    float sum[8][8] = {};
    fetch(0);
    fetch(DEEP);
    for (int first = 0; first < k; first += DEEP) {
        cuda::pipeline_consumer_wait_prior<1>(pipe);
        __syncthreads();
        fetch(first + 2 * DEEP);
        Stage &s = stages[first / DEEP % STAGES];
#pragma unroll 1
        for (int p = 0; p < DEEP; p += 4) {
            float4 a[8];
#pragma unroll
            for (int i = 0; i < 8; i++) a[i] = *reinterpret_cast<float4 *>(&s.a[y + 8 * i][p]);
#pragma unroll
            for (int q = 0; q < 4; q++) {
                float4 b0 = *reinterpret_cast<float4 *>(&s.b[p + q][x]),
                       b1 = *reinterpret_cast<float4 *>(&s.b[p + q][x + 16]);
                float b[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
                for (int i = 0; i < 8; i++) {
                    float f = q == 0 ? a[i].x : q == 1 ? a[i].y : q == 2 ? a[i].z : a[i].w;
#pragma unroll
                    for (int j = 0; j < 8; j++) sum[i][j] += f * b[j];
                }
            }
        }
        pipe.consumer_release();
    }
    for (int i = 0; i < 8; i++)
        for (int h = 0; h < 2; h++) {
            int row = top + y + 8 * i, column = left + x + 16 * h;
            if (row < m && column < n)
                *reinterpret_cast<float4 *>(C + static_cast<size_t>(row) * n + column) =
                    make_float4(sum[i][4 * h], sum[i][4 * h + 1], sum[i][4 * h + 2], sum[i][4 * h + 3]);
        }
}

__global__ void plain(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float a[16][17], b[16][17];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
    float sum = 0;
    for (int p = 0; p < k; p += 16) {
        a[y][x] = row < m && p + x < k ? A[static_cast<size_t>(row) * k + p + x] : 0;
        b[y][x] = p + y < k && column < n ? B[static_cast<size_t>(p + y) * n + column] : 0;
        __syncthreads();
        for (int q = 0; q < 16; q++) sum += a[y][q] * b[q][x];
        __syncthreads();
    }
    if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    constexpr int bytes = STAGES * sizeof(Stage);
    if (n % 4 == 0 && k % 4 == 0) {
        CHECK(cudaFuncSetAttribute(vectors, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        vectors<<<dim3(ceil_div(n, SIDE), ceil_div(m, SIDE)), THREADS, bytes>>>(A, B, C, m, n, k);
    } else {
        plain<<<dim3(ceil_div(n, 16), ceil_div(m, 16)), dim3(16, 16)>>>(A, B, C, m, n, k);
    }
    CHECK(cudaGetLastError());
}
