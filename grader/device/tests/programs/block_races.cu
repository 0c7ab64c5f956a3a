// block_races.cu - races between blocks of a launch: `block_races NAME` runs one kernel, wrong or right.
//
// A wrong one is named for its mistake; the lines that race are marked with its name. A right one begins with "fine_".
// Each prints what it computed and what it should have, so that a GPU can be seen to get the wrong ones wrong.
#include "claims.cuh"
#include <cooperative_groups.h>
#include <cuda/atomic>

namespace cg = cooperative_groups;
enum { BLOCKS = 64, THREADS = 128, COUNT = BLOCKS * THREADS };

// The sum over the block of each thread's value, for its first thread.
__device__ static int block_sum(int value) {
    __shared__ int sums[THREADS / 32];
    value = __reduce_add_sync(~0u, value);
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = value;
    __syncthreads();
    int sum = 0;
    for (int n = 0; n < THREADS / 32; n++) sum += sums[n];
    return sum;
}

__device__ static int place() { return blockIdx.x * blockDim.x + threadIdx.x; }

// ---- wrong -----------------------------------------------------------------------------------------------------

__global__ void sum_without_atomic(int *total) {
    int sum = block_sum(1);
    if (threadIdx.x == 0) *total += sum; // sum_without_atomic
}

__global__ void counter_set_inside(int *counter) {
    if (place() == 0) *counter = 0; // counter_set_inside
    int sum = block_sum(1);
    if (threadIdx.x == 0) atomicAdd(counter, sum); // counter_set_inside
}

__global__ void smoothed_in_place(int *x) {
    int i = place();
    int left = i > 0 ? x[i - 1] : 0; // smoothed_in_place
    __syncthreads();
    x[i] += left; // smoothed_in_place
}

// The last block to come adds what all have left, and nobody made sure that it is there.
__global__ void last_block_without_fence(int *partial, unsigned *ticket, int *total) {
    __shared__ bool last;
    int sum = block_sum(1);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sum; // last_block_without_fence
        last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) return;
    int all = block_sum(threadIdx.x < BLOCKS ? partial[threadIdx.x] : 0); // last_block_without_fence
    if (threadIdx.x == 0) *total = all;
}

__global__ void flag_without_fence(int *message, volatile int *flag, int *got) {
    if (threadIdx.x != 0 || blockIdx.x > 1) return;
    if (blockIdx.x == 0) {
        for (int n = 0; n < 64; n++) message[n] = n; // flag_without_fence
        *flag = 1;
    } else {
        while (*flag == 0) {}
        int sum = 0;
        for (int n = 0; n < 64; n++) sum += message[n]; // flag_without_fence
        *got = sum;
    }
}

__global__ void bins_without_atomic(int *bins) {
    bins[place() % 32]++; // bins_without_atomic
}

// Each block takes for granted that the one before has ended.
__global__ void sums_in_order(int *sums) {
    int sum = block_sum(1);
    if (threadIdx.x != 0) return;
    int before = blockIdx.x > 0 ? sums[blockIdx.x - 1] : 0; // sums_in_order
    sums[blockIdx.x] = before + sum;                        // sums_in_order
}

// Blocks overlap by one element, and do not agree on it.
__global__ void tiles_overlap(int *x) {
    int i = blockIdx.x * (THREADS - 1) + threadIdx.x;
    x[i] = (int)blockIdx.x; // tiles_overlap
}

__global__ void total_read_too_early(int *total, int *mean) {
    int sum = block_sum(4);
    if (threadIdx.x == 0) atomicAdd(total, sum);                                  // total_read_too_early
    if (threadIdx.x == 0 && blockIdx.x == gridDim.x - 1) *mean = *total / COUNT;  // total_read_too_early
}

__global__ void maximum_without_atomic(int *best) {
    int mine = block_sum(1) + (int)(blockIdx.x * 37 % BLOCKS);
    if (threadIdx.x == 0 && mine > *best) // maximum_without_atomic
        *best = mine;                     // maximum_without_atomic
}

__global__ void lock_without_fence(int *lock, int *total) {
    if (threadIdx.x != 0) return;
    while (atomicCAS(lock, 0, 1) != 0) {}
    *total += 1; // lock_without_fence
    atomicExch(lock, 0);
}

