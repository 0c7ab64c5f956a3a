// own_barriers.cu - threads of a block that guard its shared memory by words in global memory: `own_barriers NAME` runs
// one kernel, wrong or right.
//
// A wrong one is named for its mistake; the lines that race are marked with its name. A right one begins with "fine_".
// Which is which follows from PTX's memory model: a release and an acquire order what lies before the one and after the
// other, of whatever memory; relaxed and volatile accesses do so only with fences.
#include "claims.cuh"
#include <cuda/atomic>

enum { THREADS = 128, WARPS = THREADS / 32, ROUNDS = 3 };

template <cuda::thread_scope SCOPE> using Word = cuda::atomic_ref<unsigned, SCOPE>;
using BlockWord = Word<cuda::thread_scope_block>;
using DeviceWord = Word<cuda::thread_scope_device>;

__device__ static int mirrored() { return THREADS - 1 - threadIdx.x; }

__device__ static void clear(int *row) {
    row[threadIdx.x] = 0;
    __syncthreads();
}

// In each round all threads store a word, meet, read one of another warp, and meet. MEET counts all who come.
template <void (*MEET)(unsigned *, unsigned *)> __device__ static void rounds_of_all(int *y, unsigned *counter) {
    __shared__ int row[THREADS];
    unsigned target = 0;
    int sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
        row[threadIdx.x] = round + threadIdx.x;
        MEET(counter, &target);
        sum += row[mirrored()];
        MEET(counter, &target);
    }
    y[threadIdx.x] = sum;
}

// ---- barriers ----------------------------------------------------------------------------------------------------

// A thread of each warp counts its warp by a reduction that releases, and waits by loads that acquire.
__device__ static void meet_by_ptx(unsigned *counter, unsigned *target) {
    *target += WARPS;
    __syncwarp();
    if (threadIdx.x % 32 == 0) {
        unsigned seen;
        asm volatile("red.release.cta.global.add.u32 [%0], 1;" ::"l"(counter) : "memory");
        do asm volatile("ld.acquire.cta.global.u32 %0, [%1];" : "=r"(seen) : "l"(counter) : "memory");
        while (seen < *target);
    }
    __syncwarp();
}
__global__ void fine_ptx(int *y, unsigned *counter) { rounds_of_all<meet_by_ptx>(y, counter); }

// Every thread by itself.
template <cuda::thread_scope SCOPE> __device__ static void meet_by_reference(unsigned *counter, unsigned *target) {
    *target += THREADS;
    Word<SCOPE> word(*counter);
    word.fetch_add(1, cuda::memory_order_acq_rel);
    while (word.load(cuda::memory_order_acquire) < *target) {}
}
__global__ void fine_scope_of_block(int *y, unsigned *counter) { rounds_of_all<meet_by_reference<cuda::thread_scope_block>>(y, counter); }
__global__ void fine_scope_of_device(int *y, unsigned *counter) { rounds_of_all<meet_by_reference<cuda::thread_scope_device>>(y, counter); }
__global__ void fine_scope_of_system(int *y, unsigned *counter) { rounds_of_all<meet_by_reference<cuda::thread_scope_system>>(y, counter); }

// As books write it for blocks.
__device__ static void meet_by_fences(unsigned *counter, unsigned *target) {
    *target += THREADS;
    __threadfence();
    atomicAdd(counter, 1);
    while (*static_cast<volatile unsigned *>(counter) < *target) {}
    __threadfence();
}
__global__ void fine_fences(int *y, unsigned *counter) { rounds_of_all<meet_by_fences>(y, counter); }

__device__ static void meet_by_fences_of_the_block(unsigned *counter, unsigned *target) {
    *target += THREADS;
    __threadfence_block();
    atomicAdd_block(counter, 1);
    while (atomicAdd_block(counter, 0) < *target) {}
    __threadfence_block();
}
__global__ void fine_fences_of_the_block(int *y, unsigned *counter) { rounds_of_all<meet_by_fences_of_the_block>(y, counter); }

