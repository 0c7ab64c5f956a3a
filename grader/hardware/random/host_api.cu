// host_api.cu - cuRAND's host API: what its device generators give, and whether its host generators give the same.
//
// Prints
// generator,ordering,dimensions,seed,offset,distribution,call,length,status,host_status,equal,differ,hash,host_hash,first;
// the program's argument, where there is one, is the
// name of the only generator to try. equal says whether all bits agree, differ how many values do not, first has the
// first four values in hexadecimal. Two calls in a row go to each generator, so that what a call leaves behind is seen
// too. A status other than 0 has no values.
#include "../constants/probe.cuh"

#include <curand.h>

struct Kind {
    const char *name;
    curandRngType_t type;
    bool is_quasi, is_64;
};
static const Kind kinds[] = {
    {"XORWOW", CURAND_RNG_PSEUDO_XORWOW, false, false},
    {"MRG32K3A", CURAND_RNG_PSEUDO_MRG32K3A, false, false},
    {"MTGP32", CURAND_RNG_PSEUDO_MTGP32, false, false},
    {"MT19937", CURAND_RNG_PSEUDO_MT19937, false, false},
    {"PHILOX4_32_10", CURAND_RNG_PSEUDO_PHILOX4_32_10, false, false},
    {"SOBOL32", CURAND_RNG_QUASI_SOBOL32, true, false},
    {"SCRAMBLED_SOBOL32", CURAND_RNG_QUASI_SCRAMBLED_SOBOL32, true, false},
    {"SOBOL64", CURAND_RNG_QUASI_SOBOL64, true, true},
    {"SCRAMBLED_SOBOL64", CURAND_RNG_QUASI_SCRAMBLED_SOBOL64, true, true},
};
struct Order {
    const char *name;
    curandOrdering_t ordering;
    bool is_quasi;
};
static const Order orders[] = {
    {"untouched", (curandOrdering_t)0, false},
    {"PSEUDO_BEST", CURAND_ORDERING_PSEUDO_BEST, false},
    {"PSEUDO_DEFAULT", CURAND_ORDERING_PSEUDO_DEFAULT, false},
    {"PSEUDO_SEEDED", CURAND_ORDERING_PSEUDO_SEEDED, false},
    {"PSEUDO_LEGACY", CURAND_ORDERING_PSEUDO_LEGACY, false},
    {"PSEUDO_DYNAMIC", CURAND_ORDERING_PSEUDO_DYNAMIC, false},
    {"untouched", (curandOrdering_t)0, true},
    {"QUASI_DEFAULT", CURAND_ORDERING_QUASI_DEFAULT, true},
};

enum Distribution {
    BITS,
    BITS_64,
    UNIFORM,
    UNIFORM_DOUBLE,
    NORMAL,
    NORMAL_DOUBLE,
    LOG_NORMAL,
    LOG_NORMAL_DOUBLE,
    POISSON,
    POISSON_LARGE
};
static const char *const distribution_names[] = {"bits",      "bits_64",       "uniform",    "uniform_double",
                                                 "normal",    "normal_double", "log_normal", "log_normal_double",
                                                 "poisson_4", "poisson_5000"};
static size_t size_of(int distribution) {
    return distribution == BITS_64 || distribution == UNIFORM_DOUBLE || distribution == NORMAL_DOUBLE ||
                   distribution == LOG_NORMAL_DOUBLE
               ? 8
               : 4;
}

static curandStatus_t generate(curandGenerator_t generator, int distribution, void *to, size_t count) {
    switch (distribution) {
    case BITS: return curandGenerate(generator, (unsigned *)to, count);
    case BITS_64: return curandGenerateLongLong(generator, (unsigned long long *)to, count);
    case UNIFORM: return curandGenerateUniform(generator, (float *)to, count);
    case UNIFORM_DOUBLE: return curandGenerateUniformDouble(generator, (double *)to, count);
    case NORMAL: return curandGenerateNormal(generator, (float *)to, count, 1.5f, 2.0f);
    case NORMAL_DOUBLE: return curandGenerateNormalDouble(generator, (double *)to, count, 1.5, 2.0);
    case LOG_NORMAL: return curandGenerateLogNormal(generator, (float *)to, count, 0.5f, 0.75f);
    case LOG_NORMAL_DOUBLE: return curandGenerateLogNormalDouble(generator, (double *)to, count, 0.5, 0.75);
    case POISSON: return curandGeneratePoisson(generator, (unsigned *)to, count, 4.0);
    default: return curandGeneratePoisson(generator, (unsigned *)to, count, 5000.0);
    }
}

static unsigned long long hash_of(const std::vector<unsigned char> &bytes) { // FNV-1a
    unsigned long long hash = 14695981039346656037ull;
    for (unsigned char byte : bytes) hash = (hash ^ byte) * 1099511628211ull;
    return hash;
}

struct Setting {
    const Kind *kind;
    const Order *order;
    unsigned dimensions;
    unsigned long long seed, offset;
    bool set_seed, set_offset;
};

