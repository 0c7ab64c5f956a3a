// images.cu - edges in an image of bytes, and a step of the Game of Life, both over a border that wraps around.
#include "../measured.cuh"

typedef unsigned char Byte;

static Byte sobel_of(const Byte *in, int x, int y, int n) {
    auto at = [&](int i, int j) { return (int)in[(size_t)((j + n) % n) * n + (i + n) % n]; };
    int gx =
        at(x + 1, y - 1) + 2 * at(x + 1, y) + at(x + 1, y + 1) - at(x - 1, y - 1) - 2 * at(x - 1, y) - at(x - 1, y + 1);
    int gy =
        at(x - 1, y + 1) + 2 * at(x, y + 1) + at(x + 1, y + 1) - at(x - 1, y - 1) - 2 * at(x, y - 1) - at(x + 1, y - 1);
    return (Byte)std::min(abs(gx) + abs(gy), 255);
}
#define EDGES                                                                                                          \
    int n = (int)size;                                                                                                 \
    Byte *in = values<Byte>(size * size, [](uint32_t i) { return scramble(i / 3) & 63; }),                             \
         *out = zeros<Byte>(size * size);                                                                              \
    measured_check([=] {                                                                                               \
        std::vector<Byte> from = download(in, size * size), to = download(out, size * size);                           \
        for (long i = 0; i < size * size; i += 7)                                                                      \
            if (to[i] != sobel_of(from.data(), (int)(i % n), (int)(i / n), n)) return false;                           \
        return true;                                                                                                   \
    })

__global__ void edges_direct(const Byte *in, Byte *out, int n) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, mask = n - 1;
    const Byte *up = in + ((y - 1) & mask) * n, *here = in + y * n, *down = in + ((y + 1) & mask) * n;
    int left = (x - 1) & mask, right = (x + 1) & mask;
    int gx = up[right] + 2 * here[right] + down[right] - up[left] - 2 * here[left] - down[left];
    int gy = down[left] + 2 * down[x] + down[right] - up[left] - 2 * up[x] - up[right];
    out[y * n + x] = (Byte)min(abs(gx) + abs(gy), 255);
}
MEASURE(images, edges_direct, 2048) {
    EDGES;
    return [=] { edges_direct<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(in, out, n); };
}

// Strips of 128 x 8 in shared memory, as words of four bytes; each thread makes four bytes.
__global__ void edges_strips(const unsigned *in, uchar4 *out, int n) {
    __shared__ unsigned words[10][34];
    int x = threadIdx.x, words_across = n / 4, mask = words_across - 1, first = blockIdx.x * 32;
    for (int row = threadIdx.y; row < 10; row += 8) {
        const unsigned *from = in + ((blockIdx.y * 8 + row - 1) & (n - 1)) * words_across;
        words[row][x + 1] = from[first + x];
        if (x < 2) words[row][x * 33] = from[(first - 1 + x * 33) & mask];
    }
    __syncthreads();
    const Byte *up = (const Byte *)words[threadIdx.y] + 4 * (x + 1), *here = up + 4 * 34, *down = here + 4 * 34;
    Byte result[4];
#pragma unroll
    for (int k = 0; k < 4; k++) {
        int gx = up[k + 1] + 2 * here[k + 1] + down[k + 1] - up[k - 1] - 2 * here[k - 1] - down[k - 1];
        int gy = down[k - 1] + 2 * down[k] + down[k + 1] - up[k - 1] - 2 * up[k] - up[k + 1];
        result[k] = (Byte)min(abs(gx) + abs(gy), 255);
    }
    out[(blockIdx.y * 8 + threadIdx.y) * words_across + first + x] =
        make_uchar4(result[0], result[1], result[2], result[3]);
}
MEASURE(images, edges_strips, 2048) {
    EDGES;
    return [=] { edges_strips<<<dim3(n / 128, n / 8), dim3(32, 8)>>>((const unsigned *)in, (uchar4 *)out, n); };
}

// Life with a byte for each cell, or a bit.
static bool lives(uint32_t i) { return scramble(i) % 3 == 0; }
static bool next_life(int x, int y, int n) {
    int around = 0;
    for (int k = 0; k < 9; k++)
        if (k != 4) around += lives((uint32_t)((y + k / 3 - 1 + n) % n * n + (x + k % 3 - 1 + n) % n));
    return around == 3 || (around == 2 && lives((uint32_t)(y * n + x)));
}
__global__ void life_bytes(const Byte *in, Byte *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = i & (n - 1), row = i - x, all = n * n - 1;
    int left = (x - 1) & (n - 1), right = (x + 1) & (n - 1), up = (row - n) & all, down = (row + n) & all;
    int around = in[up + left] + in[up + x] + in[up + right] + in[row + left] + in[row + right] + in[down + left] +
                 in[down + x] + in[down + right];
    out[i] = around == 3 || (around == 2 && in[i]);
}
MEASURE(images, life_bytes, 4096) {
    int n = (int)size;
    Byte *in = values<Byte>(size * size, lives), *out = zeros<Byte>(size * size);
    measured_check([=] {
        std::vector<Byte> to = download(out, size * size);
        for (long i = 0; i < size * size; i += 29)
            if (to[i] != next_life((int)(i % n), (int)(i / n), n)) return false;
        return true;
    });
    return [=] { life_bytes<<<size * size / 256, 256>>>(in, out, n); };
}
// Sums of three bits each, as two words; then of three rows.
__global__ void life_bits(const unsigned *in, unsigned *out, int across, int rows) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = i % across, y = i / across;
    unsigned ones[3], twos[3], own = 0;
    for (int k = 0; k < 3; k++) {
        const unsigned *row = in + ((y + k - 1 + rows) % rows) * across;
        unsigned here = row[x], west = here << 1 | row[(x + across - 1) % across] >> 31;
        unsigned east = here >> 1 | row[(x + 1) % across] << 31;
        if (k == 1) own = here;
        unsigned middle = k == 1 ? 0 : here;
        ones[k] = west ^ east ^ middle;
        twos[k] = (west & east) | (middle & (west ^ east));
    }
    unsigned one = ones[0] ^ ones[1] ^ ones[2], carry = (ones[0] & ones[1]) | (ones[2] & (ones[0] ^ ones[1]));
    unsigned two = twos[0] ^ twos[1] ^ twos[2] ^ carry;
    unsigned more = (twos[0] & twos[1]) | (twos[2] & (twos[0] ^ twos[1])) | (carry & (twos[0] ^ twos[1] ^ twos[2]));
    out[i] = two & ~more & (one | own);
}
MEASURE(images, life_bits, 4096) {
    int n = (int)size, across = n / 32;
    unsigned *in = values<unsigned>(size * across,
                                    [](uint32_t word) {
                                        unsigned bits = 0;
                                        for (uint32_t k = 0; k < 32; k++) bits |= (unsigned)lives(word * 32 + k) << k;
                                        return bits;
                                    }),
             *out = zeros<unsigned>(size * across);
    measured_check([=] {
        std::vector<unsigned> to = download(out, size * across);
        for (long i = 0; i < size * size; i += 29)
            if ((to[i / 32] >> i % 32 & 1) != next_life((int)(i % n), (int)(i / n), n)) return false;
        return true;
    });
    return [=] { life_bits<<<size * across / 128, 128>>>(in, out, across, n); };
}
