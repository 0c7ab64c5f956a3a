// A library of NVIDIA's. What follows from its absence is not said.
#include <cub/cub.cuh> // not supported:10: this compiler cannot compile `#include <cub/cub.cuh>`

__global__ void sums(const int *in, int *out) {
    using Reduce = cub::BlockReduce<int, 256>;
    __shared__ typename Reduce::TempStorage storage;
    int sum = Reduce(storage).Sum(in[threadIdx.x]);
    if (threadIdx.x == 0) *out = sum;
}
