// key.cu - a warp that makes several loads before it needs the first value: the key of bytes_in_flight's predictions.
#include "drawn.h"
#include "workbook.h"

constexpr int MOST_VALUES = 7;

// All loads of a thread stand before its first store.
template <int VALUES, typename Type> __global__ void copy(const Type *in, Type *out) {
    Type values[VALUES];
#pragma unroll
    for (int v = 0; v < VALUES; v++) values[v] = in[v * 32 + threadIdx.x];
#pragma unroll
    for (int v = 0; v < VALUES; v++) out[v * 32 + threadIdx.x] = values[v];
}

template <typename Type> static void copy_values(int values, const void *in, void *out) {
    auto kernel = values == 3 ? copy<3, Type> : values == 5 ? copy<5, Type> : values == 6 ? copy<6, Type> : copy<7, Type>;
    kernel<<<1, 32>>>(static_cast<const Type *>(in), static_cast<Type *>(out));
    CHECK(cudaGetLastError());
}

int main(int, char **argv) {
    size_t size = drawn(argv, "size");
    int values = drawn(argv, "values");
    void *in, *out;
    CHECK(cudaMalloc(&in, MOST_VALUES * 32 * sizeof(float4)));
    CHECK(cudaMalloc(&out, MOST_VALUES * 32 * sizeof(float4)));
    CHECK(cudaMemset(in, 0, MOST_VALUES * 32 * sizeof(float4)));
    if (size == sizeof(float)) copy_values<float>(values, in, out);
    else if (size == sizeof(float2)) copy_values<float2>(values, in, out);
    else copy_values<float4>(values, in, out);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
}
