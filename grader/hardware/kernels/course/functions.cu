// functions.cu - special functions: activations in three ways, distances on a sphere in two, and unit vectors.
#include "../measured.cuh"

static bool right_gelu(const float *in, const float *out, long size) {
    std::vector<float> x = download(in, size), y = download(out, size);
    for (long i = 0; i < size; i += 13)
        if (!near(y[i], 0.5 * x[i] * (1 + erf(x[i] / sqrt(2.0))), 5e-3)) return false;
    return true;
}
#define ACTIVATION                                                                                                     \
    float *in = floats(size, -4, 4), *out = zeros<float>(size);                                                        \
    measured_check([=] { return right_gelu(in, out, size); })

__global__ void gelu_exact(const float *in, float *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = 0.5f * in[i] * (1.0f + erff(in[i] * 0.70710678f));
}
MEASURE(functions, gelu_exact, 1048576, 16777216) {
    ACTIVATION;
    return [=] { gelu_exact<<<blocks_for(size, 256), 256>>>(in, out, (int)size); };
}

__global__ void gelu_tanh(const float *in, float *out, int count) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        float x = in[i];
        out[i] = 0.5f * x * (1.0f + tanhf(0.79788456f * (x + 0.044715f * x * x * x)));
    }
}
MEASURE(functions, gelu_tanh, 1048576, 16777216) {
    ACTIVATION;
    return [=] { gelu_tanh<<<1024, 256>>>(in, out, (int)size); };
}

__global__ void gelu_fast(const float *in, float *out, int count) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        float x = in[i], z = 1.5957691f * (x + 0.044715f * x * x * x);
        out[i] = __fdividef(x, 1.0f + __expf(-z));
    }
}
MEASURE(functions, gelu_fast, 1048576, 16777216) {
    ACTIVATION;
    return [=] { gelu_fast<<<1024, 256>>>(in, out, (int)size); };
}

// Great-circle distances from one point to all others.
template <class T> __global__ void sphere_distances(const T *latitude, const T *longitude, T *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    T p = latitude[i], q = longitude[i], s = sin((p - T(0.9)) / 2), t = sin((q - T(0.2)) / 2);
    T h = s * s + cos(p) * cos(T(0.9)) * t * t;
    out[i] = T(12742) * asin(sqrt(h));
}
template <class T> static bool right_distances(const T *latitude, const T *longitude, const T *out, long size) {
    std::vector<T> p = download(latitude, size), q = download(longitude, size), got = download(out, size);
    for (long i = 0; i < size; i += 13) {
        double s = sin((p[i] - 0.9) / 2), t = sin((q[i] - 0.2) / 2);
        if (!near(got[i], 12742 * asin(sqrt(s * s + cos(p[i]) * cos(0.9) * t * t)), 5)) return false;
    }
    return true;
}
MEASURE(functions, sphere_floats, 262144, 8388608) {
    float *p = floats(size), *q = floats(size, -3, 3), *out = zeros<float>(size);
    measured_check([=] { return right_distances(p, q, out, size); });
    return [=] { sphere_distances<<<blocks_for(size, 256), 256>>>(p, q, out, (int)size); };
}
MEASURE(functions, sphere_doubles, 262144, 8388608) {
    auto draw = [](uint32_t i) { return (scramble(i) % 2000000) / 1e6 - 1; };
    double *p = values<double>(size, draw), *q = values<double>(size, draw), *out = zeros<double>(size);
    measured_check([=] { return right_distances(p, q, out, size); });
    return [=] { sphere_distances<<<blocks_for(size, 256), 256>>>(p, q, out, (int)size); };
}

__global__ void unit_vectors(float *x, float *y, float *z, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float length = sqrtf(x[i] * x[i] + y[i] * y[i] + z[i] * z[i]);
    x[i] /= length;
    y[i] /= length;
    z[i] /= length;
}
MEASURE(functions, unit_vectors, 262144, 8388608) {
    float *x = floats(size, 1, 2), *y = floats(size, 2, 3), *z = floats(size, 3, 4);
    measured_check([=] {
        std::vector<float> a = download(x, size), b = download(y, size), c = download(z, size);
        for (long i = 0; i < size; i += 13)
            if (!near(a[i] * a[i] + b[i] * b[i] + c[i] * c[i], 1, 1e-5)) return false;
        return true;
    });
    return [=] { unit_vectors<<<blocks_for(size, 256), 256>>>(x, y, z, (int)size); };
}
