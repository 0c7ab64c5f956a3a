// images.cu - a blur of 7 x 7, edges, a text searched, and bodies that attract each other.
#include "../measured.cuh"

__constant__ float blur_of[49];

// The image has a border of three.
#define BLUR                                                                                                           \
    int n = (int)size, pitch = n + 6;                                                                                  \
    std::vector<float> host(49);                                                                                       \
    for (int k = 0; k < 49; k++) host[k] = 1.0f / (4 + abs(k / 7 - 3) + abs(k % 7 - 3));                               \
    CHECK(cudaMemcpyToSymbol(blur_of, host.data(), 49 * sizeof(float)));                                               \
    float *in = floats((size_t)pitch * pitch, 0, 1), *weights = upload(host), *out = zeros<float>(size * size);        \
    measured_check([=] {                                                                                               \
        std::vector<float> x = download(in, (size_t)pitch * pitch), y = download(out, size * size);                    \
        for (uint32_t k = 0; k < 5000; k++) {                                                                          \
            int r = scramble(k) % n, c = scramble(~k) % n;                                                             \
            double sum = 0;                                                                                            \
            for (int w = 0; w < 49; w++) sum += (double)host[w] * x[(size_t)(r + w / 7) * pitch + c + w % 7];          \
            if (!near(y[(size_t)r * n + c], sum, 1e-5)) return false;                                                  \
        }                                                                                                              \
        return true;                                                                                                   \
    })
__global__ void blur_global(const float *in, const float *weights, float *out, int n) {
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y, pitch = n + 6;
    float sum = 0;
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 7; j++) sum += weights[i * 7 + j] * in[(r + i) * pitch + c + j];
    out[r * n + c] = sum;
}
MEASURE(images, blur_global, 512, 2048) {
    BLUR;
    return [=] { blur_global<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(in, weights, out, n); };
}
__global__ void blur_constant(const float *in, float *out, int n) {
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y, pitch = n + 6;
    float sum = 0;
#pragma unroll
    for (int i = 0; i < 7; i++)
#pragma unroll
        for (int j = 0; j < 7; j++) sum += blur_of[i * 7 + j] * in[(r + i) * pitch + c + j];
    out[r * n + c] = sum;
}
MEASURE(images, blur_constant, 512, 2048) {
    BLUR;
    (void)weights;
    return [=] { blur_constant<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(in, out, n); };
}
__global__ void blur_tiled(const float *in, float *out, int n) {
    __shared__ float tile[22][38];
    int x = threadIdx.x, y = threadIdx.y, pitch = n + 6;
    const float *from = in + blockIdx.y * 16 * pitch + blockIdx.x * 32;
    for (int r = y; r < 22; r += 16)
        for (int c = x; c < 38; c += 32) tile[r][c] = from[r * pitch + c];
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int i = 0; i < 7; i++)
#pragma unroll
        for (int j = 0; j < 7; j++) sum += blur_of[i * 7 + j] * tile[y + i][x + j];
    out[(blockIdx.y * 16 + y) * n + blockIdx.x * 32 + x] = sum;
}
MEASURE(images, blur_tiled, 512, 2048) {
    BLUR;
    (void)weights;
    return [=] { blur_tiled<<<dim3(n / 32, n / 16), dim3(32, 16)>>>(in, out, n); };
}
// Eight rows for each thread: a row of seven is read once and used for all results that it belongs to.
__global__ void blur_rows(const float *in, float *out, int n) {
    int c = blockIdx.x * 64 + threadIdx.x, r0 = blockIdx.y * 8, pitch = n + 6;
    float sum[8] = {};
#pragma unroll
    for (int i = 0; i < 14; i++) {
        float row[7];
#pragma unroll
        for (int j = 0; j < 7; j++) row[j] = in[(r0 + i) * pitch + c + j];
#pragma unroll
        for (int k = 0; k < 8; k++)
            if (i - k >= 0 && i - k < 7)
#pragma unroll
                for (int j = 0; j < 7; j++) sum[k] += blur_of[(i - k) * 7 + j] * row[j];
    }
    for (int k = 0; k < 8; k++) out[(r0 + k) * n + c] = sum[k];
}
MEASURE(images, blur_rows, 512, 2048) {
    BLUR;
    (void)weights;
    return [=] { blur_rows<<<dim3(n / 64, n / 8), 64>>>(in, out, n); };
}

