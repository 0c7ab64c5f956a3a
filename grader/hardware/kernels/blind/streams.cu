// streams.cu - elements read and written once: floats, shorts, bytes, doubles, halves, and colours taken apart.
#include "../measured.cuh"

#include <cuda_fp16.h>

#define ADDED                                                                                                          \
    float *a = floats(size), *b = floats(size, 3, 5), *c = zeros<float>(size);                                         \
    measured_check([=] {                                                                                               \
        std::vector<float> x = download(a, size), y = download(b, size), z = download(c, size);                        \
        for (long i = 0; i < size; i++)                                                                                \
            if (z[i] != x[i] + y[i]) return false;                                                                     \
        return true;                                                                                                   \
    })
__global__ void add_single(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
MEASURE(streams, add_single, 1000000, 6000000) {
    ADDED;
    return [=] { add_single<<<blocks_for(size, 256), 256>>>(a, b, c, (int)size); };
}
__global__ void add_pairs(const float2 *a, const float2 *b, float2 *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 x = a[i], y = b[i];
    c[i] = make_float2(x.x + y.x, x.y + y.y);
}
MEASURE(streams, add_pairs, 1000000, 6000000) {
    ADDED;
    return
        [=] { add_pairs<<<blocks_for(size / 2, 384), 384>>>((float2 *)a, (float2 *)b, (float2 *)c, (int)(size / 2)); };
}
__global__ void add_quads(const float4 *a, const float4 *b, float4 *c, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float4 x = a[i], y = b[i];
        c[i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
    }
}
MEASURE(streams, add_quads, 1000000, 6000000) {
    ADDED;
    return
        [=] { add_quads<<<blocks_for(size / 4, 128), 128>>>((float4 *)a, (float4 *)b, (float4 *)c, (int)(size / 4)); };
}
MEASURE(streams, add_quads_few_blocks, 1000000, 6000000) {
    ADDED;
    return [=] { add_quads<<<132, 512>>>((float4 *)a, (float4 *)b, (float4 *)c, (int)(size / 4)); };
}
// Each thread adds 8 elements that are next to each other.
__global__ void add_in_chunks(const float *a, const float *b, float *c, int n) {
    int from = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
    for (int i = from; i < from + 8 && i < n; i++) c[i] = a[i] + b[i];
}
MEASURE(streams, add_in_chunks, 1000000, 6000000) {
    ADDED;
    return [=] { add_in_chunks<<<blocks_for(size, 8 * 256), 256>>>(a, b, c, (int)size); };
}

#define SHORTS                                                                                                         \
    short *in = values<short>(size, [](uint32_t i) { return scramble(i) % 5000; }), *out = zeros<short>(size);         \
    measured_check([=] {                                                                                               \
        std::vector<short> x = download(in, size), y = download(out, size);                                            \
        for (long i = 0; i < size; i++)                                                                                \
            if (y[i] != x[i] * 3 + 1) return false;                                                                    \
        return true;                                                                                                   \
    })
__global__ void shorts_single(const short *in, short *out) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] * 3 + 1;
}
MEASURE(streams, shorts_single, 8388608) {
    SHORTS;
    return [=] { shorts_single<<<size / 512, 512>>>(in, out); };
}
__global__ void shorts_four(const short4 *in, short4 *out) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    short4 v = in[i];
    v.x = v.x * 3 + 1, v.y = v.y * 3 + 1, v.z = v.z * 3 + 1, v.w = v.w * 3 + 1;
    out[i] = v;
}
MEASURE(streams, shorts_four, 8388608) {
    SHORTS;
    return [=] { shorts_four<<<size / 2048, 512>>>((short4 *)in, (short4 *)out); };
}

