// cuda_pipeline.cuh - copies from global to shared memory that the thread does not wait for.
__device__ void __pipeline_memcpy_async(void *shared, const void *global, size_t size, size_t zeros = 0);
__device__ void __pipeline_commit();
__device__ inline void __pipeline_wait_prior(size_t behind) {
    switch (behind) { // the instruction takes a constant
    case 0: asm volatile("cp.async.wait_group 0;" ::: "memory"); break;
    case 1: asm volatile("cp.async.wait_group 1;" ::: "memory"); break;
    case 2: asm volatile("cp.async.wait_group 2;" ::: "memory"); break;
    case 3: asm volatile("cp.async.wait_group 3;" ::: "memory"); break;
    case 4: asm volatile("cp.async.wait_group 4;" ::: "memory"); break;
    case 5: asm volatile("cp.async.wait_group 5;" ::: "memory"); break;
    case 6: asm volatile("cp.async.wait_group 6;" ::: "memory"); break;
    case 7: asm volatile("cp.async.wait_group 7;" ::: "memory"); break;
    default: asm volatile("cp.async.wait_group 8;" ::: "memory");
    }
}