static curandStatus_t make(const Setting &setting, bool on_host, curandGenerator_t *generator) {
    curandStatus_t status = on_host ? curandCreateGeneratorHost(generator, setting.kind->type)
                                    : curandCreateGenerator(generator, setting.kind->type);
    if (status) return status;
    if (setting.order->ordering) status = curandSetGeneratorOrdering(*generator, setting.order->ordering);
    if (!status && setting.set_seed) status = curandSetPseudoRandomGeneratorSeed(*generator, setting.seed);
    if (!status && setting.set_offset) status = curandSetGeneratorOffset(*generator, setting.offset);
    if (!status && setting.kind->is_quasi)
        status = curandSetQuasiRandomGeneratorDimensions(*generator, setting.dimensions);
    if (status) curandDestroyGenerator(*generator);
    return status;
}

static const size_t MOST = 200000;
static void *device;

static void measure(const Setting &setting, int distribution, const std::vector<size_t> &lengths) {
    curandGenerator_t on_device = nullptr, on_host = nullptr;
    curandStatus_t device_made = make(setting, false, &on_device), host_made = make(setting, true, &on_host);
    int call = 0;
    for (size_t length : lengths) {
        const size_t width = size_of(distribution), bytes = length * width;
        std::vector<unsigned char> got(bytes, 0xAB), expected(bytes, 0xAB);
        CHECK(cudaMemset(device, 0xAB, bytes));
        curandStatus_t status = device_made ? device_made : generate(on_device, distribution, device, length);
        CHECK(cudaDeviceSynchronize());
        if (!status) CHECK(cudaMemcpy(got.data(), device, bytes, cudaMemcpyDeviceToHost));
        curandStatus_t host_status = host_made ? host_made : generate(on_host, distribution, expected.data(), length);
        size_t differ = 0;
        for (size_t i = 0; i < length; i++) differ += memcmp(&got[i * width], &expected[i * width], width) != 0;
        printf("%s,%s,%u,%llu,%llu,%s,%d,%zu,%d,%d,%s,%zu,%016llx,%016llx,", setting.kind->name, setting.order->name,
               setting.dimensions, setting.set_seed ? setting.seed : 0, setting.set_offset ? setting.offset : 0,
               distribution_names[distribution], ++call, length, status, host_status,
               status || host_status ? "-"
               : differ              ? "no"
                                     : "yes",
               differ, status ? 0 : hash_of(got), host_status ? 0 : hash_of(expected));
        for (size_t i = 0; i < 4 && i < length && !status; i++) {
            unsigned long long bits = 0;
            memcpy(&bits, &got[i * width], width);
            printf("%s%llx", i ? " " : "", bits);
        }
        printf("\n");
    }
    fflush(stdout);
    if (!device_made) curandDestroyGenerator(on_device);
    if (!host_made) curandDestroyGenerator(on_host);
}

int main(int argc, char **argv) {
    int version = 0;
    CHECK(cudaMalloc(&device, MOST * 8));
    if (curandGetVersion(&version)) return 1;
    fprintf(stderr, "cuRAND %d\n", version);
    printf("generator,ordering,dimensions,seed,offset,distribution,call,length,status,host_status,equal,differ,hash,"
           "host_hash,first\n");
    for (const Kind &kind : kinds)
        for (const Order &order : orders) {
            if (order.is_quasi != kind.is_quasi || (argc > 1 && strcmp(argv[1], kind.name))) continue;
            const bool plain = !order.ordering;
            for (int distribution = BITS; distribution <= POISSON_LARGE; distribution++) {
                if ((distribution == BITS && kind.is_64) || (distribution == BITS_64 && !kind.is_64)) continue;
                Setting base = {&kind, &order, kind.is_quasi ? 1u : 0u, 0, 0, false, false};
                measure(base, distribution, {1, 2});
                measure(base, distribution, {100000, 1000});
                measure(base, distribution, {1000, 1001, 10});
                if (!plain && distribution != UNIFORM && distribution != NORMAL && distribution != BITS) continue;
                for (unsigned long long seed : {1ull, 1234ull, 0x123456789abcdefull}) {
                    if (kind.is_quasi) continue;
                    Setting setting = base;
                    setting.seed = seed;
                    setting.set_seed = true;
                    measure(setting, distribution, {4096, 30000});
                }
                for (unsigned long long offset : {1ull, 7ull, 1000ull, 5000000000ull}) {
                    if (offset > 1000 && kind.type == CURAND_RNG_PSEUDO_MT19937) continue; // it skips one by one
                    Setting setting = base;
                    setting.offset = offset;
                    setting.set_offset = true;
                    if (!kind.is_quasi) {
                        setting.seed = 99;
                        setting.set_seed = true;
                    }
                    measure(setting, distribution, {4096, 4096});
                }
                for (unsigned dimensions : {2u, 3u, 100u})
                    if (kind.is_quasi) {
                        Setting setting = base;
                        setting.dimensions = dimensions;
                        measure(setting, distribution, {6000, 600});
                    }
            }
        }
    CHECK(cudaFree(device));
    return 0;
}