// Every block swaps, and so swaps back what its mirror image has swapped.
__global__ void reversed_twice(int *x) {
    int i = place(), j = COUNT - 1 - i, mine = x[i], other = x[j]; // reversed_twice
    x[i] = other;                                                  // reversed_twice
    x[j] = mine;                                                   // reversed_twice
}

__global__ void bytes_overlap(unsigned char *bytes) {
    int i = blockIdx.x * 30 + threadIdx.x;
    if (threadIdx.x < 32) bytes[i] = (unsigned char)blockIdx.x; // bytes_overlap
}

// The phases of a grid whose blocks all run, without a barrier of the grid between.
__global__ void phases_without_barrier(int *a, int *b) {
    a[place()] = place(); // phases_without_barrier
    __syncthreads();
    b[place()] = a[COUNT - 1 - place()]; // phases_without_barrier
}

__global__ void __cluster_dims__(2) cluster_without_barrier(int *x, int *y) {
    x[place()] = place(); // cluster_without_barrier
    __syncthreads();
    y[place()] = x[place() ^ THREADS]; // cluster_without_barrier
}

// All blocks read whole rows, and the last one then sets a byte of one.
__global__ void byte_of_a_row_all_read(int *x, int *y) {
    y[place()] = x[threadIdx.x]; // byte_of_a_row_all_read
    __syncthreads();
    if (place() == COUNT - 1) ((char *)x)[333] = 1; // byte_of_a_row_all_read
}

// All blocks read a whole page, and the last one then stores four words in it.
__global__ void words_of_a_page_all_read(int *x, int *y) {
    int sum = 0;
    for (int n = 0; n < 1024; n += THREADS) sum += x[n + threadIdx.x]; // words_of_a_page_all_read
    y[place()] = sum;
    __syncthreads();
    if (place() == COUNT - 1) ((int4 *)x)[100] = make_int4(1, 2, 3, 4); // words_of_a_page_all_read
}

// All blocks read all of eight pages in columns, a row for each lane, and one of them then stores a word.
__global__ void word_of_columns_all_read(int *x, int *y) {
    int sum = 0, row = threadIdx.x % 32 * (COUNT / 32);
    for (int n = threadIdx.x / 32; n < COUNT / 32; n += THREADS / 32) sum += x[row + n]; // word_of_columns_all_read
    y[place()] = sum;
    __syncthreads();
    if (place() == COUNT - 1) x[5000] = 1; // word_of_columns_all_read
}

// Two blocks share each row, and each writes all of it.
__global__ void rows_written_twice(int *x) {
    x[blockIdx.x / 2 * THREADS + threadIdx.x] = (int)blockIdx.x; // rows_written_twice
}

// A block adds to a word of what others read in rows.
__global__ void added_to_a_row_all_read(int *x, int *y) {
    int2 two = ((int2 *)x)[threadIdx.x]; // added_to_a_row_all_read
    y[place()] = two.x + two.y;
    if (blockIdx.x == 5 && threadIdx.x == 0) atomicAdd(x + THREADS + 7, 1); // added_to_a_row_all_read
}

// A fence for the block only.
__global__ void fence_of_the_block(int *message, int *flag, int *got) {
    if (threadIdx.x != 0 || blockIdx.x > 1) return;
    if (blockIdx.x == 0) {
        *message = 42; // fence_of_the_block
        __threadfence_block();
        atomicExch(flag, 1);
    } else {
        while (atomicAdd(flag, 0) == 0) {}
        *got = *message; // fence_of_the_block
    }
}

// ---- right -----------------------------------------------------------------------------------------------------

__global__ void fine_atomic_sum(int *total) {
    int sum = block_sum(1);
    if (threadIdx.x == 0) atomicAdd(total, sum);
}

__global__ void fine_last_block(int *partial, unsigned *ticket, int *total) {
    __shared__ bool last;
    int sum = block_sum(1);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sum;
        __threadfence();
        last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) return;
    int all = block_sum(threadIdx.x < BLOCKS ? partial[threadIdx.x] : 0);
    if (threadIdx.x == 0) *total = all;
}

// All threads store, one fences for all.
__global__ void fine_last_block_of_all_threads(int *x, unsigned *ticket, int *total) {
    __shared__ bool last;
    x[place()] = 1;
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        last = atomicAdd(ticket, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) return;
    int mine = 0;
    for (int n = threadIdx.x; n < COUNT; n += THREADS) mine += x[n];
    int all = block_sum(mine);
    if (threadIdx.x == 0) *total = all;
}

