// stencils.cu - five points on a line, Jacobi steps in a plane and in a volume, crosses of doubles, colonies.
#include "../measured.cuh"

// Means of five; the ends are left as they are.
#define LINE5                                                                                                          \
    float *in = floats(size), *out = zeros<float>(size);                                                               \
    measured_check([=] {                                                                                               \
        std::vector<float> x = download(in, size), y = download(out, size);                                            \
        for (long i = 0; i < size; i++) {                                                                              \
            bool inner = i >= 2 && i < size - 2;                                                                       \
            double mean = inner ? ((double)x[i - 2] + x[i - 1] + x[i] + x[i + 1] + x[i + 2]) / 5 : x[i];               \
            if (!near(y[i], mean, 1e-5)) return false;                                                                 \
        }                                                                                                              \
        return true;                                                                                                   \
    })
__global__ void mean5_direct(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = i < 2 || i >= n - 2 ? in[i] : (in[i - 2] + in[i - 1] + in[i] + in[i + 1] + in[i + 2]) * 0.2f;
}
MEASURE(stencils, mean5_direct, 1000000, 5000000) {
    LINE5;
    return [=] { mean5_direct<<<blocks_for(size, 256), 256>>>(in, out, (int)size); };
}
__global__ void mean5_shared(const float *in, float *out, int n) {
    __shared__ float tile[260];
    int i = blockIdx.x * 256 + threadIdx.x, t = threadIdx.x + 2;
    tile[t] = i < n ? in[i] : 0;
    if (threadIdx.x < 2) {
        tile[threadIdx.x] = i >= 2 ? in[i - 2] : 0;
        tile[threadIdx.x + 258] = i + 256 < n ? in[i + 256] : 0;
    }
    __syncthreads();
    if (i >= n) return;
    float sum = 0;
    for (int k = -2; k <= 2; k++) sum += tile[t + k];
    out[i] = i < 2 || i >= n - 2 ? tile[t] : sum / 5;
}
MEASURE(stencils, mean5_shared, 1000000, 5000000) {
    LINE5;
    return [=] { mean5_shared<<<blocks_for(size, 256), 256>>>(in, out, (int)size); };
}
__global__ void mean5_quads(const float *in, float *out, int n) {
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    if (i >= n) return;
    float4 v = *(const float4 *)(in + i);
    float x[8] = {0, 0, v.x, v.y, v.z, v.w, 0, 0};
    if (i > 0) {
        float2 left = *(const float2 *)(in + i - 2);
        x[0] = left.x, x[1] = left.y;
    }
    if (i + 4 < n) {
        float2 right = *(const float2 *)(in + i + 4);
        x[6] = right.x, x[7] = right.y;
    }
    float y[4];
#pragma unroll
    for (int k = 0; k < 4; k++) y[k] = (x[k] + x[k + 1] + x[k + 2] + x[k + 3] + x[k + 4]) * 0.2f;
    if (i == 0) y[0] = v.x, y[1] = v.y;
    if (i + 4 >= n) y[2] = v.z, y[3] = v.w;
    *(float4 *)(out + i) = make_float4(y[0], y[1], y[2], y[3]);
}
MEASURE(stencils, mean5_quads, 1000000, 5000000) {
    LINE5;
    return [=] { mean5_quads<<<blocks_for(size / 4, 128), 128>>>(in, out, (int)size); };
}
// Shuffles bring the neighbours; lanes at the ends of a warp only lend.
__global__ void mean5_shuffled(const float *in, float *out, int n) {
    int lane = threadIdx.x % 32, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, i = warp * 28 + lane - 2;
    float own = i >= 0 && i < n ? in[i] : 0, sum = own;
    sum += __shfl_up_sync(~0u, own, 1) + __shfl_up_sync(~0u, own, 2);
    sum += __shfl_down_sync(~0u, own, 1) + __shfl_down_sync(~0u, own, 2);
    if (lane >= 2 && lane < 30 && i < n) out[i] = i < 2 || i >= n - 2 ? own : sum * 0.2f;
}
MEASURE(stencils, mean5_shuffled, 1000000, 5000000) {
    LINE5;
    return [=] { mean5_shuffled<<<blocks_for((size + 27) / 28, 8), 256>>>(in, out, (int)size); };
}

