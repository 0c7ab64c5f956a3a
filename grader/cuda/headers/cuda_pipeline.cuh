// cuda_pipeline.cuh - copies from global to shared memory that the thread does not wait for.
__device__ void __pipeline_memcpy_async(void *shared, const void *global, size_t size, size_t zeros = 0);
__device__ void __pipeline_commit();
__device__ void __pipeline_wait_prior(size_t behind);