// Every block waits for the sum of those before it.
__global__ void fine_chained_scan(volatile int *sums, volatile int *ready, int *out) {
    __shared__ int before;
    int sum = block_sum(1);
    if (threadIdx.x == 0) {
        if (blockIdx.x > 0)
            while (ready[blockIdx.x - 1] == 0) {}
        __threadfence();
        before = blockIdx.x > 0 ? sums[blockIdx.x - 1] : 0;
        sums[blockIdx.x] = before + sum;
        __threadfence();
        ready[blockIdx.x] = 1;
    }
    __syncthreads();
    out[place()] = before + (int)threadIdx.x + 1;
}

// As single-pass scans do: the sum and what it is worth in one word, and the blocks before looked at one by one.
__global__ void fine_look_back(unsigned long long *state, int *out) {
    __shared__ int before;
    int sum = block_sum(1);
    if (threadIdx.x == 0) {
        atomicExch(&state[blockIdx.x], 1ull << 32 | (unsigned)sum);
        int all = 0;
        for (int n = (int)blockIdx.x - 1; n >= 0; n--) {
            unsigned long long seen;
            while ((seen = *(volatile unsigned long long *)&state[n]) == 0) {}
            all += (int)(unsigned)seen;
            if (seen >> 32 == 2) break;
        }
        atomicExch(&state[blockIdx.x], 2ull << 32 | (unsigned)(all + sum));
        before = all;
    }
    __syncthreads();
    out[place()] = before + (int)threadIdx.x + 1;
}

__global__ void fine_spin_lock(int *lock, int *total) {
    if (threadIdx.x != 0) return;
    while (atomicCAS(lock, 0, 1) != 0) {}
    __threadfence();
    *total += 1;
    __threadfence();
    atomicExch(lock, 0);
}

// The lock ends with a plain store behind a fence.
__global__ void fine_spin_lock_with_store(int *lock, int *total) {
    if (threadIdx.x != 0) return;
    while (atomicCAS(lock, 0, 1) != 0) {}
    __threadfence();
    *total += 1;
    __threadfence();
    *(volatile int *)lock = 0;
}

__global__ void fine_grid_barrier(int *a, int *b) {
    a[place()] = place();
    cg::this_grid().sync();
    b[place()] = a[COUNT - 1 - place()];
}

__global__ void fine_own_barrier(int *a, int *b, unsigned *arrived) {
    a[place()] = place();
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(arrived, 1u);
        while (*(volatile unsigned *)arrived < gridDim.x) {}
        __threadfence();
    }
    __syncthreads();
    b[place()] = a[COUNT - 1 - place()];
}

__global__ void fine_release_acquire(int *message, int *flag, int *got) {
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
    if (threadIdx.x != 0 || blockIdx.x > 1) return;
    if (blockIdx.x == 0) {
        for (int n = 0; n < 64; n++) message[n] = n;
        ready.store(1, cuda::memory_order_release);
    } else {
        while (ready.load(cuda::memory_order_acquire) == 0) {}
        int sum = 0;
        for (int n = 0; n < 64; n++) sum += message[n];
        *got = sum;
    }
}

__global__ void fine_found_flag(const int *x, int *found) {
    if (x[place()] % 100 == 17) *found = 1;
}

__global__ void fine_bytes_side_by_side(unsigned char *bytes) {
    if (threadIdx.x < 3) bytes[blockIdx.x * 3 + threadIdx.x] = (unsigned char)blockIdx.x;
}

__global__ void __cluster_dims__(2) fine_cluster_barrier(int *x, int *y) {
    x[place()] = place();
    cg::this_cluster().sync();
    y[place()] = x[place() ^ THREADS];
}

__global__ void fine_work_queue(int *next, int *x) {
    __shared__ int tile;
    for (;;) {
        __syncthreads();
        if (threadIdx.x == 0) tile = atomicAdd(next, 1);
        __syncthreads();
        if (tile >= BLOCKS) return;
        x[tile * THREADS + threadIdx.x] += 1;
    }
}

// Whether the atomic is worth its price can be asked without order: it finds out.
__global__ void fine_look_before_minimum(int *best) {
    int mine = place() * 7919 % 10007 + 1;
    if (threadIdx.x == 0 && mine < *best) atomicMin(best, mine);
}

