// planes.cuh - stencils, vectors, elements of other widths, structures, gathers and planes.
#ifndef COURSE_PLANES_H
#define COURSE_PLANES_H
#include "common.cuh"
#include <cuda_fp16.h>

struct Colour { float r, g, b; };                    // 12 bytes
struct Body { float x, y, z, mass; int tag; };       // 20 bytes
struct Colours { float *r, *g, *b; };                // the same as arrays
struct Key { int value; short rank; char sign; };    // 8 bytes with a hole

// ---- stencils and convolutions -----------------------------------------------------------------------------------
KERNEL stencil_line(const float *in, float *out, int n) {
    const int R = 3;
    __shared__ float s[128 + 2 * R];
    int i = THREAD, t = threadIdx.x + R;
    s[t] = i < n ? in[i] : 0;
    if (threadIdx.x < R) {
        s[t - R] = i >= R ? in[i - R] : 0;
        s[t + 128] = i + 128 < n ? in[i + 128] : 0;
    }
    __syncthreads();
    if (i >= n) return;
    float sum = 0;
    for (int d = -R; d <= R; d++) sum += s[t + d];
    out[i] = sum / (2 * R + 1);
}
KERNEL stencil_plane(const float *in, float *out, int w, int h) {
    int x = THREAD, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
    const float *p = in + y * w + x;
    out[y * w + x] = 0.5f * p[0] + 0.125f * (p[-1] + p[1] + p[-w] + p[w]);
}
KERNEL stencil_plane_shared(const float *in, float *out, int w, int h) {
    __shared__ float s[10][34];
    int x = THREAD, y = blockIdx.y * blockDim.y + threadIdx.y, i = threadIdx.x + 1, j = threadIdx.y + 1;
    if (x < w && y < h) {
        s[j][i] = in[y * w + x];
        if (i == 1) s[j][0] = x > 0 ? in[y * w + x - 1] : 0;
        if (i == 32) s[j][33] = x + 1 < w ? in[y * w + x + 1] : 0;
        if (j == 1) s[0][i] = y > 0 ? in[(y - 1) * w + x] : 0;
        if (j == 8) s[9][i] = y + 1 < h ? in[(y + 1) * w + x] : 0;
    }
    __syncthreads();
    if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
        out[y * w + x] = s[j][i] - 0.25f * (s[j - 1][i] + s[j + 1][i] + s[j][i - 1] + s[j][i + 1]);
}
KERNEL stencil_volume(const float *in, float *out, int w, int h, int d) {
    int x = THREAD, y = blockIdx.y * blockDim.y + threadIdx.y, plane = w * h;
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
    int at = y * w + x;
    float below = in[at], here = in[at + plane];
    for (int z = 1; z < d - 1; z++) {
        at += plane;
        float above = in[at + plane];
        out[at] = below + above - 6 * here + in[at - 1] + in[at + 1] + in[at - w] + in[at + w];
        below = here;
        here = above;
    }
}
KERNEL jacobi_3d(const double *in, double *out, int n) {
    int x = THREAD, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x > 0 && y > 0 && z > 0 && x < n - 1 && y < n - 1 && z < n - 1) {
        int at = (z * n + y) * n + x;
        out[at] = (in[at - 1] + in[at + 1] + in[at - n] + in[at + n] + in[at - n * n] + in[at + n * n]) / 6;
    }
}
__constant__ float mask_1d[9], mask_2d[5][5];
KERNEL convolve_line(const float *in, float *out, int n) {
    int i = THREAD;
    float sum = 0;
    for (int d = 0; d < 9; d++)
        if (i + d - 4 >= 0 && i + d - 4 < n) sum += in[i + d - 4] * mask_1d[d];
    if (i < n) out[i] = sum;
}
KERNEL convolve_tiled(const float *in, float *out, int w, int h) { // 16 x 16 threads load, 12 x 12 compute
    __shared__ float s[16][16];
    int x = blockIdx.x * 12 + threadIdx.x - 2, y = blockIdx.y * 12 + threadIdx.y - 2;
    bool inside = x >= 0 && y >= 0 && x < w && y < h;
    s[threadIdx.y][threadIdx.x] = inside ? in[y * w + x] : 0;
    __syncthreads();
    int i = threadIdx.x - 2, j = threadIdx.y - 2;
    if (!inside || i < 0 || j < 0 || i >= 12 || j >= 12) return;
    float sum = 0;
    for (int b = 0; b < 5; b++)
        for (int a = 0; a < 5; a++) sum += mask_2d[b][a] * s[j + b][i + a];
    out[y * w + x] = sum;
}
// ---- vectors -----------------------------------------------------------------------------------------------------
KERNEL copy_float4(const float4 *in, float4 *out, int n) {
    for (int i = THREAD; i < n; i += THREADS) out[i] = in[i];
}
KERNEL scale_float2_some(const float2 *in, float2 *out, int n) {
    int i = THREAD;
    if (i < n && i % 3 != 1) out[i] = make_float2(2 * in[i].x, in[i].x - in[i].y);
}
KERNEL rotate_double2(const double2 *in, double2 *out, int n, int shift) {
    int i = THREAD;
    if (i < n) out[(i + shift) % n] = make_double2(-in[i].y, in[i].x);
}
KERNEL transpose_float4(const float4 *in, float4 *out, int w) { // a 32 x 8 tile of float4
    __shared__ float4 tile[8][32];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[(blockIdx.y * 8 + y) * w + blockIdx.x * 32 + x];
    __syncthreads();
    int t = y * 32 + x;
    out[(blockIdx.x * 32 + t / 8) * 8 * gridDim.y + blockIdx.y * 8 + t % 8] = tile[t % 8][t / 8];
}
KERNEL transpose_double_tile(const double *in, double *out, int w) {
    __shared__ double tile[16][16], padded[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * w + x];
    padded[threadIdx.x][threadIdx.y] = in[y * w + x];
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x, y = blockIdx.x * 16 + threadIdx.y;
    out[y * w + x] = tile[threadIdx.x][threadIdx.y] + padded[threadIdx.y][threadIdx.x];
}
KERNEL shuffle_float2_shared(const float2 *in, float2 *out, int stride) {
    __shared__ float2 s[128], some[128];
    int t = threadIdx.x;
    s[t] = in[THREAD];
    if (t % 5 < 3) some[t * stride % 128] = in[THREAD];
    __syncthreads();
    float2 sum = s[t * stride % 128];
    if (t % 32 < 20) sum.y += s[(t ^ 5) * 3 % 128].x;
    if (t % 5 == 1) sum.x -= some[(t + 1) * stride % 128].y;
    out[THREAD] = sum;
}
KERNEL swizzle_float4_shared(const float4 *in, float4 *out, int stride, int lanes) {
    __shared__ float4 s[128], turned[128];
    int t = threadIdx.x;
    s[t] = in[THREAD];
    __syncthreads();
    if (t % 32 >= lanes) return;
    float4 a = s[t * stride % 128];
    turned[t * (stride | 1) % 128] = make_float4(a.w, a.z, a.y, a.x);
    __syncwarp(__activemask());
    a = turned[(t - t % 2) * (stride | 1) % 128];
    out[THREAD] = a;
}
// ---- narrow elements ---------------------------------------------------------------------------------------------
KERNEL grey_from_colour(const byte *rgb, byte *grey, int w, int h) {
    int x = THREAD, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int i = y * w + x;
    grey[i] = (byte)(0.21f * rgb[3 * i] + 0.71f * rgb[3 * i + 1] + 0.07f * rgb[3 * i + 2]);
}
KERNEL invert_uchar4(const uchar4 *in, uchar4 *out, int n) {
    int i = THREAD;
    if (i < n) out[i] = make_uchar4(255 - in[i].x, 255 - in[i].y, 255 - in[i].z, in[i].w);
}
KERNEL shorts_through_shared(const short *in, short *out, signed char *sign, int stride) {
    __shared__ short s[256];
    __shared__ signed char signs[256];
    int t = threadIdx.x;
    s[t] = in[THREAD];
    signs[255 - t] = in[THREAD] < 0 ? -1 : 1;
    __syncthreads();
    out[THREAD] = s[t * stride % 256];
    sign[THREAD] = signs[t * stride * 4 % 256];
}
KERNEL halves(const half *x, half *y, float a, int n) {
    int i = THREAD;
    if (i < n) y[i] = __float2half(a * __half2float(x[i]) + __half2float(y[i]));
}
KERNEL half_pairs(const half2 *x, half2 *y, int n) {
    __shared__ half2 s[128];
    for (int i = THREAD; i < n; i += THREADS) {
        s[threadIdx.x] = x[i];
        __syncwarp();
        y[i] = __hfma2(s[threadIdx.x ^ 1], __float2half2_rn(0.5f), y[i]);
        __syncwarp();
    }
}
// ---- structures --------------------------------------------------------------------------------------------------
KERNEL dim_colours(Colour *c, int n) {
    int i = THREAD;
    if (i < n) {
        c[i].r *= 0.5f;
        c[i].g *= 0.25f;
        c[i].b += c[i].r;
    }
}
KERNEL dim_colour_arrays(Colours c, int n) {
    int i = THREAD;
    if (i < n) {
        c.r[i] *= 0.5f;
        c.g[i] *= 0.25f;
        c.b[i] += c.r[i];
    }
}
KERNEL attract(const float4 *body, float4 *force, int n) {
    __shared__ float4 tile[64];
    int i = THREAD;
    float4 me = body[i], sum = make_float4(0, 0, 0, 0);
    for (int first = 0; first < n; first += 64) {
        tile[threadIdx.x] = body[first + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 64; j++) {
            float4 other = tile[j];
            float x = other.x - me.x, y = other.y - me.y, z = other.z - me.z, d = x * x + y * y + z * z + 0.01f;
            float k = other.w / (d * sqrtf(d));
            sum.x += k * x, sum.y += k * y, sum.z += k * z;
        }
        __syncthreads();
    }
    force[i] = sum;
}
KERNEL bodies_shared(const Body *in, Body *out, float *mass) {
    __shared__ Body s[96];
    int t = threadIdx.x;
    s[t] = in[THREAD];
    __syncthreads();
    Body b = s[(t + 1) % 96];
    b.x += s[t * 2 % 96].y;
    b.tag = s[95 - t].tag;
    out[THREAD] = b;
    mass[THREAD] = s[t].mass;
}
KERNEL sort_keys(const Key *in, Key *out, int n) { // rank sort
    __shared__ Key s[128];
    int t = threadIdx.x, rank = 0;
    s[t] = in[THREAD];
    __syncthreads();
    for (int j = 0; j < 128; j++) rank += s[j].value < s[t].value || (s[j].value == s[t].value && j < t);
    out[blockIdx.x * 128 + rank] = Key{s[t].value, (short)rank, (char)(s[t].sign + 1)};
}
// ---- gathers, scatters, planes -----------------------------------------------------------------------------------
KERNEL gather(const float *x, const int *index, float *out, int n) {
    int i = THREAD;
    if (i < n) out[i] = x[index[i]];
}
KERNEL scatter(const double *x, const int *index, double *out, int n) {
    int i = THREAD;
    if (i < n && i % 7 != 0) out[index[i]] = x[i];
}
KERNEL copy_submatrix(const float *in, float *out, int pitch, int x0, int y0, int w, int h) {
    int x = THREAD, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) out[y * w + x] = in[(y0 + y) * pitch + x0 + x];
}
KERNEL subsample(const float *in, float *out, int w, int h, int step) {
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < h / step; y += blockDim.y * gridDim.y)
        for (int x = THREAD; x < w / step; x += THREADS) out[y * (w / step) + x] = in[y * step * w + x * step];
}
KERNEL matvec_row(const float *A, const float *x, float *y, int n) {
    int row = THREAD;
    if (row >= n) return;
    float sum = 0;
    for (int k = 0; k < n; k++) sum += A[row * n + k] * x[k];
    y[row] = sum;
}
KERNEL matvec_column(const float *__restrict__ A, const float *__restrict__ x, float *y, int n) {
    int row = THREAD;
    if (row >= n) return;
    float sum = 0;
    for (int k = 0; k < n; k++) sum += A[k * n + row] * x[k];
    y[row] = sum;
}
KERNEL matvec_warp(const double *A, const double *x, double *y, int n) {
    int row = THREAD / 32, lane = threadIdx.x % 32;
    double sum = 0;
    if (row < n)
        for (int k = lane; k < n; k += 32) sum += A[row * n + k] * x[k];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    if (lane == 0 && row < n) y[row] = sum;
}
KERNEL multiply_double_tiles(const double *A, const double *B, double *C, int n) {
    __shared__ double a[16][16], b[16][16];
    int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
    double sum = 0;
    for (int k = 0; k < n; k += 16) {
        a[y][x] = A[row * n + k + x];
        b[y][x] = B[(k + y) * n + column];
        __syncthreads();
        for (int i = 0; i < 16; i++) sum += a[y][i] * b[i][x];
        __syncthreads();
    }
    C[row * n + column] = sum;
}
KERNEL multiply_integer_tiles(const int *A, const int *B, int *C, int n) { // tiles of width 33, B turned
    __shared__ int a[32][33], b[32][33];
    int x = threadIdx.x, column = blockIdx.x * 32 + x, row0 = blockIdx.y * 32;
    int sum[4] = {0, 0, 0, 0};
    for (int k = 0; k < n; k += 32) {
        for (int j = threadIdx.y; j < 32; j += 8) {
            a[j][x] = A[(row0 + j) * n + k + x];
            b[x][j] = B[(k + j) * n + column];
        }
        __syncthreads();
        for (int i = 0; i < 32; i++)
            for (int j = 0; j < 4; j++) sum[j] += a[threadIdx.y + 8 * j][i] * b[x][i];
        __syncthreads();
    }
    for (int j = 0; j < 4; j++) C[(row0 + threadIdx.y + 8 * j) * n + column] = sum[j];
}

