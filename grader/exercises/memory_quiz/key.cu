// key.cu - runs the kernels of the quiz and looks where their variables are, how many, and what they hold.
#include "../grader/exercises/memory_quiz/skeleton.cu" // of the folder common/

constexpr int BLOCKS = 6, ALL_THREADS = BLOCKS * THREADS;

static __device__ const char *space_of(const void *address) {
    return __isShared(address)     ? "shared"
           : __isLocal(address)    ? "local"
           : __isConstant(address) ? "constant"
                                   : "global";
}

__global__ void tell_places(const float *in) {
    printf("place_of_weight %s\n", space_of(weight));
    printf("place_of_calls %s\n", space_of(&calls));
    printf("place_of_in_0 %s\n", space_of(in));
}

// All threads add 1 to "their" variable. If c of them share one, it holds c, and there are ALL_THREADS / c.
__device__ int of_all;
__global__ void count_copies(int *in_shared, int *in_register, int *in_local, int anywhere) {
    __shared__ int of_block;
    int of_thread = 0, array[16] = {};
    if (threadIdx.x == 0) of_block = 0;
    __syncthreads();
    atomicAdd(&of_all, 1);
    atomicAdd(&of_block, 1);
    of_thread++;
    array[anywhere]++;
    __syncthreads();
    if (blockIdx.x || threadIdx.x) return;
    *in_shared = of_block;
    *in_register = of_thread;
    *in_local = array[anywhere];
}

static void print_copies() {
    int *sharing, host[3], all;
    CHECK(cudaMalloc(&sharing, sizeof host));
    count_copies<<<BLOCKS, THREADS>>>(sharing, sharing + 1, sharing + 2, 5);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(host, sharing, sizeof host, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpyFromSymbol(&all, of_all, sizeof all));
    printf("copies_of_calls %d\ncopies_of_tile %d\ncopies_of_i %d\ncopies_of_last %d\n", ALL_THREADS / all,
           ALL_THREADS / host[0], ALL_THREADS / host[1], ALL_THREADS / host[2]);
    CHECK(cudaFree(sharing));
}

int main() {
    float *in, *out;
    int *group;
    CHECK(cudaMalloc(&in, 8 * ALL_THREADS * sizeof *in));
    CHECK(cudaMalloc(&group, 8 * ALL_THREADS * sizeof *group));
    CHECK(cudaMalloc(&out, ALL_THREADS * sizeof *out));
    CHECK(cudaMemset(in, 0, 8 * ALL_THREADS * sizeof *in));
    CHECK(cudaMemset(group, 0, 8 * ALL_THREADS * sizeof *group));

    for (int launch = 0; launch < 3; launch++) smooth<<<BLOCKS, THREADS>>>(in, out);
    last_of_group<<<BLOCKS, THREADS>>>(group, in, out, 3);
    CHECK(cudaGetLastError());
    unsigned total = 0;
    CHECK(cudaMemcpyFromSymbol(&total, calls, sizeof total));
    printf("calls_after_three_launches %u\n", total);
    tell_places<<<1, 1>>>(in);
    CHECK(cudaDeviceSynchronize());
    print_copies();
    CHECK(cudaFree(in));
    CHECK(cudaFree(group));
    CHECK(cudaFree(out));
    return 0;
}
