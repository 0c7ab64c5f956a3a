// searches.cu - chunks sorted in three ways, a text searched for something similar, and elements that are kept.
#include "../measured.cuh"

// Chunks of 256 numbers.
#define CHUNKS                                                                                                         \
    unsigned *in = (unsigned *)integers(size, 1u << 31, 8), *out = zeros<unsigned>(size);                              \
    measured_check([=] {                                                                                               \
        std::vector<unsigned> from = download(in, size);                                                               \
        for (long i = 0; i < size; i += 256) std::sort(from.begin() + i, from.begin() + i + 256);                      \
        return from == download(out, size);                                                                            \
    })

// 256 rounds in which neighbours compare.
__global__ void chunks_odd_even(const unsigned *in, unsigned *out) {
    __shared__ unsigned keys[256];
    int t = threadIdx.x;
    keys[t] = in[blockIdx.x * 256 + t];
    keys[t + 128] = in[blockIdx.x * 256 + t + 128];
    for (int round = 0; round < 256; round++) {
        __syncthreads();
        int at = 2 * t + round % 2;
        if (at < 255) {
            unsigned a = keys[at], b = keys[at + 1];
            keys[at] = min(a, b);
            keys[at + 1] = max(a, b);
        }
    }
    __syncthreads();
    out[blockIdx.x * 256 + t] = keys[t];
    out[blockIdx.x * 256 + t + 128] = keys[t + 128];
}
MEASURE(sorting, chunks_odd_even, 524288) {
    CHUNKS;
    return [=] { chunks_odd_even<<<size / 256, 128>>>(in, out); };
}
// A number's place is how many are less, or equal and before it.
__global__ void chunks_by_rank(const unsigned *in, unsigned *out) {
    __shared__ unsigned keys[256];
    int t = threadIdx.x, rank = 0;
    unsigned own = keys[t] = in[blockIdx.x * 256 + t];
    __syncthreads();
    for (int i = 0; i < 256; i++) rank += keys[i] < own || (keys[i] == own && i < t);
    out[blockIdx.x * 256 + rank] = own;
}
MEASURE(sorting, chunks_by_rank, 524288) {
    CHUNKS;
    return [=] { chunks_by_rank<<<size / 256, 256>>>(in, out); };
}
// Bitonic, a key for each thread: partners of the same warp exchange by shuffles, others through shared memory.
__global__ void chunks_bitonic(const unsigned *in, unsigned *out) {
    __shared__ unsigned keys[256];
    int t = threadIdx.x;
    unsigned own = in[blockIdx.x * 256 + t];
    for (int length = 2; length <= 256; length *= 2)
        for (int distance = length / 2; distance > 0; distance /= 2) {
            unsigned other;
            if (distance >= 32) {
                __syncthreads();
                keys[t] = own;
                __syncthreads();
                other = keys[t ^ distance];
            } else other = __shfl_xor_sync(~0u, own, distance);
            bool least = ((t & distance) == 0) == ((t & length) == 0);
            own = least ? min(own, other) : max(own, other);
        }
    out[blockIdx.x * 256 + t] = own;
}
MEASURE(sorting, chunks_bitonic, 524288) {
    CHUNKS;
    return [=] { chunks_bitonic<<<size / 256, 256>>>(in, out); };
}

// In how many of 24 letters each place of a text differs from a pattern.
#define LETTERS_OF_PATTERN 24
__constant__ __align__(4) char pattern[LETTERS_OF_PATTERN];
static char letter_of(uint32_t i) { return "acgt"[scramble(i / 2) % 4]; }
#define DISTANCES                                                                                                      \
    std::vector<char> wanted(LETTERS_OF_PATTERN);                                                                      \
    for (int k = 0; k < LETTERS_OF_PATTERN; k++) wanted[k] = letter_of(k + 1000);                                      \
    CHECK(cudaMemcpyToSymbol(pattern, wanted.data(), LETTERS_OF_PATTERN));                                             \
    char *text = values<char>(size + 256, letter_of);                                                                  \
    unsigned char *out = zeros<unsigned char>(size);                                                                   \
    measured_check([=] {                                                                                               \
        std::vector<char> letters = download(text, size + 256);                                                        \
        std::vector<unsigned char> got = download(out, size);                                                          \
        for (long i = 0; i < size; i++) {                                                                              \
            int differing = 0;                                                                                         \
            for (int k = 0; k < LETTERS_OF_PATTERN; k++) differing += letters[i + k] != wanted[k];                     \
            if (got[i] != differing) return false;                                                                     \
        }                                                                                                              \
        return true;                                                                                                   \
    })