// Sobel on bytes; the border is zero.
__host__ __device__ inline int clamped(int v) { return v > 255 ? 255 : v; }
#define SOBEL                                                                                                          \
    int n = (int)size;                                                                                                 \
    unsigned char *in = values<unsigned char>(size * size, [](uint32_t i) { return scramble(i / 3) % 200; }),          \
                  *out = zeros<unsigned char>(size * size);                                                            \
    measured_check([=] {                                                                                               \
        std::vector<unsigned char> x = download(in, size * size), y = download(out, size * size);                      \
        for (int r = 1; r < n - 1; r += 2)                                                                             \
            for (int c = 1; c < n - 1; c++) {                                                                          \
                const unsigned char *p = &x[(size_t)r * n + c];                                                        \
                int h = p[1 - n] + 2 * p[1] + p[1 + n] - p[-1 - n] - 2 * p[-1] - p[n - 1];                             \
                int v = p[n - 1] + 2 * p[n] + p[n + 1] - p[-n - 1] - 2 * p[-n] - p[1 - n];                             \
                if (y[(size_t)r * n + c] != clamped(abs(h) + abs(v))) return false;                                    \
            }                                                                                                          \
        return true;                                                                                                   \
    })
__global__ void sobel_direct(const unsigned char *in, unsigned char *out, int n) {
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < 1 || c < 1 || r >= n - 1 || c >= n - 1) return;
    const unsigned char *p = in + r * n + c;
    int h = p[1 - n] + 2 * p[1] + p[1 + n] - p[-1 - n] - 2 * p[-1] - p[n - 1];
    int v = p[n - 1] + 2 * p[n] + p[n + 1] - p[-n - 1] - 2 * p[-n] - p[1 - n];
    out[r * n + c] = clamped(abs(h) + abs(v));
}
MEASURE(images, sobel_direct, 1000, 3000) {
    SOBEL;
    return [=] { sobel_direct<<<dim3(blocks_for(n, 32), blocks_for(n, 8)), dim3(32, 8)>>>(in, out, n); };
}
__global__ void sobel_tiled(const unsigned char *in, unsigned char *out, int n) {
    __shared__ unsigned char tile[18][34];
    int tx = threadIdx.x, ty = threadIdx.y, c = blockIdx.x * 32 + tx, r = blockIdx.y * 16 + ty;
    for (int k = ty * 32 + tx; k < 18 * 34; k += 512) {
        int rr = min(max((int)blockIdx.y * 16 + k / 34 - 1, 0), n - 1),
            cc = min(max((int)blockIdx.x * 32 + k % 34 - 1, 0), n - 1);
        tile[k / 34][k % 34] = in[rr * n + cc];
    }
    __syncthreads();
    if (r < 1 || c < 1 || r >= n - 1 || c >= n - 1) return;
    int h = tile[ty][tx + 2] + 2 * tile[ty + 1][tx + 2] + tile[ty + 2][tx + 2] - tile[ty][tx] - 2 * tile[ty + 1][tx] -
            tile[ty + 2][tx];
    int v = tile[ty + 2][tx] + 2 * tile[ty + 2][tx + 1] + tile[ty + 2][tx + 2] - tile[ty][tx] - 2 * tile[ty][tx + 1] -
            tile[ty][tx + 2];
    out[r * n + c] = clamped(abs(h) + abs(v));
}
MEASURE(images, sobel_tiled, 1000, 3000) {
    SOBEL;
    return [=] { sobel_tiled<<<dim3(blocks_for(n, 32), blocks_for(n, 16)), dim3(32, 16)>>>(in, out, n); };
}

// How often a word of eight letters stands in a text of four letters. Each launch adds to the count.
__constant__ char needle[8];
#define NEEDLE                                                                                                         \
    std::vector<char> text(size + 8);                                                                                  \
    for (long i = 0; i < size; i++) text[i] = "acgt"[scramble((uint32_t)i) >> 9 & 3];                                  \
    for (long i = 500; i + 8 < size; i += 1000) memcpy(&text[i], "gattacaa", 8);                                       \
    CHECK(cudaMemcpyToSymbol(needle, "gattacaa", 8));                                                                  \
    char *in = upload(text);                                                                                           \
    int *count = zeros<int>(1);                                                                                        \
    measured_check([=] {                                                                                               \
        int expected = 0;                                                                                              \
        for (long i = 0; i < size; i++) expected += !memcmp(&text[i], "gattacaa", 8);                                  \
        return download(count, 1)[0] == expected;                                                                      \
    })
