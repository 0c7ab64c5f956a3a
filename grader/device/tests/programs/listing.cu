// listing.cu - kernels whose lines are known to do certain things, for the annotated formats. The argument says what.
#include <cstdio>
#include <cstring>
#include <thread>
#include <unistd.h>

template <int STRIDE> __global__ void strided(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = in[i * STRIDE];	// a tab, <script>alert("1")</script> & 'quotes', ‮turned‬, and much more to come behind this
    out[i] = value;
}

__global__ void swap_racing(int *out) {
    __shared__ int box[64];
    box[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = box[63 - threadIdx.x];
}

#line 1 "/nowhere/<script>alert('2')&.cu"
__global__ void elsewhere(int *out) { out[threadIdx.x] = 1; }
#line 22 "listing.cu"

__global__ void endless(volatile int *flag) {
    while (*flag == 0) {}
}

__global__ void talkative() {
    for (int i = 0; i < 8; i++) printf("block %d thread %d says %d\n", blockIdx.x, threadIdx.x, i);
}

int main(int, char **arguments) {
    float *in, *out;
    cudaMalloc(&in, 32 * 1024 * sizeof *in);
    cudaMalloc(&out, 1024 * sizeof *out);
    cudaMemset(in, 0, 32 * 1024 * sizeof *in);
    cudaMemset(out, 0, 1024 * sizeof *out);
    if (!strcmp(arguments[1], "lines")) {
        strided<1><<<4, 256>>>(in, out);
        strided<1><<<4, 256>>>(in, out);
        strided<32><<<4, 256>>>(in, out);
        swap_racing<<<1, 64>>>((int *)out);
        elsewhere<<<1, 32>>>((int *)out);
    } else if (!strcmp(arguments[1], "timed")) {
        cudaEvent_t begins, ends;
        float milliseconds = 0;
        cudaEventCreate(&begins), cudaEventCreate(&ends);
        strided<32><<<4, 256>>>(in, out);
        cudaEventRecord(begins);
        strided<32><<<4, 256>>>(in, out);
        cudaEventRecord(ends);
        cudaEventSynchronize(ends);
        cudaEventElapsedTime(&milliseconds, begins, ends);
        printf("%g ms\n", milliseconds);
    } else if (!strcmp(arguments[1], "abandoned")) {
        std::thread([] { usleep(100000), _exit(5); }).detach();
        endless<<<8, 64>>>((int *)out);
    } else {
        for (int i = 0; i < 2; i++) talkative<<<1000, 256>>>();
    }
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
