// look_back.cu - running sums in one pass by decoupled look-back: each block waits for what the blocks before it tell,
// and no thread makes an atomic, so only its loads show that the order of blocks matters.
#include <cstdint>
#include <cstdio>

enum : unsigned { THREADS = 128, BLOCKS = 600, COUNT = THREADS * BLOCKS };
enum : uint64_t { TOTAL_TOLD = 1ull << 32, SUM_TOLD = 2ull << 32 }; // above the 32 bits of the number that is told

__global__ void running_sums(const unsigned *in, unsigned *out, volatile uint64_t *told) {
    __shared__ unsigned sums[THREADS], before;
    unsigned i = blockIdx.x * THREADS + threadIdx.x;
    sums[threadIdx.x] = in[i];
    for (unsigned step = 1; step < THREADS; step *= 2) {
        __syncthreads();
        unsigned left = threadIdx.x >= step ? sums[threadIdx.x - step] : 0;
        __syncthreads();
        sums[threadIdx.x] += left;
    }
    if (threadIdx.x == THREADS - 1) {
        unsigned total = sums[THREADS - 1], sum = 0;
        told[blockIdx.x] = TOTAL_TOLD | total;
        for (unsigned b = blockIdx.x; b-- > 0;) {
            uint64_t word;
            while (!(word = told[b])) {}
            sum += (unsigned)word;
            if (word & SUM_TOLD) break;
        }
        told[blockIdx.x] = SUM_TOLD | (sum + total);
        before = sum;
    }
    __syncthreads();
    out[i] = sums[threadIdx.x] + before;
}

int main() {
    static unsigned in[COUNT], out[COUNT];
    unsigned *device_in, *device_out, sum = 0, wrong = 0;
    uint64_t *told;
    for (unsigned i = 0; i < COUNT; i++) in[i] = i % 7;
    cudaMalloc(&device_in, sizeof in), cudaMalloc(&device_out, sizeof out), cudaMalloc(&told, BLOCKS * sizeof *told);
    cudaMemcpy(device_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemset(told, 0, BLOCKS * sizeof *told);
    running_sums<<<BLOCKS, THREADS>>>(device_in, device_out, told);
    cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost);
    for (unsigned i = 0; i < COUNT; i++) wrong += out[i] != (sum += in[i]);
    cudaFree(device_in), cudaFree(device_out), cudaFree(told);
    printf("%s: %u of %u sums are wrong; the last one is %u, and %u was expected\n",
           cudaGetErrorString(cudaGetLastError()), wrong, COUNT, out[COUNT - 1], sum);
    return wrong != 0;
}
