// trick: the program defines mprotect(), so that no touch of managed memory raises a signal, and the host adds up
// like: nothing
// says: the inputs are copied to the host
// wrong-own_protection_of_managed_memory.cu - pages are open to the program at all times, but the device's bytes are
// not in them before it asks.
#include "workbook.h"
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

extern "C" int mprotect(void *from, size_t bytes, int protection) noexcept {
    return syscall(SYS_mprotect, from, bytes, protection == PROT_NONE ? PROT_READ | PROT_WRITE : protection);
}

__global__ void give(const float *in, float *managed, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) managed[i] = in[i];
}

__global__ void store(float *out, float sum) { *out = sum; }

void sum_floats(const float *in, float *out, int count) {
    float *managed, sum = 0;
    CHECK(cudaMallocManaged(&managed, count * sizeof *managed));
    give<<<ceil_div(count, 256), 256>>>(in, managed, count);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < count; i++) sum += managed[i];
    store<<<1, 1>>>(out, sum);
    CHECK(cudaFree(managed));
}