#define BLEND                                                                                                          \
    unsigned char *a = values<unsigned char>(size, [](uint32_t i) { return scramble(i); }),                            \
                  *b = values<unsigned char>(size, [](uint32_t i) { return scramble(~i); }),                           \
                  *c = zeros<unsigned char>(size);                                                                     \
    measured_check([=] {                                                                                               \
        std::vector<unsigned char> x = download(a, size), y = download(b, size), z = download(c, size);                \
        for (long i = 0; i < size; i++)                                                                                \
            if (z[i] != ((x[i] * 77 + y[i] * 179) >> 8)) return false;                                                 \
        return true;                                                                                                   \
    })
__global__ void blend_bytes(const unsigned char *a, const unsigned char *b, unsigned char *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = (a[i] * 77 + b[i] * 179) >> 8;
}
MEASURE(streams, blend_bytes, 2097152, 16777216) {
    BLEND;
    return [=] { blend_bytes<<<blocks_for(size, 256), 256>>>(a, b, c, (int)size); };
}
__device__ unsigned blend_word(unsigned a, unsigned b) {
    unsigned c = 0;
    for (int k = 0; k < 32; k += 8) c |= (((a >> k & 255) * 77 + (b >> k & 255) * 179) >> 8) << k;
    return c;
}
__global__ void blend_words(const unsigned *a, const unsigned *b, unsigned *c) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    c[i] = blend_word(a[i], b[i]);
}
MEASURE(streams, blend_words, 2097152, 16777216) {
    BLEND;
    return [=] { blend_words<<<size / 4 / 256, 256>>>((unsigned *)a, (unsigned *)b, (unsigned *)c); };
}
__global__ void blend_sixteen(const uint4 *a, const uint4 *b, uint4 *c) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    uint4 x = a[i], y = b[i];
    c[i] = make_uint4(blend_word(x.x, y.x), blend_word(x.y, y.y), blend_word(x.z, y.z), blend_word(x.w, y.w));
}
MEASURE(streams, blend_sixteen, 2097152, 16777216) {
    BLEND;
    return [=] { blend_sixteen<<<size / 16 / 256, 256>>>((uint4 *)a, (uint4 *)b, (uint4 *)c); };
}
// Two bytes of a word share each multiplication.
__global__ void blend_lanes(const unsigned *a, const unsigned *b, unsigned *c) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = a[i], y = b[i];
    unsigned even = (x & 0xff00ff) * 77 + (y & 0xff00ff) * 179;
    unsigned odd = (x >> 8 & 0xff00ff) * 77 + (y >> 8 & 0xff00ff) * 179;
    c[i] = (even >> 8 & 0xff00ff) | (odd & 0xff00ff00);
}
MEASURE(streams, blend_lanes, 2097152, 16777216) {
    BLEND;
    return [=] { blend_lanes<<<size / 4 / 256, 256>>>((unsigned *)a, (unsigned *)b, (unsigned *)c); };
}

#define COMPLEX                                                                                                        \
    double *a = values<double>(2 * size, [](uint32_t i) { return scramble(i) % 1000 / 999.0; }),                       \
           *b = zeros<double>(2 * size);                                                                               \
    measured_check([=] {                                                                                               \
        std::vector<double> x = download(a, 2 * size), y = download(b, 2 * size);                                      \
        for (long i = 0; i < 2 * size; i += 2)                                                                         \
            if (!near(y[i], x[i] * x[i] - x[i + 1] * x[i + 1], 1e-12) || !near(y[i + 1], 2 * x[i] * x[i + 1], 1e-12))  \
                return false;                                                                                          \
        return true;                                                                                                   \
    })
__global__ void complex_halves(const double *a, double *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    b[2 * i] = a[2 * i] * a[2 * i] - a[2 * i + 1] * a[2 * i + 1];
    b[2 * i + 1] = 2 * a[2 * i] * a[2 * i + 1];
}
MEASURE(streams, complex_halves, 1500000) {
    COMPLEX;
    return [=] { complex_halves<<<blocks_for(size, 256), 256>>>(a, b, (int)size); };
}
__global__ void complex_whole(const double2 *a, double2 *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double2 z = a[i];
    b[i] = make_double2(z.x * z.x - z.y * z.y, 2 * z.x * z.y);
}
MEASURE(streams, complex_whole, 1500000) {
    COMPLEX;
    return [=] { complex_whole<<<blocks_for(size, 256), 256>>>((double2 *)a, (double2 *)b, (int)size); };
}

