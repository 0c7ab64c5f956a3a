// key.cu - four kernels that do the same work, c[i] = 2 * a[i] + 1 on 2^16 floats, each with the trouble that was drawn.
#include "drawn.h"
#include "workbook.h"

constexpr int COUNT = 1 << 16;
constexpr int SIDE = 256; // the floats as a square
constexpr int TILE = 16;

enum Trouble { NONE, SCATTERED, CONFLICTED, DIVERGENT, FEW_BLOCKS };

// Turns a tile while it is loaded, which rows that begin in the same banks make slow.
__device__ void conflicted(const float *a, float *c, int width) {
    extern __shared__ float tile[];
    int tx = threadIdx.x % TILE, ty = threadIdx.x / TILE;
    int x = blockIdx.x % (SIDE / TILE) * TILE + tx, y = blockIdx.x / (SIDE / TILE) * TILE + ty;
    tile[tx * width + ty] = a[y * SIDE + x];
    __syncthreads();
    c[y * SIDE + x] = 2 * tile[tx * width + ty] + 1;
}

// A few lanes at a time do their part.
__device__ void divergent(const float *a, float *c, int lanes) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = a[i];
#pragma unroll 1
    for (int turn = 0; turn < 32 / lanes; turn++)
        if (threadIdx.x % 32 / lanes == turn)
#pragma unroll 1
            for (int k = 0; k < 8; k++) value = __fmaf_rn(value, 1.0f, __sinf(value) * 0.0f);
    c[i] = 2 * value + 1;
}

// Neighbouring lanes lie `step` floats apart; with a step of 1 nothing is wrong. The grid walks over everything.
__device__ void strided(const float *a, float *c, int step) {
#pragma unroll 1
    for (int t = blockIdx.x * blockDim.x + threadIdx.x; t < COUNT; t += gridDim.x * blockDim.x) {
        int i = t * step % COUNT + t * step / COUNT;
        c[i] = 2 * a[i] + 1;
    }
}

#define KERNEL(name)                                                                                                   \
    __global__ void name(const float *a, float *c, int trouble, int how) {                                             \
        if (trouble == CONFLICTED) conflicted(a, c, how);                                                              \
        else if (trouble == DIVERGENT) divergent(a, c, how);                                                           \
        else strided(a, c, trouble == SCATTERED ? how : 1);                                                            \
    }
KERNEL(kernel_p)
KERNEL(kernel_q)
KERNEL(kernel_r)
KERNEL(kernel_s)

static Trouble trouble_named(const char *word) {
    if (!strcmp(word, "scattered")) return SCATTERED;
    if (!strcmp(word, "conflicted")) return CONFLICTED;
    if (!strcmp(word, "divergent")) return DIVERGENT;
    return !strcmp(word, "few_blocks") ? FEW_BLOCKS : NONE;
}

using Kernel = void (*)(const float *a, float *c, int trouble, int how);
static void look(Kernel kernel, char **argv, const char *trouble_name, const char *how_name, const float *a, float *c) {
    static const int steps[] = {2, 4, 8, 16}, widths[] = {16, 24, 32, 48}, lanes[] = {1, 2, 4, 8};
    static const int few[] = {4, 12, 33, 66};
    Trouble trouble = trouble_named(drawn_text(argv, trouble_name));
    int how = drawn(argv, how_name);
    int blocks = trouble == FEW_BLOCKS ? few[how] : COUNT / 256;
    int detail = trouble == SCATTERED ? steps[how] : trouble == CONFLICTED ? widths[how] : lanes[how];
    int shared = trouble == CONFLICTED ? TILE * detail * static_cast<int>(sizeof(float)) : 0;
    kernel<<<blocks, 256, shared>>>(a, c, trouble, detail);
    CHECK(cudaGetLastError());
}

int main(int, char **argv) {
    float *a, *c;
    CHECK(cudaMalloc(&a, COUNT * sizeof(float)));
    CHECK(cudaMalloc(&c, COUNT * sizeof(float)));
    CHECK(cudaMemset(a, 0, COUNT * sizeof(float)));
    look(kernel_p, argv, "trouble_p", "how_p", a, c);
    look(kernel_q, argv, "trouble_q", "how_q", a, c);
    look(kernel_r, argv, "trouble_r", "how_r", a, c);
    look(kernel_s, argv, "trouble_s", "how_s", a, c);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(a));
    CHECK(cudaFree(c));
}
