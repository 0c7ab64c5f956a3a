// scans.cu - measured kernels to build an estimator on.
#include "../measured.cuh"

// Up and down a tree of 1,024 elements, with and without padding against bank conflicts.
template <int PADDED> __device__ __forceinline__ int scan_place(int i) { return PADDED ? i + i / 32 : i; }
template <int PADDED> __global__ void scan_tree(const float *in, float *out) {
    __shared__ float values[1024 + 32];
    int t = threadIdx.x;
    values[scan_place<PADDED>(t)] = in[blockIdx.x * 1024 + t];
    values[scan_place<PADDED>(t + 512)] = in[blockIdx.x * 1024 + t + 512];
    int distance = 1;
    for (int active = 512; active > 0; active /= 2, distance *= 2) {
        __syncthreads();
        if (t < active)
            values[scan_place<PADDED>(distance * (2 * t + 2) - 1)] +=
                values[scan_place<PADDED>(distance * (2 * t + 1) - 1)];
    }
    if (t == 0) values[scan_place<PADDED>(1023)] = 0;
    for (int active = 1; active < 1024; active *= 2) {
        distance /= 2;
        __syncthreads();
        if (t < active) {
            int a = scan_place<PADDED>(distance * (2 * t + 1) - 1), b = scan_place<PADDED>(distance * (2 * t + 2) - 1);
            float left = values[a];
            values[a] = values[b];
            values[b] += left;
        }
    }
    __syncthreads();
    out[blockIdx.x * 1024 + t] = values[scan_place<PADDED>(t)];
    out[blockIdx.x * 1024 + t + 512] = values[scan_place<PADDED>(t + 512)];
}
MEASURE(scans, scan_tree_plain, 262144, 16777216) {
    float *in = floats(size), *out = zeros<float>(size);
    return [=] { scan_tree<0><<<size / 1024, 512>>>(in, out); };
}
MEASURE(scans, scan_tree_padded, 262144, 16777216) {
    float *in = floats(size), *out = zeros<float>(size);
    return [=] { scan_tree<1><<<size / 1024, 512>>>(in, out); };
}

// Each thread scans 16 elements in its own registers, then all the threads' sums are scanned.
__global__ void scan_serial(const int *in, int *out) {
    __shared__ int sums[2][128];
    int own[16], t = threadIdx.x, now = 0, first = blockIdx.x * 2048 + t * 16;
    for (int i = 0; i < 16; i++) own[i] = in[first + i] + (i ? own[i - 1] : 0);
    sums[0][t] = own[15];
    for (int step = 1; step < 128; step *= 2) {
        __syncthreads();
        sums[1 - now][t] = sums[now][t] + (t >= step ? sums[now][t - step] : 0);
        now = 1 - now;
    }
    __syncthreads();
    int before = t ? sums[now][t - 1] : 0;
    for (int i = 0; i < 16; i++) out[first + i] = own[i] + before;
}
MEASURE(scans, scan_serial, 1048576, 16777216) {
    int *in = integers(size, 10), *out = zeros<int>(size);
    return [=] { scan_serial<<<size / 2048, 128>>>(in, out); };
}

// The last step of a scan: each block adds what lies before it.
__global__ void scan_add(int *out, const int *before) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] += before[blockIdx.x];
}
MEASURE(scans, scan_add, 1048576, 67108864) {
    int *out = integers(size, 10), *before = zeros<int>(size / 512);
    return [=] { scan_add<<<size / 512, 512>>>(out, before); };
}
