// matrices.cu - products of matrices by a warp: wmma, and mma with ldmatrix. Small integers, so that every sum is
// exact.
#include "../../../../tests/programs/claims.cuh"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

// Column-dependent and row-dependent, without symmetry.
static int left(int row, int k) { return (row * 5 + k * 3) % 7 - 3; }
static int right(int k, int column) { return (k * 2 + column * 11) % 5 - 2; }
static int before(int row, int column) { return row - 2 * column; }

static int expected(int row, int column, int depth) {
    int sum = before(row, column);
    for (int k = 0; k < depth; k++) sum += left(row, k) * right(k, column);
    return sum;
}

template <int M, int N, int K, typename T, typename Sum, typename ByA, typename ByB>
__global__ void by_wmma(const T *a, const T *b, const Sum *c, Sum *d) {
    wmma::fragment<wmma::matrix_a, M, N, K, T, ByA> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, T, ByB> fb;
    wmma::fragment<wmma::accumulator, M, N, K, Sum> fc;
    __shared__ T tile[K * (N + 8)];
    bool b_rows = std::is_same<ByB, wmma::row_major>::value;
    for (int n = threadIdx.x; n < K * N; n += 32) { // a pitch of its own
        int line = n / (b_rows ? N : K), at = n % (b_rows ? N : K);
        if (b_rows) tile[line * (N + 8) + at] = b[n];
        else tile[n] = b[n];
    }
    __syncwarp();
    wmma::load_matrix_sync(fa, a, std::is_same<ByA, wmma::row_major>::value ? K : M);
    wmma::load_matrix_sync(fb, tile, b_rows ? N + 8 : K);
    wmma::load_matrix_sync(fc, c, N, wmma::mem_row_major);
    for (int n = 0; n < fc.num_elements; n++) fc.x[n] = fc.x[n] + Sum(1);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(d, fc, M, wmma::mem_col_major);
}

template <int M, int N, int K, typename T, typename Sum, typename ByA, typename ByB>
static void check_wmma(const char *name) {
    Array<T> a(M * K), b(K * N);
    Array<Sum> c(M * N), d(M * N);
    bool a_rows = std::is_same<ByA, wmma::row_major>::value, b_rows = std::is_same<ByB, wmma::row_major>::value;
    for (int k = 0; k < K; k++) {
        for (int row = 0; row < M; row++) a[a_rows ? row * K + k : k * M + row] = T(float(left(row, k) + 3));
        for (int column = 0; column < N; column++)
            b[b_rows ? k * N + column : column * K + k] = T(float(right(k, column) + 2));
    }
    for (int n = 0; n < M * N; n++) c[n] = Sum(float(before(n / N, n % N)));
    a.write(), b.write(), c.write();
    by_wmma<M, N, K, T, Sum, ByA, ByB><<<1, 32>>>(a.device, b.device, c.device, d.device);
    FINISH();
    d.read();
    int wrong = 0;
    for (int row = 0; row < M; row++)
        for (int column = 0; column < N; column++) {
            int sum = before(row, column) + 1;
            for (int k = 0; k < K; k++) sum += (left(row, k) + 3) * (right(k, column) + 2);
            wrong += float(d[column * M + row]) != float(sum);
        }
    claim(name, wrong == 0, "%d of %d elements", wrong, M * N);
}

// a: 16 x K row-major, b: K x 8 row-major, both halves in shared memory; c and d as mma has them.
__global__ void by_mma(const __half *a, const __half *b, const float *c, float *d) {
    __shared__ __align__(16) __half ta[16 * 16], tb[16 * 8];
    int lane = threadIdx.x;
    for (int n = lane; n < 256; n += 32) ta[n] = a[n];
    for (int n = lane; n < 128; n += 32) tb[n] = b[n];
    __syncwarp();
    unsigned fa[4], fb[2];
    float s[4];
    unsigned from_a = (unsigned)__cvta_generic_to_shared(ta + lane % 16 * 16 + lane / 16 * 8);
    unsigned from_b = (unsigned)__cvta_generic_to_shared(tb + lane % 16 * 8);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3])
                 : "r"(from_a));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(fb[0]), "=r"(fb[1])
                 : "r"(from_b));
    for (int n = 0; n < 4; n++) s[n] = c[(lane / 4 + n / 2 * 8) * 8 + lane % 4 * 2 + n % 2];
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(s[0]), "+f"(s[1]), "+f"(s[2]), "+f"(s[3])
                 : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fb[0]), "r"(fb[1]));
    for (int n = 0; n < 4; n++) d[(lane / 4 + n / 2 * 8) * 8 + lane % 4 * 2 + n % 2] = s[n];
}

