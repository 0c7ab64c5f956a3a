// vectors_by_ptx.cu - 16 bytes a load by inline PTX, two loads before the first store; the rest by a kernel of its
// own.
//
//= student: Ada Lovelace
//= bytes_of_a_warp: 768
//= bytes_of_the_gpu: 4576768
//= bytes_needed: 1071000
#include "workbook.h"
#include <cstdint>

struct Bits {
    unsigned x, y, z, w;
};

__device__ __forceinline__ Bits load(const void *from) {
    Bits bits;
    asm volatile("ld.global.nc.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(bits.x), "=r"(bits.y), "=r"(bits.z), "=r"(bits.w)
                 : "l"(from));
    return bits;
}
__device__ __forceinline__ void store(void *to, Bits bits) {
    asm volatile("st.global.cs.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(to), "r"(bits.x), "r"(bits.y), "r"(bits.z), "r"(bits.w)
                 : "memory");
}

__global__ void __launch_bounds__(256) copy(const float4 *in, float4 *out, size_t vectors) {
    size_t first = blockIdx.x * size_t(512) + threadIdx.x;
    bool two = first + 256 < vectors;
    if (first >= vectors) return;
    Bits one = load(in + first), other{};
    if (two) other = load(in + first + 256);
    store(out + first, one);
    if (two) store(out + first + 256, other);
}

__global__ void copy_rest(const float *in, float *out, int first, int count) {
    int i = first + threadIdx.x;
    if (i < count) out[i] = in[i];
}

void copy_floats(const float *in, float *out, int count) {
    size_t vectors = count / 4;
    if (vectors) copy<<<(vectors + 511) / 512, 256>>>((const float4 *)in, (float4 *)out, vectors);
    if (count % 4) copy_rest<<<1, 32>>>(in, out, count / 4 * 4, count);
    CHECK(cudaGetLastError());
}
