// key.cu - a warp of each of two kernels, which makes several loads before it needs the first value: the key of
// bytes_in_flight's predictions.
#include "drawn.h"
#include "workbook.h"

constexpr int MOST_VALUES = 7;

// All loads of a thread stand before its first store.
template <int VALUES, typename Type> __device__ void copy_together(const Type *in, Type *out) {
    Type values[VALUES];
#pragma unroll
    for (int v = 0; v < VALUES; v++) values[v] = in[v * 32 + threadIdx.x];
#pragma unroll
    for (int v = 0; v < VALUES; v++) out[v * 32 + threadIdx.x] = values[v];
}

template <int VALUES, typename Type> __global__ void copy_first(const Type *in, Type *out) {
    copy_together<VALUES>(in, out);
}

template <int VALUES, typename Type> __global__ void copy_second(const Type *in, Type *out) {
    copy_together<VALUES>(in, out);
}

template <int VALUES, typename Type> static void copy_values(bool second, const void *in, void *out) {
    auto kernel = second ? copy_second<VALUES, Type> : copy_first<VALUES, Type>;
    kernel<<<1, 32>>>(static_cast<const Type *>(in), static_cast<Type *>(out));
    CHECK(cudaGetLastError());
}

template <typename Type> static void copy(bool second, int values, const void *in, void *out) {
    if (values == 3) copy_values<3, Type>(second, in, out);
    else if (values == 5) copy_values<5, Type>(second, in, out);
    else if (values == 6) copy_values<6, Type>(second, in, out);
    else copy_values<7, Type>(second, in, out);
}

static void copy_of_size(bool second, int values, int size, const void *in, void *out) {
    if (size == sizeof(float)) copy<float>(second, values, in, out);
    else if (size == sizeof(float2)) copy<float2>(second, values, in, out);
    else copy<float4>(second, values, in, out);
}

int main(int, char **argv) {
    void *in, *out;
    CHECK(cudaMalloc(&in, MOST_VALUES * 32 * sizeof(float4)));
    CHECK(cudaMalloc(&out, MOST_VALUES * 32 * sizeof(float4)));
    CHECK(cudaMemset(in, 0, MOST_VALUES * 32 * sizeof(float4)));
    copy_of_size(false, drawn(argv, "values"), drawn(argv, "size"), in, out);
    copy_of_size(true, drawn(argv, "loads"), drawn(argv, "bytes"), in, out);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
}