// A step of Jacobi in a plane of n x n; the border stays.
#define JACOBI                                                                                                         \
    int n = (int)size;                                                                                                 \
    float *in = floats(size * size), *out = zeros<float>(size * size);                                                 \
    measured_check([=] {                                                                                               \
        std::vector<float> x = download(in, size * size), y = download(out, size * size);                              \
        for (int r = 1; r < n - 1; r++)                                                                                \
            for (int c = 1; c < n - 1; c++) {                                                                          \
                long i = (long)r * n + c;                                                                              \
                if (!near(y[i], 0.25 * ((double)x[i - n] + x[i + n] + x[i - 1] + x[i + 1]), 1e-5)) return false;       \
            }                                                                                                          \
        return true;                                                                                                   \
    })
__global__ void jacobi_direct(const float *in, float *out, int n) {
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < 1 || c < 1 || r >= n - 1 || c >= n - 1) return;
    out[r * n + c] = 0.25f * (in[(r - 1) * n + c] + in[(r + 1) * n + c] + in[r * n + c - 1] + in[r * n + c + 1]);
}
MEASURE(stencils, jacobi_direct, 1000, 2500) {
    JACOBI;
    return [=] { jacobi_direct<<<dim3(blocks_for(n, 32), blocks_for(n, 8)), dim3(32, 8)>>>(in, out, n); };
}
// Blocks that are 4 wide and 64 high.
MEASURE(stencils, jacobi_upright, 1000, 2500) {
    JACOBI;
    return [=] { jacobi_direct<<<dim3(blocks_for(n, 4), blocks_for(n, 64)), dim3(4, 64)>>>(in, out, n); };
}
__global__ void jacobi_tiled(const float *in, float *out, int n) {
    __shared__ float tile[18][18];
    int x = threadIdx.x, y = threadIdx.y, c = blockIdx.x * 16 + x, r = blockIdx.y * 16 + y;
    for (int k = y * 16 + x; k < 18 * 18; k += 256) {
        int rr = (int)blockIdx.y * 16 + k / 18 - 1, cc = (int)blockIdx.x * 16 + k % 18 - 1;
        tile[k / 18][k % 18] = rr >= 0 && cc >= 0 && rr < n && cc < n ? in[rr * n + cc] : 0;
    }
    __syncthreads();
    if (r < 1 || c < 1 || r >= n - 1 || c >= n - 1) return;
    out[r * n + c] = 0.25f * (tile[y][x + 1] + tile[y + 2][x + 1] + tile[y + 1][x] + tile[y + 1][x + 2]);
}
MEASURE(stencils, jacobi_tiled, 1000, 2500) {
    JACOBI;
    return [=] { jacobi_tiled<<<dim3(blocks_for(n, 16), blocks_for(n, 16)), dim3(16, 16)>>>(in, out, n); };
}
// Each thread goes down 32 rows of its column and keeps three of them in registers.
__global__ void jacobi_queue(const float *in, float *out, int n) {
    int c = blockIdx.x * blockDim.x + threadIdx.x, first = blockIdx.y * 32 + 1;
    if (c < 1 || c >= n - 1) return;
    float above = in[(first - 1) * n + c], here = first < n ? in[first * n + c] : 0;
    for (int r = first; r < first + 32 && r < n - 1; r++) {
        float below = in[(r + 1) * n + c];
        out[r * n + c] = 0.25f * (above + below + in[r * n + c - 1] + in[r * n + c + 1]);
        above = here;
        here = below;
    }
}
MEASURE(stencils, jacobi_queue, 1000, 2500) {
    JACOBI;
    return [=] { jacobi_queue<<<dim3(blocks_for(n, 128), blocks_for(n - 2, 32)), 128>>>(in, out, n); };
}

// Seven points in a volume of n x n x n.
#define VOLUME                                                                                                         \
    int n = (int)size;                                                                                                 \
    size_t all = (size_t)n * n * n;                                                                                    \
    float *in = floats(all), *out = zeros<float>(all);                                                                 \
    measured_check([=] {                                                                                               \
        std::vector<float> a = download(in, all), b = download(out, all);                                              \
        for (int z = 1; z < n - 1; z++)                                                                                \
            for (int y = 1; y < n - 1; y++)                                                                            \
                for (int x = 1; x < n - 1; x++) {                                                                      \
                    size_t i = ((size_t)z * n + y) * n + x;                                                            \
                    double sum = (double)a[i - 1] + a[i + 1] + a[i - n] + a[i + n] + a[i - n * n] + a[i + n * n];      \
                    if (!near(b[i], 0.4 * a[i] + 0.1 * sum, 1e-5)) return false;                                       \
                }                                                                                                      \
        return true;                                                                                                   \
    })
