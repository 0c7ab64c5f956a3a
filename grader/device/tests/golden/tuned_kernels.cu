// Kernels as those who tune them write them: reductions, scans, layouts, shared and local memory, control flow,
// atomics. Each is launched once per case, so that a profiler's counters can be recorded per launch and compared with
// a counter model. None is a variant of a kernel in seed_kernels.cu or course_kernels.cu, and none has counters that
// depend on which block or warp is first.
// Usage: tuned_kernels            runs every case in a fixed order, prints "case <name> <checksum>".
#include "cases.cuh"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

// ---- reductions --------------------------------------------------------------------------------------------------
KERNEL reduce_first_add(const int *x, int *sums, int n) { // half the threads, the first sum on the way in
    extern __shared__ int part[];
    unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t;
    part[t] = (i < n ? x[i] : 0) + (i + blockDim.x < n ? x[i + blockDim.x] : 0);
    for (unsigned d = blockDim.x / 2; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) part[t] += part[t + d];
    }
    if (t == 0) sums[blockIdx.x] = part[0];
}
template <int SIZE> __device__ void reduce_template(const float *x, float *sums, int n) {
    __shared__ float part[SIZE];
    unsigned t = threadIdx.x;
    float sum = 0;
    for (unsigned i = blockIdx.x * SIZE * 2 + t; i < n; i += SIZE * 2 * gridDim.x) sum += x[i] + (i + SIZE < n ? x[i + SIZE] : 0);
    part[t] = sum;
    __syncthreads();
    if (SIZE >= 512 && t < 256) part[t] += part[t + 256];
    if (SIZE >= 512) __syncthreads();
    if (SIZE >= 256 && t < 128) part[t] += part[t + 128];
    if (SIZE >= 256) __syncthreads();
    if (SIZE >= 128 && t < 64) part[t] += part[t + 64];
    if (SIZE >= 128) __syncthreads();
    if (t >= 32) return;
    sum = part[t] + (SIZE >= 64 ? part[t + 32] : 0);
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
    if (t == 0) sums[blockIdx.x] = sum;
}
KERNEL reduce_unrolled_512(const float *x, float *sums, int n) { reduce_template<512>(x, sums, n); }
KERNEL reduce_vectors(const float4 *x, double *sum, int n4) { // 192 threads; a tile's sum by the library
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    double own = 0;
    for (int i = ID; i < n4; i += ALL) own += (double)x[i].x + x[i].y + x[i].z + x[i].w;
    own = cg::reduce(warp, own, cg::plus<double>());
    if (warp.thread_rank() == 0) atomicAdd(sum, own);
}
KERNEL argmax_rows(const float *x, int *where, int n) { // a warp a row; value and place together
    int row = blockIdx.x * blockDim.y + threadIdx.y, at = threadIdx.x;
    float most = x[row * n + at];
    for (int i = at + 32; i < n; i += 32)
        if (x[row * n + i] > most) most = x[row * n + i], at = i;
    for (int d = 16; d > 0; d /= 2) {
        float other = __shfl_down_sync(~0u, most, d);
        int place = __shfl_down_sync(~0u, at, d);
        if (other > most || (other == most && place < at)) most = other, at = place;
    }
    if (threadIdx.x == 0) where[row] = at;
}
KERNEL variance_twice(const double *x, double *out, int n) { // one block of 100 threads reads the input twice
    __shared__ double part[100], mean;
    int t = threadIdx.x;
    if (t == 0) mean = 0;
    __syncthreads();
    for (int pass = 0; pass < 2; pass++) {
        double sum = 0;
        for (int i = t; i < n; i += 100) sum += pass ? (x[i] - mean) * (x[i] - mean) : x[i];
        part[t] = sum;
        __syncthreads();
        for (int size = 100; size > 1; size = (size + 1) / 2) {
            if (t < size / 2) part[t] += part[size - 1 - t];
            __syncthreads();
        }
        if (t == 0) mean = out[pass] = part[0] / n;
        __syncthreads();
    }
}
KERNEL segmented_sums(const int *x, const byte *text, int *sums, int n) { // a segment starts at bytes below 40
    int i = ID, lane = threadIdx.x % 32, v = i < n ? x[i] : 0;
    unsigned heads = __ballot_sync(~0u, i < n && text[i] < 40) | 1, mine = heads & (~0u >> (31 - lane));
    int first = 31 - __clz(mine);
    for (int d = 1; d < 32; d *= 2) {
        int left = __shfl_up_sync(~0u, v, d);
        if (lane - d >= first) v += left;
    }
    if (i < n && (lane == 31 || (heads >> (lane + 1) & 1))) sums[i] = v;
}
__device__ unsigned arrived;
KERNEL reduce_last_block(const float *x, float *parts, int n) { // who is last adds what the others found
    __shared__ float part[4];
    __shared__ bool last;
    auto sum_block = [&](float v) {
        for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(~0u, v, d);
        if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
        __syncthreads();
        return part[0] + part[1] + part[2] + part[3];
    };
    float v = 0;
    for (int i = ID; i < n; i += ALL) v += x[i];
    v = sum_block(v);
    if (threadIdx.x == 0) {
        parts[1 + blockIdx.x] = v;
        __threadfence();
        last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) return;
    v = sum_block(threadIdx.x < gridDim.x ? ((volatile float *)parts)[1 + threadIdx.x] : 0);
    if (threadIdx.x == 0) parts[0] = v;
}
// ---- scans, sorts, merges ----------------------------------------------------------------------------------------
KERNEL scan_raking(const double *x, double *out) { // 256 numbers, a warp rakes rows of 8 with a pad each
    __shared__ double s[32 * 9];
    int t = threadIdx.x;
    s[t / 8 * 9 + t % 8] = x[ID];
    __syncthreads();
    if (t < 32) {
        double sum = 0, before;
        for (int k = 0; k < 8; k++) sum += s[t * 9 + k];
        before = sum;
        for (int d = 1; d < 32; d *= 2) {
            double left = __shfl_up_sync(~0u, before, d);
            if (t >= d) before += left;
        }
        before -= sum;
        for (int k = 0; k < 8; k++) before = s[t * 9 + k] += before;
    }
    __syncthreads();
    out[ID] = s[t / 8 * 9 + t % 8];
}
KERNEL compact_stream(const float *x, float *kept, int *counts, int n) { // what is positive, in order
    __shared__ int before[5];
    __shared__ float s[128];
    int i = ID, t = threadIdx.x, lane = t % 32;
    bool keep = i < n && x[i] > 0;
    unsigned mask = __ballot_sync(~0u, keep);
    if (lane == 0) before[1 + t / 32] = __popc(mask);
    if (t == 0) before[0] = 0;
    __syncthreads();
    if (t == 0)
        for (int w = 1; w < 5; w++) before[w] += before[w - 1];
    __syncthreads();
    if (keep) s[before[t / 32] + __popc(mask & ((1u << lane) - 1))] = x[i];
    __syncthreads();
    if (t < before[4]) kept[blockIdx.x * 128 + t] = s[t];
    if (t == 0) counts[blockIdx.x] = before[4];
}
KERNEL radix_split(const int *x, int *out) { // four one-bit passes in shared memory
    __shared__ int s[256], zeros[9];
    int t = threadIdx.x, lane = t % 32, v = x[ID];
    for (int bit = 0; bit < 4; bit++) {
        unsigned ones = __ballot_sync(~0u, v >> bit & 1);
        if (lane == 0) zeros[t / 32] = 32 - __popc(ones);
        __syncthreads();
        int low = 0, all = 0;
        for (int w = 0; w < 8; w++) low += w < t / 32 ? zeros[w] : 0, all += zeros[w];
        int ones_here = __popc(ones & ((1u << lane) - 1)), zero_place = low + lane - ones_here;
        s[v >> bit & 1 ? all + t - zero_place : zero_place] = v;
        __syncthreads();
        v = s[t];
    }
    out[ID] = v;
}
KERNEL counting_sort(const byte *keys, byte *out, int n) { // a warp a block; sixteen keys
    __shared__ int next[16];
    int lane = threadIdx.x;
    keys += blockIdx.x * n, out += blockIdx.x * n;
    if (lane < 16) next[lane] = 0;
    __syncwarp();
    for (int i = lane; i < n; i += 32) atomicAdd(&next[keys[i] % 16], 1);
    __syncwarp();
    int own = lane < 16 ? next[lane] : 0, sum = own;
    for (int d = 1; d < 16; d *= 2) {
        int left = __shfl_up_sync(~0u, sum, d);
        if (lane >= d) sum += left;
    }
    if (lane < 16) next[lane] = sum - own;
    __syncwarp();
    for (int i = lane; i < n; i += 32) out[atomicAdd(&next[keys[i] % 16], 1)] = keys[i] % 16;
}
KERNEL merge_diagonals(const int *a, int na, const int *b, int nb, int *out) { // five outputs a thread
    int first = ID * 5, low = max(0, first - nb), high = min(first, na);
    if (first >= na + nb) return;
    while (low < high) {
        int middle = (low + high) / 2;
        if (a[middle] <= b[first - 1 - middle]) low = middle + 1;
        else high = middle;
    }
    int i = low, j = first - low;
    for (int k = first; k < min(first + 5, na + nb); k++) out[k] = j >= nb || (i < na && a[i] <= b[j]) ? a[i++] : b[j++];
}
// ---- layouts -----------------------------------------------------------------------------------------------------
template <class T, int COUNT> struct Record { T v[COUNT]; };
template <class T, int COUNT> __device__ void touch(Record<T, COUNT> *r, int n) { // all is read, two places written
    int i = ID;
    if (i >= n) return;
    T sum = 0;
    for (int k = 0; k < COUNT; k++) sum += r[i].v[k];
    r[i].v[0] = sum, r[i].v[COUNT - 1] += 1;
}
KERNEL record_24_doubles(Record<double, 3> *r, int n) { touch(r, n); }
KERNEL record_28_floats(Record<float, 7> *r, int n) { touch(r, n); }
KERNEL record_48_copy(const Record<float4, 3> *in, Record<float4, 3> *out, int n) {
    if (ID < n) out[ID] = in[n - 1 - ID];
}
struct Eight { float x[8], y[8], z[8]; };
KERNEL groups_of_eight(const Eight *p, float *out, int n) { // arrays of structures of arrays
    int i = ID;
    if (i < n) out[i] = p[i / 8].x[i % 8] * p[i / 8].y[i % 8] + p[i / 8].z[i % 8];
}
KERNEL shorts_misaligned(const short *in, short *out, int n, int offset, int stride) {
    int i = ID;
    if (i < n) out[i + offset] = in[i * stride + 5 * offset];
}
KERNEL doubles_butterfly(const double *in, double *out, int n) { // permuted in a warp, reversed by blocks
    int i = ID ^ 21, j = (gridDim.x - 1 - blockIdx.x) * blockDim.x + threadIdx.x * 5 % blockDim.x;
    if (i < n && j < n) out[j] = in[i];
}
KERNEL gather_vectors(const float4 *in, const int *index, float4 *out, int n) { // only lanes with an odd byte of index
    int i = ID;
    if (i < n && index[i] & 6) out[index[i]] = in[index[n + i]];
}
KERNEL straddle(const float *in, float *out, int n) { // rows of 37 floats, three at a time
    int i = blockIdx.x * 37 + threadIdx.x;
    if (threadIdx.x < 37 && i + 2 < n) out[i] = in[i] + in[i + 1] * in[i + 2];
}
// ---- shared memory -----------------------------------------------------------------------------------------------
KERNEL shared_bytes_stride(const byte *in, byte *out, int stride) {
    __shared__ byte s[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) s[i] = in[i];
    __syncthreads();
    byte v = s[threadIdx.x * stride % 1024];
    __syncthreads();
    s[(threadIdx.x * 2 * stride + 1) % 1024] = v;
    __syncthreads();
    out[ID] = s[(threadIdx.x * 2 * stride + 1) % 1024];
}
KERNEL shared_columns_of_doubles(const double *in, double *out) { // 5 x 7 x 3 threads, pitches 7 and 9
    __shared__ double tight[3][5][7], loose[3][5][9];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z, t = (z * 7 + y) * 5 + x;
    tight[z][x][y] = in[t], loose[z][x][y] = in[t + 105];
    __syncthreads();
    out[t] = tight[2 - z][4 - x][y] + loose[z][x][6 - y];
}
KERNEL shared_triples(const float3 *in, float3 *out) {
    __shared__ float3 s[33];
    s[threadIdx.x] = in[ID];
    __syncthreads();
    float3 a = s[(threadIdx.x * 7 + 3) % 33], b = s[threadIdx.x / 2];
    out[ID] = make_float3(a.x + b.z, a.y + b.y, a.z + b.x);
}
KERNEL shared_broadcasts(const float *in, float *out) { // to a half warp, to a quarter, to every third lane
    __shared__ float s[256];
    int t = threadIdx.x, lane = t % 32;
    s[t] = in[ID];
    __syncthreads();
    float sum = s[t / 16 * 16] + s[lane < 16 ? 3 : 35] + s[lane / 8 * 33] + s[lane % 3 * 64] + s[lane == 5 ? 37 : lane];
    if (lane & 2) sum += s[lane * 4] + s[255 - lane * 8];
    out[ID] = sum;
}
KERNEL shared_carved(const int *in, double *out, int n) { // doubles, ints and shorts of one dynamic array
    extern __shared__ double carved[];
    int *numbers = (int *)(carved + n);
    short *places = (short *)(numbers + n);
    int t = threadIdx.x;
    for (int i = t; i < n; i += blockDim.x) carved[i] = in[i] * 0.5, numbers[i] = in[n + i], places[n - 1 - i] = (short)(i * 3 % n);
    __syncthreads();
    for (int i = t; i < n; i += blockDim.x) out[i] = carved[places[i]] + numbers[n - 1 - places[i]];
}
KERNEL shared_counters(const int *x, int *out, int pitch) { // every lane adds to a word of its own, pitch apart
    __shared__ int s[1056];
    for (int i = threadIdx.x; i < 1056; i += blockDim.x) s[i] = 0;
    __syncthreads();
    atomicAdd(&s[threadIdx.x % 32 * pitch], x[ID]);
    atomicMax(&s[threadIdx.x % 32 * pitch], x[ID + 7]);
    __syncthreads();
    out[ID] = s[threadIdx.x % 32 * pitch];
}
// ---- local memory, functions -------------------------------------------------------------------------------------
KERNEL local_bytes(const byte *text, int *out, int n) { // move to front, of 24 letters
    byte letters[24];
    int i = ID, sum = 0;
    if (i >= n) return;
    for (int k = 0; k < 24; k++) letters[k] = (byte)k;
    for (int k = 0; k < 6; k++) {
        byte wanted = text[i * 6 + k] % 24;
        int at = 0;
        while (letters[at] != wanted) at++;
        sum = sum * 3 + at;
        for (; at > 0; at--) letters[at] = letters[at - 1];
        letters[0] = wanted;
    }
    out[i] = sum;
}
KERNEL local_pairs(const double *x, double *out, int n) { // eight complex numbers, turned by a bit reversal of the lane
    double2 z[8];
    int i = ID;
    if (i >= n) return;
    for (int k = 0; k < 8; k++) z[k] = make_double2(x[i + k], x[i + 8 + k]);
    int a = __brev(i) >> 29, b = i * 5 % 8;
    double2 swap = z[a];
    z[a] = z[b], z[b] = swap;
    double sum = 0;
    for (int k = 0; k < 8; k++) sum = sum * 0.5 + z[k].x - z[k ^ (i & 1)].y;
    out[i] = sum;
}
typedef float (*Function)(float);
__device__ __noinline__ float cube(float x) { return x * x * x; }
__device__ __noinline__ float root(float x) { return sqrtf(fabsf(x)); }
__device__ __noinline__ float wave(float x) { return sinf(x); }
KERNEL by_pointer(const float *x, float *out, int n) {
    Function choice[3] = {cube, root, wave};
    int i = ID;
    if (i < n) out[i] = choice[blockIdx.x % 3](x[i]) + choice[i / 16 % 2](x[i] * 2);
}
// ---- asynchronous copies -----------------------------------------------------------------------------------------
KERNEL pipeline_three_stages(const float2 *in, float2 *out, int tiles) { // of 8 bytes
    __shared__ float2 s[3][96];
    int t = threadIdx.x;
    const float2 *from = in + blockIdx.x * tiles * 96;
    float2 sum = make_float2(0, 0);
    for (int k = 0; k < tiles + 2; k++) {
        if (k < tiles) __pipeline_memcpy_async(&s[k % 3][t], &from[k * 96 + t], 8);
        __pipeline_commit();
        if (k < 2) continue;
        __pipeline_wait_prior(2);
        __syncthreads();
        float2 v = s[(k - 2) % 3][95 - t];
        sum.x += v.x, sum.y += v.y;
        __syncthreads();
    }
    out[ID] = sum;
}
KERNEL group_copy(const float *in, float *out) { // by the library
    __shared__ __align__(16) float s[200];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, s, in + blockIdx.x * 200, sizeof s);
    cg::wait(block);
    for (int i = threadIdx.x; i < 200; i += blockDim.x) out[blockIdx.x * 200 + i] = s[199 - i];
}
// ---- control flow ------------------------------------------------------------------------------------------------
KERNEL search_sorted(const int *sorted, int length, const int *x, int *out, int n) {
    int i = ID, low = 0, high = length;
    if (i >= n) return;
    while (low < high) {
        int middle = (low + high) / 2;
        if (sorted[middle] < x[i]) low = middle + 1;
        else high = middle;
    }
    out[i] = low;
}
KERNEL nested_branches(const int *x, int *out, int n) {
    int i = ID, v = i < n ? x[i] : 0, result;
    if (i >= n || v % 11 == 0) return;
    if (i & 1) {
        if (v & 16) result = v & 32 ? out[i] + 3 : v * 3;
        else {
            result = 0;
            for (int k = 0; k < (v & 7); k++) result += x[(i + k * 9) % n];
        }
    } else if (v > 500000 && (x[v % n] & 1 || x[v / 2 % n] & 2)) result = x[(v + 1) % n];
    else
        switch (v & 3) {
        case 0: result = -v; break;
        case 1: result = x[(i + 64) % n]; // and on
        case 2: result = v / 7; break;
        default: out[i] = 5; return;
        }
    out[i] = result;
}
__device__ unsigned queue;
KERNEL work_queue(const int *x, int *out, int items) { // blocks that stay take items of uneven length
    __shared__ int item;
    while (true) {
        if (threadIdx.x == 0) item = atomicAdd(&queue, 1);
        __syncthreads();
        int mine = item, sum = 0;
        if (mine >= items) return;
        for (int k = threadIdx.x; k < x[mine] % 200; k += blockDim.x) sum += x[mine + k];
        sum = __reduce_add_sync(~0u, sum);
        if (threadIdx.x % 32 == 0) atomicAdd(&out[mine], sum);
        __syncthreads();
    }
}
KERNEL grid_sync(const float *in, float *a, float *b, int n, int steps) {
    auto grid = cg::this_grid();
    for (int i = grid.thread_rank(); i < n; i += grid.size()) a[i] = in[i];
    for (int k = 0; k < steps; k++) {
        grid.sync();
        float *from = k % 2 ? b : a, *to = k % 2 ? a : b;
        for (int i = grid.thread_rank(); i < n; i += grid.size()) to[i] = 0.5f * (from[max(i - 1, 0)] + from[min(i + 1, n - 1)]);
    }
}
// ---- atomics -----------------------------------------------------------------------------------------------------
KERNEL contend_modulo(const int *x, int *out, int *old, int n, int places) {
    int i = ID;
    if (i >= n) return;
    atomicAdd(&out[i % places], x[i]);
    old[i] = atomicXor(&out[64 + i % places], x[i]) >= 0;
    if (x[i] & 4) atomicAnd(&out[128 + x[i] % 1000], 0);
}
KERNEL add_half_pairs(const half2 *x, half2 *out, int n) {
    int i = ID;
    if (i < n) atomicAdd(&out[i % 24], x[i]);
}
KERNEL multiply_by_swap(const double *x, double *out) { // one warp, four places: eight lanes are in each other's way
    u64 *place = (u64 *)&out[threadIdx.x % 4], seen = *place, before;
    do {
        before = seen;
        double product = __longlong_as_double(before) == 0 ? 1 : __longlong_as_double(before);
        seen = atomicCAS(place, before, __double_as_longlong(product * (1 + x[threadIdx.x])));
    } while (seen != before);
}
KERNEL aggregate_in_groups(const int *x, int *counts, int *places, int n) {
    for (int i = ID; i < n; i += ALL)
        if (x[i] % 3 == 0) {
            auto together = cg::coalesced_threads();
            int base = 0;
            if (together.thread_rank() == 0) base = atomicAdd(&counts[blockIdx.x], together.size());
            base = together.shfl(base, 0);
            places[i] = base >= 0 ? (int)together.thread_rank() : -1;
        }
}

