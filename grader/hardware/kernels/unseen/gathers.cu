// gathers.cu - points dealt to their places in three orders, and searches in a sorted table.
#include "../measured.cuh"

__global__ void deal_points(const float2 *points, const int *place, float2 *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[place[i]] = points[i];
}
static Launch dealt(long size, int (*place_of)(uint32_t i, uint32_t mask)) {
    float2 *points = (float2 *)floats(2 * size), *out = zeros<float2>(size);
    uint32_t mask = (uint32_t)size - 1;
    int *place = values<int>(size, [=](uint32_t i) { return place_of(i, mask); });
    measured_check([=] {
        std::vector<float2> from = download(points, size), to = download(out, size);
        for (long i = 0; i < size; i++) {
            float2 got = to[place_of((uint32_t)i, mask)];
            if (got.x != from[i].x || got.y != from[i].y) return false;
        }
        return true;
    });
    return [=] { deal_points<<<blocks_for(size, 256), 256>>>(points, place, out, (int)size); };
}
// Neighbours stay within the same 64 places.
MEASURE(gathers, deal_near, 262144, 4194304) {
    return dealt(size, [](uint32_t i, uint32_t) { return (int)((i & ~63u) | ((i * 37 + 11) & 63)); });
}
MEASURE(gathers, deal_strided, 262144, 4194304) {
    return dealt(size, [](uint32_t i, uint32_t mask) { return (int)((i * 65 + 3) & mask); });
}
MEASURE(gathers, deal_random, 262144, 4194304) {
    return dealt(size, [](uint32_t i, uint32_t mask) {
        i = (i * 0x2c1b3c6du + 7) & mask;
        i ^= i >> 9;
        return (int)((i * 0x297a2d39u) & mask);
    });
}

#define TABLE (1 << 20)
// How many entries of the table are less than each query: halves of the table, without a branch.
__global__ void find_places(const unsigned *table, const unsigned *query, int *place, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    unsigned key = query[i];
    int low = 0;
    for (int half = TABLE / 2; half > 0; half /= 2)
        if (table[low + half - 1] < key) low += half;
    place[i] = low;
}
// The first nine decisions are taken in shared memory.
__global__ void find_places_cached(const unsigned *table, const unsigned *query, int *place, int count) {
    __shared__ unsigned top[512];
    for (int k = threadIdx.x; k < 511; k += blockDim.x) {
        int level = 31 - __clz(k + 1), half = TABLE >> (level + 1);
        top[k] = table[(k + 1 - (1 << level)) * 2 * half + half - 1];
    }
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        unsigned key = query[i];
        int node = 0;
        for (int level = 0; level < 9; level++) node = 2 * node + 1 + (top[node] < key);
        int low = (node - 511) * (TABLE >> 9);
        for (int half = TABLE >> 10; half > 0; half /= 2)
            if (table[low + half - 1] < key) low += half;
        place[i] = low;
    }
}
#define PLACES(QUERY)                                                                                                  \
    unsigned *table = values<unsigned>(TABLE, [](uint32_t i) { return i * 4000 + scramble(i) % 4000; });               \
    unsigned *query = values<unsigned>(size, QUERY);                                                                   \
    int *place = zeros<int>(size);                                                                                     \
    measured_check([=] {                                                                                               \
        std::vector<unsigned> sorted = download(table, TABLE), keys = download(query, size);                           \
        std::vector<int> got = download(place, size);                                                                  \
        for (long i = 0; i < size; i++) {                                                                              \
            long rank = std::lower_bound(sorted.begin(), sorted.end() - 1, keys[i]) - sorted.begin();                  \
            if (got[i] != rank) return false;                                                                          \
        }                                                                                                              \
        return true;                                                                                                   \
    })
static unsigned any_key(uint32_t i) { return scramble(i + 5) % 4194304000u; }
MEASURE(gathers, places_ordered, 1048576) {
    unsigned step = (unsigned)(4194304000u / size);
    PLACES([=](uint32_t i) { return i * step; });
    return [=] { find_places<<<blocks_for(size, 128), 128>>>(table, query, place, (int)size); };
}
MEASURE(gathers, places_random, 1048576) {
    PLACES(any_key);
    return [=] { find_places<<<blocks_for(size, 128), 128>>>(table, query, place, (int)size); };
}
MEASURE(gathers, places_cached, 1048576) {
    PLACES(any_key);
    return [=] { find_places_cached<<<264, 256>>>(table, query, place, (int)size); };
}
