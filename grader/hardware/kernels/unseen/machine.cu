// machine.cu - bank conflicts, blocks that leave no place for others, registers that are bounded, and small launches.
#include "../measured.cuh"

// A thread reads words one after another from its own place on; the places of neighbours are STRIDE apart.
template <int STRIDE> __global__ void read_banks(const int *in, int *out) {
    __shared__ int words[4096];
    for (int i = threadIdx.x; i < 4096; i += 256) words[i] = in[i];
    __syncthreads();
    int at = threadIdx.x * STRIDE, sum = 0;
#pragma unroll 16
    for (int k = 0; k < 256; k++) sum += words[(at + k) & 4095] ^ k;
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
#define BANKS(STRIDE)                                                                                                  \
    int *in = integers(4096, 1000), *out = zeros<int>(size * 256);                                                     \
    measured_check([=] {                                                                                               \
        std::vector<int> words = download(in, 4096), got = download(out, size * 256);                                  \
        for (long i = 0; i < size * 256; i += 77) {                                                                    \
            int sum = 0;                                                                                               \
            for (int k = 0; k < 256; k++) sum += words[(i % 256 * STRIDE + k) & 4095] ^ k;                             \
            if (got[i] != sum) return false;                                                                           \
        }                                                                                                              \
        return true;                                                                                                   \
    });                                                                                                                \
    return [=] { read_banks<STRIDE><<<size, 256>>>(in, out); }
MEASURE(banks, banks_1, 1056) { BANKS(1); }
MEASURE(banks, banks_2, 1056) { BANKS(2); }
MEASURE(banks, banks_8, 1056) { BANKS(8); }
MEASURE(banks, banks_32, 1056) { BANKS(32); }

// Each thread follows three indices in turn. Shared memory that nobody uses decides how many blocks fit.
__global__ void follow_three(const int *next, int *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = next[next[next[i]]];
}
static Launch followed(long size, int shared) {
    int *next = permutation(size), *out = zeros<int>(size);
    CHECK(cudaFuncSetAttribute(follow_three, cudaFuncAttributeMaxDynamicSharedMemorySize, 220 << 10));
    measured_check([=] {
        std::vector<int> from = download(next, size), to = download(out, size);
        for (long i = 0; i < size; i++)
            if (to[i] != from[from[from[i]]]) return false;
        return true;
    });
    return [=] { follow_three<<<blocks_for(size, 256), 256, shared>>>(next, out, (int)size); };
}
MEASURE(occupancy, follow_eight_blocks, 262144, 4194304) { return followed(size, 0); }
MEASURE(occupancy, follow_three_blocks, 262144, 4194304) { return followed(size, 70 << 10); }
MEASURE(occupancy, follow_one_block, 262144, 4194304) { return followed(size, 200 << 10); }

// 48 values of each thread; with eight blocks demanded, there are registers for half of them.
__device__ void mix(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    float own[48], sum = 0;
#pragma unroll
    for (int k = 0; k < 48; k++) own[k] = in[k * threads + i];
    for (int round = 0; round < 4; round++)
#pragma unroll
        for (int k = 0; k < 48; k++) own[k] = own[k] * 0.5f + own[(k * 5 + 7) % 48];
#pragma unroll
    for (int k = 0; k < 48; k++) sum += own[k];
    out[i] = sum;
}
__global__ void __launch_bounds__(256) mix_free(const float *in, float *out) { mix(in, out); }
__global__ void __launch_bounds__(256, 8) mix_bounded(const float *in, float *out) { mix(in, out); }
#define MIXED                                                                                                          \
    float *in = floats(size * 48), *out = zeros<float>(size);                                                          \
    measured_check([=] {                                                                                               \
        std::vector<float> from = download(in, size * 48), to = download(out, size);                                   \
        for (long i = 0; i < size; i += 19) {                                                                          \
            double own[48], sum = 0;                                                                                   \
            for (int k = 0; k < 48; k++) own[k] = from[k * size + i];                                                  \
            for (int round = 0; round < 4; round++)                                                                    \
                for (int k = 0; k < 48; k++) own[k] = own[k] * 0.5 + own[(k * 5 + 7) % 48];                            \
            for (int k = 0; k < 48; k++) sum += own[k];                                                                \
            if (fabs(to[i] - sum) > 1e-3 * (1 + fabs(sum))) return false;                                              \
        }                                                                                                              \
        return true;                                                                                                   \
    })
MEASURE(occupancy, mix_free, 131072) {
    MIXED;
    return [=] { mix_free<<<size / 256, 256>>>(in, out); };
}
MEASURE(occupancy, mix_bounded, 131072) {
    MIXED;
    return [=] { mix_bounded<<<size / 256, 256>>>(in, out); };
}

// z = a x + b y: an element for each thread, in small blocks, or with a grid that strides.
#define COMBINED                                                                                                       \
    float *x = floats(size), *y = floats(size, 1, 2), *z = zeros<float>(size);                                         \
    measured_check([=] {                                                                                               \
        std::vector<float> u = download(x, size), v = download(y, size), got = download(z, size);                      \
        for (long i = 0; i < size; i++)                                                                                \
            if (!near(got[i], 0.75 * u[i] - 1.25 * v[i], 1e-5)) return false;                                          \
        return true;                                                                                                   \
    })
__global__ void combine(const float *x, const float *y, float *z, float a, float b, int count) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        z[i] = a * x[i] + b * y[i];
}
__global__ void combine_each(const float *x, const float *y, float *z, float a, float b, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) z[i] = a * x[i] + b * y[i];
}
MEASURE(grids, combine_one_each, 4096, 65536, 8388608) {
    COMBINED;
    return [=] { combine_each<<<blocks_for(size, 256), 256>>>(x, y, z, 0.75f, -1.25f, (int)size); };
}
MEASURE(grids, combine_small_blocks, 4096, 65536, 8388608) {
    COMBINED;
    return [=] { combine_each<<<blocks_for(size, 32), 32>>>(x, y, z, 0.75f, -1.25f, (int)size); };
}
MEASURE(grids, combine_striding, 4096, 65536, 8388608) {
    COMBINED;
    return [=] { combine<<<264, 256>>>(x, y, z, 0.75f, -1.25f, (int)size); };
}
MEASURE(grids, combine_one_block, 4096, 65536) {
    COMBINED;
    return [=] { combine<<<1, 1024>>>(x, y, z, 0.75f, -1.25f, (int)size); };
}

