// cuda_bf16.cuh - numbers of 16 bits with the range of float.
__host__ __device__ __nv_bfloat16 __float2bfloat16(float x);
__host__ __device__ float __bfloat162float(__nv_bfloat16 x);
