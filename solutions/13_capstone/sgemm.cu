// sgemm.cu - C = A * B, from four by four results a thread to blocks of 128 x 256, vectors, two buffers and warp tiles.
//
// What 256 x 256 x 128 costs for every 32 products, and the milliseconds of 4096 x 4096 x 4096 on an H200
// (chapters/13_capstone/figures/h200_ladders.csv), where cuBLAS needs 2.7:
//
//     step                 4 x 4    8 x 8    vectors    buffers    warp tiles
//     sectors loaded       0.125    0.063      0.063      0.063         0.047
//     passes                0.41     0.27       0.20       0.20          0.17
//     milliseconds           5.1      4.0        3.8        3.1           2.7
#include "workbook.h"

constexpr int SIDE = 16; // threads of a block in x and in y
constexpr int THREADS = SIDE * SIDE;
constexpr int DEPTH = 16; // of p in a phase of steps 0 and 1

// Steps 0 and 1: the register tile of chapter 08. A thread's RESULTS x RESULTS elements are SIDE apart, so that loads
// and stores of a warp cover neighbours. A block computes SIDE * RESULTS by SIDE * RESULTS elements of C.
template <int RESULTS>
__global__ void register_tile_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[SIDE * RESULTS][DEPTH];
    __shared__ float B_tile[DEPTH][SIDE * RESULTS + SIDE]; // + SIDE: two rows that a warp stores share no bank
    int first_row = blockIdx.y * SIDE * RESULTS + threadIdx.y;
    int first_column = blockIdx.x * SIDE * RESULTS + threadIdx.x;
    float sums[RESULTS][RESULTS] = {};

    for (int first = 0; first < k; first += DEPTH) {
        int a_column = first + threadIdx.x, b_row = first + threadIdx.y;
        for (int i = 0; i < RESULTS; i++) {
            int row = first_row + i * SIDE, column = first_column + i * SIDE;
            A_tile[threadIdx.y + i * SIDE][threadIdx.x] =
                row < m && a_column < k ? A[static_cast<size_t>(row) * k + a_column] : 0;
            B_tile[threadIdx.y][threadIdx.x + i * SIDE] =
                b_row < k && column < n ? B[static_cast<size_t>(b_row) * n + column] : 0;
        }
        __syncthreads();
        for (int p = 0; p < DEPTH; p++) {
            float a[RESULTS], b[RESULTS];
            for (int i = 0; i < RESULTS; i++) a[i] = A_tile[threadIdx.y + i * SIDE][p];
            for (int j = 0; j < RESULTS; j++) b[j] = B_tile[p][threadIdx.x + j * SIDE];
            for (int i = 0; i < RESULTS; i++)
                for (int j = 0; j < RESULTS; j++) sums[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < RESULTS; i++)
        for (int j = 0; j < RESULTS; j++) {
            int row = first_row + i * SIDE, column = first_column + j * SIDE;
            if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sums[i][j];
        }
}

// ---- steps 2 and 3: four floats at once ----

constexpr int BLOCK = 128; // rows and columns of C that a block computes
constexpr int SLICE = 8;   // of p in a phase
constexpr int PAD = 4;     // words at the end of A_tile's rows: see store_slice

// A slice of both factors. A lies turned, so that a thread's rows are neighbours in it, as its columns are in B.
struct Slice {
    float A_tile[SLICE][BLOCK + PAD]; // [p][row]
    float B_tile[SLICE][BLOCK];       // [p][column]
};

// What a thread brings of a slice: a float4 of a row of A, and one of a row of B.
struct Share {
    float4 a, b;
};

// The four floats matrix[row][column .. column + 3], 0 where there is none. Rows of a multiple of four floats begin at
// a multiple of 16 bytes, so four of them are one load (VECTORS). Other rows are read float by float.
template <bool VECTORS> __device__ float4 four_of_row(const float *matrix, int row, int rows, int column, int columns) {
    float4 four = {};
    if (row >= rows || column >= columns) return four;
    const float *from = matrix + static_cast<size_t>(row) * columns + column;
    if (VECTORS) {
        four = *reinterpret_cast<const float4 *>(from);
    } else {
        four.x = from[0];
        if (column + 1 < columns) four.y = from[1];
        if (column + 2 < columns) four.z = from[2];
        if (column + 3 < columns) four.w = from[3];
    }
    return four;
}

// 256 threads bring 128 rows of A with 8 floats, two threads a row, and 8 rows of B with 128 floats, a warp a row.
template <bool VECTORS>
__device__ Share load_share(const float *A, const float *B, int m, int n, int k, int first, int thread) {
    return {four_of_row<VECTORS>(A, blockIdx.y * BLOCK + thread / 2, m, first + thread % 2 * 4, k),
            four_of_row<VECTORS>(B, first + thread / 32, k, blockIdx.x * BLOCK + thread % 32 * 4, n)};
}

// The two threads of a row of A write to rows of A_tile that are four apart: 4 * (128 + 4) words, half of the banks
// further. The 16 rows of a warp take the one half and the other, and nothing meets.
__device__ void store_share(Slice &slice, const Share &share, int thread) {
    int row = thread / 2, p = thread % 2 * 4;
    slice.A_tile[p + 0][row] = share.a.x;
    slice.A_tile[p + 1][row] = share.a.y;
    slice.A_tile[p + 2][row] = share.a.z;
    slice.A_tile[p + 3][row] = share.a.w;
    *reinterpret_cast<float4 *>(&slice.B_tile[thread / 32][thread % 32 * 4]) = share.b;
}

// Reads values first .. first + 3 and first + 64 .. first + 67. Lanes whose `first` are 4 apart read neighbours; eight
// floats in a row for each thread would leave a gap of 16 bytes between lanes, and lanes 4 apart would meet.
__device__ void read_eight(float eight[8], const float *tile_row, int first) {
    *reinterpret_cast<float4 *>(&eight[0]) = *reinterpret_cast<const float4 *>(&tile_row[first]);
    *reinterpret_cast<float4 *>(&eight[4]) = *reinterpret_cast<const float4 *>(&tile_row[first + BLOCK / 2]);
}

// Adds a slice's products: 16 values are read for 64 of them, by four loads.
__device__ void add_products(float sums[8][8], const Slice &slice, int tx, int ty) {
#pragma unroll
    for (int p = 0; p < SLICE; p++) {
        __align__(16) float a[8], b[8];
        read_eight(a, slice.A_tile[p], 4 * ty);
        read_eight(b, slice.B_tile[p], 4 * tx);
        for (int i = 0; i < 8; i++)
            for (int j = 0; j < 8; j++) sums[i][j] += a[i] * b[j];
    }
}

template <bool VECTORS> __device__ void store_four(float *C, int row, int column, int n, const float four[4]) {
    if (column >= n) return;
    float *to = C + static_cast<size_t>(row) * n + column;
    if (VECTORS) *reinterpret_cast<float4 *>(to) = make_float4(four[0], four[1], four[2], four[3]);
    else
        for (int j = 0; j < 4; j++)
            if (column + j < n) to[j] = four[j];
}

template <bool VECTORS> __device__ void store_results(float *C, const float sums[8][8], int m, int n, int tx, int ty) {
    for (int i = 0; i < 8; i++) {
        int row = blockIdx.y * BLOCK + i / 4 * (BLOCK / 2) + 4 * ty + i % 4;
        int column = blockIdx.x * BLOCK + 4 * tx;
        if (row >= m) continue;
        store_four<VECTORS>(C, row, column, n, &sums[i][0]);
        store_four<VECTORS>(C, row, column + BLOCK / 2, n, &sums[i][4]);
    }
}

// Step 2: one slice. Between two barriers all threads store it, between the next two all use it.
template <bool VECTORS>
__global__ void __launch_bounds__(THREADS, 2)
    vectors_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ __align__(16) Slice slice;
    int tx = threadIdx.x % SIDE, ty = threadIdx.x / SIDE;
    float sums[8][8] = {};
    for (int first = 0; first < k; first += SLICE) {
        store_share(slice, load_share<VECTORS>(A, B, m, n, k, first, threadIdx.x), threadIdx.x);
        __syncthreads();
        add_products(sums, slice, tx, ty);
        __syncthreads();
    }
    store_results<VECTORS>(C, sums, m, n, tx, ty);
}