__global__ void volume_direct(const float *in, float *out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
        z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < 1 || y < 1 || z < 1 || x >= n - 1 || y >= n - 1 || z >= n - 1) return;
    const float *at = in + (z * n + y) * n + x;
    out[(z * n + y) * n + x] = 0.4f * at[0] + 0.1f * (at[-1] + at[1] + at[-n] + at[n] + at[-n * n] + at[n * n]);
}
MEASURE(stencils, volume_direct, 96, 208) {
    VOLUME;
    return [=] {
        volume_direct<<<dim3(blocks_for(n, 32), blocks_for(n, 4), blocks_for(n, 2)), dim3(32, 4, 2)>>>(in, out, n);
    };
}
MEASURE(stencils, volume_cubes, 96, 208) {
    VOLUME;
    return [=] {
        volume_direct<<<dim3(blocks_for(n, 8), blocks_for(n, 8), blocks_for(n, 8)), dim3(8, 8, 8)>>>(in, out, n);
    };
}
// Threads of a plane go through the volume: neighbours in the plane are in shared memory, the others in registers.
__global__ void volume_queue(const float *in, float *out, int n) {
    __shared__ float plane[10][34];
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1, x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    bool inside = x < n && y<n, inner = x> 0 && y > 0 && x < n - 1 && y < n - 1;
    int i = y * n + x;
    float before = inside ? in[i] : 0, here = inside ? in[i + n * n] : 0;
    for (int z = 1; z < n - 1; z++) {
        i += n * n;
        float after = inside ? in[i + n * n] : 0;
        plane[ty][tx] = here;
        if (inside) {
            if (tx == 1 && x > 0) plane[ty][0] = in[i - 1];
            if (tx == 32 && x < n - 1) plane[ty][33] = in[i + 1];
            if (ty == 1 && y > 0) plane[0][tx] = in[i - n];
            if (ty == 8 && y < n - 1) plane[9][tx] = in[i + n];
        }
        __syncthreads();
        if (inner)
            out[i] = 0.4f * here + 0.1f * (plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] +
                                           plane[ty + 1][tx] + before + after);
        __syncthreads();
        before = here;
        here = after;
    }
}
MEASURE(stencils, volume_queue, 96, 208) {
    VOLUME;
    return [=] { volume_queue<<<dim3(blocks_for(n, 32), blocks_for(n, 8)), dim3(32, 8)>>>(in, out, n); };
}

// Doubles, four neighbours on each side of both axes; the array has a border of four.
#define CROSS                                                                                                          \
    int n = (int)size, pitch = n + 8;                                                                                  \
    double *in = values<double>((size_t)pitch * pitch, [](uint32_t i) { return scramble(i) % 1000 / 500.0; }),         \
           *out = zeros<double>(size * size);                                                                          \
    measured_check([=] {                                                                                               \
        std::vector<double> x = download(in, (size_t)pitch * pitch), y = download(out, size * size);                   \
        for (int r = 0; r < n; r++)                                                                                    \
            for (int c = 0; c < n; c++) {                                                                              \
                const double *at = &x[(size_t)(r + 4) * pitch + c + 4];                                                \
                double sum = at[0];                                                                                    \
                for (int k = 1; k <= 4; k++) sum += (at[k] + at[-k] + at[k * pitch] + at[-k * pitch]) / (8 * k);       \
                if (!near(y[(size_t)r * n + c], sum, 1e-12)) return false;                                             \
            }                                                                                                          \
        return true;                                                                                                   \
    })
