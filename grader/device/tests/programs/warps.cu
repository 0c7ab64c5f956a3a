// warps.cu - shuffles, votes, match and reduce of a warp, and control flow in which lanes part.
#include "claims.cuh"

enum { RESULTS = 32 };

__global__ void shuffles(int *out) {
    int i = threadIdx.x, lane = i & 31, value = i * i;
    int *to = out + i * RESULTS;
    to[0] = __shfl_sync(~0u, value, 5), to[1] = __shfl_sync(~0u, value, lane + 3), to[2] = __shfl_sync(~0u, value, 9, 8);
    to[3] = __shfl_up_sync(~0u, value, 1), to[4] = __shfl_up_sync(~0u, value, 3, 16), to[5] = __shfl_down_sync(~0u, value, 2);
    to[6] = __shfl_down_sync(~0u, value, 5, 8), to[7] = __shfl_xor_sync(~0u, value, 1), to[8] = __shfl_xor_sync(~0u, value, 12, 16);
    to[9] = (int)__shfl_xor_sync(~0u, (double)value + 0.5, 16), to[10] = (int)(__shfl_sync(~0u, (long long)value << 32, 31 - lane) >> 32);
    to[11] = (int)__shfl_sync(~0u, (float)value, lane / 2);
    to[12] = (int)__ballot_sync(~0u, lane % 3 == 0), to[13] = __any_sync(~0u, lane == 40), to[14] = __any_sync(~0u, lane == 7);
    to[15] = __all_sync(~0u, lane < 32), to[16] = __all_sync(~0u, lane < 31);
    to[17] = (int)__match_any_sync(~0u, lane / 5);
    int all;
    to[18] = (int)__match_all_sync(~0u, i / 32, &all), to[19] = all;
    to[20] = (int)__match_all_sync(~0u, lane / 31, &all), to[21] = all;
    to[22] = (int)__reduce_add_sync(~0u, value), to[23] = __reduce_min_sync(~0u, value - 40), to[24] = __reduce_max_sync(~0u, value);
    to[25] = (int)__reduce_and_sync(~0u, (unsigned)i | 3), to[26] = (int)__reduce_or_sync(~0u, (unsigned)i), to[27] = (int)__reduce_xor_sync(~0u, (unsigned)value);
    to[28] = to[29] = to[30] = to[31] = 0;
    if (lane < 12) to[28] = __shfl_sync(0xfff, value, 11), to[29] = (int)__activemask();
    else if (lane >= 20) to[30] = (int)__ballot_sync(0xfff00000, lane & 1);
    if (lane % 2) to[31] = (int)__match_any_sync(0xaaaaaaaa, (long long)lane % 3);
    __syncwarp();
}

static int expected_shuffle(int i, int n) {
    auto value = [&](int lane) { return ((i & ~31) + lane) * ((i & ~31) + lane); };
    int lane = i & 31, up = 0;
    unsigned mask = 0, sum = 0, both = ~0u, either = 0, odd = 0, first = 0;
    for (int l = 0; l < 32; l++) {
        if (l / 5 == lane / 5) mask |= 1u << l;
        if (l % 2 && l % 3 == lane % 3) first |= 1u << l;
        sum += value(l), both &= (i & ~31) + l, either |= (i & ~31) + l, odd ^= value(l);
    }
    switch (n) {
    case 0: return value(5);
    case 1: return value((lane + 3) % 32);
    case 2: return value((lane & ~7) + 1);
    case 3: return value(lane ? lane - 1 : 0);
    case 4: up = lane % 16 >= 3 ? lane - 3 : lane; return value(up);
    case 5: return value(lane < 30 ? lane + 2 : lane);
    case 6: return value(lane % 8 < 3 ? lane + 5 : lane);
    case 7: return value(lane ^ 1);
    case 8: return value(lane ^ 12);
    case 9: return value(lane ^ 16);
    case 10: return value(31 - lane);
    case 11: return value(lane / 2);
    case 12: return 0x49249249;
    case 14: case 15: case 19: return 1;
    case 17: return (int)mask;
    case 18: return -1;
    case 22: return (int)sum;
    case 23: return value(0) - 40;
    case 24: return value(31);
    case 25: return (int)(both | 3);
    case 26: return (int)either;
    case 27: return (int)odd;
    case 28: return lane < 12 ? value(11) : 0;
    case 29: return lane < 12 ? 0xfff : 0;
    case 30: return lane >= 20 ? (int)0xaaa00000 : 0;
    case 31: return lane % 2 ? (int)first : 0;
    default: return 0;
    }
}

// Butterfly and scan, and a block's sum from its warps' sums.
__global__ void reductions(const float *in, float *sums, int *scan) {
    __shared__ float partial[32];
    int i = threadIdx.x, lane = i & 31;
    float sum = in[i];
    for (int offset = 16; offset; offset /= 2) sum += __shfl_down_sync(~0u, sum, offset);
    if (lane == 0) partial[i / 32] = sum;
    __syncthreads();
    if (i < 32) {
        sum = i < blockDim.x / 32 ? partial[i] : 0;
        for (int offset = 16; offset; offset /= 2) sum += __shfl_xor_sync(~0u, sum, offset);
        if (i == 0) *sums = sum;
    }
    int total = lane + 1;
    for (int offset = 1; offset < 32; offset *= 2) {
        int other = __shfl_up_sync(~0u, total, offset);
        if (lane >= offset) total += other;
    }
    scan[i] = total;
}

__global__ void diverging(int *out) {
    int i = threadIdx.x, n = 0;
    for (int k = i; k > 0; k /= 2) {
        if (k % 3 == 0) continue;
        if (k % 7 == 6) break;
        n += k;
    }
    switch (i % 6) {
    case 0: n += 100; break;
    case 1: n -= 3; // falls through
    case 2: n *= 2; break;
    case 3: return;
    case 4: n = -n; break;
    default: n ^= 5;
    }
    out[i] = n;
}

static int expected_diverging(int i) {
    int n = 0;
    for (int k = i; k > 0; k /= 2) {
        if (k % 3 == 0) continue;
        if (k % 7 == 6) break;
        n += k;
    }
    switch (i % 6) {
    case 0: return n + 100;
    case 1: return (n - 3) * 2;
    case 2: return n * 2;
    case 3: return 0;
    case 4: return -n;
    default: return n ^ 5;
    }
}

int main() {
    Array<int> out(64 * RESULTS), scan(256), numbers(96);
    shuffles<<<1, 64>>>(out.device);
    out.read();
    for (int n = 0; n < RESULTS; n++) {
        int wrong = -1;
        for (int i = 0; i < 64 && wrong < 0; i++)
            if (out[i * RESULTS + n] != expected_shuffle(i, n)) wrong = i;
        char name[40];
        snprintf(name, sizeof name, "warp intrinsic %d", n);
        int at = std::max(wrong, 0);
        claim(name, wrong < 0, "thread %d: %x expected, got %x", at, expected_shuffle(at, n), out[at * RESULTS + n]);
    }
    Array<float> in(256), sum(1);
    for (int i = 0; i < 256; i++) in[i] = (float)i;
    in.write();
    reductions<<<1, 256>>>(in.device, sum.device, scan.device);
    claim_each("sum by shuffles", sum, [](int) { return 255 * 128; });
    claim_each("scan by shuffles", scan, [](int i) { return (i % 32 + 1) * (i % 32 + 2) / 2; });
    diverging<<<1, 96>>>(numbers.device);
    claim_each("divergent control flow", numbers, expected_diverging);
    return claims_end();
}
