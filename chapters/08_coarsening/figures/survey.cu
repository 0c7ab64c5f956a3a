// survey.cu - two jobs for each sensor, in one kernel and in two: what they need of a multiprocessor.
#include <cstdio>
#include <cuda_runtime.h>

constexpr int LEVELS = 32;

__device__ void add_excess(const float *samples, float *sums, int sensors, int sample_count, int sensor) {
    float sum[LEVELS] = {};
    for (int s = 0; s < sample_count; s++) {
        float value = samples[static_cast<size_t>(s) * sensors + sensor];
        for (int l = 0; l < LEVELS; l++) {
            float over = value - (l - LEVELS / 2) * 0.0625f;
            if (over > 0) sum[l] += over;
        }
    }
    for (int l = 0; l < LEVELS; l++) sums[static_cast<size_t>(l) * sensors + sensor] = sum[l];
}

__device__ void follow_links(const int *parent, int *root, int sensor) {
    int node = sensor;
    for (int next = parent[node]; next != node; next = parent[node]) node = next;
    root[sensor] = node;
}

__global__ void both(const float *samples, const int *parent, float *sums, int *root, int sensors, int sample_count) {
    int sensor = blockIdx.x * 256 + threadIdx.x;
    if (sensor >= sensors) return;
    add_excess(samples, sums, sensors, sample_count, sensor);
    follow_links(parent, root, sensor);
}
template <int BLOCKS>
__global__ void __launch_bounds__(256, BLOCKS)
    both_bounded(const float *samples, const int *parent, float *sums, int *root, int sensors, int sample_count) {
    int sensor = blockIdx.x * 256 + threadIdx.x;
    if (sensor >= sensors) return;
    add_excess(samples, sums, sensors, sample_count, sensor);
    follow_links(parent, root, sensor);
}
__global__ void __launch_bounds__(256, 5)
    sum_excess(const float *samples, float *sums, int sensors, int sample_count) {
    int sensor = blockIdx.x * 256 + threadIdx.x;
    if (sensor < sensors) add_excess(samples, sums, sensors, sample_count, sensor);
}
__global__ void find_roots(const int *parent, int *root, int sensors) {
    int sensor = blockIdx.x * 256 + threadIdx.x;
    if (sensor < sensors) follow_links(parent, root, sensor);
}

int main() {
    const int sensors = 256, samples = 2;
    float *in, *sums;
    int *parent, *root;
    cudaMalloc(&in, sensors * samples * sizeof(float));
    cudaMalloc(&sums, sensors * LEVELS * sizeof(float));
    cudaMalloc(&parent, sensors * sizeof(int));
    cudaMalloc(&root, sensors * sizeof(int));
    cudaMemset(in, 0, sensors * samples * sizeof(float));
    cudaMemset(parent, 0, sensors * sizeof(int)); // every node's parent is node 0
    both<<<1, 256>>>(in, parent, sums, root, sensors, samples);
    sum_excess<<<1, 256>>>(in, sums, sensors, samples);
    find_roots<<<1, 256>>>(parent, root, sensors);
    both_bounded<8><<<1, 256>>>(in, parent, sums, root, sensors, samples);
    both_bounded<6><<<1, 256>>>(in, parent, sums, root, sensors, samples);
    cudaFree(in);
    cudaFree(sums);
    cudaFree(parent);
    cudaFree(root);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
