// atomics.cu - every atomic operation on every type it has, on global and shared memory, with and without its result.
#include "claims.cuh"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

enum { THREADS = 256, BLOCKS = 4, TOTAL = THREADS * BLOCKS };

template <typename T> __device__ T value_of(int i) { return (T)(i % 37 + 1); }

// out[0..9]: what is left of each operation; seen: the sum of what the additions returned
template <typename T> __global__ void integers(T *out, T *seen) {
    __shared__ T shared[8];
    int i = blockIdx.x * THREADS + threadIdx.x;
    T v = value_of<T>(i);
    if (threadIdx.x < 8) shared[threadIdx.x] = threadIdx.x == 3 ? (T)-1 : (T)0;
    __syncthreads();
    T before = atomicAdd(out, v);
    atomicAdd(out + 9, before);
    atomicMin(out + 1, v + 5), atomicMax(out + 2, v * 3);
    atomicAnd(out + 3, ~((T)1 << (i % 20))), atomicOr(out + 4, (T)1 << (i % 23)), atomicXor(out + 5, v);
    atomicAdd(shared, v), atomicMax(shared + 2, v), atomicAnd(shared + 3, ~((T)1 << (i % 9)));
    atomicOr(shared + 4, (T)1 << (i % 21)), atomicXor(shared + 5, v);
    for (T old = atomicAdd(shared + 6, (T)0), assumed; ; old = assumed) {
        assumed = atomicCAS(shared + 6, old, old + v);
        if (assumed == old) break;
    }
    atomicAdd(seen, atomicExch(shared + 7, v));
    __syncthreads();
    if (threadIdx.x) return;
    atomicAdd(seen, shared[7]);
    atomicAdd(out + 6, shared[0]), atomicAdd(out + 7, shared[6]), atomicAdd(out + 8, shared[2]);
    atomicAnd(out + 3, shared[3]), atomicOr(out + 4, shared[4]), atomicXor(out + 5, shared[5]);
}

template <typename T> static void check_integers(const char *name) {
    Array<T> out(10), seen(1);
    out[1] = 100, out[3] = (T)-1;
    out.write();
    integers<T><<<BLOCKS, THREADS>>>(out.device, seen.device);
    T sum = 0, parity = 0;
    for (int i = 0; i < TOTAL; i++) sum += i % 37 + 1, parity ^= i % 37 + 1;
    out.read(), seen.read();
    T expected[] = {sum, 6, 111, (T)~(T)0xfffff, 0x7fffff, 0, sum, sum, (T)(37 * BLOCKS)};
    for (int n = 0; n < 9; n++) {
        char text[60];
        snprintf(text, sizeof text, "atomics on %s, result %d", name, n);
        claim(text, out[n] == expected[n], "%llx expected, got %llx", (unsigned long long)expected[n], (unsigned long long)out[n]);
    }
    claim(sizeof(T) == 4 ? "exchanges lose nothing (32 bits)" : "exchanges lose nothing (64 bits)", seen[0] == sum);
}

__global__ void wrapping(unsigned *out) {
    out[2 + threadIdx.x] = atomicInc(out, 20);
    out[66 + threadIdx.x] = atomicDec(out + 1, 10);
    atomicSub(out + 130, 3);
    atomicAdd_block(out + 131, 2), atomicAdd_system(out + 131, 5);
    atomicCAS((unsigned short *)(out + 132), (unsigned short)threadIdx.x, (unsigned short)(threadIdx.x + 1));
}

__global__ void floating(float *f, double *d, __half2 *h, __half *half, __nv_bfloat162 *b, __nv_bfloat16 *bfloat, float *returned) {
    __shared__ float shared;
    __shared__ double wide;
    if (threadIdx.x == 0) shared = 0, wide = 0;
    __syncthreads();
    returned[threadIdx.x] = atomicAdd(f, 1.0f);
    atomicAdd(d, 0.5), atomicAdd(&shared, 2.0f), atomicAdd(&wide, 0.25);
    atomicAdd(h, __floats2half2_rn(1, 2)), atomicAdd(half, __float2half(0.5f));
    atomicAdd(b, __floats2bfloat162_rn(1, 2)), atomicAdd(bfloat, __float2bfloat16(1));
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(f + 1, shared), atomicAdd(d + 1, wide), atomicExch(f + 2, 7.0f);
}

