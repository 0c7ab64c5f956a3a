// divergence.cu - a machine of four instructions in three ways, and a fractal in two.
#include "../measured.cuh"

__host__ __device__ inline float operate(int code, float x) {
    float y = x;
    switch (code) {
    case 0:
        for (int k = 0; k < 24; k++) y = y * 0.9f + x;
        return y;
    case 1:
        for (int k = 0; k < 24; k++) y = 1.0f / (1.0f + y * y);
        return y;
    case 2:
        for (int k = 0; k < 24; k++) y = sqrtf(y * y + 0.5f);
        return y;
    default:
        for (int k = 0; k < 24; k++) y = fmaxf(y - 0.25f, x * 0.5f) + 0.125f;
        return y;
    }
}
__global__ void operate_branching(const unsigned char *codes, const float *in, float *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = operate(codes[i], in[i]);
}
// Computes all four results and takes one.
__global__ void operate_selecting(const unsigned char *codes, const float *in, float *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    int code = codes[i];
    float x = in[i], a = operate(0, x), b = operate(1, x), c = operate(2, x), d = operate(3, x);
    out[i] = code == 0 ? a : code == 1 ? b : code == 2 ? c : d;
}
#define MACHINE(CODE)                                                                                                  \
    unsigned char *codes = values<unsigned char>(size, [=](uint32_t i) { return CODE; });                              \
    float *in = floats(size, 0, 2), *out = zeros<float>(size);                                                         \
    measured_check([=] {                                                                                               \
        std::vector<unsigned char> code = download(codes, size);                                                       \
        std::vector<float> from = download(in, size), to = download(out, size);                                        \
        for (long i = 0; i < size; i += 5)                                                                             \
            if (!near(to[i], operate(code[i], from[i]), 1e-4)) return false;                                           \
        return true;                                                                                                   \
    })
MEASURE(divergence, operate_mixed, 2097152) {
    MACHINE(scramble(i) % 4);
    return [=] { operate_branching<<<blocks_for(size, 256), 256>>>(codes, in, out, (int)size); };
}
MEASURE(divergence, operate_grouped, 2097152) {
    MACHINE(i / 64 % 4);
    return [=] { operate_branching<<<blocks_for(size, 256), 256>>>(codes, in, out, (int)size); };
}
MEASURE(divergence, operate_selected, 2097152) {
    MACHINE(scramble(i) % 4);
    return [=] { operate_selecting<<<blocks_for(size, 256), 256>>>(codes, in, out, (int)size); };
}

// Steps until a point escapes. In double precision too; a thread takes whole pixels of its own column.
template <class T> __host__ __device__ inline int escapes(T cx, T cy) {
    T x = 0, y = 0, xx = 0, yy = 0;
    int step = 0;
    while (step < 128 && xx + yy <= 4) {
        y = 2 * x * y + cy;
        x = xx - yy + cx;
        xx = x * x;
        yy = y * y;
        step++;
    }
    return step;
}
template <class T> __global__ void fractal(unsigned short *out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    T cx = T(-2.2) + T(3) * x / n;
    for (int y = blockIdx.y; y < n; y += gridDim.y) out[y * n + x] = escapes<T>(cx, T(-1.5) + T(3) * y / n);
}
#define FRACTAL(T)                                                                                                     \
    int n = (int)size;                                                                                                 \
    unsigned short *out = zeros<unsigned short>(size * size);                                                          \
    measured_check([=] { /* rounding differs on the host, and points at the border with it */                          \
                         std::vector<unsigned short> got = download(out, size * size);                                 \
                         int differing = 0;                                                                            \
                         for (uint32_t k = 0; k < 2000; k++) {                                                         \
                             int x = scramble(k) % n, y = scramble(~k) % n;                                            \
                             differing +=                                                                              \
                                 got[(size_t)y * n + x] != escapes<T>(T(-2.2) + T(3) * x / n, T(-1.5) + T(3) * y / n); \
                         }                                                                                             \
                         return differing < 200;                                                                       \
    });                                                                                                                \
    return [=] { fractal<T><<<dim3(n / 128, n / 4), 128>>>(out, n); }
MEASURE(divergence, fractal_floats, 1024) { FRACTAL(float); }
MEASURE(divergence, fractal_doubles, 1024) { FRACTAL(double); }
