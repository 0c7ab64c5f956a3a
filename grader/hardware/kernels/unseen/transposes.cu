// transposes.cu - matrices with half as many columns again as rows: by elements, by tiles, and by shuffles.
#include "../measured.cuh"

#define FLIPPED                                                                                                        \
    int rows = (int)size, columns = rows / 2 * 3;                                                                      \
    float *in = floats((size_t)rows * columns), *out = zeros<float>((size_t)rows * columns);                           \
    measured_check([=] {                                                                                               \
        std::vector<float> from = download(in, (size_t)rows * columns), to = download(out, (size_t)rows * columns);    \
        for (int r = 0; r < rows; r++)                                                                                 \
            for (int c = 0; c < columns; c++)                                                                          \
                if (to[(size_t)c * rows + r] != from[(size_t)r * columns + c]) return false;                           \
        return true;                                                                                                   \
    })

// One index for all elements; the grid strides over them.
__global__ void flip_elements(const float *in, float *out, int rows, int columns) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows * columns; i += gridDim.x * blockDim.x)
        out[i % columns * rows + i / columns] = in[i];
}
MEASURE(transposes, flip_elements, 1024, 4096) {
    FLIPPED;
    return [=] { flip_elements<<<1056, 256>>>(in, out, rows, columns); };
}

// Tiles of 16 x 16 without padding, a thread per element.
__global__ void flip_sixteen(const float *in, float *out, int rows, int columns) {
    __shared__ float tile[16][16];
    int x = blockIdx.x * 16, y = blockIdx.y * 16;
    tile[threadIdx.y][threadIdx.x] = in[(y + threadIdx.y) * columns + x + threadIdx.x];
    __syncthreads();
    out[(x + threadIdx.y) * rows + y + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
MEASURE(transposes, flip_sixteen, 1024, 4096) {
    FLIPPED;
    return [=] { flip_sixteen<<<dim3(columns / 16, rows / 16), dim3(16, 16)>>>(in, out, rows, columns); };
}

// Two padded tiles next to each other for a block of 32 x 8.
__global__ void flip_two_tiles(const float *in, float *out, int rows, int columns) {
    __shared__ float tile[32][65];
    int x = blockIdx.x * 64, y = blockIdx.y * 32;
    for (int i = threadIdx.y; i < 32; i += 8) {
        tile[i][threadIdx.x] = in[(y + i) * columns + x + threadIdx.x];
        tile[i][threadIdx.x + 32] = in[(y + i) * columns + x + threadIdx.x + 32];
    }
    __syncthreads();
    for (int i = threadIdx.y; i < 64; i += 8) out[(x + i) * rows + y + threadIdx.x] = tile[threadIdx.x][i];
}
MEASURE(transposes, flip_two_tiles, 1024, 4096) {
    FLIPPED;
    return [=] { flip_two_tiles<<<dim3(columns / 64, rows / 32), dim3(32, 8)>>>(in, out, rows, columns); };
}

// A warp holds 32 x 32 elements in registers and exchanges halves, quarters, and so on.
template <int STEP> __device__ void exchange(float (&own)[32], bool upper) {
#pragma unroll
    for (int i = 0; i < 32; i++)
        if (!(i & STEP)) {
            float got = __shfl_xor_sync(~0u, upper ? own[i] : own[i + STEP], STEP);
            if (upper) own[i] = got;
            else own[i + STEP] = got;
        }
}
__global__ void flip_shuffled(const float *in, float *out, int rows, int columns) {
    int lane = threadIdx.x % 32, tile = blockIdx.x * 4 + threadIdx.x / 32, across = columns / 32;
    int x = tile % across * 32, y = tile / across * 32;
    float own[32];
#pragma unroll
    for (int i = 0; i < 32; i++) own[i] = in[(y + i) * columns + x + lane];
    exchange<16>(own, lane & 16);
    exchange<8>(own, lane & 8);
    exchange<4>(own, lane & 4);
    exchange<2>(own, lane & 2);
    exchange<1>(own, lane & 1);
#pragma unroll
    for (int i = 0; i < 32; i++) out[(x + i) * rows + y + lane] = own[i];
}
MEASURE(transposes, flip_shuffled, 1024, 4096) {
    FLIPPED;
    return [=] { flip_shuffled<<<rows / 32 * (columns / 32) / 4, 128>>>(in, out, rows, columns); };
}