// Tridiagonal equations by Thomas, a system of 64 for each thread: a launch of many that a simulation makes.
__global__ void solve_small(const float *right, float *x, float *scratch, int systems) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= systems) return;
    float factor = -0.25f, value = right[s] / 4;
    scratch[s] = factor;
    x[s] = value;
    for (int i = 1; i < 64; i++) {
        float pivot = 1 / (4 + factor);
        factor = -pivot;
        value = (right[i * systems + s] + value) * pivot;
        scratch[i * systems + s] = factor;
        x[i * systems + s] = value;
    }
    for (int i = 62; i >= 0; i--) {
        value = x[i * systems + s] - scratch[i * systems + s] * value;
        x[i * systems + s] = value;
    }
}
MEASURE(grids, solve_small, 64, 4096) {
    int systems = (int)size;
    float *right = floats(size * 64), *x = zeros<float>(size * 64), *scratch = zeros<float>(size * 64);
    measured_check([=] {
        std::vector<float> b = download(right, size * 64), got = download(x, size * 64);
        for (int s = 0; s < systems; s++)
            for (int i = 0; i < 64; i++) {
                double sum = 4.0 * got[i * size + s];
                if (i > 0) sum -= got[(i - 1) * size + s];
                if (i < 63) sum -= got[(i + 1) * size + s];
                if (!near(sum, b[i * size + s], 1e-4)) return false;
            }
        return true;
    });
    return [=] { solve_small<<<blocks_for(size, 64), 64>>>(right, x, scratch, systems); };
}
