// key.cu - the trees that row_sums_shared asks about, run: how many steps, who adds in the third, and what one thread
// alone would read.
#include "workbook.h"

// Stores the number of steps and the number of additions in step 3.
__global__ void walk_tree(int *walked) {
    __shared__ int adding;
    int steps = 0;
    for (int left = blockDim.x; left > 1; left = ceil_div(left, 2)) {
        if (threadIdx.x == 0) adding = 0;
        __syncthreads();
        if (threadIdx.x + ceil_div(left, 2) < left) atomicAdd(&adding, 1);
        __syncthreads();
        if (++steps == 3 && threadIdx.x == 0) walked[1] = adding;
    }
    if (threadIdx.x == 0) walked[0] = steps;
}

__global__ void alone(float *sum) {
    __shared__ volatile float partial[256]; // volatile: one word a load
    partial[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x > 0) return;
    float total = 0;
    for (int i = 0; i < 256; i++) total += partial[i];
    *sum = total;
}

static void walk(int threads, int *walked, int found[2]) {
    walk_tree<<<1, threads>>>(walked);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(found, walked, 2 * sizeof *found, cudaMemcpyDeviceToHost));
}

int main() {
    int *walked, found[2];
    float *sum;
    CHECK(cudaMalloc(&walked, sizeof found));
    CHECK(cudaMalloc(&sum, sizeof *sum));
    walk(100, walked, found);
    printf("steps_100 %d\n", found[0]);
    walk(256, walked, found);
    printf("steps_256 %d\nadding_in_step_3 %d\n", found[0], found[1]);
    alone<<<1, 256>>>(sum);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(walked));
    CHECK(cudaFree(sum));
}
