// divergence.cu - threads that go on for different times, and branches that can be avoided.
#include "../measured.cuh"

__global__ void collatz_steps(const unsigned *in, int *steps, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    unsigned n = in[i];
    int s = 0;
    while (n != 1) {
        n = n & 1 ? 3 * n + 1 : n / 2;
        s++;
    }
    steps[i] = s;
}
static int collatz_of(unsigned n) {
    int s = 0;
    for (; n != 1; s++) n = n & 1 ? 3 * n + 1 : n / 2;
    return s;
}
static Launch collatz_of_values(long size, std::vector<unsigned> from) {
    unsigned *in = upload(from);
    int *steps = zeros<int>(size);
    measured_check([=] {
        std::vector<int> got = download(steps, size);
        for (long i = 0; i < size; i += 11)
            if (got[i] != collatz_of(from[i])) return false;
        return true;
    });
    return [=] { collatz_steps<<<blocks_for(size, 256), 256>>>(in, steps, (int)size); };
}
static std::vector<unsigned> collatz_values(long size) {
    std::vector<unsigned> from(size);
    for (long i = 0; i < size; i++) from[i] = scramble((uint32_t)i) % 100000 + 1;
    return from;
}
MEASURE(divergence, collatz_mixed, 65536, 2097152) { return collatz_of_values(size, collatz_values(size)); }
MEASURE(divergence, collatz_ordered, 65536, 2097152) {
    std::vector<unsigned> from = collatz_values(size);
    std::vector<int> steps(100001);
    for (unsigned n = 1; n <= 100000; n++) steps[n] = collatz_of(n);
    std::sort(from.begin(), from.end(), [&](unsigned a, unsigned b) { return steps[a] < steps[b]; });
    return collatz_of_values(size, from);
}

__global__ void common_divisors(const unsigned *a, const unsigned *b, unsigned *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    unsigned x = a[i], y = b[i];
    while (y) {
        unsigned rest = x % y;
        x = y;
        y = rest;
    }
    out[i] = x;
}
MEASURE(divergence, common_divisors, 65536, 2097152) {
    unsigned *a = (unsigned *)integers(size, 1000000, 1), *b = (unsigned *)integers(size, 1000000, 2),
             *out = zeros<unsigned>(size);
    measured_check([=] {
        std::vector<unsigned> x = download(a, size), y = download(b, size), got = download(out, size);
        for (long i = 0; i < size; i += 7) {
            unsigned p = x[i], q = y[i];
            while (q) {
                unsigned rest = p % q;
                p = q;
                q = rest;
            }
            if (got[i] != p) return false;
        }
        return true;
    });
    return [=] { common_divisors<<<blocks_for(size, 256), 256>>>(a, b, out, (int)size); };
}

// A Julia set, with blocks that are squares or strips.
__global__ void julia(unsigned char *out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n || y >= n) return;
    float re = 3.0f * x / n - 1.5f, im = 3.0f * y / n - 1.5f;
    int step = 0;
    for (; step < 200 && re * re + im * im < 4; step++) {
        float next = re * re - im * im - 0.8f;
        im = 2 * re * im + 0.156f;
        re = next;
    }
    out[y * n + x] = (unsigned char)step;
}
static bool right_julia(const unsigned char *out, int n) {
    int differing = 0;
    std::vector<unsigned char> got = download(out, (size_t)n * n);
    for (uint32_t k = 0; k < 1000; k++) {
        int x = scramble(k) % n, y = scramble(k + 1000) % n, step = 0;
        float re = 3.0f * x / n - 1.5f, im = 3.0f * y / n - 1.5f;
        for (; step < 200 && re * re + im * im < 4; step++) {
            float next = re * re - im * im - 0.8f;
            im = 2 * re * im + 0.156f;
            re = next;
        }
        differing += got[(size_t)y * n + x] != step;
    }
    return differing < 300; // the host rounds products and sums apart, and orbits are chaotic
}
MEASURE(divergence, julia_squares, 512, 3072) {
    int n = (int)size;
    unsigned char *out = zeros<unsigned char>(size * size);
    measured_check([=] { return right_julia(out, n); });
    return [=] { julia<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(out, n); };
}
MEASURE(divergence, julia_strips, 512, 3072) {
    int n = (int)size;
    unsigned char *out = zeros<unsigned char>(size * size);
    measured_check([=] { return right_julia(out, n); });
    return [=] { julia<<<dim3(n / 256, n), 256>>>(out, n); };
}