static void check_mma() {
    Array<__half> a(256), b(128);
    Array<float> c(128), d(128);
    for (int n = 0; n < 256; n++) a[n] = __float2half((float)left(n / 16, n % 16));
    for (int n = 0; n < 128; n++) b[n] = __float2half((float)right(n / 8, n % 8)), c[n] = (float)before(n / 8, n % 8);
    a.write(), b.write(), c.write();
    by_mma<<<1, 32>>>(a.device, b.device, c.device, d.device);
    FINISH();
    d.read();
    int wrong = 0;
    for (int n = 0; n < 128; n++) wrong += d[n] != (float)expected(n / 8, n % 8, 16);
    claim("mma of what ldmatrix loaded, one side transposed", wrong == 0, "%d of 128 elements", wrong);
}

// Bytes, four to a register, as the PTX ISA lays them out.
__global__ void by_bytes(int *d) {
    int lane = threadIdx.x, group = lane / 4, at = lane % 4;
    unsigned a[4] = {0}, b[2] = {0};
    int s[4];
    for (int r = 0; r < 4; r++)
        for (int e = 0; e < 4; e++) {
            int row = group + r % 2 * 8, k = r / 2 * 16 + at * 4 + e;
            a[r] |= (unsigned)(unsigned char)((row * 5 + k * 3) % 7 - 3) << 8 * e;
            if (r < 2) b[r] |= (unsigned)(unsigned char)(((r * 16 + at * 4 + e) * 2 + group * 11) % 5 - 2) << 8 * e;
        }
    for (int n = 0; n < 4; n++) s[n] = group + n / 2 * 8 - 2 * (at * 2 + n % 2);
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%0, %1, %2, %3};"
                 : "+r"(s[0]), "+r"(s[1]), "+r"(s[2]), "+r"(s[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    for (int n = 0; n < 4; n++) d[(group + n / 2 * 8) * 8 + at * 2 + n % 2] = s[n];
}

static void check_bytes() {
    Array<int> d(128);
    by_bytes<<<1, 32>>>(d.device);
    FINISH();
    d.read();
    int wrong = 0;
    for (int n = 0; n < 128; n++) wrong += d[n] != expected(n / 8, n % 8, 32);
    claim("mma of bytes", wrong == 0, "%d of 128 elements", wrong);
}

// Random operands whose exponents spread over 12, and what an H200 made of them: how tensor cores cut and round.
enum Operands { HALVES, HALVES_TO_HALVES = 2, BFLOATS, TF32S, SPREAD = 12, BLOCKS = 64 };

__device__ static uint32_t draw(uint32_t &state) {
    state ^= state << 13, state ^= state >> 17, state ^= state << 5;
    return state;
}

__device__ static uint32_t draw_half(uint32_t &state, uint32_t exponent, uint32_t shift, uint32_t rest) {
    uint32_t bits = draw(state);
    return (bits & rest) | (exponent - SPREAD / 2 + (bits >> 16) % (SPREAD + 1)) << shift;
}

__device__ static uint32_t draw_single(uint32_t &state, uint32_t spread) {
    uint32_t bits = draw(state), more = draw(state);
    return (bits & 0x807fffff) | (127 - spread / 2 + (more >> 8) % (spread + 1)) << 23;
}

__device__ static uint32_t draw_register(uint32_t &state, Operands kind) {
    if (kind == TF32S) return draw_single(state, SPREAD);
    uint32_t exponent = kind == BFLOATS ? 127 : 15, shift = kind == BFLOATS ? 7 : 10;
    uint32_t rest = kind == BFLOATS ? 0x807f : 0x83ff, low = draw_half(state, exponent, shift, rest);
    return low | draw_half(state, exponent, shift, rest) << 16;
}

#define MMA(shape, types)                                                                                              \
    asm volatile("mma.sync.aligned." shape ".row.col.f32." types ".f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, " \
                 "{%0, %1, %2, %3};"                                                                                   \
                 : "+r"(s[0]), "+r"(s[1]), "+r"(s[2]), "+r"(s[3])                                                      \
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]))

__global__ void of_random(Operands kind, uint32_t *out) {
    int thread = blockIdx.x * 32 + threadIdx.x;
    uint32_t state = thread * 2654435761u + kind * 977 + SPREAD * 31 + 1, a[4], b[2], s[4];
    for (int n = 0; n < 8; n++) draw(state);
    for (int n = 0; n < 4; n++) a[n] = draw_register(state, kind);
    for (int n = 0; n < 2; n++) b[n] = draw_register(state, kind);
    for (int n = 0; n < 4; n++) s[n] = draw_single(state, 2 * SPREAD);
    if (kind == HALVES) MMA("m16n8k16", "f16.f16");
    if (kind == BFLOATS) MMA("m16n8k16", "bf16.bf16");
    if (kind == TF32S) MMA("m16n8k8", "tf32.tf32");
    if (kind == HALVES_TO_HALVES) {
        for (int n = 0; n < 2; n++) s[n] = draw_register(state, kind);
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"
                     : "+r"(s[0]), "+r"(s[1])
                     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    }
    for (int n = 0; n < 4; n++) out[thread * 4 + n] = s[n];
}

