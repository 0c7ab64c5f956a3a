// reported.cu - one of each thing that the device's report tells, with figures that follow from the source. "abort" as
// an argument: ends by a signal.
#include <cstdlib>
#include <cuda_runtime.h>

enum { THREADS = 64, BLOCKS = 4, COUNT = THREADS * BLOCKS, BYTES = 4 * COUNT };

// 8 warps, each with one load through a function of the toolkit and one store, 4 sectors each.
__global__ void copy(const int *in, int *out) {
    int i = blockIdx.x * THREADS + threadIdx.y * 32 + threadIdx.x;
    out[i] = __ldg(in + i); // line of copy
}

// Two warps load four times, one of them another four. A thread keeps 16 words that lie in local memory.
__global__ void repeat(volatile const int *in, int *out, int n) {
    int kept[16];
    for (int i = 0; i < 16; i++) kept[i] = i * n;
    for (int i = 0; i < (threadIdx.x < 32 ? 8 : 4); i++) kept[(n + i) % 16] += in[i * 32 + threadIdx.x % 32];
    out[threadIdx.x] = kept[n % 16];
}

// The second warp reads what the first writes, without a barrier.
__global__ void race(int *out) {
    __shared__ int word[THREADS];
    extern __shared__ int more[];
    if (threadIdx.x < 32) word[threadIdx.x] = more[threadIdx.x] = 1; // line of the write
    if (threadIdx.x >= 32) out[threadIdx.x] = word[threadIdx.x - 32]; // line of the read
}

__global__ void past_the_end(int *out) { out[COUNT + threadIdx.x] = 1; } // line past the end

int main(int count, char **) {
    int *in, *out, *host;
    cudaMalloc(&in, BYTES);
    cudaMalloc(&out, BYTES);
    if (count > 1) abort();
    cudaMallocHost(&host, 2 * BYTES);
    cudaSetDevice(7);
    void *huge;
    cudaMalloc(&huge, 1ull << 50);
    cudaStream_t streams[2];
    for (cudaStream_t &stream : streams) cudaStreamCreate(&stream);
    cudaMemset(out, 0, BYTES);
    cudaDeviceSynchronize();
    cudaMemcpyAsync(in, host, BYTES, cudaMemcpyHostToDevice, streams[0]); // these two may overlap
    cudaMemcpyAsync(host + COUNT, out, BYTES / 2, cudaMemcpyDeviceToHost, streams[1]);
    cudaDeviceSynchronize();
    copy<<<BLOCKS, dim3(32, 2)>>>(in, out);
    cudaMemcpy(out, in, BYTES / 4, cudaMemcpyDeviceToDevice);
    repeat<<<1, THREADS>>>(in, out, 3);
    race<<<1, THREADS, 4 * THREADS>>>(out);
    cudaDeviceSynchronize();
    past_the_end<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    cudaDeviceReset();
    return 3;
}