#define HORNER                                                                                                         \
    __half *in = values<__half>(size, [](uint32_t i) { return __float2half(scramble(i) % 256 / 256.0f); }),            \
           *out = zeros<__half>(size);                                                                                 \
    measured_check([=] {                                                                                               \
        std::vector<__half> x = download(in, size), y = download(out, size);                                           \
        for (long i = 0; i < size; i++) {                                                                              \
            double v = __half2float(x[i]), r = 1;                                                                      \
            for (int k = 0; k < 12; k++) r = r * v * 0.5 + 0.25;                                                       \
            if (!near(__half2float(y[i]), r, 4e-3)) return false;                                                      \
        }                                                                                                              \
        return true;                                                                                                   \
    })
__global__ void horner_half(const __half *in, __half *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __half v = __hmul(in[i], __float2half(0.5f)), r = __float2half(1.0f), c = __float2half(0.25f);
    for (int k = 0; k < 12; k++) r = __hfma(r, v, c);
    out[i] = r;
}
MEASURE(streams, horner_half, 8388608) {
    HORNER;
    return [=] { horner_half<<<size / 256, 256>>>(in, out); };
}
__global__ void horner_half2(const __half2 *in, __half2 *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __half2 v = __hmul2(in[i], __float2half2_rn(0.5f)), r = __float2half2_rn(1.0f), c = __float2half2_rn(0.25f);
    for (int k = 0; k < 12; k++) r = __hfma2(r, v, c);
    out[i] = r;
}
MEASURE(streams, horner_half2, 8388608) {
    HORNER;
    return [=] { horner_half2<<<size / 512, 256>>>((__half2 *)in, (__half2 *)out); };
}
__global__ void horner_floats(const __half *in, __half *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = __half2float(in[i]) * 0.5f, r = 1;
    for (int k = 0; k < 12; k++) r = r * v + 0.25f;
    out[i] = __float2half(r);
}
MEASURE(streams, horner_floats, 8388608) {
    HORNER;
    return [=] { horner_floats<<<size / 256, 256>>>(in, out); };
}

// Points of three floats become three arrays.
#define PLANES                                                                                                         \
    float *in = floats(3 * size), *out = zeros<float>(3 * size);                                                       \
    measured_check([=] {                                                                                               \
        std::vector<float> x = download(in, 3 * size), y = download(out, 3 * size);                                    \
        for (long i = 0; i < 3 * size; i++)                                                                            \
            if (y[i % 3 * size + i / 3] != x[i]) return false;                                                         \
        return true;                                                                                                   \
    })
__global__ void planes_direct(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 3; k++) out[k * n + i] = in[3 * i + k];
}
MEASURE(layouts, planes_direct, 262144, 2097152) {
    PLANES;
    return [=] { planes_direct<<<size / 256, 256>>>(in, out, (int)size); };
}
__global__ void planes_scattering(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i % 3 * n + i / 3] = in[i];
}
MEASURE(layouts, planes_scattering, 262144, 2097152) {
    PLANES;
    return [=] { planes_scattering<<<3 * size / 256, 256>>>(in, out, (int)size); };
}
__global__ void planes_shared(const float *in, float *out, int n) {
    __shared__ float part[768];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    for (int k = 0; k < 3; k++) part[k * 256 + t] = in[blockIdx.x * 768 + k * 256 + t];
    __syncthreads();
    for (int k = 0; k < 3; k++) out[k * n + i] = part[3 * t + k];
}
MEASURE(layouts, planes_shared, 262144, 2097152) {
    PLANES;
    return [=] { planes_shared<<<size / 256, 256>>>(in, out, (int)size); };
}