// hash: FNV-1a, by words, of the results of an H200
static void check_random(const char *name, Operands kind, uint64_t hash) {
    Array<uint32_t> out(BLOCKS * 128);
    of_random<<<BLOCKS, 32>>>(kind, out.device);
    FINISH();
    out.read();
    uint64_t found = 0xcbf29ce484222325;
    for (int n = 0; n < BLOCKS * 128; n++)
        if (kind != HALVES_TO_HALVES || n % 4 < 2) found = (found ^ out[n]) * 0x100000001b3;
    claim(name, found == hash, "%llx", (unsigned long long)found);
}

// Registers of wmma's fragments are those of the products that the machine has: lane 4g + t has element e of its
// fragment in line g of a tile of 8 lines. A line is a row of a, a column of b, a row of c, but a column of m8n32's c.
struct Place {
    int row, column;
};
static Place place_in_a(int lane, int e) { return {lane / 4 + e / 2 % 2 * 8, lane % 4 * 2 + e % 2 + e / 4 % 2 * 8}; }
static Place place_in_b(int lane, int e) { return {lane % 4 * 2 + e % 2 + e / 2 % 2 * 8, lane / 4 + e / 4 % 2 * 8}; }
static Place place_in_wide(int lane, int e) { return {lane % 4 * 2 + e % 2, lane / 4 + e / 2 * 8}; }

template <class Fragment> __device__ void load(Fragment &f, const __half *m, int pitch) {
    load_matrix_sync(f, m, pitch);
}
template <class Fragment> __device__ void load(Fragment &f, const float *m, int pitch) {
    load_matrix_sync(f, m, pitch, wmma::mem_row_major);
}
template <class Fragment, class T> __global__ void show_fragment(const T *matrix, int pitch, T *out) {
    Fragment f;
    load(f, matrix, pitch);
    for (int e = 0; e < f.num_elements; e++) out[threadIdx.x * f.num_elements + e] = f.x[e];
}

template <class Fragment, class T>
static void check_places(const char *name, int columns, int elements, bool by_rows, Place (*place)(int lane, int e)) {
    Array<T> matrix(256), out(32 * elements);
    for (int n = 0; n < 256; n++) matrix[n] = T(float(n));
    matrix.write();
    int rows = 256 / columns, wrong = 0;
    show_fragment<Fragment, T><<<1, 32>>>(matrix.device, by_rows ? columns : rows, out.device);
    FINISH();
    out.read();
    for (int n = 0; n < 32 * elements; n++) {
        Place p = place(n / elements, n % elements);
        wrong += float(out[n]) != float(by_rows ? p.row * columns + p.column : p.column * rows + p.row);
    }
    claim(name, wrong == 0, "%d of %d elements", wrong, 32 * elements);
}

static void check_layouts() {
    typedef wmma::row_major Row;
    typedef wmma::col_major Column;
    typedef wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, Row> A;
    typedef wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, Row> B;
    typedef wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, Column> TurnedB;
    typedef wmma::fragment<wmma::accumulator, 16, 16, 16, float> C;
    typedef wmma::fragment<wmma::accumulator, 8, 32, 16, float> WideC;
    check_places<A, __half>("a's elements are where mma has them", 16, A::num_elements, true, place_in_a);
    check_places<B, __half>("b's are too", 16, B::num_elements, true, place_in_b);
    check_places<TurnedB, __half>("b's by columns are too", 16, TurnedB::num_elements, false, place_in_b);
    check_places<C, float>("c's are too", 16, C::num_elements, true, place_in_a);
    check_places<WideC, float>("m8n32's c is turned", 32, WideC::num_elements, true, place_in_wide);
}

int main() {
    typedef wmma::row_major Row;
    typedef wmma::col_major Column;
    check_wmma<16, 16, 16, __half, float, Row, Row>("wmma 16x16x16 of halves, summed in single");
    check_wmma<16, 16, 16, __half, __half, Column, Row>("wmma 16x16x16 of halves, summed in halves");
    check_wmma<32, 8, 16, __half, float, Row, Column>("wmma 32x8x16 of halves");
    check_wmma<8, 32, 16, __nv_bfloat16, float, Column, Column>("wmma 8x32x16 of bfloat16");
    check_wmma<16, 16, 16, signed char, int, Row, Column>("wmma 16x16x16 of bytes");
    check_wmma<8, 8, 4, double, double, Row, Column>("wmma 8x8x4 of doubles");
    check_layouts();
    check_mma();
    check_bytes();
    check_random("halves are multiplied as on an H200, bit by bit", HALVES, 0x2d02b6ee27620d68);
    check_random("halves to halves are too", HALVES_TO_HALVES, 0xd4b323b960e1a6f9);
    check_random("bfloat16 are too", BFLOATS, 0x4cf285c121796d89);
    check_random("tf32 are too", TF32S, 0x8e0b5a8857417b84);
    return claims_end();
}
