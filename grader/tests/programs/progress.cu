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
    return claims_end();
}
