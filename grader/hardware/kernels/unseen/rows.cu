// rows.cu - softmax and normalisation of rows, nearest centres, shortest paths, and attraction of bodies.
#include "../measured.cuh"

#define WIDTH 512
#define SOFTMAX                                                                                                        \
    int rows = (int)size;                                                                                              \
    float *in = floats(size * WIDTH, -5, 5), *out = zeros<float>(size * WIDTH);                                        \
    measured_check([=] {                                                                                               \
        std::vector<float> from = download(in, size * WIDTH), to = download(out, size * WIDTH);                        \
        for (long r = 0; r < size; r += 17) {                                                                          \
            double sum = 0;                                                                                            \
            for (int c = 0; c < WIDTH; c++) sum += exp((double)from[r * WIDTH + c]);                                   \
            for (int c = 0; c < WIDTH; c++)                                                                            \
                if (fabs(to[r * WIDTH + c] * sum / exp((double)from[r * WIDTH + c]) - 1) > 1e-3) return false;         \
        }                                                                                                              \
        return true;                                                                                                   \
    })

__global__ void softmax_by_threads(const float *in, float *out, int rows) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    const float *row = in + r * WIDTH;
    float high = row[0], sum = 0;
    for (int c = 1; c < WIDTH; c++) high = fmaxf(high, row[c]);
    for (int c = 0; c < WIDTH; c++) sum += expf(row[c] - high);
    for (int c = 0; c < WIDTH; c++) out[r * WIDTH + c] = expf(row[c] - high) / sum;
}
MEASURE(rows, softmax_by_threads, 512, 16384) {
    SOFTMAX;
    return [=] { softmax_by_threads<<<blocks_for(rows, 32), 32>>>(in, out, rows); };
}
// Maximum and sum in one pass: the sum is corrected whenever the maximum grows. Threads' pairs are merged in a tree.
__global__ void softmax_online(const float *in, float *out) {
    __shared__ float highs[128], sums[128];
    const float *row = in + blockIdx.x * WIDTH;
    int t = threadIdx.x;
    float high = -INFINITY, sum = 0;
    for (int c = t; c < WIDTH; c += 128) {
        float value = row[c], higher = fmaxf(high, value);
        sum = sum * __expf(high - higher) + __expf(value - higher);
        high = higher;
    }
    highs[t] = high;
    sums[t] = sum;
    for (int s = 64; s > 0; s /= 2) {
        __syncthreads();
        if (t < s) {
            float higher = fmaxf(highs[t], highs[t + s]);
            sums[t] = sums[t] * __expf(highs[t] - higher) + sums[t + s] * __expf(highs[t + s] - higher);
            highs[t] = higher;
        }
    }
    __syncthreads();
    high = highs[0];
    float scale = 1 / sums[0];
    for (int c = t; c < WIDTH; c += 128) out[blockIdx.x * WIDTH + c] = __expf(row[c] - high) * scale;
}
MEASURE(rows, softmax_online, 512, 16384) {
    SOFTMAX;
    return [=] { softmax_online<<<rows, 128>>>(in, out); };
}

