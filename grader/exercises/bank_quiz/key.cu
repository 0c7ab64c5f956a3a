// key.cu - the accesses of bank_quiz, each made once by one warp, so that the device says how many passes it took.
#include "workbook.h"

// One load request with stride S over values of a type.
#define STRIDED(name, Type, S)                                                                                         \
    __global__ void name(Type *out) {                                                                                  \
        __shared__ Type values[31 * S + 1];                                                                            \
        for (int i = threadIdx.x; i < 31 * S + 1; i += 32) values[i] = Type{};                                         \
        __syncwarp();                                                                                                  \
        out[threadIdx.x] = values[S * threadIdx.x];                                                                    \
    }

STRIDED(float_stride_0, float, 0)
STRIDED(float_stride_1, float, 1)
STRIDED(float_stride_2, float, 2)
STRIDED(float_stride_3, float, 3)
STRIDED(float_stride_4, float, 4)
STRIDED(float_stride_5, float, 5)
STRIDED(float_stride_8, float, 8)
STRIDED(float_stride_16, float, 16)
STRIDED(float_stride_31, float, 31)
STRIDED(float_stride_32, float, 32)
STRIDED(float_stride_33, float, 33)
STRIDED(double_stride_1, double, 1)
STRIDED(double_stride_2, double, 2)
STRIDED(float4_stride_1, float4, 1)
STRIDED(float4_stride_2, float4, 2)

// A warp reads column 5 of a tile of 32 rows.
#define COLUMN(name, WIDTH)                                                                                            \
    __global__ void name(float *out) {                                                                                 \
        __shared__ float tile[32][WIDTH];                                                                              \
        for (int r = 0; r < 32; r++) tile[r][threadIdx.x] = 1;                                                         \
        __syncwarp();                                                                                                  \
        out[threadIdx.x] = tile[threadIdx.x][5];                                                                       \
    }

COLUMN(column_width_32, 32)
COLUMN(column_width_33, 33)
COLUMN(column_width_34, 34)

// The first warp of a T x T block stores turned, or stores a row and reads turned.
#define TURNED(name, T, WIDTH)                                                                                         \
    __global__ void name(float *out) {                                                                                 \
        __shared__ float tile[T][WIDTH];                                                                               \
        tile[threadIdx.x][threadIdx.y] = 1;                                                                            \
        __syncwarp();                                                                                                  \
        out[threadIdx.y * T + threadIdx.x] = tile[threadIdx.x][threadIdx.y];                                           \
    }

TURNED(turned_16_16, 16, 16)
TURNED(turned_16_17, 16, 17)
TURNED(turned_16_18, 16, 18)
TURNED(turned_8_8, 8, 8)
TURNED(turned_8_9, 8, 9)
TURNED(turned_8_10, 8, 10)
TURNED(turned_8_11, 8, 11)
TURNED(turned_8_12, 8, 12)
TURNED(turned_8_13, 8, 13)

// A 16 x 16 block stores by rows and reads by columns.
template <int WIDTH> __device__ void both_ways(float *out) {
    __shared__ float tile[16][WIDTH];
    tile[threadIdx.y][threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
__global__ void both_16(float *out) { both_ways<16>(out); }
__global__ void both_17(float *out) { both_ways<17>(out); }
__global__ void both_18(float *out) { both_ways<18>(out); }
__global__ void both_19(float *out) { both_ways<19>(out); }
__global__ void both_20(float *out) { both_ways<20>(out); }
__global__ void both_24(float *out) { both_ways<24>(out); }
__global__ void both_32(float *out) { both_ways<32>(out); }
__global__ void both_33(float *out) { both_ways<33>(out); }

template <typename Type> static void one_warp(void (*kernel)(Type *), void *out, dim3 block) {
    kernel<<<1, block>>>(static_cast<Type *>(out));
    CHECK(cudaGetLastError());
}

int main() {
    void *out;
    CHECK(cudaMalloc(&out, 256 * sizeof(float4)));
    void (*const floats[])(float *) = {float_stride_0,  float_stride_1,  float_stride_2,  float_stride_3,
                                       float_stride_4,  float_stride_5,  float_stride_8,  float_stride_16,
                                       float_stride_31, float_stride_32, float_stride_33, column_width_32,
                                       column_width_33, column_width_34};
    for (auto kernel : floats) one_warp(kernel, out, 32);
    one_warp(double_stride_1, out, 32);
    one_warp(double_stride_2, out, 32);
    one_warp(float4_stride_1, out, 32);
    one_warp(float4_stride_2, out, 32);
    for (auto kernel : {turned_16_16, turned_16_17, turned_16_18}) one_warp(kernel, out, dim3(16, 2));
    for (auto kernel : {turned_8_8, turned_8_9, turned_8_10, turned_8_11, turned_8_12, turned_8_13})
        one_warp(kernel, out, dim3(8, 4));
    for (auto kernel : {both_16, both_17, both_18, both_19, both_20, both_24, both_32, both_33})
        one_warp(kernel, out, dim3(16, 16));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(out));
}