__global__ void cross_direct(const double *in, double *out, int n) {
    int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 4 + threadIdx.y, pitch = n + 8;
    const double *at = in + (r + 4) * pitch + c + 4;
    double sum = at[0];
#pragma unroll
    for (int k = 1; k <= 4; k++) sum += (at[k] + at[-k] + at[k * pitch] + at[-k * pitch]) * (0.125 / k);
    out[r * n + c] = sum;
}
MEASURE(stencils, cross_direct, 512, 1536) {
    CROSS;
    return [=] { cross_direct<<<dim3(n / 32, n / 4), dim3(32, 4)>>>(in, out, n); };
}
__global__ void cross_tiled(const double *in, double *out, int n) {
    __shared__ double tile[24][40];
    int x = threadIdx.x, y = threadIdx.y, pitch = n + 8;
    const double *from = in + blockIdx.y * 16 * pitch + blockIdx.x * 32;
    for (int r = y; r < 24; r += 16)
        for (int c = x; c < 40; c += 32) tile[r][c] = from[r * pitch + c];
    __syncthreads();
    double sum = tile[y + 4][x + 4];
    for (int k = 1; k <= 4; k++)
        sum += (tile[y + 4][x + 4 + k] + tile[y + 4][x + 4 - k] + tile[y + 4 + k][x + 4] + tile[y + 4 - k][x + 4]) *
               (0.125 / k);
    out[(blockIdx.y * 16 + y) * n + blockIdx.x * 32 + x] = sum;
}
MEASURE(stencils, cross_tiled, 512, 1536) {
    CROSS;
    return [=] { cross_tiled<<<dim3(n / 32, n / 16), dim3(32, 16)>>>(in, out, n); };
}

// The game of life on a torus of n x n bytes.
#define COLONY                                                                                                         \
    int n = (int)size;                                                                                                 \
    unsigned char *in = values<unsigned char>(size * size, [](uint32_t i) { return scramble(i) % 3 == 0; }),           \
                  *out = zeros<unsigned char>(size * size);                                                            \
    measured_check([=] {                                                                                               \
        std::vector<unsigned char> x = download(in, size * size), y = download(out, size * size);                      \
        for (int r = 0; r < n; r += 3)                                                                                 \
            for (int c = 0; c < n; c++) {                                                                              \
                int sum = 0;                                                                                           \
                for (int k = 0; k < 9; k++)                                                                            \
                    if (k != 4) sum += x[(size_t)((r + k / 3 - 1 + n) % n) * n + (c + k % 3 - 1 + n) % n];             \
                if (y[(size_t)r * n + c] != (sum == 3 || (sum == 2 && x[(size_t)r * n + c]))) return false;            \
            }                                                                                                          \
        return true;                                                                                                   \
    })
__global__ void colony_modulo(const unsigned char *in, unsigned char *out, int n) {
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y, sum = 0;
    for (int dr = -1; dr <= 1; dr++)
        for (int dc = -1; dc <= 1; dc++)
            if (dr || dc) sum += in[(r + dr + n) % n * n + (c + dc + n) % n];
    out[r * n + c] = sum == 3 || (sum == 2 && in[r * n + c]);
}
MEASURE(stencils, colony_modulo, 1024, 3072) {
    COLONY;
    return [=] { colony_modulo<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(in, out, n); };
}
__global__ void colony_selecting(const unsigned char *in, unsigned char *out, int n) {
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    int left = c ? c - 1 : n - 1, right = c < n - 1 ? c + 1 : 0;
    const unsigned char *here = in + r * n, *up = in + (r ? r - 1 : n - 1) * n,
                        *down = in + (r < n - 1 ? r + 1 : 0) * n;
    int sum = up[left] + up[c] + up[right] + here[left] + here[right] + down[left] + down[c] + down[right];
    out[r * n + c] = sum == 3 || (sum == 2 && here[c]);
}
MEASURE(stencils, colony_selecting, 1024, 3072) {
    COLONY;
    return [=] { colony_selecting<<<dim3(n / 64, n / 4), dim3(64, 4)>>>(in, out, n); };
}
// Four cells for each thread, whose neighbours are added as bytes of a word.
__global__ void colony_words(const unsigned *in, unsigned *out, int n) {
    int words = n / 4, c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y;
    int left = c ? c - 1 : words - 1, right = c < words - 1 ? c + 1 : 0;
    unsigned sum = 0, own = 0;
    for (int k = -1; k <= 1; k++) {
        int row = r + k < 0 ? n - 1 : r + k == n ? 0 : r + k;
        unsigned a = in[row * words + left], b = in[row * words + c], d = in[row * words + right];
        sum += __funnelshift_l(a, b, 8) + __funnelshift_r(b, d, 8);
        if (k) sum += b;
        else own = b;
    }
    unsigned three = __vcmpeq4(sum, 0x03030303u), two = __vcmpeq4(sum, 0x02020202u);
    out[r * words + c] = (three | (two & (own * 255u))) & 0x01010101u;
}
MEASURE(stencils, colony_words, 1024, 3072) {
    COLONY;
    return [=] { colony_words<<<dim3(n / 4 / 128, n), 128>>>((unsigned *)in, (unsigned *)out, n); };
}
