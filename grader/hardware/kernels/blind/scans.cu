// scans.cu - running sums of chunks of 1024, of a whole array, and of the columns of a matrix.
#include "../measured.cuh"

#define CHUNK 1024
#define PREFIX                                                                                                         \
    int *in = integers(size, 100), *out = zeros<int>(size);                                                            \
    measured_check([=] {                                                                                               \
        std::vector<int> x = download(in, size), y = download(out, size);                                              \
        for (long i = 0, sum = 0; i < size; i++) {                                                                     \
            sum = i % CHUNK ? sum + x[i] : x[i];                                                                       \
            if (y[i] != sum) return false;                                                                             \
        }                                                                                                              \
        return true;                                                                                                   \
    })
__global__ void prefix_hillis(const int *in, int *out) {
    __shared__ int line[2][CHUNK];
    int t = threadIdx.x, now = 0;
    line[0][t] = in[blockIdx.x * CHUNK + t];
    __syncthreads();
    for (int d = 1; d < CHUNK; d *= 2) {
        line[!now][t] = line[now][t] + (t >= d ? line[now][t - d] : 0);
        now = !now;
        __syncthreads();
    }
    out[blockIdx.x * CHUNK + t] = line[now][t];
}
MEASURE(scans, prefix_hillis, 262144, 4194304) {
    PREFIX;
    return [=] { prefix_hillis<<<size / CHUNK, CHUNK>>>(in, out); };
}
// Blelloch: up the tree, and down again. `at` says where an element is.
template <int PAD> __device__ int place(int i) { return PAD ? i + i / 32 : i; }
template <int PAD> __global__ void prefix_tree(const int *in, int *out) {
    __shared__ int line[CHUNK + CHUNK / 32];
    int t = threadIdx.x, d = 1;
    const int *from = in + blockIdx.x * CHUNK;
    int *to = out + blockIdx.x * CHUNK;
    int a = from[t], b = from[t + CHUNK / 2];
    line[place<PAD>(t)] = a;
    line[place<PAD>(t + CHUNK / 2)] = b;
    for (int n = CHUNK / 2; n > 0; n /= 2, d *= 2) {
        __syncthreads();
        if (t < n) line[place<PAD>(d * (2 * t + 2) - 1)] += line[place<PAD>(d * (2 * t + 1) - 1)];
    }
    if (t == 0) line[place<PAD>(CHUNK - 1)] = 0;
    for (int n = 1; n < CHUNK; n *= 2) {
        d /= 2;
        __syncthreads();
        if (t < n) {
            int left = place<PAD>(d * (2 * t + 1) - 1), right = place<PAD>(d * (2 * t + 2) - 1), old = line[left];
            line[left] = line[right];
            line[right] += old;
        }
    }
    __syncthreads();
    to[t] = line[place<PAD>(t)] + a;
    to[t + CHUNK / 2] = line[place<PAD>(t + CHUNK / 2)] + b;
}
MEASURE(scans, prefix_blelloch, 262144, 4194304) {
    PREFIX;
    return [=] { prefix_tree<0><<<size / CHUNK, CHUNK / 2>>>(in, out); };
}
MEASURE(scans, prefix_blelloch_padded, 262144, 4194304) {
    PREFIX;
    return [=] { prefix_tree<1><<<size / CHUNK, CHUNK / 2>>>(in, out); };
}
__device__ int scanned(int v) {
    for (int d = 1; d < 32; d *= 2) {
        int before = __shfl_up_sync(~0u, v, d);
        if (threadIdx.x % 32 >= d) v += before;
    }
    return v;
}
__global__ void prefix_warps(const int *in, int *out) {
    __shared__ int total[32];
    int t = threadIdx.x, v = scanned(in[blockIdx.x * CHUNK + t]);
    if (t % 32 == 31) total[t / 32] = v;
    __syncthreads();
    if (t < 32) total[t] = scanned(total[t]);
    __syncthreads();
    out[blockIdx.x * CHUNK + t] = v + (t >= 32 ? total[t / 32 - 1] : 0);
}
MEASURE(scans, prefix_warps, 262144, 4194304) {
    PREFIX;
    return [=] { prefix_warps<<<size / CHUNK, CHUNK>>>(in, out); };
}
__global__ void prefix_fours(const int4 *in, int4 *out) {
    __shared__ int total[8];
    int t = threadIdx.x;
    int4 v = in[blockIdx.x * 256 + t];
    v.y += v.x, v.z += v.y, v.w += v.z;
    int before = scanned(v.w);
    if (t % 32 == 31) total[t / 32] = before;
    __syncthreads();
    before -= v.w;
    for (int w = 0; w < t / 32; w++) before += total[w];
    out[blockIdx.x * 256 + t] = make_int4(v.x + before, v.y + before, v.z + before, v.w + before);
}
MEASURE(scans, prefix_fours, 262144, 4194304) {
    PREFIX;
    return [=] { prefix_fours<<<size / CHUNK, 256>>>((int4 *)in, (int4 *)out); };
}