__global__ void distance_direct(const char *text, unsigned char *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, differing = 0;
    for (int k = 0; k < LETTERS_OF_PATTERN; k++) differing += text[i + k] != pattern[k];
    out[i] = (unsigned char)differing;
}
MEASURE(text, distance_direct, 4194304) {
    DISTANCES;
    return [=] { distance_direct<<<size / 256, 256>>>(text, out); };
}
// The letters of a block are in shared memory, loaded as words.
__global__ void distance_tile(const char *text, unsigned char *out) {
    __shared__ unsigned words[72];
    const char *letters = (const char *)words + threadIdx.x;
    if (threadIdx.x < 72) words[threadIdx.x] = ((const unsigned *)text)[blockIdx.x * 64 + threadIdx.x];
    __syncthreads();
    int differing = 0;
    for (int k = 0; k < LETTERS_OF_PATTERN; k++) differing += letters[k] != pattern[k];
    out[blockIdx.x * 256 + threadIdx.x] = (unsigned char)differing;
}
MEASURE(text, distance_tile, 4194304) {
    DISTANCES;
    return [=] { distance_tile<<<size / 256, 256>>>(text, out); };
}
// Four letters of text and pattern are compared at once, for four places by each thread.
__global__ void distance_words(const unsigned *text, uchar4 *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned now = text[i], sums = 0;
    for (int w = 0; w < LETTERS_OF_PATTERN / 4; w++) {
        unsigned next = text[i + w + 1], wanted = ((const unsigned *)pattern)[w];
#pragma unroll
        for (int k = 0; k < 4; k++) {
            unsigned letters = __funnelshift_r(now, next, 8 * k);
            sums += __popc(__vcmpne4(letters, wanted)) / 8 << 8 * k;
        }
        now = next;
    }
    out[i] = make_uchar4(sums & 255, sums >> 8 & 255, sums >> 16 & 255, sums >> 24);
}
MEASURE(text, distance_words, 4194304) {
    DISTANCES;
    return [=] { distance_words<<<size / 1024, 256>>>((const unsigned *)text, (uchar4 *)out); };
}

// Numbers that three divides are kept in their order: places known before, or found by the block.
#define KEPT                                                                                                           \
    int *in = integers(size, 1 << 20, 12), *out = zeros<int>(size);                                                    \
    std::vector<int> host = download(in, size), before, kept;                                                          \
    for (long i = 0; i < size; i++) {                                                                                  \
        before.push_back((int)kept.size());                                                                            \
        if (host[i] % 3 == 0) kept.push_back(host[i]);                                                                 \
    }                                                                                                                  \
    size_t count = kept.size();                                                                                        \
    measured_check([=] { return download(out, count) == kept; })

__global__ void keep_by_offsets(const int *in, const int *before, int *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count && in[i] % 3 == 0) out[before[i]] = in[i];
}
MEASURE(compaction, keep_by_offsets, 4194304) {
    KEPT;
    int *places = upload(before);
    return [=] { keep_by_offsets<<<blocks_for(size, 512), 512>>>(in, places, out, (int)size); };
}
// The block has one offset; its warps count by ballots, gather in shared memory, and write in a row.
__global__ void keep_gathered(const int *in, const int *offsets, int *out) {
    __shared__ int counts[16], chosen[512];
    int t = threadIdx.x, warp = t / 32, lane = t % 32, value = in[blockIdx.x * 512 + t];
    unsigned votes = __ballot_sync(~0u, value % 3 == 0);
    if (lane == 0) counts[warp] = __popc(votes);
    __syncthreads();
    int first = 0, all = 0;
    for (int w = 0; w < 16; w++) {
        first += w < warp ? counts[w] : 0;
        all += counts[w];
    }
    if (value % 3 == 0) chosen[first + __popc(votes & ((1u << lane) - 1))] = value;
    __syncthreads();
    if (t < all) out[offsets[blockIdx.x] + t] = chosen[t];
}
MEASURE(compaction, keep_gathered, 4194304) {
    KEPT;
    std::vector<int> firsts;
    for (long i = 0; i < size; i += 512) firsts.push_back(before[i]);
    int *offsets = upload(firsts);
    return [=] { keep_gathered<<<size / 512, 512>>>(in, offsets, out); };
}
