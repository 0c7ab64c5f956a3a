// sgemm.cu - C = A * B, from four by four results a thread to blocks of 128 x 256, vectors, two buffers and warp tiles.
//
// What 256 x 256 x 128 costs for every 32 products, and the milliseconds of 4096 x 4096 x 4096 on an H200
// (chapters/13_capstone/figures/h200_peers.csv), where cuBLAS needs 2.7:
//
//     step                 4 x 4    8 x 8    vectors    buffers    warp tiles
//     sectors loaded       0.125    0.063      0.063      0.063         0.047
//     passes                0.41     0.27       0.20       0.20          0.17
//     milliseconds           5.1      4.0        3.9        3.1           2.8
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

// Step 3: two slices. While the products of one are added, the next one's floats are being loaded into registers; they
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

// A block of 8 warps computes 128 x 256 elements, a warp a tile of 64 x 64 of them, a thread 8 x 16. Of what is read from
// shared memory a warp needs 64 rows and 64 columns; in step 3 it needed 16 rows and 128 columns. A thread reads 24 values
// for 128 products, by six loads, where step 3 takes eight loads for as many products.
//
// 128 sums, and the values of two p, take nearly all of the 255 registers that a thread may have. So one block fits, and
// each scheduler has two warps: they live on products that do not wait for each other.
//
// How it is written matters here. With other words for the same steps ptxas puts the six loads of a p side by side: 3.02 ms
// for 4096 x 4096 x 4096. With the loads among the products of the p before, as here, it takes 2.79.

constexpr int ROWS = 128, COLUMNS = 256; // of C that a block computes
constexpr int DEEP = 16;                 // of p in a phase: a block alone should meet few barriers
constexpr int LANE_ROWS = 8, LANE_COLUMNS = 4;
constexpr int RESULT_ROWS = 8, RESULT_COLUMNS = 16; // of a thread, in groups of four neighbours
constexpr int A_ROW = ROWS + PAD;                   // floats of a row of A's tile, [p][row]; a row of B's has COLUMNS
constexpr int A_FLOATS = DEEP * A_ROW, B_FLOATS = DEEP * COLUMNS; // of a tile

// What a thread brings of a slice.
struct WideShare {
    float4 a[ROWS * DEEP / 4 / THREADS], b[COLUMNS * DEEP / 4 / THREADS];
};

// A and B are those of the block: row 0 of its rows, column 0 of its columns.
__device__ void load_wide(WideShare &share, const float *A, const float *B, int n, int k, int first) {
#pragma unroll
    for (int i = 0; i < 2; i++) { // four threads bring 16 p of a row
        int vector = threadIdx.x + i * THREADS, row = vector / 4, p = vector % 4 * 4;
        share.a[i] = *reinterpret_cast<const float4 *>(A + static_cast<size_t>(row) * k + first + p);
    }
#pragma unroll
    for (int i = 0; i < 4; i++) { // 64 threads bring 256 columns of a p
        int vector = threadIdx.x + i * THREADS, p = vector / 64, column = vector % 64 * 4;
        share.b[i] = *reinterpret_cast<const float4 *>(B + static_cast<size_t>(first + p) * n + column);
    }
}

__device__ void store_wide(float *A_tile, float *B_tile, const WideShare &share) {
#pragma unroll
    for (int i = 0; i < 2; i++) {
        int vector = threadIdx.x + i * THREADS, row = vector / 4, p = vector % 4 * 4;
        A_tile[(p + 0) * A_ROW + row] = share.a[i].x;
        A_tile[(p + 1) * A_ROW + row] = share.a[i].y;
        A_tile[(p + 2) * A_ROW + row] = share.a[i].z;
        A_tile[(p + 3) * A_ROW + row] = share.a[i].w;
    }
#pragma unroll
    for (int i = 0; i < 4; i++) {
        int vector = threadIdx.x + i * THREADS, p = vector / 64, column = vector % 64 * 4;
        *reinterpret_cast<float4 *>(B_tile + p * COLUMNS + column) = share.b[i];
    }
}

// Reads COUNT values: groups of four, one for each of LANES lanes, then the next group of each.
template <int COUNT, int LANES> __device__ void read_groups(float values[COUNT], const float *from) {
#pragma unroll
    for (int i = 0; i < COUNT / 4; i++)
        *reinterpret_cast<float4 *>(values + 4 * i) = *reinterpret_cast<const float4 *>(from + i * LANES * 4);
}

