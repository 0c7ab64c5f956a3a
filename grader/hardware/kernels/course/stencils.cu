// stencils.cu - nine points of a plane and seven points of a volume.
#include "../measured.cuh"

static bool right_nine(const float *in, const float *out, int n) {
    std::vector<float> from = download(in, (size_t)n * n), to = download(out, (size_t)n * n);
    for (uint32_t k = 0; k < 500; k++) {
        int x = 1 + scramble(k) % (n - 2), y = 1 + scramble(k + 500) % (n - 2);
        double sum = 0;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) sum += from[(size_t)(y + dy) * n + x + dx];
        if (!near(to[(size_t)y * n + x], sum / 9, 1e-5)) return false;
    }
    return true;
}

#define PLANE                                                                                                          \
    int n = (int)size;                                                                                                 \
    float *in = floats(size * size), *out = zeros<float>(size * size);                                                 \
    measured_check([=] { return right_nine(in, out, n); })

__global__ void nine_points(const float *in, float *out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
    float sum = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) sum += in[(y + dy) * n + x + dx];
    out[y * n + x] = sum / 9;
}
MEASURE(stencils, nine_points, 1024, 6144) {
    PLANE;
    return [=] { nine_points<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(in, out, n); };
}

__global__ void nine_points_tile(const float *in, float *out, int n) {
    __shared__ float tile[34][34];
    int x = blockIdx.x * 32 + threadIdx.x - 1, y = blockIdx.y * 32 + threadIdx.y - 1;
    for (int dy = 0; dy < 34; dy += 8)
        for (int dx = 0; dx < 34; dx += 32)
            if (threadIdx.y + dy < 34 && threadIdx.x + dx < 34) {
                int gx = x + dx, gy = y + dy;
                tile[threadIdx.y + dy][threadIdx.x + dx] = gx >= 0 && gy >= 0 && gx < n && gy < n ? in[gy * n + gx] : 0;
            }
    __syncthreads();
    for (int i = threadIdx.y; i < 32; i += 8) {
        int ox = x + 1, oy = blockIdx.y * 32 + i;
        if (ox < 1 || oy < 1 || ox >= n - 1 || oy >= n - 1) continue;
        float sum = 0;
        for (int dy = 0; dy < 3; dy++)
            for (int dx = 0; dx < 3; dx++) sum += tile[i + dy][threadIdx.x + dx];
        out[oy * n + ox] = sum / 9;
    }
}
MEASURE(stencils, nine_points_tile, 1024, 6144) {
    PLANE;
    return [=] { nine_points_tile<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(in, out, n); };
}

// A thread goes down a column and keeps the sums of three rows in registers.
__global__ void nine_points_rolling(const float *in, float *out, int n, int rows) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, from = blockIdx.y * rows;
    if (x < 1 || x >= n - 1) return;
    int first = max(from, 1), last = min(from + rows, n - 1);
    const float *at = in + (first - 1) * n + x;
    float above = at[-1] + at[0] + at[1], here = at[n - 1] + at[n] + at[n + 1];
    for (int y = first; y < last; y++) {
        const float *next = in + (y + 1) * n + x;
        float below = next[-1] + next[0] + next[1];
        out[y * n + x] = (above + here + below) / 9;
        above = here;
        here = below;
    }
}
MEASURE(stencils, nine_points_rolling, 1024, 6144) {
    PLANE;
    return [=] { nine_points_rolling<<<dim3(n / 128, n / 16), 128>>>(in, out, n, 16); };
}

#define AT(z, y, x) (((z)*n + (y)) * n + (x))
static bool right_seven(const float *in, const float *out, int n) {
    std::vector<float> from = download(in, (size_t)n * n * n), to = download(out, (size_t)n * n * n);
    for (uint32_t k = 0; k < 500; k++) {
        int x = 1 + scramble(k) % (n - 2), y = 1 + scramble(k + 500) % (n - 2), z = 1 + scramble(k + 999) % (n - 2);
        double sum =
            0.5 * from[AT(z, y, x)] + 0.1 * (from[AT(z, y, x - 1)] + from[AT(z, y, x + 1)] + from[AT(z, y - 1, x)] +
                                             from[AT(z, y + 1, x)] + from[AT(z - 1, y, x)] + from[AT(z + 1, y, x)]);
        if (!near(to[AT(z, y, x)], sum, 1e-5)) return false;
    }
    return true;
}
#define VOLUME                                                                                                         \
    int n = (int)size;                                                                                                 \
    float *in = floats(size * size * size), *out = zeros<float>(size * size * size);                                   \
    measured_check([=] { return right_seven(in, out, n); })

__global__ void seven_points(const float *in, float *out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
        z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < 1 || y < 1 || z < 1 || x >= n - 1 || y >= n - 1 || z >= n - 1) return;
    out[AT(z, y, x)] =
        0.5f * in[AT(z, y, x)] + 0.1f * (in[AT(z, y, x - 1)] + in[AT(z, y, x + 1)] + in[AT(z, y - 1, x)] +
                                         in[AT(z, y + 1, x)] + in[AT(z - 1, y, x)] + in[AT(z + 1, y, x)]);
}
MEASURE(stencils, seven_points, 64, 320) {
    VOLUME;
    return [=] { seven_points<<<dim3(n / 8, n / 8, n / 8), dim3(8, 8, 8)>>>(in, out, n); };
}

// A block goes through planes; the plane is in shared memory, those above and below in registers.
__global__ void seven_points_planes(const float *in, float *out, int n, int planes) {
    __shared__ float plane[32][32];
    int x = blockIdx.x * 30 + threadIdx.x - 1, y = blockIdx.y * 30 + threadIdx.y - 1, first = blockIdx.z * planes;
    bool inside = x >= 0 && y >= 0 && x < n && y < n;
    float before = inside && first > 0 ? in[AT(first - 1, y, x)] : 0, here = inside ? in[AT(first, y, x)] : 0;
    for (int z = first; z < min(first + planes, n - 1); z++) {
        plane[threadIdx.y][threadIdx.x] = here;
        float after = inside ? in[AT(z + 1, y, x)] : 0;
        __syncthreads();
        bool own = threadIdx.x > 0 && threadIdx.y > 0 && threadIdx.x < 31 && threadIdx.y < 31;
        if (own && z > 0 && x >= 1 && y >= 1 && x < n - 1 && y < n - 1)
            out[AT(z, y, x)] =
                0.5f * here +
                0.1f * (plane[threadIdx.y][threadIdx.x - 1] + plane[threadIdx.y][threadIdx.x + 1] +
                        plane[threadIdx.y - 1][threadIdx.x] + plane[threadIdx.y + 1][threadIdx.x] + before + after);
        __syncthreads();
        before = here;
        here = after;
    }
}
MEASURE(stencils, seven_points_planes, 64, 320) {
    VOLUME;
    return [=] {
        seven_points_planes<<<dim3(blocks_for(n, 30), blocks_for(n, 30), n / 16), dim3(32, 32)>>>(in, out, n, 16);
    };
}
