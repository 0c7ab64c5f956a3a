// undefined_values.cu - variables that are read before anything gave them a value: `undefined_values NAME` runs one kernel.
//
// A wrong one is named for its mistake; marked are the line at which the value is first read and the one at which it
// matters. A right one begins with "fine_". Each prints a sum of what it stored and what it should be.
#include "claims.cuh"
#include <mma.h>

enum { THREADS = 64, COUNT = 4 * THREADS };

// ---- wrong -----------------------------------------------------------------------------------------------------

__global__ void sums_without_braces(const float *a, const float *b, float *out, int n) {
    float sums[4];
    for (int k = 0; k < n; k++)
        for (int i = 0; i < 4; i++) sums[i] += a[i * n + k] * b[k]; // sums_without_braces
    for (int i = 0; i < 4; i++) out[i * THREADS + threadIdx.x] = sums[i]; // sums_without_braces
}

__global__ void sum_without_start(const int *a, int *out, int n) {
    int sum;
    for (int k = 0; k < n; k++) sum += a[k]; // sum_without_start
    out[threadIdx.x] = sum;                  // sum_without_start
}

__global__ void set_on_one_side(const int *a, int *out, int n) {
    int value;
    if ((int)threadIdx.x < n) value = a[threadIdx.x];
    out[threadIdx.x] = value; // set_on_one_side
}

__global__ void largest_of_none(const float *a, float *out, int n) {
    float best;
    for (int k = 0; k < n; k++)
        if (a[k] > best) best = a[k]; // largest_of_none
    out[threadIdx.x] = best;          // largest_of_none
}

__global__ void counted_in_an_array(const int *a, int *out, int n) {
    int counts[8];
    for (int k = 0; k < n; k++) counts[a[k] & 7]++;
    for (int k = 0; k < 8; k++) out[k % 4 * THREADS + threadIdx.x] = counts[k]; // counted_in_an_array
}

// The compiler drops the case in which the place is not set, unless both are numbers it does not know.
__global__ void place_never_set(const int *a, int *out, int n) {
    int place;
    for (int k = 0; k < n; k++)
        if (a[k] > 1000) place = a[k]; // place_never_set
    out[place & 63] = 1; // place_never_set
}

__global__ void count_of_nothing(const int *a, int *out, int n) {
    unsigned turns;
    for (int k = 0; k < n; k++) turns += a[k]; // count_of_nothing
    if (turns % 2) out[threadIdx.x] = 1;       // count_of_nothing
}

__global__ void tile_of_nothing(const int *a, int *out, int n) {
    __shared__ int tile[THREADS];
    int value;
    if (threadIdx.x < THREADS / 2) value = a[threadIdx.x];
    tile[threadIdx.x] = value; // tile_of_nothing
    __syncthreads();
    out[threadIdx.x] = tile[THREADS - n]; // tile_of_nothing
}

__global__ void end_never_set(const int *a, int *out, int n) {
    int end, sum = 0;
    for (int k = 0; k < n; k++)
        if (a[k] > 1000) end = k; // end_never_set
    for (int k = 0; k < (end & 7); k++) sum += a[k]; // end_never_set
    out[threadIdx.x] = sum;
}

__global__ void pointer_never_set(const int *a, int *out, int n) {
    const int *from;
    for (int k = 0; k < n; k++)
        if (a[k] > 1000) from = a + k; // pointer_never_set
    out[threadIdx.x] = from > a; // pointer_never_set
}

__global__ void added_to_all(const int *a, int *out, int n) {
    int mine;
    for (int k = 0; k < n; k++) mine += a[k]; // added_to_all
    atomicAdd(out, mine);                     // added_to_all
}

__device__ __noinline__ int doubled(int value) { return 2 * value; }

__global__ void handed_to_a_function(const int *a, int *out, int n) {
    int value;
    if (n > 1000) value = a[0];
    out[threadIdx.x] = doubled(value) + doubled(n); // handed_to_a_function
}

__global__ void array_filled_too_short(const int *a, int *out, int n) {
    int values[8], sum = 0;
    for (int k = 0; k < n - 1; k++) values[a[k] & 7] = k;
    for (int k = 0; k < n; k++) sum += values[a[k] & 7]; // array_filled_too_short
    out[threadIdx.x] = sum;                              // array_filled_too_short
}

