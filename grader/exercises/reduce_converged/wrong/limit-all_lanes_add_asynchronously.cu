// trick: no tree, so no lane stands aside: all lanes of a warp add at one word, asynchronously
// like: limit-an_atomic_for_each_element.cu
// says: slots of idle lanes
// Sums are added as integers, 2^-16 apart, because there is no asynchronous addition of floats.
#include "workbook.h"
constexpr int SEGMENT = 512;
constexpr int THREADS = 256;
__device__ float sum_of_two(const float *in, int count) {
    size_t first = static_cast<size_t>(blockIdx.x) * SEGMENT + threadIdx.x, second = first + THREADS;
    float left = first < count ? in[first] : 0;
    float right = second < count ? in[second] : 0;
    return left + right;
}

__global__ void __cluster_dims__(1) add(const float *in, float *sums, int count) {
    __shared__ int total;
    __shared__ alignas(8) unsigned long long bar;
    unsigned t = threadIdx.x;
    unsigned b = (unsigned)__cvta_generic_to_shared(&bar), v = (unsigned)__cvta_generic_to_shared(&total), rb, rv;
    if (t == 0) { total = 0; asm volatile("mbarrier.init.shared.b64 [%0], 1;" :: "r"(b) : "memory"); }
    __syncthreads();
    if (t == 0) asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" :: "r"(b), "r"(THREADS * 4) : "memory");
    asm volatile("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(rb) : "r"(b));
    asm volatile("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(rv) : "r"(v));
    int mine = __float2int_rn(sum_of_two(in, count) * 65536.f);
    asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.s32 [%0], %1, [%2];" :: "r"(rv), "r"(mine), "r"(rb) : "memory");
    asm volatile("{.reg .pred p; W: mbarrier.try_wait.parity.shared.b64 p, [%0], 0; @!p bra W;}" :: "r"(b) : "memory");
    if (t == 0) sums[blockIdx.x] = total / 65536.f;
}

void segment_sums(const float *in, float *sums, int count) {
    add<<<ceil_div(count, SEGMENT), THREADS>>>(in, sums, count);
    CHECK(cudaGetLastError());
}