// Step 3: two slices. While the products of one are added, the next one's floats are on their way into registers; they
// are stored into the other slice. A barrier a phase is enough: whoever passes it has finished the slice that is
// overwritten next.
template <bool VECTORS>
__global__ void __launch_bounds__(THREADS, 2)
    buffers_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ __align__(16) Slice slices[2];
    int tx = threadIdx.x % SIDE, ty = threadIdx.x / SIDE;
    float sums[8][8] = {};
    store_share(slices[0], load_share<VECTORS>(A, B, m, n, k, 0, threadIdx.x), threadIdx.x);
    __syncthreads();
    int now = 0;
    for (int next = SLICE; next < k; next += SLICE) {
        Share share = load_share<VECTORS>(A, B, m, n, k, next, threadIdx.x);
        add_products(sums, slices[now], tx, ty);
        now = 1 - now;
        store_share(slices[now], share, threadIdx.x);
        __syncthreads();
    }
    add_products(sums, slices[now], tx, ty);
    store_results<VECTORS>(C, sums, m, n, tx, ty);
}

// ---- step 4: warp tiles ----

// A block of 8 warps computes 128 x 256 elements, a warp a tile of 64 x 64 of them, a thread 8 x 16. Of the tiles that
// are read, a warp touches 64 rows and 64 columns; in step 3 it touched 16 rows and 128 columns. So 24 values are read
// for 128 products, by six loads, where step 3 needs eight loads for as many.
//
// 128 sums, and the values of two p, take nearly all of the 255 registers that a thread may have. One block fits, and
// its two warps on each scheduler must do without a third: they live on products that do not wait for each other.
constexpr int ROWS = 128, COLUMNS = 256; // of C that a block computes
constexpr int DEEP = 16;                 // of p in a phase: a block alone should meet few barriers
constexpr int LANE_ROWS = 8, LANE_COLUMNS = 4;
constexpr int RESULT_ROWS = 8, RESULT_COLUMNS = 16; // of a thread, in groups of four neighbours

