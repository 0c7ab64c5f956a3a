// cuda_fp16.cuh - numbers of 16 bits.
typedef __half half;
struct __align__(4) __half2 {
    __half x, y;
};
typedef __half2 half2;
__host__ __device__ __half __float2half(float x);
__host__ __device__ __half __float2half_rn(float x);
__host__ __device__ float __half2float(__half x);
__device__ unsigned short __half_as_ushort(__half x);
__device__ __half __ushort_as_half(unsigned short x);
__device__ __half __hadd(__half a, __half b);
__device__ __half __hsub(__half a, __half b);
__device__ __half __hmul(__half a, __half b);
__device__ __half __hdiv(__half a, __half b);
__device__ __half __hfma(__half a, __half b, __half c);
__device__ __half __hmin(__half a, __half b);
__device__ __half __hmax(__half a, __half b);
__device__ __half2 __hadd2(__half2 a, __half2 b);
__device__ __half2 __hsub2(__half2 a, __half2 b);
__device__ __half2 __hmul2(__half2 a, __half2 b);
__device__ __half2 __hfma2(__half2 a, __half2 b, __half2 c);
__host__ __device__ inline __half2 __halves2half2(__half a, __half b) { return {a, b}; }
__host__ __device__ inline __half2 __float2half2_rn(float x) { return {__float2half_rn(x), __float2half_rn(x)}; }
__host__ __device__ inline __half2 __floats2half2_rn(float a, float b) { return {__float2half_rn(a), __float2half_rn(b)}; }
__host__ __device__ inline float __low2float(__half2 v) { return __half2float(v.x); }
__host__ __device__ inline float __high2float(__half2 v) { return __half2float(v.y); }
__host__ __device__ inline float2 __half22float2(__half2 v) { return {__half2float(v.x), __half2float(v.y)}; }