// The last warp to come turns a sense that the others wait for.
__device__ static void meet_by_sense(unsigned *counter, unsigned *sense) {
    *sense ^= 1;
    __syncwarp();
    if (threadIdx.x % 32 == 0) {
        if (BlockWord(counter[0]).fetch_add(1, cuda::memory_order_acq_rel) == WARPS - 1) {
            BlockWord(counter[0]).store(0, cuda::memory_order_relaxed);
            BlockWord(counter[1]).store(*sense, cuda::memory_order_release);
        } else {
            while (BlockWord(counter[1]).load(cuda::memory_order_acquire) != *sense) {}
        }
    }
    __syncwarp();
}
__global__ void fine_turned_sense(int *y, unsigned *counter) { rounds_of_all<meet_by_sense>(y, counter); }

// ---- other orders that are right -----------------------------------------------------------------------------------

// One warp produces, the others wait for its flag, and it waits until they have read.
__global__ void fine_flags_of_warps(int *y, unsigned *flags) {
    __shared__ int row[32];
    unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    volatile unsigned *ready = flags, *done = flags + 1;
    int sum = 0;
    for (unsigned round = 1; round <= ROUNDS; round++) {
        if (warp == 0) {
            row[lane] = round + lane;
            __threadfence_block();
            __syncwarp();
            if (lane == 0) *ready = round;
            while (*done < (WARPS - 1) * round) {}
            __threadfence_block();
        } else {
            while (*ready < round) {}
            __threadfence_block();
            sum += row[31 - lane];
            __threadfence_block();
            __syncwarp();
            if (lane == 0) atomicAdd(flags + 1, 1);
        }
    }
    y[threadIdx.x] = sum;
}

// A word is handed from warp to warp; a lock in global memory guards it.
__global__ void fine_lock(int *y, unsigned *lock) {
    __shared__ int total;
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    for (int round = 0; round < ROUNDS; round++) {
        if (threadIdx.x % 32 == 0) {
            while (BlockWord(*lock).exchange(1, cuda::memory_order_acquire) != 0) {}
            total += 1;
            BlockWord(*lock).store(0, cuda::memory_order_release);
        }
        __syncwarp();
    }
    __syncthreads();
    y[threadIdx.x] = total;
}

// A warp that waits for another polls often, and has read long before.
__global__ void fine_long_wait(int *y, unsigned *counter) {
    __shared__ int row[THREADS];
    row[threadIdx.x] = threadIdx.x;
    unsigned target = 0;
    meet_by_ptx(counter, &target);
    int value = row[mirrored()];
    for (int n = 0; n < 200; n++) meet_by_ptx(counter, &target);
    row[threadIdx.x] = value;
    meet_by_ptx(counter, &target);
    y[threadIdx.x] = row[threadIdx.x] + row[mirrored()];
}

// ---- wrong -------------------------------------------------------------------------------------------------------

__global__ void all_relaxed(int *y, unsigned *counter) {
    __shared__ int row[THREADS];
    row[threadIdx.x] = threadIdx.x; // all_relaxed
    DeviceWord word(*counter);
    word.fetch_add(1, cuda::memory_order_relaxed);
    while (word.load(cuda::memory_order_relaxed) < THREADS) {}
    y[threadIdx.x] = row[mirrored()]; // all_relaxed
}

__global__ void atomics_without_fences(int *y, unsigned *counter) {
    __shared__ int row[THREADS];
    row[threadIdx.x] = threadIdx.x; // atomics_without_fences
    atomicAdd(counter, 1);
    while (*static_cast<volatile unsigned *>(counter) < THREADS) {}
    y[threadIdx.x] = row[mirrored()]; // atomics_without_fences
}

__global__ void fence_before_only(int *y, unsigned *counter) {
    __shared__ int row[THREADS];
    row[threadIdx.x] = threadIdx.x; // fence_before_only
    __threadfence();
    atomicAdd(counter, 1);
    while (*static_cast<volatile unsigned *>(counter) < THREADS) {}
    y[threadIdx.x] = row[mirrored()]; // fence_before_only
}