// ---- running them ------------------------------------------------------------------------------------------------
static int *sorted_a, *sorted_b;

static std::vector<int> sorted_numbers(int n) {
    std::vector<int> v(n);
    for (int &x : v) x = next_random() >> 4;
    std::sort(v.begin(), v.end());
    return v;
}
static void make_sorted() { sorted_a = upload(sorted_numbers(600)), sorted_b = upload(sorted_numbers(500)); }
static void run_reductions() {
    auto f = output_as<float>();
    auto i = output_as<int>();
    auto d = output_as<double>();
    CASE("reduce_first_add", int, 5, reduce_first_add<<<5, 128, 512>>>(whole, i, 1200));
    CASE("reduce_unrolled_512", float, 3, reduce_unrolled_512<<<3, 512>>>(units, f, 5000));
    CASE("reduce_vectors", double, 1, reduce_vectors<<<3, 192>>>((float4 *)units, d, 2000));
    CASE("argmax_rows", int, 21, argmax_rows<<<3, dim3(32, 7)>>>(units, i, 130));
    CASE("variance_twice", double, 2, variance_twice<<<1, 100>>>(doubles, d, 730));
    CASE("segmented_sums", int, 900, segmented_sums<<<4, 256>>>(whole, bytes, i, 900));
    CASE("reduce_last_block", float, 6, reduce_last_block<<<5, 128>>>(units, f, 3000));
}
static void run_sorts() {
    auto i = output_as<int>();
    CASE("scan_raking", double, 512, scan_raking<<<2, 256>>>(doubles, output_as<double>()));
    CASE("compact_stream", float, 1024, compact_stream<<<8, 128>>>(reals, output_as<float>(), i + 2000, 1000));
    CASE("radix_split", int, 1024, radix_split<<<4, 256>>>(whole, i));
    CASE("counting_sort", byte, 1500, counting_sort<<<5, 32>>>(bytes, output_as<byte>(), 300));
    CASE("merge_diagonals", int, 1100, merge_diagonals<<<4, 64>>>(sorted_a, 600, sorted_b, 500, i));
}
static void run_layouts() {
    auto f = output_as<float>();
    auto d = output_as<double>();
    CASE("record_24_doubles", double, 1500, start_from(doubles, 12000), record_24_doubles<<<4, 128>>>((Record<double, 3> *)d, 500));
    CASE("record_28_floats", float, 3500, start_from(units, 14000), record_28_floats<<<4, 128>>>((Record<float, 7> *)f, 500));
    CASE("record_48_copy", float, 3600, record_48_copy<<<7, 48>>>((Record<float4, 3> *)units, (Record<float4, 3> *)f, 300));
    CASE("groups_of_eight", float, 500, groups_of_eight<<<4, 128>>>((Eight *)units, f, 500));
    CASE("shorts_misaligned", short, 800, shorts_misaligned<<<4, 192>>>((short *)bytes, output_as<short>(), 700, 11, 7));
    CASE("doubles_butterfly", double, 480, doubles_butterfly<<<5, 96>>>(doubles, d, 480));
    CASE("gather_vectors", float, 16384, gather_vectors<<<4, 128>>>((float4 *)reals, shuffled, (float4 *)f, 500));
    CASE("straddle", float, 590, straddle<<<16, 48>>>(units, f, 590));
}
static void run_memories() {
    auto f = output_as<float>();
    auto i = output_as<int>();
    auto d = output_as<double>();
    CASE("shared_bytes_stride", byte, 512, shared_bytes_stride<<<4, 128>>>(bytes, output_as<byte>(), 3));
    CASE("shared_columns_of_doubles", double, 105, shared_columns_of_doubles<<<1, dim3(5, 7, 3)>>>(doubles, d));
    CASE("shared_triples", float, 396, shared_triples<<<4, 33>>>((float3 *)units, (float3 *)f));
    CASE("shared_broadcasts", float, 512, shared_broadcasts<<<2, 256>>>(units, f));
    CASE("shared_carved", double, 150, shared_carved<<<1, 96, 150 * 14>>>(whole, d, 150));
    CASE("shared_counters_2", int, 128, shared_counters<<<2, 64>>>(whole, i, 2));
    CASE("shared_counters_33", int, 128, shared_counters<<<2, 64>>>(whole, i, 33));
    CASE("local_bytes", int, 300, local_bytes<<<3, 128>>>(bytes, i, 300));
    CASE("local_pairs", double, 300, local_pairs<<<3, 128>>>(doubles, d, 300));
    CASE("by_pointer", float, 500, by_pointer<<<6, 96>>>(reals, f, 500));
    CASE("pipeline_three_stages", float, 384, pipeline_three_stages<<<2, 96>>>((float2 *)units, (float2 *)f, 7));
    CASE("group_copy", float, 600, group_copy<<<3, 64>>>(units, f));
}
static void run_control() {
    auto f = output_as<float>(), later = f + 2000;
    auto i = output_as<int>();
    int n = 1000, steps = 5;
    void *arguments[] = {&reals, &f, &later, &n, &steps};
    CASE("search_sorted", int, 500, search_sorted<<<4, 128>>>(sorted_a, 600, whole, i, 500));
    CASE("nested_branches", int, 500, nested_branches<<<4, 128>>>(whole, i, 500));
    CASE("work_queue", int, 40, work_queue<<<6, 64>>>(whole, i, 40));
    CASE("grid_sync", float, 1000, OK(cudaLaunchCooperativeKernel((void *)grid_sync, 1, 192, arguments, 0, 0)));
    CASE("contend_modulo_8", int, 2000, contend_modulo<<<4, 128>>>(whole, i, i + 1200, 500, 8));
    CASE("contend_modulo_33", int, 2000, contend_modulo<<<4, 128>>>(whole, i, i + 1200, 500, 33));
    CASE("add_half_pairs", unsigned short, 48, add_half_pairs<<<4, 128>>>((half2 *)halves, output_as<half2>(), 500));
    CASE("multiply_by_swap", double, 4, multiply_by_swap<<<1, 32>>>(doubles, output_as<double>()));
    CASE("aggregate_in_groups", int, 1200, aggregate_in_groups<<<3, 128>>>(whole, i, i + 100, 1000));
}

int main() {
    make_inputs();
    make_sorted();
    run_reductions();
    run_sorts();
    run_layouts();
    run_memories();
    run_control();
    free_all();
    return 0;
}