__global__ void histogram(const unsigned char *values, int *bins) {
    __shared__ int local[64];
    if (threadIdx.x < 64) local[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&local[values[blockIdx.x * blockDim.x + threadIdx.x] % 64], 1);
    __syncthreads();
    if (threadIdx.x < 64) atomicAdd(bins + threadIdx.x, local[threadIdx.x]);
}

// The last block to finish adds up what the others left.
__device__ unsigned finished;
__global__ void sum_by_last_block(const int *in, volatile int *partial, int *total) {
    __shared__ int sum;
    __shared__ bool last;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    atomicAdd(&sum, in[blockIdx.x * blockDim.x + threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sum;
        __threadfence();
        last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int all = 0;
        for (unsigned b = 0; b < gridDim.x; b++) all += partial[b];
        *total = all;
    }
}

int main() {
    check_integers<int>("int");
    check_integers<unsigned>("unsigned int");
    check_integers<unsigned long long>("unsigned long long");
    Array<unsigned> words(133);
    words[1] = 5, words[130] = 1000;
    words.write();
    wrapping<<<1, 64>>>(words.device);
    words.read();
    claim("atomicInc wraps", words[0] == 64 % 21, "%u", words[0]);
    claim("atomicDec wraps", words[1] == 7, "%u", words[1]);
    claim("atomicSub", words[130] == 1000 - 3 * 64);
    claim("block and system scope", words[131] == 7 * 64);
    claim("atomicCAS on 16 bits", words[132] == 64, "%u", words[132]);
    unsigned seen = 0;
    for (int i = 0; i < 64; i++) seen += words[2 + i];
    claim("atomicInc returns each value", seen == 3 * 210 + 0, "%u", seen);
    Array<float> f(3), returned(128);
    Array<double> d(2);
    Array<__half2> h(1);
    Array<__half> half(2);
    Array<__nv_bfloat162> b(1);
    Array<__nv_bfloat16> bfloat(2);
    floating<<<1, 128>>>(f.device, d.device, h.device, half.device, b.device, bfloat.device, returned.device);
    f.read(), d.read(), h.read(), half.read(), b.read(), bfloat.read(), returned.read();
    claim("float", f[0] == 128 && f[1] == 256 && f[2] == 7);
    claim("double", d[0] == 64 && d[1] == 32);
    claim("half2 and half", __low2float(h[0]) == 128 && __high2float(h[0]) == 256 && __half2float(half[0]) == 64);
    claim("bfloat162 and bfloat16", __low2float(b[0]) == 128 && __high2float(b[0]) == 256 && __bfloat162float(bfloat[0]) == 128);
    float sum = 0;
    for (int i = 0; i < 128; i++) sum += returned[i];
    claim("each addition sees another sum", sum == 127 * 128 / 2);
    Array<unsigned char> values(TOTAL);
    Array<int> bins(64), in(TOTAL), partial(BLOCKS), total(1);
    for (int i = 0; i < TOTAL; i++) values[i] = (unsigned char)(i * i), in[i] = i;
    values.write(), in.write();
    histogram<<<BLOCKS, THREADS>>>(values.device, bins.device);
    claim_each("histogram", bins, [&](int bin) {
        int count = 0;
        for (int i = 0; i < TOTAL; i++) count += values[i] % 64 == bin;
        return count;
    });
    for (int again = 0; again < 2; again++) {
        sum_by_last_block<<<BLOCKS, THREADS>>>(in.device, partial.device, total.device);
        claim_each("sum by the last block", total, [](int) { return TOTAL * (TOTAL - 1) / 2; });
    }
    return claims_end();
}
