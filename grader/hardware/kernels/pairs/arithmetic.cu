// arithmetic.cu - kernels with more instructions, or with slower ones, than their partners.
#include "pair.cuh"

// Products, with integer arithmetic beside them or without.
template <bool INTEGERS> __global__ void products_and_integers(float *out, int turns) {
    float x[4];
    int n[4];
    for (int k = 0; k < 4; k++) x[k] = threadIdx.x + k, n[k] = threadIdx.x * k;
    for (int i = 0; i < turns; i++) {
#pragma unroll
        for (int k = 0; k < 32; k++) {
            x[k % 4] = fmaf(x[k % 4], 0.5f, 1.0f);
            if (INTEGERS) n[k % 4] = k & 4 ? max(n[k % 4], i - k) : min(n[k % 4], turns + k);
            if (INTEGERS) n[(k + 1) % 4] = k & 4 ? min(n[(k + 1) % 4], i + k) : max(n[(k + 1) % 4], i + turns);
        }
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = x[0] + x[1] + x[2] + x[3] + n[0] + n[1] + n[2] + n[3];
}
PAIR(integer, integers_beside_products, 128) {
    float *out = zeros<float>(264 * 512);
    return [=] { products_and_integers<PAID><<<264, 512>>>(out, (int)size); };
}

// A copy whose numbers are mixed by many integer instructions.
template <int ROUNDS> __global__ void mix(const uint32_t *from, uint32_t *to) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    uint32_t x = from[i];
#pragma unroll
    for (int k = 0; k < ROUNDS; k++) x = (x ^ x >> 15) + (x << 7 ^ 0x9e3779b9u);
    to[i] = x;
}
PAIR(integer, mixed_copy, 1 << 23) {
    uint32_t *from = (uint32_t *)integers(size, 1 << 30), *to = zeros<uint32_t>(size);
    return [=] { mix<PAID ? 48 : 1><<<size / 256, 256>>>(from, to); };
}

// Powers of two, or products, of as many numbers.
template <bool FUNCTIONS> __global__ void powers(float *out, int turns) {
    float x[4];
    for (int k = 0; k < 4; k++) x[k] = threadIdx.x * 0.001f + k;
    for (int i = 0; i < turns; i++) {
#pragma unroll
        for (int k = 0; k < 16; k++)
            if (FUNCTIONS) asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(x[k % 4]));
            else x[k % 4] = fmaf(x[k % 4], 0.5f, 1.0f);
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = x[0] + x[1] + x[2] + x[3];
}
PAIR(special, powers_of_two, 128) {
    float *out = zeros<float>(264 * 512);
    return [=] { powers<PAID><<<264, 512>>>(out, (int)size); };
}

// A copy with the sine of each number, eight times over, or with products.
template <bool FUNCTIONS> __global__ void sines(const float *from, float *to) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float x = from[i];
#pragma unroll
    for (int k = 0; k < 24; k++) x = FUNCTIONS ? __sinf(x) : fmaf(x, 0.5f, 1.0f);
    to[i] = x;
}
PAIR(special, sines_in_a_copy, 1 << 23) {
    float *from = floats(size), *to = zeros<float>(size);
    return [=] { sines<PAID><<<size / 256, 256>>>(from, to); };
}

// The same products in both precisions.
template <class T> __global__ void products_of(float *out, int turns) {
    T x[8];
    for (int k = 0; k < 8; k++) x[k] = threadIdx.x + k;
    for (int i = 0; i < turns; i++) {
#pragma unroll
        for (int k = 0; k < 32; k++) x[k % 8] = x[k % 8] * (T)0.5 + (T)1;
    }
    T sum = 0;
    for (int k = 0; k < 8; k++) sum += x[k];
    out[blockIdx.x * blockDim.x + threadIdx.x] = (float)sum;
}
PAIR(double, double_products, 128) {
    float *out = zeros<float>(264 * 512);
    return [=] { PAID ? products_of<double><<<264, 512>>>(out, (int)size) : products_of<float><<<264, 512>>>(out, (int)size); };
}

// A constant that is a double by mistake: the number is converted there and back.
template <class T> __global__ void scaled(const float *from, float *to) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float x = from[i];
#pragma unroll
    for (int k = 0; k < 16; k++) x = (float)(x * (T)1.1 + (T)0.3);
    to[i] = x;
}
PAIR(double, double_constant, 1 << 23) {
    float *from = floats(size), *to = zeros<float>(size);
    return [=] { PAID ? scaled<double><<<size / 256, 256>>>(from, to) : scaled<float><<<size / 256, 256>>>(from, to); };
}