__global__ void column_not_filled(const int *a, int *out, int n) {
    int table[4][5];
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 4; x++) table[y][x] = a[4 * y + x];
    out[threadIdx.x] = table[a[threadIdx.x] & 3][threadIdx.x % 5]; // column_not_filled
}
__global__ void tile_not_filled(const __half *a, float *out) {
    using namespace nvcuda::wmma;
    fragment<matrix_a, 16, 16, 16, __half, row_major> left;
    fragment<matrix_b, 16, 16, 16, __half, row_major> right;
    fragment<accumulator, 16, 16, 16, float> sums;
    load_matrix_sync(left, a, 16);
    load_matrix_sync(right, a, 16);
    mma_sync(sums, left, right, sums);               // tile_not_filled
    store_matrix_sync(out, sums, 16, mem_row_major); // tile_not_filled
}

// ---- right -----------------------------------------------------------------------------------------------------

__global__ void fine_sums_with_braces(const float *a, const float *b, float *out, int n) {
    float sums[4] = {};
    for (int k = 0; k < n; k++)
        for (int i = 0; i < 4; i++) sums[i] += a[i * n + k] * b[k];
    for (int i = 0; i < 4; i++) out[i * THREADS + threadIdx.x] = sums[i];
}

__global__ void fine_used_where_set(const int *a, int *out, int n) {
    int value;
    bool mine = (int)threadIdx.x < n;
    if (mine) value = a[threadIdx.x];
    __syncthreads();
    if (mine) out[threadIdx.x] = value;
}

__global__ void fine_three_of_four(const float *a, float4 *out) {
    float4 v;
    v.x = a[threadIdx.x];
    v.y = 2 * v.x;
    v.z = 3 * v.x;
    out[threadIdx.x] = v;
}

__global__ void fine_difference_from_second_on(const int *a, int *out, int n) {
    int last, sum = 0;
    for (int k = 0; k < n; k++) {
        if (k > 0) sum += a[k] - last;
        last = a[k];
    }
    out[threadIdx.x] = sum;
}

__global__ void fine_array_filled_first(const int *a, int *out, int n) {
    int counts[8];
    for (int k = 0; k < 8; k++) counts[k] = 0;
    for (int k = 0; k < n; k++) counts[a[k] & 7]++;
    for (int k = 0; k < 8; k++) out[k % 4 * THREADS + threadIdx.x] = counts[k];
}

__global__ void fine_ring_of_the_last_three(const int *a, int *out, int n) {
    int last[3], sum = 0;
    for (int k = 0; k < n; k++) {
        if (k >= 3) sum += last[k % 3];
        last[k % 3] = a[k];
    }
    out[threadIdx.x] = sum;
}

struct Pair {
    int key; // and 4 bytes of padding
    double value;
};
__global__ void fine_smallest_of_pairs(const int *a, Pair *out, int n) {
    Pair pairs[4], last;
    for (int k = 0; k < 4; k++) pairs[k].key = a[(threadIdx.x + k) % n], pairs[k].value = k;
    for (int k = 1; k < 4; k++)
        if (pairs[k].key < pairs[0].key) last = pairs[k], pairs[k] = pairs[0], pairs[0] = last;
    out[threadIdx.x] = pairs[pairs[0].key & 1 ? 0 : pairs[1].key & 3];
}

struct Packed {
    unsigned low : 5, high : 11, rest : 16;
};
__global__ void fine_two_of_three_fields(const int *a, Packed *out, int n) {
    Packed packed;
    packed.low = a[threadIdx.x % n];
    packed.high = threadIdx.x;
    out[threadIdx.x] = packed;
}

struct Holed {
    char c;
    int i;
    short s;
    double d;
};
__device__ __noinline__ void fill(Holed *holed, int i) { holed->c = 1, holed->i = i, holed->s = 2, holed->d = i; }
__global__ void fine_structure_with_holes(const int *a, Holed *out, int n) {
    Holed holed;
    fill(&holed, a[threadIdx.x % n]);
    out[threadIdx.x] = holed;
}

// The upper lanes have nothing to say, and nobody asks them.
__global__ void fine_lanes_that_nobody_asks(const int *a, int *out, int n) {
    int value;
    if (threadIdx.x % 32 < 16) value = a[threadIdx.x % 16];
    for (int step = 8; step > 0; step /= 2) {
        int other = __shfl_down_sync(~0u, value, step);
        if (threadIdx.x % 32 < (unsigned)step) value += other;
    }
    if (threadIdx.x == 0) out[0] = value;
}