// ---- running them ------------------------------------------------------------------------------------------------
static void set_masks() {
    float masks[34];
    for (int i = 0; i < 34; i++) masks[i] = 0.02f * (i + 1);
    OK(cudaMemcpyToSymbol(mask_1d, masks, sizeof mask_1d));
    OK(cudaMemcpyToSymbol(mask_2d, masks + 9, sizeof mask_2d));
}
static void run_stencils() {
    { auto o = fresh<float>(); stencil_line<<<8, 128>>>(floats, o, 1000); done<float>("stencil_line", 1000); }
    { auto o = fresh<float>(); stencil_plane<<<dim3(7, 13), dim3(16, 8)>>>(floats, o, 100, 100); done<float>("stencil_plane", 10000); }
    { auto o = fresh<float>(); stencil_plane_shared<<<dim3(4, 13), dim3(32, 8)>>>(floats, o, 100, 100); done<float>("stencil_plane_shared", 10000); }
    { auto o = fresh<float>(); stencil_volume<<<dim3(2, 5), dim3(32, 8)>>>(floats, o, 40, 36, 30); done<float>("stencil_volume", 43200); }
    { auto o = fresh<double>(); jacobi_3d<<<dim3(3, 5, 5), dim3(8, 4, 4)>>>(doubles, o, 20); done<double>("jacobi_3d", 8000); }
    { auto o = fresh<float>(); convolve_line<<<8, 128>>>(floats, o, 1000); done<float>("convolve_line", 1000); }
    { auto o = fresh<float>(); convolve_tiled<<<dim3(6, 6), dim3(16, 16)>>>(floats, o, 70, 65); done<float>("convolve_tiled", 4550); }
}
static void run_vectors() {
    { auto o = fresh<float4>(); copy_float4<<<4, 96>>>((float4 *)floats, o, 1000); done<float>("copy_float4", 4000); }
    { auto o = fresh<float2>(); scale_float2_some<<<8, 128>>>((float2 *)floats, o, 1000); done<float>("scale_float2_some", 2000); }
    { auto o = fresh<double2>(); rotate_double2<<<4, 128>>>((double2 *)doubles, o, 500, 3); done<double>("rotate_double2", 1000); }
    { auto o = fresh<float4>(); transpose_float4<<<dim3(2, 4), dim3(32, 8)>>>((float4 *)floats, o, 64); done<float>("transpose_float4", 8192); }
    { auto o = fresh<double>(); transpose_double_tile<<<dim3(4, 4), dim3(16, 16)>>>(doubles, o, 64); done<double>("transpose_double_tile", 4096); }
    for (int stride : {1, 2, 3, 16}) {
        char name[40];
        snprintf(name, sizeof name, "shuffle_float2_shared_%d", stride);
        auto o = fresh<float2>();
        if (stride % 2) { shuffle_float2_shared<<<4, 128>>>((float2 *)floats, o, stride); done<float>(name, 1024); }
        snprintf(name, sizeof name, "swizzle_float4_shared_%d", stride);
        o = fresh<float2>();
        swizzle_float4_shared<<<4, 128>>>((float4 *)floats, (float4 *)o, stride, 35 - stride); done<float>(name, 2048);
    }
}
static void run_narrow() {
    { auto o = fresh<byte>(); grey_from_colour<<<dim3(5, 7), dim3(16, 8)>>>(bytes, o, 70, 50); done<byte>("grey_from_colour", 3500); }
    { auto o = fresh<byte>(); invert_uchar4<<<8, 128>>>((uchar4 *)bytes, (uchar4 *)o, 1000); done<byte>("invert_uchar4", 4000); }
    { auto o = fresh<short>(); shorts_through_shared<<<4, 256>>>((short *)bytes, o, (signed char *)(o + 1024), 6); done<signed char>("shorts_through_shared", 3072); }
    { auto o = fresh<half>(); halves<<<8, 128>>>((half *)permutation, o, 1.5f, 1000); done<unsigned short>("halves", 1000); }
    { auto o = fresh<half2>(); half_pairs<<<2, 128>>>((half2 *)permutation, o, 1024); done<unsigned short>("half_pairs", 2048); }
}
static void run_structures() {
    { auto o = fresh_from<float>(floats, 3000); dim_colours<<<8, 128>>>((Colour *)o, 1000); done<float>("dim_colours", 3000); }
    { auto o = fresh_from<float>(floats, 3000); dim_colour_arrays<<<8, 128>>>(Colours{o, o + 1000, o + 2000}, 1000); done<float>("dim_colour_arrays", 3000); }
    { auto o = fresh<float4>(); attract<<<4, 64>>>((float4 *)positive, o, 256); done<float>("attract", 1024); }
    { auto o = fresh<Body>(); bodies_shared<<<4, 96>>>((Body *)positive, o, (float *)(o + 384)); done<float>("bodies_shared", 384 * 6); }
    { auto o = fresh<Key>(); sort_keys<<<2, 128>>>((Key *)integers, o, 256); done<unsigned short>("sort_keys", 256 * 2); }
}
static void run_planes() {
    { auto o = fresh<float>(); gather<<<8, 128>>>(floats, permutation, o, 1000); done<float>("gather", 1000); }
    { auto o = fresh<double>(); scatter<<<8, 128>>>(doubles, permutation, o, 1000); done<double>("scatter", 4096); }
    { auto o = fresh<float>(); copy_submatrix<<<dim3(3, 10), dim3(32, 8)>>>(floats, o, 211, 13, 5, 90, 77); done<float>("copy_submatrix", 90 * 77); }
    { auto o = fresh<float>(); subsample<<<dim3(2, 4), dim3(16, 4)>>>(floats, o, 240, 200, 3); done<float>("subsample", 80 * 66); }
    { auto o = fresh<float>(); matvec_row<<<2, 64>>>(floats, positive, o, 100); done<float>("matvec_row", 100); }
    { auto o = fresh<float>(); matvec_column<<<2, 64>>>(floats, positive, o, 100); done<float>("matvec_column", 100); }
    { auto o = fresh<double>(); matvec_warp<<<13, 256>>>(doubles, doubles + 500, o, 100); done<double>("matvec_warp", 100); }
    { auto o = fresh<double>(); multiply_double_tiles<<<dim3(4, 4), dim3(16, 16)>>>(doubles, doubles + 5000, o, 64); done<double>("multiply_double_tiles", 4096); }
    { auto o = fresh<int>(); multiply_integer_tiles<<<dim3(2, 2), dim3(32, 8)>>>(integers, integers + 5000, o, 64); done<int>("multiply_integer_tiles", 4096); }
}

#endif
