// key.cu - the accesses of bank_quiz, each made once by one warp, so that the device says how many passes they took.
#include "drawn.h"
#include "workbook.h"

// One load request with a stride over values of a type.
template <typename Type> __device__ void load_strided(Type *out, int stride, int share) {
    extern __shared__ char memory[];
    Type *values = reinterpret_cast<Type *>(memory);
    for (int i = threadIdx.x; i < 31 * stride + 1; i += 32) values[i] = Type{};
    __syncwarp();
    out[threadIdx.x] = values[stride * (threadIdx.x / share)];
}

#define STRIDED(name, Type)                                                                                            \
    __global__ void name(Type *out, int stride, int share) { load_strided<Type>(out, stride, share); }
STRIDED(stride_a, float)
STRIDED(stride_b, float)
STRIDED(stride_c, float)
STRIDED(stride_d, float)
STRIDED(shared_words, float)
STRIDED(doubles, double)
STRIDED(quads, float4)

// A warp loads with each stride up to the last one in turn.
__global__ void sweep(float *out, int last) {
    extern __shared__ float values[];
    for (int i = threadIdx.x; i < 31 * last + 1; i += 32) values[i] = 1;
    __syncwarp();
    float sum = 0;
#pragma unroll 1
    for (int stride = 1; stride <= last; stride++) sum += values[stride * threadIdx.x];
    out[threadIdx.x] = sum;
}

// A warp reads column 5 of a tile of 32 rows.
__device__ void load_column(float *out, int width) {
    extern __shared__ float tile[];
    for (int r = 0; r < 32; r++) tile[r * width + threadIdx.x] = 1;
    __syncwarp();
    out[threadIdx.x] = tile[threadIdx.x * width + 5];
}
__global__ void column_a(float *out, int width) { load_column(out, width); }
__global__ void column_b(float *out, int width) { load_column(out, width); }

// A warp, the first one of a T x T block, stores turned.
__device__ void store_turned(float *out, int width) {
    extern __shared__ float tile[];
    tile[threadIdx.x * width + threadIdx.y] = 1;
    __syncwarp();
    out[threadIdx.y * blockDim.x + threadIdx.x] = tile[threadIdx.x * width + threadIdx.y];
}
__global__ void turned_a(float *out, int width) { store_turned(out, width); }
__global__ void turned_b(float *out, int width) { store_turned(out, width); }

// The same of an 8 x 8 block, once for each of the widths that follow the first one.
#define TURNED_8(n)                                                                                                    \
    __global__ void turned_8_##n(float *out, int width) { store_turned(out, width); }
TURNED_8(0)
TURNED_8(1)
TURNED_8(2)
TURNED_8(3)
TURNED_8(4)
TURNED_8(5)
TURNED_8(6)
TURNED_8(7)

// A 16 x 16 block stores by rows and reads by columns.
__global__ void both_ways(float *out, int width) {
    extern __shared__ float tile[];
    tile[threadIdx.y * width + threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x * width + threadIdx.y];
}

template <typename Type>
static void strided(void (*kernel)(Type *, int, int), void *out, int stride, int share = 1) {
    kernel<<<1, 32, (31 * stride + 1) * sizeof(Type)>>>(static_cast<Type *>(out), stride, share);
    CHECK(cudaGetLastError());
}

static void tiled(void (*kernel)(float *, int), void *out, dim3 block, int rows, int width) {
    kernel<<<1, block, rows * width * sizeof(float)>>>(static_cast<float *>(out), width);
    CHECK(cudaGetLastError());
}

int main(int, char **argv) {
    void *out;
    CHECK(cudaMalloc(&out, 256 * sizeof(float4)));
    strided(stride_a, out, drawn(argv, "a"));
    strided(stride_b, out, drawn(argv, "b"));
    strided(stride_c, out, drawn(argv, "c"));
    strided(stride_d, out, drawn(argv, "d"));
    int last = drawn(argv, "sweep_to");
    sweep<<<1, 32, (31 * last + 1) * sizeof(float)>>>(static_cast<float *>(out), last);
    CHECK(cudaGetLastError());
    strided(shared_words, out, drawn(argv, "apart"), drawn(argv, "share"));
    strided(doubles, out, drawn(argv, "double_stride"));
    strided(quads, out, drawn(argv, "quad_stride"));
    tiled(column_a, out, 32, 32, drawn(argv, "width_a"));
    tiled(column_b, out, 32, 32, drawn(argv, "width_b"));
    tiled(turned_a, out, dim3(16, 2), 16, drawn(argv, "turned_width_a"));
    tiled(turned_b, out, dim3(16, 2), 16, drawn(argv, "turned_width_b"));
    tiled(both_ways, out, dim3(16, 16), 16, drawn(argv, "both_width"));
    int width = drawn(argv, "from");
    for (auto kernel :
         {turned_8_0, turned_8_1, turned_8_2, turned_8_3, turned_8_4, turned_8_5, turned_8_6, turned_8_7})
        tiled(kernel, out, dim3(8, 4), 8, width++);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(out));
}
