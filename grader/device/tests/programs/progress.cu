// progress.cu - lanes and warps that wait for each other through memory: everyone gets on in the end.
//
// Nothing but the order of volatile accesses orders them, which the check for races does not accept: run without it.
#include "claims.cuh"

// Each lane takes the lock in its turn while the others of its warp spin.
__device__ int lock, guarded;
__global__ void spin_lock() {
    bool done = false;
    while (!done)
        if (atomicCAS(&lock, 0, 1) == 0) {
            guarded = *(volatile int *)&guarded + 1;
            __threadfence();
            atomicExch(&lock, 0);
            done = true;
        }
}
__global__ void spin_lock_first() {
    while (atomicCAS(&lock, 0, 1) != 0) {}
    volatile int *p = &guarded;
    *p = *p + 1;
    __threadfence();
    atomicExch(&lock, 0);
}

// Lane 0 waits for what lane 1 writes; warp 0 hands values to warp 1 one at a time.
__global__ void producer_consumer(int *out) {
    __shared__ volatile int flag, mailbox, full;
    int i = threadIdx.x;
    if (i == 0) flag = full = 0;
    __syncthreads();
    if (i == 0) {
        while (flag == 0) {}
        out[0] = flag;
    } else if (i == 1) flag = 42;
    __syncthreads();
    for (int n = 1; n <= 10; n++) {
        if (i == 0) {
            while (full) {}
            mailbox = n * n;
            __threadfence_block();
            full = 1;
        } else if (i == 32) {
            while (!full) {}
            out[n] = mailbox;
            __threadfence_block();
            full = 0;
        }
    }
}

// A block waits for the one after it.
__global__ void other_block(volatile int *flags) {
    if (threadIdx.x) return;
    if (blockIdx.x + 1 < gridDim.x)
        while (!flags[blockIdx.x + 1]) {}
    __threadfence();
    flags[blockIdx.x] = 1 + (int)blockIdx.x;
}

// Half of a warp produces for the other half of the same warp, a slot at a time.
__global__ void ring(int *sum) {
    __shared__ volatile int slots[16];
    int i = threadIdx.x;
    if (i < 16) slots[i] = 0;
    __syncthreads();
    for (int n = 1; n <= 20; n++) {
        if (i < 16) {
            while (slots[i]) {}
            slots[i] = n;
        } else {
            while (!slots[i - 16]) {}
            atomicAdd(sum, slots[i - 16]);
            slots[i - 16] = 0;
        }
    }
}

// A warp that only looks at memory for many turns, with a branch in each, stays together: its lanes' sums need it.
__global__ void lockstep_sums(const int *in, int *out, int rows) {
    __shared__ volatile int s[64];
    int lane = threadIdx.x;
    for (int row = 0; row < rows; row++) {
        s[lane] = in[row * 32 + lane];
        for (int d = 16; d > 0; d /= 2)
            if (lane < d) s[lane] += s[lane + d];
        if (lane == 0) out[row] = s[0];
    }
}

// One block stores pairs, the other looks whether both halves are of one store.
template <typename Pair> __global__ void pairs(volatile int *stop, Pair *place, int *torn) {
    for (int n = 1; blockIdx.x == 0 && n <= 200000; n++) {
        Pair now = {(decltype(now.x))n, (decltype(now.x))n};
        *place = now;
        asm volatile("" ::: "memory");
    }
    if (blockIdx.x == 0) *stop = 1;
    while (blockIdx.x == 1 && !*stop) {
        Pair seen;
        if (sizeof(Pair) == 8) asm volatile("ld.relaxed.gpu.global.v2.u32 {%0, %1}, [%2];" : "=r"(*(unsigned *)&seen.x), "=r"(*(unsigned *)&seen.y) : "l"(place));
        else asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];" : "=l"(*(unsigned long long *)&seen.x), "=l"(*(unsigned long long *)&seen.y) : "l"(place));
        *torn += seen.x != seen.y;
    }
}

int main() {
    Array<int> mail(11), flags(6), sum(1);
    int count = 0;
    spin_lock<<<4, 64>>>();
    spin_lock_first<<<2, 64>>>();
    FINISH();
    MUST(cudaMemcpyFromSymbol(&count, guarded, sizeof count));
    claim("spin locks", count == 6 * 64, "%d", count);
    producer_consumer<<<1, 64>>>(mail.device);
    claim_each("producer and consumer", mail, [](int n) { return n ? n * n : 42; });
    other_block<<<6, 32>>>(flags.device);
    claim_each("blocks wait for later blocks", flags, [](int i) { return i + 1; });
    ring<<<1, 32>>>(sum.device);
    claim_each("halves of a warp", sum, [](int) { return 16 * 210; });
    enum { ROWS = 500 };
    Array<int> numbers(32 * ROWS), sums(ROWS);
    for (int i = 0; i < 32 * ROWS; i++) numbers[i] = i % 1000;
    numbers.write();
    lockstep_sums<<<1, 32>>>(numbers.device, sums.device, ROWS);
    claim_each("sums of a warp in lockstep", sums, [&](int row) {
        int sum = 0;
        for (int i = 0; i < 32; i++) sum += numbers[32 * row + i];
        return sum;
    });
    Array<int> stop(2), torn(2);
    Array<uint2> pair(1);
    Array<ulonglong2> large_pair(1);
    pairs<<<2, 1>>>(stop.device, pair.device, torn.device);
    pairs<<<2, 1>>>(stop.device + 1, large_pair.device, torn.device + 1);
    claim_each("pairs are stored and loaded whole", torn, [](int) { return 0; });
    return claims_end();
}
