// Kernels on matrices as those who tune them write them: blocked products, turned and swizzled tiles,
// matrix units. Each is launched once per case, so that a profiler's counters can be recorded
// per launch and compared with a counter model. None is a variant of a kernel in seed_kernels.cu or course_kernels.cu.
// Usage: matrix_kernels            runs every case in a fixed order, prints "case <name> <checksum>".
#include "cases.cuh"
#include <cuda_pipeline.h>
#include <mma.h>

using namespace nvcuda;

// ---- products: from one column a thread to warp tiles -------------------------------------------------------------
KERNEL gemm_eight_rows(const float *A, const float *B, float *C, int n, int k) { // tiles of 64 x 64 x 8, 512 threads
    __shared__ float a[64 * 8], b[8 * 64];
    int t = threadIdx.x, column = t % 64, strip = t / 64;
    A += blockIdx.y * 64 * k, B += blockIdx.x * 64, C += blockIdx.y * 64 * n + blockIdx.x * 64;
    float sum[8] = {0};
    for (int k0 = 0; k0 < k; k0 += 8, A += 8, B += 8 * n) {
        a[t] = A[t / 8 * k + t % 8];
        b[t] = B[t / 64 * n + t % 64];
        __syncthreads();
        for (int i = 0; i < 8; i++) {
            float v = b[i * 64 + column];
            for (int j = 0; j < 8; j++) sum[j] += a[(strip * 8 + j) * 8 + i] * v;
        }
        __syncthreads();
    }
    for (int j = 0; j < 8; j++) C[(strip * 8 + j) * n + column] = sum[j];
}
KERNEL gemm_four_by_four(const float *A, const float *B, float *C, int n, int k) { // 256 threads
    __shared__ float a[64][8], b[8][64];
    int t = threadIdx.x, row = t / 16 * 4, column = t % 16 * 4;
    A += blockIdx.y * 64 * k, B += blockIdx.x * 64, C += blockIdx.y * 64 * n + blockIdx.x * 64;
    float sum[4][4] = {0}, left[4], right[4];
    for (int k0 = 0; k0 < k; k0 += 8) {
        for (int i = t; i < 512; i += 256) {
            a[i / 8][i % 8] = A[i / 8 * k + k0 + i % 8];
            b[i / 64][i % 64] = B[(k0 + i / 64) * n + i % 64];
        }
        __syncthreads();
        for (int i = 0; i < 8; i++) {
            for (int j = 0; j < 4; j++) left[j] = a[row + j][i], right[j] = b[i][column + j];
            for (int y = 0; y < 4; y++)
                for (int x = 0; x < 4; x++) sum[y][x] += left[y] * right[x];
        }
        __syncthreads();
    }
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 4; x++) C[(row + y) * n + column + x] = sum[y][x];
}
__device__ float4 &four(float &x) { return *(float4 *)&x; }
__device__ const float4 &four(const float &x) { return *(const float4 *)&x; }
KERNEL gemm_vectors(const float *A, const float *B, float *C, int n, int k) { // eight by eight a thread, A turned
    __shared__ __align__(16) float a[8][64], b[8][64];
    int t = threadIdx.x, row = t / 8 * 8, column = t % 8 * 8;
    A += blockIdx.y * 64 * k, B += blockIdx.x * 64, C += blockIdx.y * 64 * n + blockIdx.x * 64;
    float sum[8][8] = {0}, left[8], right[8];
    for (int k0 = 0; k0 < k; k0 += 8) {
        for (int i = t; i < 128; i += 64) {
            float4 v = four(A[i / 2 * k + k0 + i % 2 * 4]);
            int at = i % 2 * 4;
            a[at][i / 2] = v.x, a[at + 1][i / 2] = v.y, a[at + 2][i / 2] = v.z, a[at + 3][i / 2] = v.w;
            four(b[i / 16][i % 16 * 4]) = four(B[(k0 + i / 16) * n + i % 16 * 4]);
        }
        __syncthreads();
        for (int i = 0; i < 8; i++) {
            for (int j = 0; j < 8; j += 4) four(left[j]) = four(a[i][row + j]), four(right[j]) = four(b[i][column + j]);
            for (int y = 0; y < 8; y++)
                for (int x = 0; x < 8; x++) sum[y][x] += left[y] * right[x];
        }
        __syncthreads();
    }
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x += 4) four(C[(row + y) * n + column + x]) = four(sum[y][x]);
}
KERNEL gemm_double_buffer(const float *A, const float *B, float *C, int n, int k) { // 256 threads, turned pitch 68
    __shared__ __align__(16) float a[2][8][68], b[2][8][64];
    int t = threadIdx.x, row = t / 16 * 4, column = t % 16 * 4, from = 0;
    const float2 *nextA = (const float2 *)(A + (blockIdx.y * 64 + t / 4) * k + t % 4 * 2);
    const float2 *nextB = (const float2 *)(B + t / 32 * n + blockIdx.x * 64 + t % 32 * 2);
    float2 va = *nextA, vb = *nextB;
    float sum[4][4] = {0};
    for (int k0 = 0; k0 < k; k0 += 8, from ^= 1) {
        a[from][t % 4 * 2][t / 4] = va.x, a[from][t % 4 * 2 + 1][t / 4] = va.y;
        *(float2 *)&b[from][t / 32][t % 32 * 2] = vb;
        __syncthreads();
        if (k0 + 8 < k) va = *(nextA += 4), vb = *(nextB += 4 * n);
        for (int i = 0; i < 8; i++) {
            float4 left = four(a[from][i][row]), right = four(b[from][i][column]);
            for (int y = 0; y < 4; y++) {
                float l = y == 0 ? left.x : y == 1 ? left.y : y == 2 ? left.z : left.w;
                sum[y][0] += l * right.x, sum[y][1] += l * right.y, sum[y][2] += l * right.z, sum[y][3] += l * right.w;
            }
        }
    }
    for (int y = 0; y < 4; y++) four(C[(blockIdx.y * 64 + row + y) * n + blockIdx.x * 64 + column]) = four(sum[y][0]);
}
KERNEL gemm_warp_tiles(const float *A, const float *B, float *C, int n, int k) { // four warps of 32 x 32
    __shared__ float a[16][64], b[16][64];
    int t = threadIdx.x, lane = t % 32, top = t / 64 * 32 + lane / 8 * 4, left = t / 32 % 2 * 32 + lane % 8 * 2;
    A += blockIdx.y * 64 * k, B += blockIdx.x * 64, C += blockIdx.y * 64 * n + blockIdx.x * 64;
    float sum[2][2][4][2] = {0};
    for (int k0 = 0; k0 < k; k0 += 16) {
        for (int i = t; i < 1024; i += 128) {
            a[i % 16][i / 16] = A[i / 16 * k + k0 + i % 16];
            b[i / 64][i % 64] = B[(k0 + i / 64) * n + i % 64];
        }
        __syncthreads();
        for (int i = 0; i < 16; i++)
            for (int v = 0; v < 2; v++)
                for (int u = 0; u < 2; u++)
                    for (int y = 0; y < 4; y++)
                        for (int x = 0; x < 2; x++)
                            sum[v][u][y][x] += a[i][top + v * 16 + y] * b[i][left + u * 16 + x];
        __syncthreads();
    }
    for (int v = 0; v < 2; v++)
        for (int u = 0; u < 2; u++)
            for (int y = 0; y < 4; y++)
                *(float2 *)&C[(top + v * 16 + y) * n + left + u * 16] = *(float2 *)&sum[v][u][y][0];
}
KERNEL gemm_split_k(const float *A, const float *B, float *C, int n, int k, int part) {
    int column = ID, row = blockIdx.y * blockDim.y + threadIdx.y, first = blockIdx.z * part;
    float sum = 0;
    for (int i = first; i < min(first + part, k); i++) sum += A[row * k + i] * B[i * n + column];
    if (column < n) atomicAdd(&C[row * n + column], sum);
}
KERNEL gemm_batch(const float *A, const float *B, float *C) { // of 6 x 6, one a slice of the block
    __shared__ float a[4][6][6], b[4][6][6];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z, at = (blockIdx.x * 4 + z) * 36 + y * 6 + x;
    a[z][y][x] = A[at], b[z][y][x] = B[at];
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < 6; i++) sum += a[z][y][i] * b[z][i][x];
    C[at] = sum;
}
KERNEL gemm_doubles(const double *A, const double *B, double *C, int n, int k) { // 2 x 4 a thread, 16 x 16 threads
    __shared__ double a[32][9], b[8][64];
    int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x;
    double sum[2][4] = {0};
    for (int k0 = 0; k0 < k; k0 += 8) {
        a[t / 8][t % 8] = A[(blockIdx.y * 32 + t / 8) * k + k0 + t % 8];
        for (int i = t; i < 512; i += 256) b[i / 64][i % 64] = B[(k0 + i / 64) * n + blockIdx.x * 64 + i % 64];
        __syncthreads();
        for (int i = 0; i < 8; i++)
            for (int v = 0; v < 2; v++)
                for (int u = 0; u < 4; u++) sum[v][u] += a[y + 16 * v][i] * b[i][x + 16 * u];
        __syncthreads();
    }
    for (int v = 0; v < 2; v++)
        for (int u = 0; u < 4; u++) C[(blockIdx.y * 32 + y + 16 * v) * n + blockIdx.x * 64 + x + 16 * u] = sum[v][u];
}
KERNEL gemm_half_pairs(const half2 *A, const half2 *B, float *C, int n, int k) { // B by columns; pairs along k
    __shared__ half2 a[16][9], b[16][8];
    int x = threadIdx.x, y = threadIdx.y;
    float sum = 0;
    for (int k0 = 0; k0 < k; k0 += 8) {
        if (x < 8) a[y][x] = A[(blockIdx.y * 16 + y) * k + k0 + x];
        else b[y][x - 8] = B[(blockIdx.x * 16 + y) * k + k0 + x - 8];
        __syncthreads();
        half2 part = __float2half2_rn(0);
        for (int i = 0; i < 8; i++) part = __hfma2(a[y][i], b[x][i], part);
        sum += __low2float(part) + __high2float(part);
        __syncthreads();
    }
    C[(blockIdx.y * 16 + y) * n + blockIdx.x * 16 + x] = sum;
}
KERNEL gemm_ragged(const float *A, const float *B, float *C, int m, int n, int k) { // 20 x 10 threads, two rows each
    __shared__ float a[20][10], b[10][20];
    int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * 20 + x, row = blockIdx.y * 20 + y, t = y * 20 + x;
    float low = 0, high = 0;
    for (int k0 = 0; k0 < k; k0 += 10) {
        int i = blockIdx.y * 20 + t / 10, j = k0 + t % 10;
        a[t / 10][t % 10] = i < m && j < k ? A[i * k + j] : 0;
        b[y][x] = k0 + y < k && column < n ? B[(k0 + y) * n + column] : 0;
        __syncthreads();
        for (int q = 0; q < 10; q++) low += a[y][q] * b[q][x], high += a[y + 10][q] * b[q][x];
        __syncthreads();
    }
    if (row < m && column < n) C[row * n + column] = low;
    if (row + 10 < m && column < n) C[(row + 10) * n + column] = high;
}
KERNEL syrk_lower(const float *A, float *C, int n, int k) { // A times A turned, the lower triangle
    __shared__ float up[16][16], low[16][17];
    if (blockIdx.x > blockIdx.y) return;
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
    float sum = 0;
    for (int k0 = 0; k0 < k; k0 += 16) {
        up[y][x] = A[row * k + k0 + x];
        low[y][x] = A[(blockIdx.x * 16 + y) * k + k0 + x];
        __syncthreads();
        for (int i = 0; i < 16; i++) sum += up[y][i] * low[x][i];
        __syncthreads();
    }
    if (column <= row) C[row * n + column] = sum;
}
KERNEL gemv_block_rows(const float4 *A, const float4 *x, float *y, int n4) { // 96 threads a row
    __shared__ float part[3];
    float sum = 0;
    for (int i = threadIdx.x; i < n4; i += blockDim.x) {
        float4 a = A[blockIdx.x * n4 + i], v = x[i];
        sum += a.x * v.x + a.y * v.y + a.z * v.z + a.w * v.w;
    }
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) y[blockIdx.x] = part[0] + part[1] + part[2];
}
KERNEL gemv_turned(const float *A, const float *x, float *y, int rows, int n) { // strips of 16 rows, added up
    __shared__ float s[16];
    int column = ID, first = blockIdx.y * 16;
    if (threadIdx.x < 16) s[threadIdx.x] = first + threadIdx.x < rows ? x[first + threadIdx.x] : 0;
    __syncthreads();
    if (column >= n) return;
    float sum = 0;
    for (int i = 0; i < 16 && first + i < rows; i++) sum += A[(first + i) * n + column] * s[i];
    atomicAdd(&y[column], sum);
}
// ---- transposes ---------------------------------------------------------------------------------------------------
KERNEL turn_swizzled(const float *in, float *out, int w, int h) {
    __shared__ float tile[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    for (int j = y; j < 32; j += 8) tile[j][x ^ j] = in[(blockIdx.y * 32 + j) * w + blockIdx.x * 32 + x];
    __syncthreads();
    for (int j = y; j < 32; j += 8) out[(blockIdx.x * 32 + j) * h + blockIdx.y * 32 + x] = tile[x][x ^ j];
}
KERNEL turn_diagonal(const float *in, float *out, int w) { // of a square; blocks in diagonal order
    __shared__ float tile[16][17];
    int by = blockIdx.x, bx = (blockIdx.x + blockIdx.y) % gridDim.x, x = threadIdx.x, y = threadIdx.y;
    for (int j = y; j < 16; j += 2) tile[j][x] = in[(by * 16 + j) * w + bx * 16 + x];
    __syncthreads();
    for (int j = y; j < 16; j += 2) out[(bx * 16 + j) * w + by * 16 + x] = tile[x][j];
}
KERNEL turn_registers(const float *in, float *out, int w, int h) { // four rows of four a thread
    int x = ID * 4, y = (blockIdx.y * blockDim.y + threadIdx.y) * 4;
    if (x >= w || y >= h) return;
    float4 a = four(in[y * w + x]), b = four(in[(y + 1) * w + x]), c = four(in[(y + 2) * w + x]),
           d = four(in[(y + 3) * w + x]);
    four(out[x * h + y]) = make_float4(a.x, b.x, c.x, d.x);
    four(out[(x + 1) * h + y]) = make_float4(a.y, b.y, c.y, d.y);
    four(out[(x + 2) * h + y]) = make_float4(a.z, b.z, c.z, d.z);
    four(out[(x + 3) * h + y]) = make_float4(a.w, b.w, c.w, d.w);
}
KERNEL turn_doubles(const double *in, double *out, int w, int h) { // 32 x 4 threads, tile of pitch 33
    __shared__ double tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.x;
    for (int j = threadIdx.y; j < 32; j += 4)
        if (x < w && blockIdx.y * 32 + j < h) tile[j][threadIdx.x] = in[(blockIdx.y * 32 + j) * w + x];
    __syncthreads();
    for (int j = threadIdx.y; j < 32; j += 4)
        if (y < h && blockIdx.x * 32 + j < w) out[(blockIdx.x * 32 + j) * h + y] = tile[threadIdx.x][j];
}
KERNEL turn_bytes(const uchar4 *in, uchar4 *out, int w4, int h4) { // tile of 64 x 64 bytes, 16 x 16 threads
    __shared__ __align__(4) byte tile[64][68];
    int x = threadIdx.x, y = threadIdx.y;
    for (int j = y; j < 64; j += 16) *(uchar4 *)&tile[j][4 * x] = in[(blockIdx.y * 64 + j) * w4 + blockIdx.x * 16 + x];
    __syncthreads();
    for (int j = y; j < 64; j += 16)
        out[(blockIdx.x * 64 + j) * h4 + blockIdx.y * 16 + x] =
            make_uchar4(tile[4 * x][j], tile[4 * x + 1][j], tile[4 * x + 2][j], tile[4 * x + 3][j]);
}
KERNEL turn_complex(const float2 *in, float2 *out, int w) { // and conjugate; tile without padding
    __shared__ float2 tile[32][32];
    int x = threadIdx.x;
    for (int j = threadIdx.y; j < 32; j += 16) tile[j][x] = in[(blockIdx.y * 32 + j) * w + blockIdx.x * 32 + x];
    __syncthreads();
    for (int j = threadIdx.y; j < 32; j += 16) {
        float2 z = tile[x][j];
        out[(blockIdx.x * 32 + j) * w + blockIdx.y * 32 + x] = make_float2(z.x, -z.y);
    }
}
KERNEL turn_in_place(float *m, int w) {
    __shared__ float here[16][17], there[16][17];
    if (blockIdx.x > blockIdx.y) return;
    int x = threadIdx.x, y = threadIdx.y, at = (blockIdx.y * 16 + y) * w + blockIdx.x * 16 + x;
    int mirror = (blockIdx.x * 16 + y) * w + blockIdx.y * 16 + x;
    here[y][x] = m[at];
    if (blockIdx.x < blockIdx.y) there[y][x] = m[mirror];
    __syncthreads();
    m[mirror] = here[x][y];
    if (blockIdx.x < blockIdx.y) m[at] = there[x][y];
}
// ---- matrix units -------------------------------------------------------------------------------------------------
template <class Stored, class T, class Sum, int M, int N, int K, class LayoutA, class LayoutB>
__device__ void multiply_tile(const Stored *A, int lda, const Stored *B, int ldb, Sum *C, int ldc, int k, bool by_columns) {
    wmma::fragment<wmma::matrix_a, M, N, K, T, LayoutA> a;
    wmma::fragment<wmma::matrix_b, M, N, K, T, LayoutB> b;
    wmma::fragment<wmma::accumulator, M, N, K, Sum> c;
    wmma::fill_fragment(c, (Sum)0);
    for (int i = 0; i < k; i += K) {
        wmma::load_matrix_sync(a, A + (std::is_same<LayoutA, wmma::row_major>::value ? i : i * lda), lda);
        wmma::load_matrix_sync(b, B + (std::is_same<LayoutB, wmma::row_major>::value ? i * ldb : i), ldb);
        wmma::mma_sync(c, a, b, c);
    }
    wmma::store_matrix_sync(C, c, ldc, by_columns ? wmma::mem_col_major : wmma::mem_row_major);
}
typedef wmma::row_major Rows;
typedef wmma::col_major Columns;
template <class T> __device__ void stage(T *shared, const T *from, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) shared[i] = from[i];
    __syncthreads();
}
KERNEL wmma_half_global(const half *A, const half *B, float *C) {
    int w = threadIdx.x / 32;
    multiply_tile<half, half, float, 16, 16, 16, Rows, Columns>(A + w * 640, 40, B + w * 768, 48, C + w * 384, 24, 32, false);
}
KERNEL wmma_half_global_turned(const half *A, const half *B, float *C) {
    int w = threadIdx.x / 32;
    multiply_tile<half, half, float, 16, 16, 16, Columns, Rows>(A + w * 512, 16, B + w * 2304, 72, C + w * 640, 40, 32, true);
}
KERNEL wmma_half_shared_24(const half *A, const half *B, float *C) {
    __shared__ __align__(32) half a[16 * 24], b[32 * 24];
    __shared__ __align__(32) float c[16 * 20];
    stage(a, A, 16 * 24), stage(b, B, 32 * 24);
    if (threadIdx.x < 32) multiply_tile<half, half, float, 16, 16, 16, Rows, Rows>(a, 24, b, 24, c, 20, 16, true);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x) C[i] = c[i % 16 * 20 + i / 16];
}
KERNEL wmma_wide_shared_72(const half *A, const half *B, half *C) { // m32n8k16, sums in half
    __shared__ __align__(32) half a[32 * 72], b[8 * 72], c[32 * 16];
    stage(a, A, 32 * 72), stage(b, B, 8 * 72);
    if (threadIdx.x < 32) multiply_tile<half, half, half, 32, 8, 16, Rows, Columns>(a, 72, b, 72, c, 16, 64, false);
    __syncthreads();
    C[threadIdx.x] = c[threadIdx.x / 8 * 16 + threadIdx.x % 8];
}
KERNEL wmma_tall_shared_40(const half *A, const half *B, float *C) { // m8n32k16
    __shared__ __align__(32) half a[16 * 40], b[32 * 40];
    stage(a, A, 16 * 40), stage(b, B, 32 * 40);
    multiply_tile<half, half, float, 8, 32, 16, Columns, Rows>(a, 40, b, 40, C, 32, 16, false);
}
KERNEL wmma_bfloat_shared_64(const __nv_bfloat16 *A, const __nv_bfloat16 *B, float *C) {
    __shared__ __align__(32) __nv_bfloat16 a[16 * 64], b[16 * 32];
    __shared__ __align__(32) float c[16 * 32];
    stage(a, A, 16 * 64), stage(b, B, 16 * 32);
    multiply_tile<__nv_bfloat16, __nv_bfloat16, float, 16, 16, 16, Rows, Columns>(a, 64, b, 32, c, 32, 32, false);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x) C[i] = c[i / 16 * 32 + i % 16];
}
KERNEL wmma_bytes(const signed char *A, const signed char *B, int *C) {
    __shared__ __align__(32) signed char a[16 * 32], b[16 * 48];
    stage(a, A, 16 * 32), stage(b, B, 16 * 48);
    multiply_tile<signed char, signed char, int, 16, 16, 16, Rows, Columns>(a, 32, b, 48, C, 16, 16, false);
    multiply_tile<signed char, signed char, int, 16, 16, 16, Columns, Rows>(A, 16, B, 32, C + 256, 24, 16, true);
}
KERNEL wmma_tf32(const float *A, const float *B, float *C) {
    __shared__ __align__(32) float a[16 * 20], b[16 * 24];
    stage(a, A, 16 * 20), stage(b, B, 16 * 24);
    multiply_tile<float, wmma::precision::tf32, float, 16, 16, 8, Rows, Columns>(a, 20, b, 24, C, 16, 16, false);
    multiply_tile<float, wmma::precision::tf32, float, 16, 16, 8, Columns, Rows>(A, 32, B, 40, C + 256, 16, 16, false);
}
KERNEL wmma_doubles(const double *A, const double *B, double *C) {
    __shared__ __align__(32) double a[8 * 8], b[8 * 10];
    stage(a, A, 8 * 8), stage(b, B, 8 * 10);
    multiply_tile<double, double, double, 8, 8, 4, Rows, Columns>(a, 8, b, 10, C, 8, 8, false);
    multiply_tile<double, double, double, 8, 8, 4, Columns, Rows>(A, 16, B, 12, C + 64, 8, 8, false);
}
KERNEL wmma_scaled_sum(const half *A, const float *bias, float *C) { // bias loaded as an accumulator by columns
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, Rows> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, Columns> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c, d;
    wmma::load_matrix_sync(a, A, 64);
    wmma::load_matrix_sync(b, A, 64);
    wmma::load_matrix_sync(c, bias, 20, wmma::mem_col_major);
    wmma::load_matrix_sync(d, bias, 32, wmma::mem_row_major);
    wmma::mma_sync(c, a, b, c);
    for (int i = 0; i < c.num_elements; i++) c.x[i] = fmaxf(c.x[i] + 2 * d.x[i], 0);
    wmma::store_matrix_sync(C, c, 16, wmma::mem_row_major);
}
__device__ unsigned in_shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
template <int TILES, bool TURNED> __device__ void load_tiles(unsigned r[4], unsigned from) {
#define LDMATRIX(how, registers, ...) asm volatile("ldmatrix.sync.aligned.m8n8." how ".shared.b16 " registers ";" : __VA_ARGS__ : "r"(from))
    if (TILES == 1 && !TURNED) LDMATRIX("x1", "{%0}, [%1]", "=r"(r[0]));
    if (TILES == 1 && TURNED) LDMATRIX("x1.trans", "{%0}, [%1]", "=r"(r[0]));
    if (TILES == 2 && !TURNED) LDMATRIX("x2", "{%0, %1}, [%2]", "=r"(r[0]), "=r"(r[1]));
    if (TILES == 2 && TURNED) LDMATRIX("x2.trans", "{%0, %1}, [%2]", "=r"(r[0]), "=r"(r[1]));
    if (TILES == 4 && !TURNED) LDMATRIX("x4", "{%0, %1, %2, %3}, [%4]", "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]));
    if (TILES == 4 && TURNED) LDMATRIX("x4.trans", "{%0, %1, %2, %3}, [%4]", "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]));
}
template <int TILES, bool TURNED, int PITCH> __device__ void load_pitched(const unsigned *in, unsigned *out) {
    __shared__ __align__(16) unsigned s[8 * PITCH]; // 32 rows of PITCH bytes
    stage(s, in, 8 * PITCH);
    unsigned r[4] = {0, 0, 0, 0};
    load_tiles<TILES, TURNED>(r, in_shared(s) + threadIdx.x % 32 * PITCH);
    for (int k = 0; k < TILES; k++) out[ID * TILES + k] = r[k];
}
KERNEL ldmatrix_x1_pitch_48_trans(const unsigned *in, unsigned *out) { load_pitched<1, true, 48>(in, out); }
KERNEL ldmatrix_x2_pitch_80(const unsigned *in, unsigned *out) { load_pitched<2, false, 80>(in, out); }
KERNEL ldmatrix_x4_pitch_16(const unsigned *in, unsigned *out) { load_pitched<4, false, 16>(in, out); }
KERNEL ldmatrix_x4_pitch_32_trans(const unsigned *in, unsigned *out) { load_pitched<4, true, 32>(in, out); }
KERNEL ldmatrix_x4_pitch_144(const unsigned *in, unsigned *out) { load_pitched<4, false, 144>(in, out); }
KERNEL stmatrix_pitches(const unsigned *in, unsigned *out) { // four tiles of pitch 32, then two turned ones of pitch 80
    __shared__ __align__(16) unsigned s[256], turned[320];
    int t = threadIdx.x;
    for (int i = t; i < 320; i += 32) turned[i] = 0;
    __syncwarp();
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(in_shared(s) + t * 32), "r"(in[t]),
                 "r"(in[t + 32]), "r"(in[t + 64]), "r"(in[t + 96]) : "memory");
    asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1, %2};" ::"r"(in_shared(turned) + t % 16 * 80),
                 "r"(in[t]), "r"(in[t + 32]) : "memory");
    __syncwarp();
    for (int k = 0; k < 4; k++) out[k * 32 + t] = s[t * 8 + k] + turned[(t % 16) * 20 + k];
}
KERNEL mma_staged(const half *A, const half *B, float *C, int n, int k) { // 32 x 16 a block of two warps, k by 32
    __shared__ __align__(16) half a[2][32][40], b[2][32][24];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    auto fetch = [&](int to, int k0) {
        for (int i = t; i < 128; i += 64)
            __pipeline_memcpy_async(&a[to][i / 4][i % 4 * 8], &A[(blockIdx.y * 32 + i / 4) * k + k0 + i % 4 * 8], 16);
        __pipeline_memcpy_async(&b[to][t / 2][t % 2 * 8], &B[(k0 + t / 2) * n + blockIdx.x * 16 + t % 2 * 8], 16);
        __pipeline_commit();
    };
    float c[2][4] = {0};
    unsigned x[4], y[4];
    fetch(0, 0);
    for (int k0 = 0; k0 < k; k0 += 32) {
        int from = k0 / 32 % 2;
        if (k0 + 32 < k) fetch(1 - from, k0 + 32);
        __pipeline_wait_prior(k0 + 32 < k ? 1 : 0);
        __syncthreads();
        for (int i = 0; i < 32; i += 16) {
            load_tiles<4, false>(x, in_shared(&a[from][warp * 16 + lane % 16][i + lane / 16 * 8]));
            load_tiles<4, true>(y, in_shared(&b[from][i + lane % 16][lane / 16 * 8]));
            for (int h = 0; h < 2; h++)
                asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                             "{%0, %1, %2, %3};" : "+f"(c[h][0]), "+f"(c[h][1]), "+f"(c[h][2]), "+f"(c[h][3])
                             : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[2 * h]), "r"(y[2 * h + 1]));
        }
        __syncthreads();
    }
    float *to = C + (blockIdx.y * 32 + warp * 16 + lane / 4) * n + blockIdx.x * 16 + lane % 4 * 2;
    for (int h = 0; h < 2; h++) {
        *(float2 *)(to + h * 8) = make_float2(c[h][0], c[h][1]);
        *(float2 *)(to + 8 * n + h * 8) = make_float2(c[h][2], c[h][3]);
    }
}

