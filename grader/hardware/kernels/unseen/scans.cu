// scans.cu - the greatest value so far in each row of 1,024: by threads, by blocks in two ways, and by warps.
#include "../measured.cuh"

#define ROW 1024
#define HIGHS                                                                                                          \
    int rows = (int)size;                                                                                              \
    float *in = values<float>(size * ROW, [](uint32_t i) { return i % ROW + (float)(scramble(i) % 500); }),            \
          *out = zeros<float>(size * ROW);                                                                             \
    measured_check([=] {                                                                                               \
        std::vector<float> from = download(in, size * ROW), to = download(out, size * ROW);                            \
        float high = 0;                                                                                                \
        for (long i = 0; i < size * ROW; i++) {                                                                        \
            high = i % ROW ? std::max(high, from[i]) : from[i];                                                        \
            if (to[i] != high) return false;                                                                           \
        }                                                                                                              \
        return true;                                                                                                   \
    })

__global__ void highs_by_threads(const float *in, float *out, int rows) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float high = -INFINITY;
    for (int i = 0; i < ROW; i++) {
        high = fmaxf(high, in[row * ROW + i]);
        out[row * ROW + i] = high;
    }
}
MEASURE(scans, highs_by_threads, 256, 8192) {
    HIGHS;
    return [=] { highs_by_threads<<<blocks_for(rows, 64), 64>>>(in, out, rows); };
}

// Hillis and Steele, from one buffer to the other.
__global__ void highs_doubling(const float *in, float *out) {
    extern __shared__ float buffers[];
    float *from = buffers, *to = buffers + ROW;
    int t = threadIdx.x;
    from[t] = in[blockIdx.x * ROW + t];
    __syncthreads();
    for (int distance = 1; distance < ROW; distance *= 2) {
        float value = from[t];
        if (t >= distance) value = fmaxf(value, from[t - distance]);
        to[t] = value;
        float *other = from;
        from = to;
        to = other;
        __syncthreads();
    }
    out[blockIdx.x * ROW + t] = from[t];
}
MEASURE(scans, highs_doubling, 256, 8192) {
    HIGHS;
    return [=] { highs_doubling<<<rows, ROW, 2 * ROW * sizeof(float)>>>(in, out); };
}

// Blelloch: up the tree and down again, then each element's own value.
__global__ void highs_tree(const float *in, float *out) {
    __shared__ float tree[ROW];
    int t = threadIdx.x, offset = 1;
    const float2 own = ((const float2 *)in)[blockIdx.x * (ROW / 2) + t];
    tree[2 * t] = own.x;
    tree[2 * t + 1] = own.y;
    for (int active = ROW / 2; active > 0; active /= 2, offset *= 2) {
        __syncthreads();
        if (t < active) {
            int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
            tree[right] = fmaxf(tree[right], tree[left]);
        }
    }
    if (t == 0) tree[ROW - 1] = -INFINITY;
    for (int active = 1; active < ROW; active *= 2) {
        offset /= 2;
        __syncthreads();
        if (t < active) {
            int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
            float value = tree[left];
            tree[left] = tree[right];
            tree[right] = fmaxf(tree[right], value);
        }
    }
    __syncthreads();
    ((float2 *)out)[blockIdx.x * (ROW / 2) + t] = make_float2(fmaxf(tree[2 * t], own.x), fmaxf(tree[2 * t + 1], own.y));
}
MEASURE(scans, highs_tree, 256, 8192) {
    HIGHS;
    return [=] { highs_tree<<<rows, ROW / 2>>>(in, out); };
}

// A warp goes along a row and takes the last lane's value with it.
__global__ void highs_by_warps(const float *in, float *out, int rows) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    float before = -INFINITY;
    for (int first = 0; first < ROW; first += 32) {
        float high = in[row * ROW + first + lane];
        for (int distance = 1; distance < 32; distance *= 2) {
            float left = __shfl_up_sync(~0u, high, distance);
            if (lane >= distance) high = fmaxf(high, left);
        }
        high = fmaxf(high, before);
        out[row * ROW + first + lane] = high;
        before = __shfl_sync(~0u, high, 31);
    }
}
MEASURE(scans, highs_by_warps, 256, 8192) {
    HIGHS;
    return [=] { highs_by_warps<<<blocks_for(rows, 8), 256>>>(in, out, rows); };
}