// The last warp has 8 lanes. What the others would have is not added.
__global__ void fine_warp_not_full(const int *a, int *out, int n) {
    int value = a[threadIdx.x % n], lane = threadIdx.x % 32, lanes = min(32, (int)blockDim.x - (int)threadIdx.x / 32 * 32);
    for (int step = 16; step > 0; step /= 2) {
        int other = __shfl_down_sync(~0u, value, step);
        if (lane + step < lanes) value += other;
    }
    if (lane == 0) out[threadIdx.x / 32] = value;
}
__global__ void fine_some_lanes_have_left(const int *a, int *out, int n) {
    if ((int)threadIdx.x >= n) return;
    int value = a[threadIdx.x], other = __shfl_xor_sync(~0u, value, n);
    out[threadIdx.x] = threadIdx.x + n < n ? other : value;
}
// Lanes 4 to 7 read from lanes that the mask does not name, and nobody asks for their sums.
__global__ void fine_sum_of_a_few_lanes(const int *a, int *out, int n) {
    if (threadIdx.x >= 8) return;
    int value = a[threadIdx.x % n];
    for (int step = 4; step > 0; step /= 2) value += __shfl_down_sync(0xff, value, step);
    if (threadIdx.x == 0) out[0] = value;
}

__device__ __noinline__ bool find(const int *a, int n, int wanted, int *place) {
    for (int k = 0; k < n; k++)
        if (a[k] == wanted) {
            *place = k;
            return true;
        }
    return false;
}
__global__ void fine_result_by_pointer(const int *a, int *out, int n) {
    int place;
    if (find(a, n, (int)threadIdx.x, &place)) out[threadIdx.x] = place;
}

__global__ void fine_asked_only_if_there(const int *a, int *out, int n) {
    int last;
    bool any = false;
    for (int k = 0; k < n; k++) {
        if (any && last > a[k]) out[threadIdx.x] += 1;
        last = a[k];
        any = true;
    }
}

__global__ void fine_chosen_or_nothing(const int *a, int *out, int n) {
    int value;
    bool mine = (int)threadIdx.x < n;
    if (mine) value = a[threadIdx.x];
    out[threadIdx.x] = mine ? value : 0;
}

__global__ void fine_never_asked(const int *a, int *out, int n) {
    float unused;
    int sum = 0;
    for (int k = 0; k < n; k++) unused += (float)a[k], sum += a[k];
    if (sum < -1000) out[0] = (int)unused;
    out[threadIdx.x] = sum;
}

__global__ void fine_every_case(const int *a, int *out, int n) {
    int value;
    switch (a[threadIdx.x % n] & 3) {
    case 0: value = 10; break;
    case 1: value = 11; break;
    case 2: value = 12; break;
    case 3: value = 13; break;
    }
    out[threadIdx.x] = value;
}

// The last tile of a sort or a selection: what lies behind its end is carried along, and taken out of nothing.
__global__ void fine_tile_not_full(const int *a, int *out, int n) {
    __shared__ int tile[THREADS];
    int value;
    if ((int)threadIdx.x < n) value = a[threadIdx.x];
    tile[THREADS - 1 - threadIdx.x] = value;
    __syncthreads();
    value = tile[threadIdx.x ^ 1];
    __syncthreads();
    tile[threadIdx.x] = value + 1;
    __syncthreads();
    if ((int)threadIdx.x < n) out[threadIdx.x] = tile[THREADS - 1 - threadIdx.x];
}

// What was undefined is written before anybody asks.
__global__ void fine_tile_filled_later(const int *a, int *out, int n) {
    __shared__ int tile[THREADS];
    int value;
    if ((int)threadIdx.x < n) value = a[threadIdx.x];
    tile[threadIdx.x] = value;
    __syncthreads();
    for (int k = n + threadIdx.x; k < THREADS; k += THREADS) tile[k] = 0;
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x];
}

__global__ void fine_tile_filled(const __half *a, float *out) {
    using namespace nvcuda::wmma;
    fragment<matrix_a, 16, 16, 16, __half, row_major> left;
    fragment<matrix_b, 16, 16, 16, __half, row_major> right;
    fragment<accumulator, 16, 16, 16, float> sums;
    fill_fragment(sums, 0.0f);
    load_matrix_sync(left, a, 16);
    load_matrix_sync(right, a, 16);
    mma_sync(sums, left, right, sums);
    store_matrix_sync(out, sums, 16, mem_row_major);
}

// ---- surfaces --------------------------------------------------------------------------------------------------

__global__ void surface_of_nothing(cudaSurfaceObject_t to, const int *a, int n) {
    int value;
    if ((int)threadIdx.x < n) value = a[threadIdx.x];
    surf1Dwrite(value, to, 4 * threadIdx.x); // surface_of_nothing
}

__global__ void column_never_set(cudaSurfaceObject_t to, const int *a, int n) {
    int column;
    for (int k = 0; k < n; k++)
        if (a[k] > 1000) column = a[k]; // column_never_set
    surf1Dwrite(1, to, 4 * (column & 63)); // column_never_set
}

