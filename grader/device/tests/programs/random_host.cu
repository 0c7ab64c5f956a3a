// random_host.cu - cuRAND's host functions against what an H200 gave (random_host.def), and what they are in a stream.
#include "claims.cuh"
#include <curand.h>
#include <vector>

#define DONE(call) claim_done(call, #call)
static void claim_done(curandStatus_t status, const char *what) {
    if (status == CURAND_STATUS_SUCCESS) return;
    printf("FAIL %s: %d\n", what, (int)status);
    exit(1);
}

static const curandRngType_t XORWOW = CURAND_RNG_PSEUDO_XORWOW, MRG32K3A = CURAND_RNG_PSEUDO_MRG32K3A,
                             PHILOX4_32_10 = CURAND_RNG_PSEUDO_PHILOX4_32_10,
                             SOBOL32 = CURAND_RNG_QUASI_SOBOL32, SCRAMBLED_SOBOL32 = CURAND_RNG_QUASI_SCRAMBLED_SOBOL32,
                             SOBOL64 = CURAND_RNG_QUASI_SOBOL64, SCRAMBLED_SOBOL64 = CURAND_RNG_QUASI_SCRAMBLED_SOBOL64;

static curandStatus_t bits(curandGenerator_t generator, void *to, size_t count) {
    return curandGenerate(generator, (unsigned *)to, count);
}
static curandStatus_t bits_64(curandGenerator_t generator, void *to, size_t count) {
    return curandGenerateLongLong(generator, (unsigned long long *)to, count);
}
static curandStatus_t uniform(curandGenerator_t generator, void *to, size_t count) {
    return curandGenerateUniform(generator, (float *)to, count);
}
static curandStatus_t uniform_double(curandGenerator_t generator, void *to, size_t count) {
    return curandGenerateUniformDouble(generator, (double *)to, count);
}
static curandStatus_t poisson_4(curandGenerator_t generator, void *to, size_t count) {
    return curandGeneratePoisson(generator, (unsigned *)to, count, 4.0);
}

static const struct {
    const char *name;
    curandRngType_t type;
    unsigned dimensions;
    unsigned long long seed, offset;
    curandStatus_t (*generate)(curandGenerator_t generator, void *to, size_t count);
    size_t width, length;
    uint64_t hash;
} recorded[] = {
#define WIDTH_bits 4
#define WIDTH_uniform 4
#define WIDTH_poisson_4 4
#define WIDTH_bits_64 8
#define WIDTH_uniform_double 8
#define RECORDED(type, dimensions, seed, offset, distribution, length, hash)                                           \
    {#type "_" #distribution "_" #length "_" #dimensions, type, dimensions, seed, offset, distribution,                \
     WIDTH_##distribution, length, hash},
#include "random_host.def"
};

static uint64_t hash_of(const unsigned char *bytes, size_t count) { // FNV-1a
    uint64_t hash = 14695981039346656037ull;
    for (size_t i = 0; i < count; i++) hash = (hash ^ bytes[i]) * 1099511628211ull;
    return hash;
}

static void recordings() {
    unsigned char *device;
    std::vector<unsigned char> host(800000);
    MUST(cudaMalloc(&device, host.size()));
    for (auto &row : recorded) {
        curandGenerator_t generator;
        DONE(curandCreateGenerator(&generator, row.type));
        if (row.seed) DONE(curandSetPseudoRandomGeneratorSeed(generator, row.seed));
        if (row.offset) DONE(curandSetGeneratorOffset(generator, row.offset));
        if (row.dimensions) DONE(curandSetQuasiRandomGeneratorDimensions(generator, row.dimensions));
        DONE(row.generate(generator, device, row.length));
        MUST(cudaMemcpy(host.data(), device, row.length * row.width, cudaMemcpyDeviceToHost));
        uint64_t hash = hash_of(host.data(), row.length * row.width);
        claim(row.name, hash == row.hash, "%016llx", (unsigned long long)hash);
        DONE(curandDestroyGenerator(generator));
    }
    MUST(cudaFree(device));
}

// Logarithms and sines are rounded differently by a host and a GPU: these agree within rounding.
static void normals() {
    static const struct {
        const char *name;
        curandRngType_t type;
        float first[4];
    } rows[] = {
        {"XORWOW_normal", XORWOW, {2.08507323f, 0.0632820129f, 1.69999385f, 0.713604391f}},
        {"PHILOX4_32_10_normal", PHILOX4_32_10, {-0.349324822f, 3.48227501f, 0.535862803f, 0.26478231f}},
        {"MRG32K3A_normal", MRG32K3A, {5.19214535f, -0.195849299f, 2.05469584f, -2.96749067f}},
        {"SOBOL32_normal", SOBOL32, {-11.1759148f, 1.5f, 2.84897947f, 0.151020527f}},
    };
    float *device, host[4];
    MUST(cudaMalloc(&device, 100000 * sizeof *device));
    for (auto &row : rows) {
        curandGenerator_t generator;
        bool close = true;
        DONE(curandCreateGenerator(&generator, row.type));
        DONE(curandGenerateNormal(generator, device, 100000, 1.5f, 2.0f));
        MUST(cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost));
        for (int i = 0; i < 4; i++) close &= fabsf(host[i] - row.first[i]) < 2e-6f * (1 + fabsf(row.first[i]));
        claim(row.name, close, "%g %g %g %g", host[0], host[1], host[2], host[3]);
        claim("normal_numbers_come_in_pairs", curandGenerateNormal(generator, device, 3, 0, 1) != CURAND_STATUS_SUCCESS ||
                                                  (row.type != XORWOW && row.type != MRG32K3A));
        DONE(curandDestroyGenerator(generator));
    }
    MUST(cudaFree(device));
}

__global__ void add_one(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] += 1;
}

static void streams() {
    enum { N = 1000 };
    cudaStream_t stream;
    curandGenerator_t generator;
    float *x, host[N];
    bool right = true;
    MUST(cudaStreamCreate(&stream));
    MUST(cudaMalloc(&x, N * sizeof *x));
    DONE(curandCreateGenerator(&generator, XORWOW));
    DONE(curandSetStream(generator, stream));
    DONE(curandGenerateUniform(generator, x, N));
    add_one<<<(N + 255) / 256, 256, 0, stream>>>(x, N);
    MUST(cudaMemcpyAsync(host, x, sizeof host, cudaMemcpyDeviceToHost, stream));
    MUST(cudaStreamSynchronize(stream));
    for (float value : host) right &= value > 1 && value <= 2;
    claim("numbers_are_there_for_the_next_kernel", right);
    DONE(curandDestroyGenerator(generator));
    DONE(curandCreateGeneratorHost(&generator, XORWOW));
    DONE(curandGenerateUniform(generator, host, N));
    claim("host_generator", host[0] > 0 && host[0] <= 1);
    DONE(curandDestroyGenerator(generator));
    claim("no_generator", curandGenerateUniform(nullptr, x, N) == CURAND_STATUS_NOT_INITIALIZED);
    claim("no_such_generator", curandCreateGenerator(&generator, (curandRngType_t)7) != CURAND_STATUS_SUCCESS);
    MUST(cudaFree(x));
    MUST(cudaStreamDestroy(stream));
}

int main() {
    recordings();
    normals();
    streams();
    return claims_end();
}
