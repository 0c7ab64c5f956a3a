// What compiles and is probably not meant.
#include <cstdio>

__global__ void assigns(int *out, int count) {
    if (count = 3) out[0] = 1; // warning:15: this assigns; it does not compare
}

__global__ void compares(int *out) { out[0] == 1; } // warning:45: this compares and does nothing with the result

__global__ void uses_nothing(int *out) { out[0]; } // warning:45: this value is not used

__global__ void calls_nothing() { __syncthreads; } // warning:35: this names a function and does not call it

__device__ int sometimes(int x) {
    if (x > 0) return 1;
} // warning:1: `sometimes` ends without `return`, and it returns `int`

__global__ void binds_weaker(int *out, int x) {
    if (x & 1 == 0) out[0] = sometimes(x); // warning:11: `&` binds weaker than `==`
}

__global__ void empty_body(int *out, int count) {
    for (int i = 0; i < count; i++); // warning:36: this `;` is the whole body of the statement before it
    {
        out[0] = 1;
    }
}

[[nodiscard]] __device__ int important() { return 1; }
__global__ void drops() { important(); } // warning:27: the result of `important` is not used

void prints(int x) { printf("%d %d\n", x); } // warning:22: the format of `printf` asks for 2 values and gets 1

__device__ int counter;
__constant__ float weights[4];

int reads() { return counter; } // warning:22: `counter` is in memory of the GPU, and `reads` is host code
void writes() { weights[1] = 2; } // warning:17: `weights` is in memory of the GPU, and `writes` is host code
void copies(int *to) { cudaMemcpyFromSymbol(to, counter, sizeof counter); }
