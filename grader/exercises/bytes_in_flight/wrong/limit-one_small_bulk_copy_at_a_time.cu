// trick: each warp waits for one small bulk copy at a time, which no load's wait shows
// like: limit-a_float_each.edit
// says: bytes of in in flight together
#include "workbook.h"
__device__ void bulk(unsigned to, const float *from, unsigned bytes, unsigned bar) {
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(bar), "r"(bytes) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(to),
                 "l"(from), "r"(bytes), "r"(bar)
                 : "memory");
}
__device__ void wait(unsigned bar, unsigned phase) {
    asm volatile("{\n.reg .pred p;\nW: mbarrier.try_wait.parity.shared.b64 p, [%0], %1;\n@!p bra W;\n}" ::"r"(bar),
                 "r"(phase)
                 : "memory");
}
__global__ void copy(const float *in, float *out, int count) {
    __shared__ alignas(128) float room[32];
    __shared__ alignas(8) unsigned long long barrier;
    unsigned bar = (unsigned)__cvta_generic_to_shared(&barrier), to = (unsigned)__cvta_generic_to_shared(room),
             phase = 0;
    if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(bar) : "memory");
    __syncthreads();
    int whole = count / 32;
    for (int piece = blockIdx.x; piece < whole; piece += gridDim.x) {
        if (threadIdx.x == 0) bulk(to, in + (size_t)piece * 32, 128, bar);
        wait(bar, phase);
        phase ^= 1;
        out[(size_t)piece * 32 + threadIdx.x] = room[threadIdx.x];
        __syncthreads();
    }
    int i = whole * 32 + threadIdx.x;
    if (blockIdx.x == 0 && i < count) out[i] = in[i];
}
void copy_floats(const float *in, float *out, int count) {
    copy<<<512, 32>>>(in, out, count);
    CHECK(cudaGetLastError());
}