// ---- running them ------------------------------------------------------------------------------------------------
static void run_products() {
    auto c = output_as<float>();
    auto d = output_as<double>();
    const float *a = reals, *b = units;
    CASE("gemm_eight_rows", float, 8192, gemm_eight_rows<<<dim3(2, 1), 512>>>(a, b, c, 128, 48));
    CASE("gemm_four_by_four", float, 8192, gemm_four_by_four<<<dim3(1, 2), 256>>>(a, b, c, 64, 40));
    CASE("gemm_vectors", float, 8192, gemm_vectors<<<dim3(2, 1), 64>>>(a, b, c, 128, 32));
    CASE("gemm_double_buffer", float, 8192, gemm_double_buffer<<<dim3(2, 1), 256>>>(a, b, c, 128, 40));
    CASE("gemm_warp_tiles", float, 8192, gemm_warp_tiles<<<dim3(1, 2), 128>>>(a, b, c, 64, 48));
    CASE("gemm_split_k", float, 48 * 50, gemm_split_k<<<dim3(2, 6, 4), dim3(32, 8)>>>(a, b, c, 50, 75, 20));
    CASE("gemm_batch", float, 720, gemm_batch<<<5, dim3(6, 6, 4)>>>(a, b, c));
    CASE("gemm_doubles", double, 4096, gemm_doubles<<<dim3(1, 2), dim3(16, 16)>>>(doubles, doubles + 9000, d, 64, 32));
    CASE("gemm_half_pairs", float, 1024, gemm_half_pairs<<<dim3(2, 2), dim3(16, 16)>>>((half2 *)halves, (half2 *)halves + 4000, c, 32, 24));
    CASE("gemm_ragged", float, 45 * 37, gemm_ragged<<<dim3(2, 3), dim3(20, 10)>>>(a, b, c, 45, 37, 29));
    CASE("syrk_lower", float, 64 * 64, syrk_lower<<<dim3(4, 4), dim3(16, 16)>>>(a, c, 64, 32));
    CASE("gemv_block_rows", float, 30, gemv_block_rows<<<30, 96>>>((float4 *)a, (float4 *)b, c, 55));
    CASE("gemv_turned", float, 150, gemv_turned<<<dim3(2, 5), 96>>>(a, b, c, 70, 150));
}
static void run_transposes() {
    auto c = output_as<float>();
    CASE("turn_swizzled", float, 96 * 64, turn_swizzled<<<dim3(3, 2), dim3(32, 8)>>>(reals, c, 96, 64));
    CASE("turn_diagonal", float, 4096, turn_diagonal<<<dim3(4, 4), dim3(16, 2)>>>(reals, c, 64));
    CASE("turn_registers", float, 92 * 60, turn_registers<<<dim3(3, 2), dim3(8, 8)>>>(reals, c, 92, 60));
    CASE("turn_doubles", double, 75 * 50, turn_doubles<<<dim3(3, 2), dim3(32, 4)>>>(doubles, (double *)c, 75, 50));
    CASE("turn_bytes", byte, 128 * 64, turn_bytes<<<dim3(2, 1), dim3(16, 16)>>>((uchar4 *)bytes, (uchar4 *)c, 32, 16));
    CASE("turn_complex", float, 8192, turn_complex<<<dim3(2, 2), dim3(32, 16)>>>((float2 *)reals, (float2 *)c, 64));
    CASE("turn_in_place", float, 4096, start_from(reals, 16384), turn_in_place<<<dim3(4, 4), dim3(16, 16)>>>(c, 64));
}
static void run_units() {
    auto c = output_as<float>();
    auto r = output_as<unsigned>();
    const unsigned *words = (const unsigned *)bytes;
    CASE("wmma_half_global", float, 768, wmma_half_global<<<1, 64>>>(halves, halves + 4096, c));
    CASE("wmma_half_global_turned", float, 1280, wmma_half_global_turned<<<1, 64>>>(halves, halves + 4096, c));
    CASE("wmma_half_shared_24", float, 256, wmma_half_shared_24<<<1, 64>>>(halves, halves + 4096, c));
    CASE("wmma_wide_shared_72", unsigned short, 256, wmma_wide_shared_72<<<1, 256>>>(halves, halves + 4096, (half *)c));
    CASE("wmma_tall_shared_40", float, 256, wmma_tall_shared_40<<<1, 32>>>(halves, halves + 4096, c));
    CASE("wmma_bfloat_shared_64", float, 256, wmma_bfloat_shared_64<<<1, 32>>>(brains, brains + 4096, c));
    CASE("wmma_bytes", int, 640, wmma_bytes<<<1, 32>>>(smalls, smalls + 4096, (int *)c));
    CASE("wmma_tf32", float, 512, wmma_tf32<<<1, 32>>>(eighths, eighths + 4096, c));
    CASE("wmma_doubles", double, 128, wmma_doubles<<<1, 32>>>(doubles, doubles + 4096, (double *)c));
    CASE("wmma_scaled_sum", float, 256, wmma_scaled_sum<<<1, 32>>>(halves, eighths, c));
    CASE("ldmatrix_x1_pitch_48_trans", unsigned, 64, ldmatrix_x1_pitch_48_trans<<<1, 64>>>(words, r));
    CASE("ldmatrix_x2_pitch_80", unsigned, 128, ldmatrix_x2_pitch_80<<<1, 64>>>(words, r));
    CASE("ldmatrix_x4_pitch_16", unsigned, 256, ldmatrix_x4_pitch_16<<<1, 64>>>(words, r));
    CASE("ldmatrix_x4_pitch_32_trans", unsigned, 256, ldmatrix_x4_pitch_32_trans<<<1, 64>>>(words, r));
    CASE("ldmatrix_x4_pitch_144", unsigned, 256, ldmatrix_x4_pitch_144<<<1, 64>>>(words, r));
    CASE("stmatrix_pitches", unsigned, 128, stmatrix_pitches<<<1, 32>>>(words, r));
    CASE("mma_staged", float, 64 * 32, mma_staged<<<dim3(2, 2), 64>>>(halves, halves + 8192, c, 32, 96));
}

int main() {
    make_inputs();
    run_products();
    run_transposes();
    run_units();
    free_all();
    return 0;
}