__global__ void needle_letters(const char *in, int *count) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    int k = 0;
    while (k < 8 && in[i + k] == needle[k]) k++;
    if (k == 8) atomicAdd(count, 1);
}
MEASURE(searches, needle_letters, 2097152, 16777216) {
    NEEDLE;
    return [=] { needle_letters<<<size / 256, 256>>>(in, count); };
}
__global__ void needle_whole(const char *in, int *count) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    bool same = true;
#pragma unroll
    for (int k = 0; k < 8; k++) same &= in[i + k] == needle[k];
    int found = __syncthreads_count(same);
    if (threadIdx.x == 0 && found) atomicAdd(count, found);
}
MEASURE(searches, needle_whole, 2097152, 16777216) {
    NEEDLE;
    return [=] { needle_whole<<<size / 256, 256>>>(in, count); };
}
// Four places for each thread, which has twelve letters in words.
__global__ void needle_words(const unsigned *in, int *count, unsigned low, unsigned high) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned a = in[i], b = in[i + 1], c = in[i + 2];
    int found = 0;
#pragma unroll
    for (int k = 0; k < 32; k += 8)
        found += __funnelshift_r(a, b, k) == low && (k ? __funnelshift_r(b, c, k) : b) == high;
    if (found) atomicAdd(count, found);
}
MEASURE(searches, needle_words, 2097152, 16777216) {
    NEEDLE;
    unsigned low, high;
    memcpy(&low, "gatt", 4);
    memcpy(&high, "acaa", 4);
    return [=] { needle_words<<<size / 1024, 256>>>((unsigned *)in, count, low, high); };
}

// Potentials of n bodies at each other.
#define BODIES                                                                                                         \
    int n = (int)size;                                                                                                 \
    float *bodies = floats(4 * size, 0, 1), *out = zeros<float>(size);                                                 \
    measured_check([=] {                                                                                               \
        std::vector<float> b = download(bodies, 4 * size), got = download(out, size);                                  \
        for (int i = 0; i < n; i += n / 50) {                                                                          \
            double sum = 0;                                                                                            \
            for (int j = 0; j < n; j++) {                                                                              \
                double x = b[4 * j] - b[4 * i], y = b[4 * j + 1] - b[4 * i + 1], z = b[4 * j + 2] - b[4 * i + 2];      \
                sum += b[4 * j + 3] / sqrt(x * x + y * y + z * z + 0.01);                                              \
            }                                                                                                          \
            if (!near(got[i], sum, 1e-4)) return false;                                                                \
        }                                                                                                              \
        return true;                                                                                                   \
    })
__global__ void potential_arrays(const float *b, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = b[4 * i], y = b[4 * i + 1], z = b[4 * i + 2], sum = 0;
    for (int j = 0; j < n; j++) {
        float dx = b[4 * j] - x, dy = b[4 * j + 1] - y, dz = b[4 * j + 2] - z;
        sum += b[4 * j + 3] / sqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
    }
    out[i] = sum;
}
MEASURE(bodies, potential_arrays, 4096, 16384) {
    BODIES;
    return [=] { potential_arrays<<<n / 128, 128>>>(bodies, out, n); };
}
__global__ void potential_tiles(const float4 *b, float *out, int n) {
    __shared__ float4 tile[128];
    int i = blockIdx.x * 128 + threadIdx.x;
    float4 own = b[i];
    float sum = 0;
    for (int from = 0; from < n; from += 128) {
        tile[threadIdx.x] = b[from + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < 128; j++) {
            float4 other = tile[j];
            float dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
            sum += other.w * rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
        }
        __syncthreads();
    }
    out[i] = sum;
}
MEASURE(bodies, potential_tiles, 4096, 16384) {
    BODIES;
    return [=] { potential_tiles<<<n / 128, 128>>>((float4 *)bodies, out, n); };
}
// A warp for each body: its lanes take every 32nd other.
__global__ void potential_warps(const float4 *b, float *out, int n) {
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    float4 own = b[i];
    float sum = 0;
    for (int j = threadIdx.x % 32; j < n; j += 32) {
        float4 other = b[j];
        float dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
        sum += other.w * rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
    }
    for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) out[i] = sum;
}
MEASURE(bodies, potential_warps, 4096, 16384) {
    BODIES;
    return [=] { potential_warps<<<n / 8, 256>>>((float4 *)bodies, out, n); };
}