// A whole array in one launch: each block waits for the sum of those before it, in the order in which blocks came.
__global__ void running_chain(const int *in, int *out, unsigned long long *links, unsigned *tickets, int round) {
    __shared__ int total[8], before_block, own_block;
    int t = threadIdx.x;
    if (t == 0) own_block = (int)(atomicAdd(tickets, 1) - (unsigned)(round - 1) * gridDim.x);
    __syncthreads();
    int block = own_block, from = block * 2048 + t * 8, v[8], sum = 0;
    for (int k = 0; k < 8; k++) v[k] = sum += in[from + k];
    int upto = scanned(sum);
    if (t % 32 == 31) total[t / 32] = upto;
    __syncthreads();
    int before = upto - sum;
    for (int w = 0; w < t / 32; w++) before += total[w];
    if (t == 0) {
        int all = 0, far = 0;
        for (int w = 0; w < 8; w++) all += total[w];
        if (block > 0) {
            unsigned long long link;
            do link = *(volatile unsigned long long *)(links + block - 1);
            while ((int)(link >> 32) != round);
            far = (int)link;
        }
        *(volatile unsigned long long *)(links + block) = (unsigned long long)round << 32 | (unsigned)(all + far);
        before_block = far;
    }
    __syncthreads();
    for (int k = 0; k < 8; k++) out[from + k] = v[k] + before + before_block;
}
#define RUNNING                                                                                                        \
    int *in = integers(size, 100), *out = zeros<int>(size);                                                            \
    measured_check([=] {                                                                                               \
        std::vector<int> x = download(in, size), y = download(out, size);                                              \
        for (long i = 0, sum = 0; i < size; i++)                                                                       \
            if (y[i] != (sum += x[i])) return false;                                                                   \
        return true;                                                                                                   \
    })
MEASURE(scans, running_chain, 262144, 2097152) {
    RUNNING;
    unsigned long long *links = zeros<unsigned long long>(size / 2048);
    unsigned *tickets = zeros<unsigned>(1);
    std::shared_ptr<int> round = std::make_shared<int>(0);
    return [=] { running_chain<<<size / 2048, 256>>>(in, out, links, tickets, ++*round); };
}
// One block for the whole array.
__global__ void running_one_block(const int *in, int *out, int n) {
    __shared__ int total[32];
    int t = threadIdx.x, carry = 0;
    for (int from = 0; from < n; from += 1024) {
        int v = scanned(in[from + t]);
        if (t % 32 == 31) total[t / 32] = v;
        __syncthreads();
        if (t < 32) total[t] = scanned(total[t]);
        __syncthreads();
        out[from + t] = carry + v + (t >= 32 ? total[t / 32 - 1] : 0);
        carry += total[31];
        __syncthreads();
    }
}
MEASURE(scans, running_one_block, 262144, 2097152) {
    RUNNING;
    return [=] { running_one_block<<<1, 1024>>>(in, out, (int)size); };
}
// Each block adds up all that stands before its own part.
__global__ void running_again(const int *in, int *out) {
    __shared__ int total[32];
    int t = threadIdx.x, before = 0;
    for (int i = t; i < blockIdx.x * 4096; i += 1024) before += in[i];
    before = __reduce_add_sync(~0u, before);
    if (t % 32 == 0) total[t / 32] = before;
    __syncthreads();
    int carry = 0;
    for (int w = 0; w < 32; w++) carry += total[w];
    for (int from = blockIdx.x * 4096; from < (int)(blockIdx.x + 1) * 4096; from += 1024) {
        __syncthreads();
        int v = scanned(in[from + t]);
        if (t % 32 == 31) total[t / 32] = v;
        __syncthreads();
        if (t < 32) total[t] = scanned(total[t]);
        __syncthreads();
        out[from + t] = carry + v + (t >= 32 ? total[t / 32 - 1] : 0);
        carry += total[31];
    }
}
MEASURE(scans, running_again, 262144, 2097152) {
    RUNNING;
    return [=] { running_again<<<size / 4096, 1024>>>(in, out); };
}

// Running sums along the columns of an image, as for an integral image.
#define DOWN                                                                                                           \
    int rows = (int)size, columns = 2048;                                                                              \
    float *in = values<float>((size_t)rows * columns, [](uint32_t i) { return scramble(i) % 10; }),                    \
          *out = zeros<float>((size_t)rows * columns);                                                                 \
    measured_check([=] {                                                                                               \
        std::vector<float> x = download(in, (size_t)rows * columns), y = download(out, (size_t)rows * columns);        \
        for (size_t i = 0; i < x.size(); i++) {                                                                        \
            if (i >= (size_t)columns) x[i] += x[i - columns];                                                          \
            if (x[i] != y[i]) return false;                                                                            \
        }                                                                                                              \
        return true;                                                                                                   \
    })
__global__ void down_threads(const float *in, float *out, int rows, int columns) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int r = 0; r < rows; r++) out[r * columns + c] = sum += in[r * columns + c];
}
MEASURE(scans, down_threads, 256, 1024) {
    DOWN;
    return [=] { down_threads<<<columns / 128, 128>>>(in, out, rows, columns); };
}
// A warp for 32 columns: it scans 32 rows of each through a tile in shared memory.
__global__ void down_tiles(const float *in, float *out, int rows, int columns) {
    __shared__ float tile[32][33], carry[32];
    int x = threadIdx.x, y = threadIdx.y, c = blockIdx.x * 32 + x;
    if (y == 0) carry[x] = 0;
    for (int from = 0; from < rows; from += 32) {
        for (int r = y; r < 32; r += 8) tile[r][x] = in[(from + r) * columns + c];
        __syncthreads();
        for (int k = y; k < 32; k += 8) {
            float v = tile[x][k];
            for (int d = 1; d < 32; d *= 2) {
                float before = __shfl_up_sync(~0u, v, d);
                if (x >= d) v += before;
            }
            v += carry[k];
            __syncwarp();
            tile[x][k] = v;
            if (x == 31) carry[k] = v;
        }
        __syncthreads();
        for (int r = y; r < 32; r += 8) out[(from + r) * columns + c] = tile[r][x];
        __syncthreads();
    }
}
MEASURE(scans, down_tiles, 256, 1024) {
    DOWN;
    return [=] { down_tiles<<<columns / 32, dim3(32, 8)>>>(in, out, rows, columns); };
}
