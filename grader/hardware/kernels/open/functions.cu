// functions.cu - measured kernels to build an estimator on.
#include "../measured.cuh"

__global__ void mandelbrot(int *out, int n, int most) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, steps = 0;
    float a = -2 + 3.0f * x / n, b = -1.5f + 3.0f * y / n, u = a, v = b;
    while (steps < most && u * u + v * v < 4) {
        float next = u * u - v * v + a;
        v = 2 * u * v + b;
        u = next;
        steps++;
    }
    out[(size_t)y * n + x] = steps;
}
MEASURE(functions, mandelbrot, 512, 4096) {
    int n = (int)size, *out = zeros<int>(size * size);
    return [=] { mandelbrot<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(out, n, 256); };
}

__global__ void powers(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = powf(fabsf(in[i]) + 0.1f, 2.7f) + powf(fabsf(in[i]) + 1.5f, in[i]);
}
MEASURE(functions, powers, 262144, 16777216) {
    float *in = floats(size), *out = zeros<float>(size);
    return [=] { powers<<<size / 256, 256>>>(in, out); };
}

__global__ void doubles(const double *in, double *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double x = in[i];
    out[i] = exp(-x * x) * sin(x) + sqrt(x + 1) / (x + 2);
}
MEASURE(functions, doubles, 262144, 8388608) {
    double *in = values<double>(size, [](uint32_t i) { return (scramble(i) >> 8) / 16777216.0; }),
           *out = zeros<double>(size);
    return [=] { doubles<<<size / 256, 256>>>(in, out); };
}

// Divisions and remainders of integers by numbers that the compiler does not know.
__global__ void divisions(const int *in, int *out, int a, int b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i];
    out[i] = x / a + x % b + (x + i) / (b + (x & 3));
}
MEASURE(functions, divisions, 262144, 16777216) {
    int *in = integers(size, 1u << 30), *out = zeros<int>(size);
    return [=] { divisions<<<size / 256, 256>>>(in, out, 37, 1013); };
}

// Trial division.
__global__ void primes(int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, n = 2 * i + 3, is_prime = 1;
    for (int d = 3; d * d <= n; d += 2)
        if (n % d == 0) {
            is_prime = 0;
            break;
        }
    out[i] = is_prime;
}
MEASURE(functions, primes, 65536, 1048576) {
    int *out = zeros<int>(size);
    return [=] { primes<<<size / 256, 256>>>(out); };
}