// The values of the next p are read before the products of this one are added, so that no product waits for a load.
__device__ void add_wide(float sums[RESULT_ROWS][RESULT_COLUMNS], const float *A_tile, const float *B_tile) {
    __align__(16) float a[2][RESULT_ROWS], b[2][RESULT_COLUMNS];
    read_groups<RESULT_ROWS, LANE_ROWS>(a[0], A_tile);
    read_groups<RESULT_COLUMNS, LANE_COLUMNS>(b[0], B_tile);
#pragma unroll
    for (int p = 0; p < DEEP; p++) {
        if (p + 1 < DEEP) {
            read_groups<RESULT_ROWS, LANE_ROWS>(a[(p + 1) % 2], A_tile + (p + 1) * A_ROW);
            read_groups<RESULT_COLUMNS, LANE_COLUMNS>(b[(p + 1) % 2], B_tile + (p + 1) * COLUMNS);
        }
#pragma unroll
        for (int i = 0; i < RESULT_ROWS; i++)
#pragma unroll
            for (int j = 0; j < RESULT_COLUMNS; j++) sums[i][j] += a[p % 2][i] * b[p % 2][j];
    }
}

// Whole blocks and whole slices only: nothing asks whether an element is there. Two slices of both tiles are 49,664 bytes,
// more than the 48 KB that a kernel may declare, so they come with the launch.
__global__ void __launch_bounds__(THREADS, 1)
    warp_tiles_kernel(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int m, int n,
                      int k) {
    extern __shared__ __align__(16) float tiles[]; // two of A, two of B
    float *A_tiles = tiles, *B_tiles = tiles + 2 * A_FLOATS;
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int warp_row = warp / 4 * LANE_ROWS * RESULT_ROWS, warp_column = warp % 4 * LANE_COLUMNS * RESULT_COLUMNS;
    int lane_row = lane / LANE_COLUMNS * 4, lane_column = lane % LANE_COLUMNS * 4;
    int block_column = blockIdx.x % (n / COLUMNS), block_row = blockIdx.x / (n / COLUMNS);
    A += static_cast<size_t>(block_row) * ROWS * k;
    B += block_column * COLUMNS;
    float sums[RESULT_ROWS][RESULT_COLUMNS] = {};
    WideShare share;
    load_wide(share, A, B, n, k, 0);
    store_wide(A_tiles, B_tiles, share);
    __syncthreads();
    int now = 0, slices = k / DEEP;
    for (int slice = 1; slice < slices; slice++) {
        load_wide(share, A, B, n, k, slice * DEEP);
        add_wide(sums, A_tiles + now * A_FLOATS + warp_row + lane_row,
                 B_tiles + now * B_FLOATS + warp_column + lane_column);
        now ^= 1;
        store_wide(A_tiles + now * A_FLOATS, B_tiles + now * B_FLOATS, share);
        __syncthreads();
    }
    add_wide(sums, A_tiles + now * A_FLOATS + warp_row + lane_row,
             B_tiles + now * B_FLOATS + warp_column + lane_column);
    C += static_cast<size_t>(block_row) * ROWS * n + block_column * COLUMNS;
#pragma unroll
    for (int i = 0; i < RESULT_ROWS; i++) {
        int row = warp_row + i / 4 * LANE_ROWS * 4 + lane_row + i % 4;
#pragma unroll
        for (int j = 0; j < RESULT_COLUMNS / 4; j++)
            *reinterpret_cast<float4 *>(C + static_cast<size_t>(row) * n + warp_column + j * LANE_COLUMNS * 4 +
                                        lane_column) =
                make_float4(sums[i][4 * j], sums[i][4 * j + 1], sums[i][4 * j + 2], sums[i][4 * j + 3]);
    }
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
    constexpr int bytes = 2 * (A_FLOATS + B_FLOATS) * sizeof(float);
    CHECK(cudaFuncSetAttribute(warp_tiles_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    warp_tiles_kernel<<<n / COLUMNS * (m / ROWS), THREADS, bytes>>>(A, B, C, m, n, k);
}

LADDER(matmul, matmul_4x4, matmul_8x8, matmul_vectors, matmul_buffers, matmul_warp_tiles)

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    LADDER_STEP(matmul)(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