__global__ void fence_after_only(int *y, unsigned *counter) {
    __shared__ int row[THREADS];
    row[threadIdx.x] = threadIdx.x; // fence_after_only
    atomicAdd(counter, 1);
    while (*static_cast<volatile unsigned *>(counter) < THREADS) {}
    __threadfence();
    y[threadIdx.x] = row[mirrored()]; // fence_after_only
}

__global__ void released_only(int *y, unsigned *counter) {
    __shared__ int row[THREADS];
    row[threadIdx.x] = threadIdx.x; // released_only
    BlockWord word(*counter);
    word.fetch_add(1, cuda::memory_order_release);
    while (word.load(cuda::memory_order_relaxed) < THREADS) {}
    y[threadIdx.x] = row[mirrored()]; // released_only
}

__global__ void acquired_only(int *y, unsigned *counter) {
    __shared__ int row[THREADS];
    row[threadIdx.x] = threadIdx.x; // acquired_only
    BlockWord word(*counter);
    word.fetch_add(1, cuda::memory_order_relaxed);
    while (word.load(cuda::memory_order_acquire) < THREADS) {}
    y[threadIdx.x] = row[mirrored()]; // acquired_only
}

// A thread counts itself first and stores then.
__global__ void counted_too_early(int *y, unsigned *counter) {
    __shared__ int row[THREADS];
    clear(row);
    unsigned target = THREADS;
    BlockWord word(*counter);
    word.fetch_add(1, cuda::memory_order_acq_rel);
    row[threadIdx.x] = threadIdx.x; // counted_too_early
    while (word.load(cuda::memory_order_acquire) < target) {}
    y[threadIdx.x] = row[mirrored()]; // counted_too_early
}

// What is stored after the fence is not ordered by it.
__global__ void fenced_too_early(int *y, unsigned *counter) {
    __shared__ int row[THREADS];
    __threadfence_block();
    row[threadIdx.x] = threadIdx.x; // fenced_too_early
    atomicAdd(counter, 1);
    while (*static_cast<volatile unsigned *>(counter) < THREADS) {}
    __threadfence_block();
    y[threadIdx.x] = row[mirrored()]; // fenced_too_early
}

// Reads before it has waited.
__global__ void read_before_waiting(int *y, unsigned *counter) {
    __shared__ int row[THREADS];
    clear(row);
    row[threadIdx.x] = threadIdx.x; // read_before_waiting
    __threadfence_block();
    atomicAdd(counter, 1);
    y[threadIdx.x] = row[mirrored()]; // read_before_waiting
    while (*static_cast<volatile unsigned *>(counter) < THREADS) {}
    __threadfence_block();
}

// Overwrites at once what others may still read.
__global__ void second_meeting_forgotten(int *y, unsigned *counter) {
    __shared__ int row[THREADS];
    unsigned target = 0;
    row[threadIdx.x] = threadIdx.x;
    meet_by_ptx(counter, &target);
    int value = row[mirrored()]; // second_meeting_forgotten
    row[threadIdx.x] = value;    // second_meeting_forgotten
    y[threadIdx.x] = row[threadIdx.x];
}

// Nobody waits at a fence.
__global__ void fences_alone(int *y, unsigned *) {
    __shared__ int row[THREADS];
    clear(row);
    row[threadIdx.x] = threadIdx.x; // fences_alone
    __threadfence();
    y[threadIdx.x] = row[mirrored()]; // fences_alone
}

// Lanes of one warp, too, wait for nobody at a fence.
__global__ void fence_among_lanes(int *y, unsigned *) {
    __shared__ int row[THREADS];
    row[threadIdx.x] = threadIdx.x; // fence_among_lanes
    __threadfence_block();
    y[threadIdx.x] = row[threadIdx.x ^ 1]; // fence_among_lanes
}

// Each lane releases what it stored, and none waits.
__global__ void release_among_lanes(int *y, unsigned *counter) {
    __shared__ int row[THREADS];
    row[threadIdx.x] = threadIdx.x; // release_among_lanes
    BlockWord(*counter).fetch_add(1, cuda::memory_order_release);
    y[threadIdx.x] = row[threadIdx.x ^ 1]; // release_among_lanes
}