__global__ void fine_surface_where_set(cudaSurfaceObject_t to, const int *a, int n) {
    int value;
    if ((int)threadIdx.x < n) value = a[threadIdx.x];
    if ((int)threadIdx.x < n) surf1Dwrite(value, to, 4 * threadIdx.x);
}

static cudaArray_t line;

static cudaSurfaceObject_t surface() {
    cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
    cudaResourceDesc resource = {};
    cudaSurfaceObject_t object;
    MUST(cudaMallocArray(&line, &format, THREADS, 0, cudaArraySurfaceLoadStore));
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = line;
    MUST(cudaCreateSurfaceObject(&object, &resource));
    return object;
}

// ---- running them ----------------------------------------------------------------------------------------------

static int *a, *out;
static int shown[8 * COUNT];

int main(int count, char **arguments) {
    const char *name = count > 1 ? arguments[1] : "";
    const int n = 8;
    for (int k = 0; k < COUNT; k++) shown[k] = (k * 5 + 3) % n;
    MUST(cudaMalloc(&a, COUNT * sizeof *a));
    MUST(cudaMalloc(&out, sizeof shown));
    MUST(cudaMemcpy(a, shown, COUNT * sizeof *a, cudaMemcpyHostToDevice));
    MUST(cudaMemset(out, 0, sizeof shown));
    float *fa = (float *)a, *fout = (float *)out;
    __half *ha = (__half *)a;
    (void)fa, (void)fout, (void)ha;
#define RUN(kernel, ...) if (!strcmp(name, #kernel)) kernel<<<1, THREADS>>>(__VA_ARGS__); else
#define RUN_PART(kernel, ...) if (!strcmp(name, #kernel)) kernel<<<1, 40>>>(__VA_ARGS__); else
#define RUN_WARP(kernel, ...) if (!strcmp(name, #kernel)) kernel<<<1, 32>>>(__VA_ARGS__); else
    RUN(sums_without_braces, fa, fa, fout, n) RUN(sum_without_start, a, out, n) RUN(set_on_one_side, a, out, n)
    RUN(largest_of_none, fa, fout, n) RUN(counted_in_an_array, a, out, n) RUN(place_never_set, a, out, n)
    RUN(count_of_nothing, a, out, n) RUN(tile_of_nothing, a, out, n) RUN(end_never_set, a, out, n)
    RUN(pointer_never_set, a, out, n) RUN(added_to_all, a, out, n) RUN(handed_to_a_function, a, out, n)
    RUN(array_filled_too_short, a, out, n) RUN(column_not_filled, a, out, n) RUN_WARP(tile_not_filled, ha, fout)
    RUN(fine_sums_with_braces, fa, fa, fout, n) RUN(fine_used_where_set, a, out, n)
    RUN(fine_smallest_of_pairs, a, (Pair *)out, n) RUN(fine_three_of_four, fa, (float4 *)out) RUN(fine_difference_from_second_on, a, out, n)
    RUN(fine_array_filled_first, a, out, n) RUN(fine_ring_of_the_last_three, a, out, n)
    RUN(fine_two_of_three_fields, a, (Packed *)out, n) RUN(fine_structure_with_holes, a, (Holed *)out, n)
    RUN(fine_lanes_that_nobody_asks, a, out, n) RUN(fine_result_by_pointer, a, out, n)
    RUN_PART(fine_warp_not_full, a, out, n) RUN(fine_some_lanes_have_left, a, out, n) RUN(fine_sum_of_a_few_lanes, a, out, n)
    RUN(fine_asked_only_if_there, a, out, n) RUN(fine_chosen_or_nothing, a, out, n) RUN(fine_never_asked, a, out, n)
    RUN(fine_tile_not_full, a, out, n) RUN(fine_tile_filled_later, a, out, n)
    RUN(fine_every_case, a, out, n) RUN_WARP(fine_tile_filled, ha, fout)
    RUN(surface_of_nothing, surface(), a, n) RUN(column_never_set, surface(), a, n)
    RUN(fine_surface_where_set, surface(), a, n)
    return 2;
    FINISH();
    MUST(cudaMemcpy(shown, out, sizeof shown, cudaMemcpyDeviceToHost));
    unsigned sum = 0;
    for (size_t k = 0; k < sizeof shown / sizeof *shown; k++) sum += (unsigned)shown[k] * (unsigned)(k % 7 + 1);
    printf("right or wrong: %u\n", sum);
    MUST(cudaFreeArray(line));
    MUST(cudaFree(a));
    MUST(cudaFree(out));
    return 0;
}