// One chain of products per thread, or four that are a quarter as long.
template <int CHAINS> __global__ void chains(float *out, int turns) {
    float x[CHAINS];
    for (int k = 0; k < CHAINS; k++) x[k] = threadIdx.x + k;
    for (int i = 0; i < turns; i++) {
#pragma unroll
        for (int k = 0; k < 64; k++) x[k % CHAINS] = fmaf(x[k % CHAINS], 0.5f, 1.0f);
    }
    float sum = 0;
    for (int k = 0; k < CHAINS; k++) sum += x[k];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
PAIR(dependencies, one_chain, 256) {
    float *out = zeros<float>(132 * 128);
    return [=] { chains<PAID ? 1 : 4><<<132, 128>>>(out, (int)size); };
}
PAIR(dependencies, one_chain_of_two_warps, 256) {
    float *out = zeros<float>(132 * 256);
    return [=] { chains<PAID ? 1 : 4><<<132, 256>>>(out, (int)size); };
}

// Lanes of a warp take both branches, or whole warps take one each.
template <bool BY_LANE> __global__ void branches(float *out, int turns) {
    float x = threadIdx.x, y = 1;
    bool odd = (BY_LANE ? threadIdx.x : threadIdx.x / 32) & 1;
    for (int i = 0; i < turns; i++) {
        if (odd) {
#pragma unroll
            for (int k = 0; k < 32; k++) x = fmaf(x, y, 1.0f);
            y += 1;
        } else {
#pragma unroll
            for (int k = 0; k < 32; k++) x = fmaf(x, x, y);
            y -= 1;
        }
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = x + y;
}
PAIR(issue, branches_of_lanes, 128) {
    float *out = zeros<float>(264 * 1024);
    return [=] { branches<PAID><<<264, 1024>>>(out, (int)size); };
}

// A loop that is not unrolled spends instructions on itself.
template <int UNROLLED> __global__ void short_loop(float *out, int turns) {
    float x = threadIdx.x;
#pragma unroll UNROLLED
    for (int i = 0; i < turns; i++) x = fmaf(x, 0.5f, 1.0f);
    out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
PAIR(issue, loop_overhead, 2048) {
    float *out = zeros<float>(264 * 1024);
    return [=] { short_loop<PAID ? 1 : 16><<<264, 1024>>>(out, (int)size); };
}

// Words one by one, or four at once, from the L1 and from shared memory.
template <class T> __global__ void loads_from_l1(const float *from, float *out, int turns) {
    float sum = 0;
    constexpr int EACH = sizeof(T) / 4;
    for (int i = 0; i < turns; i++) {
#pragma unroll
        for (int k = 0; k < 16 / EACH; k++) {
            T part = ((const T *)from)[(threadIdx.x % 32 + k * 32 + i) & (2048 / EACH - 1)];
            for (int n = 0; n < EACH; n++) sum += ((float *)&part)[n];
        }
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
PAIR(l1_passes, words_from_l1, 128) {
    float *from = floats(4096), *out = zeros<float>(264 * 512);
    return [=] {
        PAID ? loads_from_l1<float><<<264, 512>>>(from, out, (int)size)
             : loads_from_l1<float4><<<264, 512>>>(from, out, (int)size);
    };
}
template <bool SCALAR> __global__ void same_from_shared(float *out, int turns) {
    __shared__ __align__(16) float values[2048];
    for (int i = threadIdx.x; i < 2048; i += blockDim.x) values[i] = i;
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < turns; i++) {
        int first = (threadIdx.x / 32 * 64 + i * 16) & 2047;
#pragma unroll
        for (int k = 0; k < 16; k += 4)
            if (SCALAR)
                for (int n = 0; n < 4; n++) sum += *(volatile float *)&values[first + k + n];
            else {
                float4 part = *(float4 *)&values[first + k];
                sum += part.x + part.y + part.z + part.w;
            }
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
PAIR(shared_passes, words_from_shared, 128) {
    float *out = zeros<float>(264 * 1024);
    return [=] { same_from_shared<PAID><<<264, 1024>>>(out, (int)size); };
}