// Rows of 768: mean first, then the squares of what differs from it, all in registers of a warp.
__global__ void normalise_rows(const float4 *in, const float4 *gain, float4 *out, int rows) {
    int r = blockIdx.x * 4 + threadIdx.y, lane = threadIdx.x;
    if (r >= rows) return;
    float4 own[6];
    float sum = 0, squares = 0;
#pragma unroll
    for (int k = 0; k < 6; k++) {
        own[k] = in[r * 192 + k * 32 + lane];
        sum += own[k].x + own[k].y + own[k].z + own[k].w;
    }
    for (int s = 16; s > 0; s /= 2) sum += __shfl_xor_sync(~0u, sum, s);
    float mean = sum / 768;
#pragma unroll
    for (int k = 0; k < 6; k++) {
        own[k] = make_float4(own[k].x - mean, own[k].y - mean, own[k].z - mean, own[k].w - mean);
        squares += own[k].x * own[k].x + own[k].y * own[k].y + own[k].z * own[k].z + own[k].w * own[k].w;
    }
    for (int s = 16; s > 0; s /= 2) squares += __shfl_xor_sync(~0u, squares, s);
    float scale = rsqrtf(squares / 768 + 1e-5f);
#pragma unroll
    for (int k = 0; k < 6; k++) {
        float4 g = gain[k * 32 + lane], v = own[k];
        out[r * 192 + k * 32 + lane] =
            make_float4(v.x * scale * g.x, v.y * scale * g.y, v.z * scale * g.z, v.w * scale * g.w);
    }
}
MEASURE(rows, normalise_rows, 8192) {
    int rows = (int)size;
    float *in = floats(size * 768, 0, 3), *gain = floats(768, 0.5f, 1.5f), *out = zeros<float>(size * 768);
    measured_check([=] {
        std::vector<float> from = download(in, size * 768), factor = download(gain, 768),
                           to = download(out, size * 768);
        for (long r = 0; r < size; r += 13) {
            double sum = 0, squares = 0;
            for (int c = 0; c < 768; c++) sum += from[r * 768 + c];
            for (int c = 0; c < 768; c++) squares += pow(from[r * 768 + c] - sum / 768, 2);
            for (int c = 0; c < 768; c++)
                if (!near(to[r * 768 + c], (from[r * 768 + c] - sum / 768) / sqrt(squares / 768 + 1e-5) * factor[c],
                          1e-3))
                    return false;
        }
        return true;
    });
    return [=] {
        normalise_rows<<<blocks_for(rows, 4), dim3(32, 4)>>>((const float4 *)in, (const float4 *)gain, (float4 *)out,
                                                             rows);
    };
}

// The nearest of 48 centres in five dimensions; a point's coordinates are `count` apart.
#define CENTRES 48
#define DIMENSIONS 5
#define ASSIGNMENT                                                                                                     \
    float *points = floats(size * DIMENSIONS), *centres = floats(CENTRES * DIMENSIONS, -1.1f, 1);                      \
    int *nearest = zeros<int>(size);                                                                                   \
    measured_check([=] {                                                                                               \
        std::vector<float> p = download(points, size * DIMENSIONS), m = download(centres, CENTRES * DIMENSIONS);       \
        std::vector<int> got = download(nearest, size);                                                                \
        for (long i = 0; i < size; i += 23) {                                                                          \
            double least = 1e30, own = 0;                                                                              \
            for (int k = 0; k < CENTRES; k++) {                                                                        \
                double square = 0;                                                                                     \
                for (int d = 0; d < DIMENSIONS; d++) square += pow(p[d * size + i] - m[k * DIMENSIONS + d], 2);        \
                least = std::min(least, square);                                                                       \
                if (k == got[i]) own = square;                                                                         \
            }                                                                                                          \
            if (own > least + 1e-5) return false;                                                                      \
        }                                                                                                              \
        return true;                                                                                                   \
    })
__device__ void assign(const float *points, const float *centres, int *nearest, int i, int count) {
    float best = INFINITY, own[DIMENSIONS];
    int place = 0;
    for (int d = 0; d < DIMENSIONS; d++) own[d] = points[d * count + i];
    for (int k = 0; k < CENTRES; k++) {
        float square = 0;
        for (int d = 0; d < DIMENSIONS; d++) {
            float apart = own[d] - centres[k * DIMENSIONS + d];
            square += apart * apart;
        }
        if (square < best) {
            best = square;
            place = k;
        }
    }
    nearest[i] = place;
}
__global__ void nearest_global(const float *points, const float *centres, int *nearest, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) assign(points, centres, nearest, i, count);
}
MEASURE(clusters, nearest_global, 524288) {
    ASSIGNMENT;
    return [=] { nearest_global<<<blocks_for(size, 256), 256>>>(points, centres, nearest, (int)size); };
}
__global__ void nearest_shared(const float *points, const float *centres, int *nearest, int count) {
    __shared__ float own[CENTRES * DIMENSIONS];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < CENTRES * DIMENSIONS) own[threadIdx.x] = centres[threadIdx.x];
    __syncthreads();
    if (i < count) assign(points, own, nearest, i, count);
}
MEASURE(clusters, nearest_shared, 524288) {
    ASSIGNMENT;
    return [=] { nearest_shared<<<blocks_for(size, 256), 256>>>(points, centres, nearest, (int)size); };
}

