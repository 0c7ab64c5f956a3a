// trick: asynchronous copies for which a barrier object waits, and no instruction of theirs
// like: limit-few_warps_in_turn.cu
// says: bytes of in in flight together
// limit-copies_that_a_barrier_object_awaits.cu - and a load of another kind waits, so that something does.
#include "workbook.h"

__device__ unsigned shared_address(const void *place) { return static_cast<unsigned>(__cvta_generic_to_shared(place)); }

__global__ void copy(const float *in, float *out, int count) {
    __shared__ alignas(16) float part[32];
    __shared__ unsigned long long barrier;
    unsigned to = shared_address(&part[threadIdx.x]), object = shared_address(&barrier), phase = 0;
    if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], 32;" ::"r"(object));
    __syncwarp();
    for (int first = blockIdx.x * 32; first < count; first += gridDim.x * 32, phase ^= 1) {
        int i = first + threadIdx.x;
        if (i < count) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + i) : "memory");
        asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(object) : "memory");
        for (unsigned done = 0; !done;)
            asm volatile("{ .reg .pred over;\n mbarrier.try_wait.parity.shared.b64 over, [%1], %2;\n"
                         " selp.u32 %0, 1, 0, over; }"
                         : "=r"(done)
                         : "r"(object), "r"(phase)
                         : "memory");
        if (i < count) out[i] = part[threadIdx.x];
    }
}

__global__ void copy_first(const float *in, float *out, int count) {
    if (threadIdx.x < count) out[threadIdx.x] = in[threadIdx.x];
}

void copy_floats(const float *in, float *out, int count) {
    copy_first<<<1, 32>>>(in, out, count);
    copy<<<132, 32>>>(in, out, count);
    CHECK(cudaGetLastError());
}
