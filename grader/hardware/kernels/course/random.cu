// random.cu - random numbers in simulations: pi in two ways, prices of an option, and spins on a grid.
#include "../measured.cuh"

__device__ unsigned xorshift(unsigned &state) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}
__device__ unsigned hashed(unsigned x) {
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}
__device__ float unit(unsigned bits) { return (bits >> 8) * (1.0f / 16777216); }

static bool right_pi(const unsigned *inside, long blocks, double points) {
    double sum = 0;
    for (unsigned part : download(inside, blocks)) sum += part;
    return near(4 * sum / points, 3.14159265, 8 / sqrt(points) + 0.01);
}

__device__ void add_block(unsigned hits, unsigned *inside) {
    __shared__ unsigned sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    atomicAdd(&sum, hits);
    __syncthreads();
    if (threadIdx.x == 0) inside[blockIdx.x] = sum;
}
__global__ void pi_xorshift(unsigned *inside, int each) {
    unsigned state = hashed(blockIdx.x * blockDim.x + threadIdx.x + 1) | 1, hits = 0;
    for (int k = 0; k < each; k++) {
        float x = unit(xorshift(state)), y = unit(xorshift(state));
        if (x * x + y * y <= 1.0f) hits++;
    }
    add_block(hits, inside);
}
MEASURE(random, pi_xorshift, 32768, 524288) {
    unsigned *inside = zeros<unsigned>(size / 256);
    measured_check([=] { return right_pi(inside, size / 256, 200.0 * size); });
    return [=] { pi_xorshift<<<size / 256, 256>>>(inside, 200); };
}
__global__ void pi_hashed(unsigned *inside, int each) {
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, hits = 0;
    for (int k = 0; k < each; k++) {
        unsigned point = thread * each + k;
        float x = unit(hashed(2 * point)), y = unit(hashed(2 * point + 1));
        if (x * x + y * y <= 1.0f) hits++;
    }
    add_block(hits, inside);
}
MEASURE(random, pi_hashed, 32768, 524288) {
    unsigned *inside = zeros<unsigned>(size / 256);
    measured_check([=] { return right_pi(inside, size / 256, 200.0 * size); });
    return [=] { pi_hashed<<<size / 256, 256>>>(inside, 200); };
}

// The mean payoff of a call: steps of a path from normal numbers of Box and Muller.
template <bool FAST> __global__ void option_paths(float *payoff, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned state = hashed(i + 77) | 1;
    float price = 100;
    for (int s = 0; s < steps; s++) {
        float u = unit(xorshift(state)) + 1e-7f, v = unit(xorshift(state));
        float normal =
            FAST ? sqrtf(-2 * __logf(u)) * __cosf(6.2831853f * v) : sqrtf(-2 * logf(u)) * cosf(6.2831853f * v);
        float change = 0.0002f + 0.01f * normal;
        price *= FAST ? __expf(change) : expf(change);
    }
    payoff[i] = fmaxf(price - 100, 0);
}
static bool right_payoff(const float *payoff, long size) {
    double sum = 0;
    for (float part : download(payoff, size)) sum += part;
    return near(sum / size, 3.9, 0.8); // 100 steps of 1 %, with drift
}
MEASURE(random, option_accurate, 16384, 262144) {
    float *payoff = zeros<float>(size);
    measured_check([=] { return right_payoff(payoff, size); });
    return [=] { option_paths<false><<<size / 128, 128>>>(payoff, 64); };
}
MEASURE(random, option_fast, 16384, 262144) {
    float *payoff = zeros<float>(size);
    measured_check([=] { return right_payoff(payoff, size); });
    return [=] { option_paths<true><<<size / 128, 128>>>(payoff, 64); };
}

// Spins of one colour of a chessboard turn with the probability that their neighbours give.
__global__ void turn_spins(signed char *spins, int n, int colour, unsigned seed) {
    int half = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    int x = 2 * half + ((y + colour) & 1);
    if (x >= n) return;
    int left = x ? x - 1 : n - 1, right = x + 1 < n ? x + 1 : 0, up = y ? y - 1 : n - 1, down = y + 1 < n ? y + 1 : 0;
    int spin = spins[y * n + x];
    int field = spins[y * n + left] + spins[y * n + right] + spins[up * n + x] + spins[down * n + x];
    float chance = __expf(-0.88f * spin * field);
    if (unit(hashed(seed + y * n + x)) < chance) spins[y * n + x] = (signed char)-spin;
}
MEASURE(random, turn_spins, 1024, 8192) {
    int n = (int)size;
    auto draw = [](uint32_t i) { return scramble(i) & 1 ? 1 : -1; };
    signed char *spins = values<signed char>(size * size, draw);
    measured_check([=] { // the other colour is as before, and about half of this one has turned
        std::vector<signed char> got = download(spins, size * size);
        long turned = 0;
        for (long i = 0; i < size * size; i++) {
            bool differs = got[i] != draw((uint32_t)i);
            if (differs && ((i % n + i / n) & 1)) return false;
            turned += differs;
        }
        return turned > size * size / 8 && turned < size * size * 3 / 8;
    });
    return [=] { turn_spins<<<dim3(n / 2 / 256, n), 256>>>(spins, n, 0, 5); };
}