__global__ void fine_added_by_swaps(double *sum) {
    unsigned long long *bits = (unsigned long long *)sum, old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __double_as_longlong(__longlong_as_double(assumed) + 1));
    } while (assumed != old);
}

__global__ void fine_other_buffer(const int *x, int *y) {
    int i = place();
    y[i] = x[i] + (i > 0 ? x[i - 1] : 0) + (i + 1 < COUNT ? x[i + 1] : 0);
}

__global__ void fine_swapped_once(int *x) {
    int i = place(), j = COUNT - 1 - i;
    if (i >= j) return;
    int mine = x[i];
    x[i] = x[j];
    x[j] = mine;
}

// The outputs lie behind the inputs, which all blocks read.
__global__ void fine_outputs_behind_inputs(int *x) {
    int sum = 0;
    for (int n = threadIdx.x; n < 2048; n += THREADS) sum += x[n];
    if (threadIdx.x < 96) x[2048 + blockIdx.x * 96 + threadIdx.x] = sum;
}

__global__ void fine_bins(int *bins) {
    __shared__ int mine[32];
    if (threadIdx.x < 32) mine[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&mine[place() % 32], 1);
    __syncthreads();
    if (threadIdx.x < 32) atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

// ---- running them ----------------------------------------------------------------------------------------------

static int *x, *y, *z;
static int shown[COUNT];

// The sum of `count` words, which tells right from wrong.
static long long sum_of(const int *words, int count) {
    long long sum = 0;
    MUST(cudaDeviceSynchronize());
    MUST(cudaMemcpy(shown, words, count * sizeof *words, cudaMemcpyDeviceToHost));
    for (int n = 0; n < count; n++) sum += (long long)shown[n] * (n % 7 + 1);
    return sum;
}

static long long weighed(int count, int (*value)(int)) {
    long long sum = 0;
    for (int n = 0; n < count; n++) sum += (long long)value(n) * (n % 7 + 1);
    return sum;
}

static void fill(int *words, int (*value)(int)) {
    for (int n = 0; n < COUNT; n++) shown[n] = value(n);
    MUST(cudaMemcpy(words, shown, sizeof shown, cudaMemcpyHostToDevice));
}

static int index_of(int n) { return n; }
static int next_of(int n) { return n + 1; }
static int mirrored(int n) { return COUNT - 1 - n; }
static int big(int) { return 1 << 30; }

static bool wrong_ones(const char *name, long long *got, long long *right) {
#define CASE(kernel, ...) if (!strcmp(name, #kernel)) { kernel<<<BLOCKS, THREADS>>>(__VA_ARGS__);
#define END(words, count, wanted) *got = sum_of(words, count), *right = wanted; return true; }
    CASE(sum_without_atomic, x) END(x, 1, COUNT)
    CASE(counter_set_inside, x) END(x, 1, COUNT)
    if (!strcmp(name, "smoothed_in_place")) fill(x, index_of);
    CASE(smoothed_in_place, x) END(x, COUNT, weighed(COUNT, [](int n) { return n > 0 ? 2 * n - 1 : 0; }))
    CASE(last_block_without_fence, x, (unsigned *)y, z) END(z, 1, COUNT)
    CASE(flag_without_fence, x, y, z) END(z, 1, 64 * 63 / 2)
    CASE(bins_without_atomic, x) END(x, 32, weighed(32, [](int) { return COUNT / 32; }))
    CASE(sums_in_order, x) END(x, BLOCKS, weighed(BLOCKS, [](int n) { return (n + 1) * THREADS; }))
    CASE(tiles_overlap, x) END(x, COUNT - BLOCKS + 1, weighed(COUNT - BLOCKS + 1, [](int n) { return n ? (n - 1) / (THREADS - 1) : 0; }))
    CASE(total_read_too_early, x, y) END(y, 1, 4)
    CASE(maximum_without_atomic, x) END(x, 1, THREADS + BLOCKS - 1)
    CASE(lock_without_fence, x, y) END(y, 1, BLOCKS)
    if (!strcmp(name, "reversed_twice")) fill(x, index_of);
    CASE(reversed_twice, x) END(x, COUNT, weighed(COUNT, mirrored))
    CASE(bytes_overlap, (unsigned char *)x) END(x, 0, 0)
    CASE(phases_without_barrier, x, y) END(y, COUNT, weighed(COUNT, mirrored))
    CASE(cluster_without_barrier, x, y) END(y, COUNT, weighed(COUNT, [](int n) { return n ^ THREADS; }))
    CASE(fence_of_the_block, x, y, z) END(z, 1, 42)
    CASE(byte_of_a_row_all_read, x, y) END(y, COUNT, 0)
    CASE(words_of_a_page_all_read, x, y) END(y, COUNT, 0)
    CASE(word_of_columns_all_read, x, y) END(y, COUNT, 0)
    CASE(rows_written_twice, x) END(x, 0, 0)
    CASE(added_to_a_row_all_read, x, y) END(y, COUNT, 0)
    return false;
}

static bool right_ones(const char *name, long long *got, long long *right) {
    CASE(fine_atomic_sum, x) END(x, 1, COUNT)
    CASE(fine_last_block, x, (unsigned *)y, z) END(z, 1, COUNT)
    CASE(fine_last_block_of_all_threads, x, (unsigned *)y, z) END(z, 1, COUNT)
    CASE(fine_chained_scan, x, y, z) END(z, COUNT, weighed(COUNT, next_of))
    CASE(fine_look_back, (unsigned long long *)x, z) END(z, COUNT, weighed(COUNT, next_of))
    CASE(fine_spin_lock, x, y) END(y, 1, BLOCKS)
    CASE(fine_spin_lock_with_store, x, y) END(y, 1, BLOCKS)
    if (!strcmp(name, "fine_grid_barrier")) {
        void *arguments[] = {&x, &y};
        MUST(cudaLaunchCooperativeKernel((void *)fine_grid_barrier, BLOCKS, THREADS, arguments));
        END(y, COUNT, weighed(COUNT, mirrored))
    CASE(fine_own_barrier, x, y, (unsigned *)z) END(y, COUNT, weighed(COUNT, mirrored))
    CASE(fine_release_acquire, x, y, z) END(z, 1, 64 * 63 / 2)
    if (!strcmp(name, "fine_found_flag")) fill(x, index_of);
    CASE(fine_found_flag, x, y) END(y, 1, 1)
    CASE(fine_bytes_side_by_side, (unsigned char *)x) END(x, 0, 0)
    CASE(fine_cluster_barrier, x, y) END(y, COUNT, weighed(COUNT, [](int n) { return n ^ THREADS; }))
    CASE(fine_work_queue, x, y) END(y, COUNT, weighed(COUNT, [](int) { return 1; }))
    if (!strcmp(name, "fine_look_before_minimum")) fill(x, big);
    CASE(fine_look_before_minimum, x) END(x, 1, 1)
    CASE(fine_added_by_swaps, (double *)x) END(x, 2, 0x40c00000ll * 2)
    if (!strcmp(name, "fine_other_buffer")) fill(x, [](int) { return 1; });
    CASE(fine_other_buffer, x, y) END(y, COUNT, weighed(COUNT, [](int n) { return n && n < COUNT - 1 ? 3 : 2; }))
    if (!strcmp(name, "fine_swapped_once")) fill(x, index_of);
    CASE(fine_swapped_once, x) END(x, COUNT, weighed(COUNT, mirrored))
    if (!strcmp(name, "fine_outputs_behind_inputs")) fill(x, [](int) { return 1; });
    CASE(fine_outputs_behind_inputs, x) END(x, COUNT, weighed(COUNT, [](int n) { return n < 2048 ? 1 : 16; }))
    CASE(fine_bins, x) END(x, 32, weighed(32, [](int) { return COUNT / 32; }))
    return false;
}

int main(int count, char **arguments) {
    long long got = 0, right = 0;
    MUST(cudaMalloc(&x, COUNT * sizeof *x));
    MUST(cudaMalloc(&y, COUNT * sizeof *y));
    MUST(cudaMalloc(&z, COUNT * sizeof *z));
    MUST(cudaMemset(x, 0, COUNT * sizeof *x));
    MUST(cudaMemset(y, 0, COUNT * sizeof *y));
    MUST(cudaMemset(z, 0, COUNT * sizeof *z));
    const char *name = count > 1 ? arguments[1] : "";
    if (!wrong_ones(name, &got, &right) && !right_ones(name, &got, &right)) return 2;
    printf("%s %lld, right %lld, %s\n", got == right ? "right" : "wrong", got, right, cudaGetErrorName(cudaDeviceSynchronize()));
    MUST(cudaFree(x));
    MUST(cudaFree(y));
    MUST(cudaFree(z));
    return 0;
}