struct WideSlice {
    float A_tile[DEEP][ROWS + PAD]; // [p][row]
    float B_tile[DEEP][COLUMNS];    // [p][column]
};
constexpr int A_VECTORS = ROWS * DEEP / 4 / THREADS; // float4 that a thread brings: of A, of B
constexpr int B_VECTORS = COLUMNS * DEEP / 4 / THREADS;

struct WideShare {
    float4 a[A_VECTORS], b[B_VECTORS];
};

// A and B are those of the block: row 0 of its rows, column 0 of its columns.
__device__ void load_wide(WideShare &share, const float *A, const float *B, int n, int k, int first, int thread) {
#pragma unroll
    for (int i = 0; i < A_VECTORS; i++) { // four threads bring 16 p of a row
        int row = (thread + i * THREADS) / 4, p = thread % 4 * 4;
        share.a[i] = *reinterpret_cast<const float4 *>(A + static_cast<size_t>(row) * k + first + p);
    }
#pragma unroll
    for (int i = 0; i < B_VECTORS; i++) { // 64 threads bring 256 columns of a p
        int p = (thread + i * THREADS) / 64, column = thread % 64 * 4;
        share.b[i] = *reinterpret_cast<const float4 *>(B + static_cast<size_t>(first + p) * n + column);
    }
}

__device__ void store_wide(WideSlice &slice, const WideShare &share, int thread) {
#pragma unroll
    for (int i = 0; i < A_VECTORS; i++) {
        int row = (thread + i * THREADS) / 4, p = thread % 4 * 4;
        slice.A_tile[p + 0][row] = share.a[i].x;
        slice.A_tile[p + 1][row] = share.a[i].y;
        slice.A_tile[p + 2][row] = share.a[i].z;
        slice.A_tile[p + 3][row] = share.a[i].w;
    }
#pragma unroll
    for (int i = 0; i < B_VECTORS; i++)
        *reinterpret_cast<float4 *>(&slice.B_tile[(thread + i * THREADS) / 64][thread % 64 * 4]) = share.b[i];
}

// Reads COUNT values: groups of four, one for each of LANES lanes, then the next group of each.
template <int COUNT, int LANES> __device__ void read_groups(float values[COUNT], const float *tile_row, int first) {
#pragma unroll
    for (int i = 0; i < COUNT; i += 4)
        *reinterpret_cast<float4 *>(&values[i]) = *reinterpret_cast<const float4 *>(&tile_row[first + i * LANES]);
}

// The values of the next p are read before the products of this one are added, so that no product waits for a load.
__device__ void add_wide(float sums[RESULT_ROWS][RESULT_COLUMNS], const WideSlice &slice, int row, int column) {
    __align__(16) float a[2][RESULT_ROWS], b[2][RESULT_COLUMNS];
    read_groups<RESULT_ROWS, LANE_ROWS>(a[0], slice.A_tile[0], row);
    read_groups<RESULT_COLUMNS, LANE_COLUMNS>(b[0], slice.B_tile[0], column);
#pragma unroll
    for (int p = 0; p < DEEP; p++) {
        if (p + 1 < DEEP) {
            read_groups<RESULT_ROWS, LANE_ROWS>(a[(p + 1) % 2], slice.A_tile[p + 1], row);
            read_groups<RESULT_COLUMNS, LANE_COLUMNS>(b[(p + 1) % 2], slice.B_tile[p + 1], column);
        }
#pragma unroll
        for (int i = 0; i < RESULT_ROWS; i++)
#pragma unroll
            for (int j = 0; j < RESULT_COLUMNS; j++) sums[i][j] += a[p % 2][i] * b[p % 2][j];
    }
}

