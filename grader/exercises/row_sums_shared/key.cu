// key.cu - the trees that row_sums_shared asks about, run: how many steps, who adds in the third, and what one thread
// alone would read.
#include "drawn.h"
#include "workbook.h"

// Stores the number of steps and the number of additions in one of them.
__global__ void walk_tree(int *walked, int step) {
    __shared__ int adding;
    int steps = 0;
    for (int left = blockDim.x; left > 1; left = ceil_div(left, 2)) {
        if (threadIdx.x == 0) adding = 0;
        __syncthreads();
        if (threadIdx.x + ceil_div(left, 2) < left) atomicAdd(&adding, 1);
        __syncthreads();
        if (++steps == step && threadIdx.x == 0) walked[1] = adding;
    }
    if (threadIdx.x == 0) walked[0] = steps;
}

// Adds up the steps of the trees of 2 to most partial sums: each thread walks one of them.
__global__ void walk_trees(int *steps, int most) {
    int first = blockIdx.x * blockDim.x + threadIdx.x + 2;
    for (int left = first; first <= most && left > 1; left = ceil_div(left, 2)) atomicAdd(steps, 1);
}

__global__ void alone(float *sum, int count) {
    __shared__ volatile float partial[1024]; // volatile: one word a load
    partial[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x > 0) return;
    float total = 0;
    for (int i = 0; i < count; i++) total += partial[i];
    *sum = total;
}

static void walk(int threads, int step, int *walked, int found[2]) {
    walk_tree<<<1, threads>>>(walked, step);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(found, walked, 2 * sizeof *found, cudaMemcpyDeviceToHost));
}

int main(int, char **argv) {
    int *walked, found[2], many = drawn(argv, "many");
    float *sum;
    CHECK(cudaMalloc(&walked, sizeof found));
    CHECK(cudaMalloc(&sum, sizeof *sum));
    walk(drawn(argv, "few"), 1, walked, found);
    printf("steps_few %d\n", found[0]);
    walk(many, drawn(argv, "step"), walked, found);
    printf("adding_in_step %d\n", found[1]);
    CHECK(cudaMemset(walked, 0, sizeof *walked));
    walk_trees<<<ceil_div(many, 256), 256>>>(walked, many);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(found, walked, sizeof *found, cudaMemcpyDeviceToHost));
    printf("steps_many %d\n", found[0]);
    alone<<<1, 1024>>>(sum, drawn(argv, "alone"));
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(walked));
    CHECK(cudaFree(sum));
}
