// Kernels of applications: rows of networks, images and volumes, tables, sparse matrices and graphs, particles, chance.
// Each is launched once per case, so that a profiler's counters can be recorded per launch and compared with a counter
// model. None is a variant of a kernel in seed_kernels.cu or course_kernels.cu, and none has counters that depend on
// which block or warp is first.
// Usage: applied_kernels            runs every case in a fixed order, prints "case <name> <checksum>".
#include "cases.cuh"
#include <curand_kernel.h>

// ---- rows of networks ---------------------------------------------------------------------------------------------
template <class F> __device__ float over_block(float v, float *part, F join) { // every thread has the result
    for (int d = 16; d > 0; d /= 2) v = join(v, __shfl_xor_sync(~0u, v, d));
    __syncthreads();
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = part[0];
    for (int w = 1; w < blockDim.x / 32; w++) v = join(v, part[w]);
    return v;
}
__device__ float plus(float a, float b) { return a + b; }
__device__ float larger(float a, float b) { return fmaxf(a, b); }
KERNEL softmax_three_passes(const float *in, float *out, int n) { // a row a block
    __shared__ float part[8];
    const float *row = in + blockIdx.x * n;
    float most = -INFINITY, sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) most = fmaxf(most, row[i]);
    most = over_block(most, part, larger);
    for (int i = threadIdx.x; i < n; i += blockDim.x) sum += __expf(row[i] - most);
    sum = over_block(sum, part, plus);
    for (int i = threadIdx.x; i < n; i += blockDim.x) out[blockIdx.x * n + i] = __expf(row[i] - most) / sum;
}
KERNEL softmax_online(const float *in, float *out, int rows, int n) { // a row a warp; maximum and sum together
    int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    if (row >= rows) return;
    float most = -1e30f, sum = 0;
    for (int i = lane; i < n; i += 32) {
        float v = in[row * n + i], next = fmaxf(most, v);
        sum = sum * expf(most - next) + expf(v - next);
        most = next;
    }
    for (int d = 16; d > 0; d /= 2) {
        float other = __shfl_xor_sync(~0u, most, d), add = __shfl_xor_sync(~0u, sum, d), next = fmaxf(most, other);
        sum = sum * expf(most - next) + add * expf(other - next);
        most = next;
    }
    for (int i = lane; i < n; i += 32) out[row * n + i] = expf(in[row * n + i] - most) / sum;
}
KERNEL layer_norm(const float2 *in, const float2 *gain, float2 *out, int n2) {
    extern __shared__ float2 row[];
    __shared__ float part[6];
    float sum = 0, squares = 0;
    for (int i = threadIdx.x; i < n2; i += blockDim.x) {
        float2 v = row[i] = in[blockIdx.x * n2 + i];
        sum += v.x + v.y;
    }
    float mean = over_block(sum, part, plus) / (2 * n2);
    for (int i = threadIdx.x; i < n2; i += blockDim.x)
        squares += (row[i].x - mean) * (row[i].x - mean) + (row[i].y - mean) * (row[i].y - mean);
    float scale = rsqrtf(over_block(squares, part, plus) / (2 * n2) + 1e-5f);
    for (int i = threadIdx.x; i < n2; i += blockDim.x)
        out[blockIdx.x * n2 + i] = make_float2((row[i].x - mean) * scale * gain[i].x, (row[i].y - mean) * scale * gain[i].y);
}
KERNEL attention_rows(const float *Q, const float *K, const float *V, float *out, int length) { // a warp a query of 32
    extern __shared__ float scores[];
    int query = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    float *score = scores + threadIdx.y * length, q = Q[query * 32 + lane], sum = 0, value = 0;
    for (int j = 0; j <= query && j < length; j++) { // causal
        float dot = q * K[j * 32 + lane];
        for (int d = 16; d > 0; d /= 2) dot += __shfl_xor_sync(~0u, dot, d);
        if (lane == j % 32) score[j] = expf(dot * 0.1767767f);
    }
    __syncwarp();
    for (int j = 0; j <= query && j < length; j++) sum += score[j], value += score[j] * V[j * 32 + lane];
    out[query * 32 + lane] = value / sum;
}
KERNEL gelu_both(const float4 *in, float4 *out, int n4) {
    int i = ID;
    if (i >= n4) return;
    float4 v = in[i];
    v.x = 0.5f * v.x * (1 + erff(v.x * 0.70710678f));
    v.y = 0.5f * v.y * (1 + erff(v.y * 0.70710678f));
    v.z = 0.5f * v.z * (1 + tanhf(0.79788456f * (v.z + 0.044715f * v.z * v.z * v.z)));
    v.w = 0.5f * v.w * (1 + tanhf(0.79788456f * (v.w + 0.044715f * v.w * v.w * v.w)));
    out[i] = v;
}
// ---- planes and volumes -------------------------------------------------------------------------------------------
KERNEL stencil_rows_coarse(const float *in, float *out, int w, int h) { // eight rows down, three kept in registers
    int x = ID, first = blockIdx.y * 8;
    if (x < 1 || x >= w - 1) return;
    float above = first > 0 ? in[(first - 1) * w + x] : 0, here = in[first * w + x];
    for (int y = first; y < min(first + 8, h - 1); y++) {
        float below = in[(y + 1) * w + x];
        out[y * w + x] = 4 * here - above - below - in[y * w + x - 1] - in[y * w + x + 1];
        above = here, here = below;
    }
}
KERNEL stencil_volume_queue(const float *in, float *out, int w, int h, int d) { // radius 2; queue of five along z
    __shared__ float plane[8 + 4][16 + 4];
    int x = blockIdx.x * 16 + threadIdx.x + 2, y = blockIdx.y * 8 + threadIdx.y + 2, i = threadIdx.x + 2, j = threadIdx.y + 2;
    bool inside = x < w - 2 && y < h - 2;
    const float *p = in + y * w + x;
    float q[5] = {0};
    for (int k = 0; k < 4; k++) q[k + 1] = inside ? p[k * w * h] : 0;
    for (int z = 2; z < d - 2; z++) {
        for (int k = 0; k < 4; k++) q[k] = q[k + 1];
        q[4] = inside ? p[(z + 2) * w * h] : 0;
        plane[j][i] = q[2];
        if (i < 4) plane[j][i - 2] = y < h ? p[z * w * h - 2] : 0;
        if (i >= 16) plane[j][i + 2] = x + 2 < w && y < h ? p[z * w * h + 2] : 0;
        if (j < 4) plane[j - 2][i] = x < w ? p[z * w * h - 2 * w] : 0;
        if (j >= 8) plane[j + 2][i] = y + 2 < h && x < w ? p[z * w * h + 2 * w] : 0;
        __syncthreads();
        float sum = q[0] + q[1] + q[3] + q[4] + plane[j][i - 2] + plane[j][i - 1] + plane[j][i + 1] + plane[j][i + 2];
        sum += plane[j - 2][i] + plane[j - 1][i] + plane[j + 1][i] + plane[j + 2][i];
        if (inside) out[(z * h + y) * w + x] = sum - 12 * q[2];
        __syncthreads();
    }
}
KERNEL stencil_in_time(const float *in, float *out, int n, int steps) { // the halo shrinks with every step
    __shared__ float s[2][160];
    int t = threadIdx.x, i = blockIdx.x * (160 - 2 * steps) + t - steps;
    bool inside = i >= 0 && i < n;
    s[0][t] = inside ? in[i] : 0;
    for (int k = 0; k < steps; k++) {
        __syncthreads();
        if (t > k && t < 159 - k)
            s[1 - k % 2][t] = inside ? 0.25f * s[k % 2][t - 1] + 0.5f * s[k % 2][t] + 0.25f * s[k % 2][t + 1] : 0;
    }
    if (inside && t >= steps && t < 160 - steps) out[i] = s[steps % 2][t];
}
__constant__ float taps[17];
KERNEL convolve_rows(const float *in, float *out, int w, int h) { // 32 x 4 threads, four outputs each, 32 of halo
    __shared__ float s[4][32 * 6];
    int x0 = blockIdx.x * 128 - 32 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    for (int k = 0; k < 6; k++) {
        int x = x0 + 32 * k;
        s[threadIdx.y][threadIdx.x + 32 * k] = x >= 0 && x < w && y < h ? in[y * w + x] : 0;
    }
    __syncthreads();
    for (int k = 1; k < 5; k++) {
        float sum = 0;
        for (int d = -8; d <= 8; d++) sum += taps[8 - d] * s[threadIdx.y][threadIdx.x + 32 * k + d];
        if (x0 + 32 * k < w && y < h) out[y * w + x0 + 32 * k] = sum;
    }
}
KERNEL convolve_columns(const float *__restrict__ in, float *__restrict__ out, int w, int h) { // 16 x 8 threads
    __shared__ float s[16][8 * 4 + 1];
    int x = ID, y0 = blockIdx.y * 16 - 8 + threadIdx.y;
    for (int k = 0; k < 4; k++) {
        int y = y0 + 8 * k;
        s[threadIdx.x][threadIdx.y + 8 * k] = x < w && y >= 0 && y < h ? in[y * w + x] : 0;
    }
    __syncthreads();
    for (int k = 1; k < 3; k++) {
        float sum = 0;
        for (int d = -8; d <= 8; d++) sum += taps[8 - d] * s[threadIdx.x][threadIdx.y + 8 * k + d];
        if (x < w && y0 + 8 * k < h) out[(y0 + 8 * k) * w + x] = sum;
    }
}
KERNEL sobel(const byte *in, byte *out, int w, int h) {
    int x = ID, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
    const byte *p = in + y * w + x;
    int right = p[1 - w] + 2 * p[1] + p[1 + w] - p[-1 - w] - 2 * p[-1] - p[-1 + w];
    int down = p[w - 1] + 2 * p[w] + p[w + 1] - p[-w - 1] - 2 * p[-w] - p[-w + 1];
    out[y * w + x] = (byte)min(255, (int)sqrtf((float)(right * right + down * down)));
}
__device__ void order(int &a, int &b) {
    int least = min(a, b);
    b = max(a, b), a = least;
}
KERNEL median_of_nine(const byte *in, byte *out, int w, int h) { // a network in registers, the tile in shared memory
    __shared__ byte s[18][40];
    int x0 = blockIdx.x * 32, y0 = blockIdx.y * 16, t = threadIdx.y * 32 + threadIdx.x;
    for (int i = t; i < 18 * 34; i += 256) {
        int x = min(max(x0 + i % 34 - 1, 0), w - 1), y = min(max(y0 + i / 34 - 1, 0), h - 1);
        s[i / 34][i % 34] = in[y * w + x];
    }
    __syncthreads();
    for (int j = threadIdx.y; j < 16; j += 8) {
        int v[9];
        for (int k = 0; k < 9; k++) v[k] = s[j + k / 3][threadIdx.x + k % 3];
        for (int last = 8; last >= 4; last--)
            for (int k = 0; k < last; k++) order(v[k], v[k + 1]);
        if (x0 + threadIdx.x < w && y0 + j < h) out[(y0 + j) * w + x0 + threadIdx.x] = (byte)v[4];
    }
}
KERNEL box_blur_sliding(const float *in, float *out, int w, int h, int radius) { // a thread a row, window sum kept
    int y = ID;
    if (y >= h) return;
    float sum = 0;
    for (int x = 0; x < radius; x++) sum += in[y * w + x];
    for (int x = 0; x < w; x++) {
        if (x + radius < w) sum += in[y * w + x + radius];
        if (x > radius) sum -= in[y * w + x - radius - 1];
        out[y * w + x] = sum / (2 * radius + 1);
    }
}
KERNEL resize_bilinear(const uchar4 *in, uchar4 *out, int w, int h, int tow, int toh) { // 20 x 10 threads
    int x = ID, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= tow || y >= toh) return;
    float fx = (x + 0.5f) * w / tow - 0.5f, fy = (y + 0.5f) * h / toh - 0.5f;
    int x0 = max((int)floorf(fx), 0), y0 = max((int)floorf(fy), 0), x1 = min(x0 + 1, w - 1), y1 = min(y0 + 1, h - 1);
    float a = fmaxf(fx - x0, 0), b = fmaxf(fy - y0, 0);
    uchar4 p = in[y0 * w + x0], q = in[y0 * w + x1], r = in[y1 * w + x0], s = in[y1 * w + x1];
    float left = (1 - b) * p.x + b * r.x, right = (1 - b) * q.x + b * s.x;
    float left_g = (1 - b) * p.y + b * r.y, right_g = (1 - b) * q.y + b * s.y;
    out[y * tow + x] = make_uchar4((byte)((1 - a) * left + a * right), (byte)((1 - a) * left_g + a * right_g), p.z, q.w);
}
KERNEL brighten_uchar3(uchar3 *p, int n) {
    int i = ID;
    if (i >= n) return;
    uchar3 c = p[i];
    p[i] = make_uchar3((byte)min(c.x + 20, 255), (byte)min(c.y + 10, 255), c.z / 2);
}
KERNEL histogram_replicas(const unsigned *words, int n, unsigned *bins) { // one a warp, of pitch 65; four bytes a load
    __shared__ unsigned own[4][65];
    int warp = threadIdx.x / 32;
    for (int i = threadIdx.x; i < 4 * 65; i += blockDim.x) own[i / 65][i % 65] = 0;
    __syncthreads();
    for (int i = ID; i < n; i += ALL)
        for (int k = 0; k < 4; k++) atomicAdd(&own[warp][words[i] >> (8 * k + 2) & 63], 1);
    __syncthreads();
    if (threadIdx.x < 64) {
        unsigned sum = 0;
        for (int k = 0; k < 4; k++) sum += own[k][threadIdx.x];
        atomicAdd(&bins[threadIdx.x], sum);
    }
}
// ---- tables and lists --------------------------------------------------------------------------------------------
__device__ unsigned slot_of(int key) { return (unsigned)key * 2654435769u >> 22; }
KERNEL hash_lookup(const int *table, const int *keys, int *found, int n) { // linear probing in 1024 slots
    int i = ID;
    if (i >= n) return;
    unsigned at = slot_of(keys[i]);
    while (table[at] != -1 && table[at] != keys[i]) at = (at + 1) & 1023;
    found[i] = table[at] == -1 ? -1 : (int)at;
}
KERNEL hash_insert(const int *keys, int *tables) { // one warp, 64 slots of its own
    int key = keys[ID], *table = tables + blockIdx.x * 64;
    for (unsigned at = slot_of(key) & 63;; at = (at + 1) & 63) {
        int before = atomicCAS(&table[at], 0, key);
        if (before == 0 || before == key) break;
    }
}
KERNEL walk_lists(const int *next, int *out, int n) { // of thirteen lengths
    int i = ID, at = i;
    if (i >= n) return;
    for (int k = 0; k < i % 13; k++) at = next[at];
    out[i] = at;
}
// ---- sparse matrices and graphs ----------------------------------------------------------------------------------
KERNEL csr_scalar(const int *row, const int *column, const float *value, const float *x, float *y, int n) {
    int i = ID;
    if (i >= n) return;
    float sum = 0;
    for (int k = row[i]; k < row[i + 1]; k++) sum += value[k] * x[column[k]];
    y[i] = sum;
}
KERNEL csr_eight_lanes(const int *row, const int *column, const float *value, const float *x, float *y, int n) {
    int i = ID / 8, lane = threadIdx.x % 8;
    float sum = 0;
    if (i < n)
        for (int k = row[i] + lane; k < row[i + 1]; k += 8) sum += value[k] * __ldg(&x[column[k]]);
    for (int d = 4; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d, 8);
    if (lane == 0 && i < n) y[i] = sum;
}
KERNEL ell_columns(const int *column, const float *value, const float *x, float *y, int n, int width) {
    int i = ID;
    if (i >= n) return;
    float sum = 0;
    for (int k = 0; k < width; k++)
        if (column[k * n + i] % 3) sum += value[k * n + i] * x[column[k * n + i] % n];
    y[i] = sum;
}
KERNEL push_edges(const int *row, const int *column, const float *rank, float *next, int n) { // a vertex gives to its
    int i = ID;                                                                               // neighbours
    if (i >= n || row[i] == row[i + 1]) return;
    float share = 0.85f * rank[i] / (row[i + 1] - row[i]);
    for (int k = row[i]; k < row[i + 1]; k++) atomicAdd(&next[column[k]], share);
}
KERNEL frontier_step(const int *row, const int *column, const byte *text, unsigned *seen, int n) { // a warp a vertex
    int i = ID / 32;
    if (i >= n || text[i] < 128) return;
    for (int k = row[i] + threadIdx.x % 32; k < row[i + 1]; k += 32)
        if (text[column[k]] < 160) atomicOr(&seen[column[k] / 32], 1u << column[k] % 32);
}
KERNEL common_neighbours(const int *row, const int *column, int *count, int n) { // with the next vertex, both sorted
    int i = ID;
    if (i + 1 >= n) return;
    int a = row[i], b = row[i + 1], found = 0;
    while (a < row[i + 1] && b < row[i + 2]) {
        int difference = column[a] - column[b];
        found += difference == 0;
        if (difference <= 0) a++;
        if (difference >= 0) b++;
    }
    count[i] = found;
}
// ---- particles and clusters --------------------------------------------------------------------------------------
KERNEL cluster_step(const float2 *point, const float2 *centre, float *sums, int n) { // nearest of six, then its sums
    __shared__ float own[6][3];
    __shared__ float2 near[6];
    int i = ID, best = 0;
    if (threadIdx.x < 18) own[threadIdx.x / 3][threadIdx.x % 3] = 0;
    if (threadIdx.x < 6) near[threadIdx.x] = centre[threadIdx.x];
    __syncthreads();
    if (i < n) {
        float least = 1e9f;
        for (int c = 0; c < 6; c++) {
            float x = point[i].x - near[c].x, y = point[i].y - near[c].y, d = x * x + y * y;
            if (d < least) least = d, best = c;
        }
        atomicAdd(&own[best][0], point[i].x), atomicAdd(&own[best][1], point[i].y), atomicAdd(&own[best][2], 1.0f);
    }
    __syncthreads();
    if (threadIdx.x < 18) atomicAdd(&sums[threadIdx.x], own[threadIdx.x / 3][threadIdx.x % 3]);
}
KERNEL neighbour_forces(const float *xyz, const int *list, float *force, int n, int length) { // packed by threes
    int i = ID;
    if (i >= n) return;
    float x = xyz[3 * i], y = xyz[3 * i + 1], z = xyz[3 * i + 2], fx = 0, fy = 0, fz = 0;
    for (int k = 0; k < length; k++) {
        int j = list[k * n + i] % n;
        float dx = x - xyz[3 * j], dy = y - xyz[3 * j + 1], dz = z - xyz[3 * j + 2], d = dx * dx + dy * dy + dz * dz;
        if (d > 0.3f || j == i) continue;
        float r2 = 1 / (d + 0.1f), r6 = r2 * r2 * r2, f = r2 * r6 * (2 * r6 - 1);
        fx += f * dx, fy += f * dy, fz += f * dz;
    }
    force[3 * i] = fx, force[3 * i + 1] = fy, force[3 * i + 2] = fz;
}
KERNEL traverse_tree(const float *mass, const float *place, float *out, int n) { // 128 leaves; a stack in local memory
    int i = ID, stack[10], depth = 0;
    if (i >= n) return;
    float sum = 0;
    stack[depth++] = 1;
    while (depth > 0) {
        int node = stack[--depth], level = 31 - __clz(node);
        float width = 1.0f / (1 << level), distance = fabsf((node - (1 << level) + 0.5f) * width - place[i]);
        if (level == 7 || width < 0.4f * distance) sum += mass[node] / (distance + 0.1f);
        else stack[depth++] = 2 * node, stack[depth++] = 2 * node + 1;
    }
    out[i] = sum;
}
// ---- chance and finance ------------------------------------------------------------------------------------------
KERNEL combined_generator(double *out, int n) { // MRG32k3a
    curandStateMRG32k3a state;
    curand_init(5, ID, 0, &state);
    double sum = 0;
    for (int k = 0; k < n; k++) sum += curand_uniform_double(&state);
    out[ID] = sum;
}
KERNEL normal_pairs(const float *u, float2 *out, int n) { // by the method of Box and Muller
    int i = ID;
    if (i >= n) return;
    float radius = sqrtf(-2 * logf(u[2 * i] + 1e-7f)), sine, cosine;
    sincosf(6.2831853f * u[2 * i + 1], &sine, &cosine);
    out[i] = make_float2(radius * cosine, radius * sine);
}
KERNEL black_scholes(const float *spot, const float *strike, const float *years, float *call, float *put, int n) {
    int i = ID;
    if (i >= n) return;
    float s = 50 + 50 * spot[i], k = 50 + 50 * strike[i], t = 0.25f + years[i], v = 0.3f * sqrtf(t);
    float d1 = (__logf(s / k) + (0.02f + 0.045f) * t) / v, d2 = d1 - v, discount = __expf(-0.02f * t);
    float a = normcdff(d1), b = normcdff(d2);
    call[i] = s * a - k * discount * b;
    put[i] = k * discount * (1 - b) - s * (1 - a);
}
KERNEL binomial_tree(const float *strike, float *out, int steps) { // an option a block
    __shared__ float value[65];
    int t = threadIdx.x;
    float k = 50 + 50 * strike[blockIdx.x], own = fmaxf(75 * expf(0.05f * (2 * t - steps)) - k, 0);
    for (int left = steps; left > 0; left--) {
        value[t] = own;
        __syncthreads();
        if (t < left) own = 0.999f * (0.51f * value[t + 1] + 0.49f * own);
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = own;
}

// ---- running them ------------------------------------------------------------------------------------------------
static int *row_start, *columns, *hash_table, *next_of;
static const int VERTICES = 300;

static void make_structures() {
    std::vector<int> rows(1, 0), edges, slots(1024, -1), cycle(4096), numbers(INPUTS);
    for (int i = 0; i < VERTICES; i++) {
        size_t degree = next_random() % 4 ? next_random() % 6 : next_random() % 40;
        for (size_t k = 0; k < degree; k++) edges.push_back(next_random() % VERTICES);
        std::sort(edges.begin() + rows.back(), edges.end());
        edges.erase(std::unique(edges.begin() + rows.back(), edges.end()), edges.end());
        rows.push_back((int)edges.size());
    }
    row_start = upload(rows), columns = upload(edges);
    OK(cudaMemcpy(numbers.data(), whole, INPUTS * sizeof(int), cudaMemcpyDeviceToHost));
    for (int i = 0; i < 600; i++) {
        unsigned at = (unsigned)numbers[i] * 2654435769u >> 22;
        while (slots[at] != -1 && slots[at] != numbers[i]) at = (at + 1) & 1023;
        slots[at] = numbers[i];
    }
    hash_table = upload(slots);
    OK(cudaMemcpy(cycle.data(), shuffled, 4096 * sizeof(int), cudaMemcpyDeviceToHost));
    next_of = upload(cycle);
}
static void run_rows() {
    auto c = output_as<float>();
    CASE("softmax_three_passes", float, 8 * 300, softmax_three_passes<<<8, 128>>>(reals, c, 300));
    CASE("softmax_online", float, 10 * 100, softmax_online<<<3, dim3(32, 4)>>>(reals, c, 10, 100));
    CASE("layer_norm", float, 6 * 500, layer_norm<<<6, 192, 2000>>>((float2 *)reals, (float2 *)units, (float2 *)c, 250));
    CASE("attention_rows", float, 24 * 32, attention_rows<<<6, dim3(32, 4), 384>>>(reals, reals + 4096, units, c, 24));
    CASE("gelu_both", float, 1000, gelu_both<<<3, 96>>>((float4 *)reals, (float4 *)c, 250));
}
static void run_planes() {
    auto c = output_as<float>();
    auto b = output_as<byte>();
    float weights[17];
    for (int i = 0; i < 17; i++) weights[i] = 0.01f * (i + 1);
    OK(cudaMemcpyToSymbol(taps, weights, sizeof taps));
    CASE("stencil_rows_coarse", float, 90 * 50, stencil_rows_coarse<<<dim3(1, 7), 96>>>(reals, c, 90, 50));
    CASE("stencil_volume_queue", float, 30 * 20 * 10, stencil_volume_queue<<<dim3(2, 2), dim3(16, 8)>>>(reals, c, 30, 20, 10));
    CASE("stencil_in_time", float, 1000, stencil_in_time<<<7, 160>>>(reals, c, 1000, 5));
    CASE("convolve_rows", float, 150 * 10, convolve_rows<<<dim3(2, 3), dim3(32, 4)>>>(reals, c, 150, 10));
    CASE("convolve_columns", float, 40 * 45, convolve_columns<<<dim3(3, 3), dim3(16, 8)>>>(reals, c, 40, 45));
    CASE("sobel", byte, 70 * 40, sobel<<<dim3(5, 20), dim3(16, 2)>>>(bytes, b, 70, 40));
    CASE("median_of_nine", byte, 60 * 30, median_of_nine<<<dim3(2, 2), dim3(32, 8)>>>(bytes, b, 60, 30));
    CASE("box_blur_sliding", float, 50 * 40, box_blur_sliding<<<2, 33>>>(units, c, 50, 40, 4));
    CASE("resize_bilinear", byte, 4 * 47 * 31, resize_bilinear<<<dim3(3, 4), dim3(20, 10)>>>((uchar4 *)bytes, (uchar4 *)b, 64, 40, 47, 31));
    CASE("brighten_uchar3", byte, 3000, start_from(bytes, 3000), brighten_uchar3<<<1, 1000>>>((uchar3 *)b, 1000));
    CASE("histogram_replicas", unsigned, 64, histogram_replicas<<<2, 128>>>((unsigned *)bytes, 1000, (unsigned *)c));
}
static void run_graphs() {
    auto f = output_as<float>();
    auto i = output_as<int>();
    CASE("hash_lookup", int, 900, hash_lookup<<<9, 100>>>(hash_table, whole, i, 900));
    CASE("hash_insert", int, 512, hash_insert<<<8, 32>>>(whole, i));
    CASE("walk_lists", int, 500, walk_lists<<<4, 128>>>(next_of, i, 500));
    CASE("csr_scalar", float, VERTICES, csr_scalar<<<3, 128>>>(row_start, columns, reals, units, f, VERTICES));
    CASE("csr_eight_lanes", float, VERTICES, csr_eight_lanes<<<19, 128>>>(row_start, columns, reals, units, f, VERTICES));
    CASE("ell_columns", float, VERTICES, ell_columns<<<3, 128>>>(whole, reals, units, f, VERTICES, 9));
    CASE("push_edges", float, VERTICES, push_edges<<<3, 128>>>(row_start, columns, units, f, VERTICES));
    CASE("frontier_step", unsigned, 10, frontier_step<<<50, 192>>>(row_start, columns, bytes, (unsigned *)i, VERTICES));
    CASE("common_neighbours", int, VERTICES, common_neighbours<<<3, 128>>>(row_start, columns, i, VERTICES));
    CASE("cluster_step", float, 18, cluster_step<<<4, 128>>>((float2 *)units, (float2 *)units + 600, f, 500));
    CASE("neighbour_forces", float, 900, neighbour_forces<<<3, 128>>>(units, whole, f, 300, 20));
    CASE("traverse_tree", float, 300, traverse_tree<<<5, 64>>>(units, units + 300, f, 300));
}
static void run_chance() {
    auto f = output_as<float>();
    CASE("combined_generator", double, 96, combined_generator<<<2, 48>>>(output_as<double>(), 6));
    CASE("normal_pairs", float, 600, normal_pairs<<<3, 128>>>(units, (float2 *)f, 300));
    CASE("black_scholes", float, 600, black_scholes<<<3, 128>>>(units, units + 400, units + 800, f, f + 300, 300));
    CASE("binomial_tree", float, 12, binomial_tree<<<12, 65>>>(units, f, 64));
}

int main() {
    make_inputs();
    make_structures();
    run_rows();
    run_planes();
    run_graphs();
    run_chance();
    free_all();
    return 0;
}