// A step of Floyd and Warshall: paths through one vertex. A second step through it changes nothing.
#define PATHS                                                                                                          \
    int n = (int)size, via = n / 3;                                                                                    \
    auto draw = [](uint32_t i) { return (int)(1 + scramble(i) % 1000); };                                              \
    int *length = values<int>(size * size, draw);                                                                      \
    measured_check([=] {                                                                                               \
        std::vector<int> got = download(length, size * size);                                                          \
        for (int y = 0; y < n; y++)                                                                                    \
            for (int x = 0; x < n; x++)                                                                                \
                if (got[(size_t)y * n + x] != std::min(draw(y * n + x), draw(y * n + via) + draw(via * n + x)))        \
                    return false;                                                                                      \
        return true;                                                                                                   \
    })
__global__ void paths_by_columns(int *length, int n, int via) {
    int y = blockIdx.x * blockDim.x + threadIdx.x, x = blockIdx.y;
    if (y >= n) return;
    int through = length[y * n + via] + length[via * n + x];
    if (through < length[y * n + x]) length[y * n + x] = through;
}
MEASURE(paths, paths_by_columns, 1024) {
    PATHS;
    return [=] { paths_by_columns<<<dim3(blocks_for(n, 256), n), 256>>>(length, n, via); };
}
__global__ void paths_by_rows(int *length, int n, int via) {
    __shared__ int first;
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (threadIdx.x == 0) first = length[y * n + via];
    __syncthreads();
    if (x >= n) return;
    int through = first + length[via * n + x];
    if (through < length[y * n + x]) length[y * n + x] = through;
}
MEASURE(paths, paths_by_rows, 1024) {
    PATHS;
    return [=] { paths_by_rows<<<dim3(blocks_for(n, 256), n), 256>>>(length, n, via); };
}

// Accelerations of bodies, each a structure of seven floats.
struct Body {
    float x, y, z, vx, vy, vz, mass;
};
#define BODIES                                                                                                         \
    Body *bodies = (Body *)floats(size * 7, 0.1f, 1);                                                                  \
    float3 *pull = zeros<float3>(size);                                                                                \
    int count = (int)size;                                                                                             \
    measured_check([=] {                                                                                               \
        std::vector<Body> all = download(bodies, size);                                                                \
        std::vector<float3> got = download(pull, size);                                                                \
        for (long i = 0; i < size; i += size / 16) {                                                                   \
            double sum = 0;                                                                                            \
            for (const Body &other : all) {                                                                            \
                double dx = other.x - all[i].x, dy = other.y - all[i].y, dz = other.z - all[i].z;                      \
                sum += other.mass * dx * pow(dx * dx + dy * dy + dz * dz + 0.01, -1.5);                                \
            }                                                                                                          \
            if (fabs(got[i].x - sum) > 1e-2 * sqrt((double)size)) return false;                                        \
        }                                                                                                              \
        return true;                                                                                                   \
    })
__device__ void attract(float3 &sum, float dx, float dy, float dz, float mass) {
    float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), factor = mass * inverse * inverse * inverse;
    sum.x += dx * factor;
    sum.y += dy * factor;
    sum.z += dz * factor;
}
__global__ void pull_structures(const Body *bodies, float3 *pull, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    Body own = bodies[i];
    float3 sum = {};
    for (int j = 0; j < count; j++)
        attract(sum, bodies[j].x - own.x, bodies[j].y - own.y, bodies[j].z - own.z, bodies[j].mass);
    pull[i] = sum;
}
MEASURE(bodies, pull_structures, 8192) {
    BODIES;
    return [=] { pull_structures<<<blocks_for(size, 64), 64>>>(bodies, pull, count); };
}
// Two bodies for each thread, and 128 others at a time in shared memory.
__global__ void pull_two_each(const Body *bodies, float3 *pull, int count) {
    __shared__ float4 others[128];
    int i = blockIdx.x * 128 + threadIdx.x;
    Body first = bodies[i], second = bodies[i + 64];
    float3 a = {}, b = {};
    for (int from = 0; from < count; from += 128) {
        for (int k = threadIdx.x; k < 128; k += 64) {
            const Body &other = bodies[from + k];
            others[k] = make_float4(other.x, other.y, other.z, other.mass);
        }
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < 128; k++) {
            float4 other = others[k];
            attract(a, other.x - first.x, other.y - first.y, other.z - first.z, other.w);
            attract(b, other.x - second.x, other.y - second.y, other.z - second.z, other.w);
        }
        __syncthreads();
    }
    pull[i] = a;
    pull[i + 64] = b;
}
MEASURE(bodies, pull_two_each, 8192) {
    BODIES;
    return [=] { pull_two_each<<<count / 128, 64>>>(bodies, pull, count); };
}
