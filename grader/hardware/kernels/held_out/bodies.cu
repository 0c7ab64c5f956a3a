// bodies.cu - measured kernels that no model has seen.
#include "../measured.cuh"

// Only pairs nearer than a limit interact: branches by data, accurate division.
__global__ void bodies_near(const float *x, const float *y, const float *z, float *energy, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float a = x[i], b = y[i], c = z[i], sum = 0;
    for (int j = 0; j < count; j++) {
        float dx = x[j] - a, dy = y[j] - b, dz = z[j] - c, square = dx * dx + dy * dy + dz * dz;
        if (square < 0.25f && j != i) {
            float inverse = 1 / square, sixth = inverse * inverse * inverse;
            sum += sixth * sixth - sixth;
        }
    }
    energy[i] = sum;
}
MEASURE(bodies, bodies_near, 4096, 16384) {
    float *x = floats(size), *y = floats(size, -1, 1.1f), *z = floats(size, -1.2f, 1), *energy = zeros<float>(size);
    return [=] { bodies_near<<<size / 128, 128>>>(x, y, z, energy, (int)size); };
}

// All distances of 3-dimensional points, one thread a pair.
__global__ void distance_matrix(const float *points, float *out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float a = points[3 * x] - points[3 * y], b = points[3 * x + 1] - points[3 * y + 1],
          c = points[3 * x + 2] - points[3 * y + 2];
    out[(size_t)y * n + x] = sqrtf(a * a + b * b + c * c);
}
MEASURE(bodies, distance_matrix, 1024, 8192) {
    int n = (int)size;
    float *points = floats(size * 3), *out = zeros<float>(size * size);
    return [=] { distance_matrix<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(points, out, n); };
}