// Only the first warp waits; the others read at once.
__global__ void one_warp_waits(int *y, unsigned *counter) {
    __shared__ int row[THREADS];
    row[threadIdx.x] = threadIdx.x; // one_warp_waits
    unsigned target = THREADS;
    BlockWord word(*counter);
    word.fetch_add(1, cuda::memory_order_release);
    if (threadIdx.x < 32)
        while (word.load(cuda::memory_order_acquire) < target) {}
    y[threadIdx.x] = row[mirrored()]; // one_warp_waits
}

// The first warp releases so often that its first release is long forgotten, and the others never acquire.
__global__ void released_long_ago(int *y, unsigned *counter) {
    __shared__ int row[32];
    BlockWord word(*counter);
    if (threadIdx.x < 32) row[threadIdx.x] = threadIdx.x; // released_long_ago
    for (int n = 0; n < 100 && threadIdx.x < 32; n++) word.fetch_add(1, cuda::memory_order_release);
    while (word.load(cuda::memory_order_relaxed) < 32 * 100) {}
    y[threadIdx.x] = row[threadIdx.x % 32]; // released_long_ago
}

// ---- each by its name --------------------------------------------------------------------------------------------

static int rounds_of(int n) { return ROUNDS * (THREADS - 1 - n) + ROUNDS * (ROUNDS - 1) / 2; }
static int once(int n) { return THREADS - 1 - n; }

static const struct {
    const char *name;
    void (*kernel)(int *, unsigned *);
    int (*right)(int);
} KERNELS[] = {
#define KERNEL(name, right) {#name, name, right},
    KERNEL(fine_ptx, rounds_of)
    KERNEL(fine_scope_of_block, rounds_of)
    KERNEL(fine_scope_of_device, rounds_of)
    KERNEL(fine_scope_of_system, rounds_of)
    KERNEL(fine_fences, rounds_of)
    KERNEL(fine_fences_of_the_block, rounds_of)
    KERNEL(fine_turned_sense, rounds_of)
    KERNEL(fine_flags_of_warps, [](int n) { return n < 32 ? 0 : ROUNDS * (31 - n % 32) + ROUNDS * (ROUNDS + 1) / 2; })
    KERNEL(fine_lock, [](int) { return ROUNDS * WARPS; })
    KERNEL(fine_long_wait, [](int) { return THREADS - 1; })
    KERNEL(all_relaxed, once)
    KERNEL(atomics_without_fences, once)
    KERNEL(fence_before_only, once)
    KERNEL(fence_after_only, once)
    KERNEL(released_only, once)
    KERNEL(acquired_only, once)
    KERNEL(counted_too_early, once)
    KERNEL(fenced_too_early, once)
    KERNEL(read_before_waiting, once)
    KERNEL(second_meeting_forgotten, once)
    KERNEL(fences_alone, once)
    KERNEL(fence_among_lanes, [](int n) { return n ^ 1; })
    KERNEL(release_among_lanes, [](int n) { return n ^ 1; })
    KERNEL(one_warp_waits, once)
    KERNEL(released_long_ago, [](int n) { return n % 32; })
};

int main(int count, char **arguments) {
    const char *name = count > 1 ? arguments[1] : "";
    for (const auto &kernel : KERNELS) {
        if (strcmp(kernel.name, name)) continue;
        Array<int> y(THREADS);
        Array<unsigned> words(32);
        kernel.kernel<<<1, THREADS>>>(y.device, words.device);
        FINISH();
        MUST(cudaMemcpy(y.host, y.device, THREADS * sizeof(int), cudaMemcpyDeviceToHost));
        int wrong = 0;
        for (int n = 0; n < THREADS; n++) wrong += y.host[n] != kernel.right(n);
        printf("%s %d of %d\n", wrong ? "wrong" : "right", wrong ? wrong : THREADS, THREADS);
        return 0;
    }
    return 2;
}