__device__ void store_wide_results(float *C, const float sums[RESULT_ROWS][RESULT_COLUMNS], int n) {
#pragma unroll
    for (int i = 0; i < RESULT_ROWS; i++)
#pragma unroll
        for (int j = 0; j < RESULT_COLUMNS; j += 4) {
            float *to = C + static_cast<size_t>(i / 4 * 4 * LANE_ROWS + i % 4) * n + j * LANE_COLUMNS;
            *reinterpret_cast<float4 *>(to) = make_float4(sums[i][j], sums[i][j + 1], sums[i][j + 2], sums[i][j + 3]);
        }
}

// Whole blocks and whole slices only: nothing asks whether an element is there. The two slices are 256 bytes larger than
// the 48 KB that a kernel may declare, so they come with the launch.
__global__ void __launch_bounds__(THREADS, 1)
    warp_tiles_kernel(const float *A, const float *B, float *C, int n, int k) {
    extern __shared__ __align__(16) char memory[];
    WideSlice *slices = reinterpret_cast<WideSlice *>(memory);
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int row = warp / 4 * RESULT_ROWS * LANE_ROWS + lane / LANE_COLUMNS * 4; // 2 x 4 warps, 8 x 4 lanes
    int column = warp % 4 * RESULT_COLUMNS * LANE_COLUMNS + lane % LANE_COLUMNS * 4;
    A += static_cast<size_t>(blockIdx.y) * ROWS * k;
    B += blockIdx.x * COLUMNS;
    float sums[RESULT_ROWS][RESULT_COLUMNS] = {};
    WideShare share;
    load_wide(share, A, B, n, k, 0, threadIdx.x);
    store_wide(slices[0], share, threadIdx.x);
    __syncthreads();
    int now = 0;
    for (int next = DEEP; next < k; next += DEEP) {
        load_wide(share, A, B, n, k, next, threadIdx.x);
        add_wide(sums, slices[now], row, column);
        now = 1 - now;
        store_wide(slices[now], share, threadIdx.x);
        __syncthreads();
    }
    add_wide(sums, slices[now], row, column);
    store_wide_results(C + static_cast<size_t>(blockIdx.y * ROWS + row) * n + blockIdx.x * COLUMNS + column, sums, n);
}

// ---- the ladder ----

template <int RESULTS> static void register_tile(const float *A, const float *B, float *C, int m, int n, int k) {
    dim3 grid(ceil_div(n, SIDE * RESULTS), ceil_div(m, SIDE * RESULTS));
    register_tile_kernel<RESULTS><<<grid, dim3(SIDE, SIDE)>>>(A, B, C, m, n, k);
}
static void matmul_4x4(const float *A, const float *B, float *C, int m, int n, int k) {
    register_tile<4>(A, B, C, m, n, k);
}
static void matmul_8x8(const float *A, const float *B, float *C, int m, int n, int k) {
    register_tile<8>(A, B, C, m, n, k);
}
static dim3 blocks(int m, int n) { return dim3(ceil_div(n, BLOCK), ceil_div(m, BLOCK)); }
static void matmul_vectors(const float *A, const float *B, float *C, int m, int n, int k) {
    auto kernel = n % 4 || k % 4 ? vectors_kernel<false> : vectors_kernel<true>;
    kernel<<<blocks(m, n), THREADS>>>(A, B, C, m, n, k);
}
static void matmul_buffers(const float *A, const float *B, float *C, int m, int n, int k) {
    auto kernel = n % 4 || k % 4 ? buffers_kernel<false> : buffers_kernel<true>;
    kernel<<<blocks(m, n), THREADS>>>(A, B, C, m, n, k);
}

static void matmul_warp_tiles(const float *A, const float *B, float *C, int m, int n, int k) {
    if (m % ROWS || n % COLUMNS || k % DEEP) return matmul_buffers(A, B, C, m, n, k);
    constexpr int bytes = 2 * sizeof(WideSlice);
    CHECK(cudaFuncSetAttribute(warp_tiles_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    warp_tiles_kernel<<<dim3(n / COLUMNS, m / ROWS), THREADS, bytes>>>(A, B, C, n, k);
}

LADDER(matmul, matmul_4x4, matmul_8x8, matmul_vectors, matmul_buffers, matmul_warp_tiles)

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    LADDER_STEP(matmul)(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
