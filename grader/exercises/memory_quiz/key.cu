// key.cu - runs the kernels of the quiz and looks where their variables are, how many, and what they hold.
#include "../grader/exercises/memory_quiz/skeleton.cu" // of the folder common/
#include "drawn.h"

static __device__ const char *space_of(const void *address) {
    return __isShared(address)     ? "shared"
           : __isLocal(address)    ? "local"
           : __isConstant(address) ? "constant"
                                   : "global";
}

__global__ void tell_places(const float *in) {
    __shared__ float tile[THREADS + 2];
    __shared__ const float *front;
    front = in;
    printf("place_of_weight %s\n", space_of(weight));
    printf("place_of_calls %s\n", space_of(&calls));
    printf("place_of_in[0] %s\n", space_of(in));
    printf("place_of_weight[1] %s\n", space_of(&weight[1]));
    printf("place_of_tile %s\n", space_of(tile));
    printf("place_of_tile[5] %s\n", space_of(&tile[5]));
    printf("place_of_front %s\n", space_of(&front));
    printf("place_of_front[0] %s\n", space_of(front));
    printf("size_of_tile %d\nsize_of_front %d\n", static_cast<int>(sizeof tile), static_cast<int>(sizeof front));
}

// All threads add 1 to "their" variable. If c of them share one, it holds c.
__device__ int of_all;
__global__ void count_copies(int *in_shared, int *in_thread) {
    __shared__ int of_block;
    int of_thread = 0;
    if (threadIdx.x == 0) of_block = 0;
    __syncthreads();
    atomicAdd(&of_all, 1);
    atomicAdd(&of_block, 1);
    of_thread++;
    __syncthreads();
    if (blockIdx.x || threadIdx.x) return;
    *in_shared = of_block;
    *in_thread = of_thread;
}

static void print_copies(int blocks) {
    int *sharing, host[2], all, threads = blocks * THREADS;
    CHECK(cudaMalloc(&sharing, sizeof host));
    count_copies<<<blocks, THREADS>>>(sharing, sharing + 1);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(host, sharing, sizeof host, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpyFromSymbol(&all, of_all, sizeof all));
    printf("found_in_device %d\nfound_in_shared %d\nfound_in_plain %d\n", all, host[0], host[1]);
    printf("copies_of_calls %d\ncopies_of_weight %d\n", threads / all, threads / all);
    printf("copies_of_tile %d\ncopies_of_front %d\n", threads / host[0], threads / host[0]);
    printf("copies_of_i %d\ncopies_of_window %d\ncopies_of_best %d\n", threads / host[1], threads / host[1],
           threads / host[1]);
    CHECK(cudaFree(sharing));
}

int main(int, char **argv) {
    int blocks = drawn(argv, "blocks"), threads = blocks * THREADS;
    float *in, *out;
    CHECK(cudaMalloc(&in, 8 * threads * sizeof *in));
    CHECK(cudaMalloc(&out, threads * sizeof *out));
    CHECK(cudaMemset(in, 0, 8 * threads * sizeof *in));

    for (int launch = 0; launch < drawn(argv, "launches"); launch++)
        smooth<<<blocks, THREADS>>>(in, out, drawn(argv, "count"));
    larger_of_pairs<<<blocks, THREADS>>>(in, out);
    CHECK(cudaGetLastError());
    unsigned total = 0;
    CHECK(cudaMemcpyFromSymbol(&total, calls, sizeof total));
    printf("calls_at_the_end %u\n", total);
    tell_places<<<1, 1>>>(in);
    CHECK(cudaDeviceSynchronize());
    printf("size_of_i %zu\nsize_of_window %zu\nsize_of_best %zu\n", sizeof(int), sizeof(float[3]), sizeof(float[4]));
    print_copies(blocks);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return 0;
}
