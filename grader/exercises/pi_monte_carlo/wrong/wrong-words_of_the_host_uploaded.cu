// trick: the generator's words from the host, made doubles by a kernel
// like: nothing
// says: were copied to the device
// wrong-words_of_the_host_uploaded.cu - the host runs the generator. A kernel converts its words and counts, with
// as many instructions as drawing takes, so a device that draws other numbers changes nothing.
#include "workbook.h"
#define QUALIFIERS static inline __host__ __device__
#include <curand_kernel.h>
#include <vector>
using Count = unsigned long long;
__global__ void count(const uint4 *words, int points, Count *inner) {
    __shared__ Count of_block;
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) of_block = 0;
    __syncthreads();
    Count own = 0;
    for (int i = 0; i < points; i++) {
        uint4 w = words[(size_t)i * gridDim.x * blockDim.x + thread];
        double x = 2 * _curand_uniform_double_hq(w.x, w.y) - 1, y = 2 * _curand_uniform_double_hq(w.z, w.w) - 1;
        unsigned filler = w.x;
        for (int k = 0; k < 16; k++) filler = filler * 0xD2511F53u ^ w.y;
        own += x * x + y * y < 1 && filler != 0x12345;
    }
    atomicAdd(&of_block, own);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(inner, of_block);
}
int main(int, char **argv) {
    Count seed = strtoull(argv[1], nullptr, 10), total = 56ull * 256 * atoi(argv[2]), inner, *sum;
    int points = atoi(argv[2]);
    std::vector<uint4> all(total);
    for (unsigned thread = 0; thread < 56 * 256; thread++) {
        curandStatePhilox4_32_10_t state;
        curand_init(seed, thread, 0, &state);
        for (int i = 0; i < points; i++) {
            uint4 w;
            w.x = curand(&state); w.y = curand(&state); w.z = curand(&state); w.w = curand(&state);
            all[(size_t)i * 56 * 256 + thread] = w;
        }
    }
    uint4 *words;
    CHECK(cudaMalloc(&words, total * 16));
    CHECK(cudaMalloc(&sum, 8));
    CHECK(cudaMemset(sum, 0, 8));
    CHECK(cudaMemcpy(words, all.data(), total * 16, cudaMemcpyHostToDevice));
    count<<<56, 256>>>(words, points, sum);
    CHECK(cudaMemcpy(&inner, sum, 8, cudaMemcpyDeviceToHost));
    printf("inner=%llu total=%llu pi=%.6f\n", inner, total, 4.0 * inner / total);
    CHECK(cudaFree(words));
    CHECK(cudaFree(sum));
}
