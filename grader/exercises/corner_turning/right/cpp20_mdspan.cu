// Views of A, B and C know how each is stored: B's layout is layout_left.
#include "workbook.h"
#include <cuda/std/mdspan>
namespace std_ = cuda::std;
using Rows = std_::mdspan<const float, std_::dextents<long long, 2>, std_::layout_right>;
using Columns = std_::mdspan<const float, std_::dextents<long long, 2>, std_::layout_left>;
using Out = std_::mdspan<float, std_::dextents<long long, 2>, std_::layout_right>;
constexpr int T = 16;
__global__ void mm(Rows A, Columns B, Out C) {
    __shared__ float a[T][T], b[T][T];
    int x = threadIdx.x, y = threadIdx.y;
    long long r0 = (long long)blockIdx.y * T, c0 = (long long)blockIdx.x * T;
    float s = 0;
    for (long long f = 0; f < A.extent(1); f += T) {
        a[y][x] = r0 + y < A.extent(0) && f + x < A.extent(1) ? A(r0 + y, f + x) : 0;
        b[x][y] = c0 + y < B.extent(1) && f + x < B.extent(0) ? B(f + x, c0 + y) : 0;
        __syncthreads();
        for (int i = 0; i < T; i++) s += a[y][i] * b[i][x];
        __syncthreads();
    }
    if (r0 + y < C.extent(0) && c0 + x < C.extent(1)) C(r0 + y, c0 + x) = s;
}
void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k) {
    mm<<<dim3(ceil_div(n, T), ceil_div(m, T)), dim3(T, T)>>>(Rows(A, m, k), Columns(B, k, n), Out(C, m, n));
    CHECK(cudaGetLastError());
}
