// curand.c - cuRAND's host functions in front of the emulated device.
//
// The toolkit's own library makes the numbers: a generator of the host (curandCreateGeneratorHost) gives, on a machine
// without a GPU, what a generator of the device gives. That was compared on an H200 for 3,482 combinations of
// generator, ordering, distribution and length (grader/hardware/): integers, uniform numbers and Poisson numbers are
// the same bits, except those of MTGP32 and MT19937 beyond their first numbers; normal and log-normal numbers differ in
// their last bits, because logarithms and sines are rounded differently. The orderings SEEDED and DYNAMIC have no equal
// on the host and are refused, for the generators that depend on them.
//
// The numbers are copied to the device in the generator's stream, so that events and checks see the call.
#include "../work/work.h"
#include "toolkit.h"
#include <curand.h>
#include <stdio.h>
#include <stdlib.h>

#define EXPORT __attribute__((visibility("default"))) curandStatus_t

struct curandGenerator_st {
    Context context;
    curandGenerator_t host; // of the toolkit's library
    bool on_host;           // made by curandCreateGeneratorHost: results go to host memory
};

// ---- generators ------------------------------------------------------------------------------------------------

static curandStatus_t create(curandGenerator_t *generator, curandRngType_t type, bool on_host) {
    if (!toolkit_curand()) return CURAND_STATUS_INITIALIZATION_FAILED;
    curandGenerator_t made = generator ? calloc(1, sizeof *made) : NULL;
    if (!made) return CURAND_STATUS_ALLOCATION_FAILED;
    curandStatus_t status = toolkit_curand()->CreateGeneratorHost(&made->host, type);
    if (status != CURAND_STATUS_SUCCESS) {
        free(made);
        return status;
    }
    made->context.library = "cuRAND's host functions";
    made->on_host = on_host;
    *generator = made;
    return CURAND_STATUS_SUCCESS;
}

EXPORT curandCreateGenerator(curandGenerator_t *generator, curandRngType_t type) {
    if (cudaFree(NULL) != cudaSuccess) return CURAND_STATUS_INITIALIZATION_FAILED; // there is no device
    return create(generator, type, false);
}
EXPORT curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t type) {
    return create(generator, type, true);
}

EXPORT curandDestroyGenerator(curandGenerator_t generator) {
    if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
    curandStatus_t status = toolkit_curand()->DestroyGenerator(generator->host);
    free(generator);
    return status;
}

EXPORT curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
    if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
    generator->context.stream = stream;
    return CURAND_STATUS_SUCCESS;
}

#define FORWARDED_SETTING(name, TYPE)                                                                                  \
    EXPORT curand##name(curandGenerator_t generator, TYPE value) {                                                     \
        return generator ? toolkit_curand()->name(generator->host, value) : CURAND_STATUS_NOT_INITIALIZED;             \
    }
FORWARDED_SETTING(SetPseudoRandomGeneratorSeed, unsigned long long)
FORWARDED_SETTING(SetGeneratorOffset, unsigned long long)
FORWARDED_SETTING(SetQuasiRandomGeneratorDimensions, unsigned)

EXPORT curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t ordering) {
    if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
    if (!generator->on_host &&
        (ordering == CURAND_ORDERING_PSEUDO_SEEDED || ordering == CURAND_ORDERING_PSEUDO_DYNAMIC)) {
        fputs("emulated GPU: cuRAND's orderings SEEDED and DYNAMIC are not supported; use "
              "CURAND_ORDERING_PSEUDO_DEFAULT\n",
              stderr);
        return CURAND_STATUS_TYPE_ERROR;
    }
    return toolkit_curand()->SetGeneratorOrdering(generator->host, ordering);
}

EXPORT curandGenerateSeeds(curandGenerator_t generator) {
    return generator ? toolkit_curand()->GenerateSeeds(generator->host) : CURAND_STATUS_NOT_INITIALIZED;
}

// ---- numbers ---------------------------------------------------------------------------------------------------

// Where the toolkit's generator writes `bytes` bytes for a result at `output`; NULL: *status says why.
static void *place_for(curandGenerator_t generator, void *output, size_t bytes, curandStatus_t *status) {
    *status = CURAND_STATUS_NOT_INITIALIZED;
    if (!generator) return NULL;
    if (generator->on_host) return output;
    context_say_once(&generator->context);
    *status = CURAND_STATUS_LAUNCH_FAILURE;
    if (stream_is_captured(generator->context.stream)) {
        fputs("emulated GPU: cuRAND's host functions cannot be captured into a graph\n", stderr);
        return NULL;
    }
    *status = CURAND_STATUS_ALLOCATION_FAILED;
    return malloc(bytes + 1);
}

// Copies what was generated at `place` to the device and frees it.
static curandStatus_t deliver(curandGenerator_t generator, void *output, void *place, size_t bytes,
                              curandStatus_t status) {
    if (generator->on_host) return status;
    if (status == CURAND_STATUS_SUCCESS &&
        cudaMemcpyAsync(output, place, bytes, cudaMemcpyHostToDevice, generator->context.stream) != cudaSuccess)
        status = CURAND_STATUS_LAUNCH_FAILURE;
    free(place);
    return status;
}

#define FILL(name, TYPE, PARAMETERS, ...)                                                                              \
    EXPORT curand##name PARAMETERS {                                                                                   \
        curandStatus_t status;                                                                                         \
        size_t bytes = count * sizeof(TYPE);                                                                           \
        TYPE *place = place_for(generator, output, bytes, &status);                                                    \
        if (!place) return status;                                                                                     \
        return deliver(generator, output, place, bytes, toolkit_curand()->name(generator->host, place, __VA_ARGS__));  \
    }
FILL(Generate, unsigned, (curandGenerator_t generator, unsigned *output, size_t count), count)
FILL(GenerateLongLong, unsigned long long, (curandGenerator_t generator, unsigned long long *output, size_t count),
     count)
FILL(GenerateUniform, float, (curandGenerator_t generator, float *output, size_t count), count)
FILL(GenerateUniformDouble, double, (curandGenerator_t generator, double *output, size_t count), count)
FILL(GenerateNormal, float, (curandGenerator_t generator, float *output, size_t count, float mean, float deviation),
     count, mean, deviation)
FILL(GenerateNormalDouble, double,
     (curandGenerator_t generator, double *output, size_t count, double mean, double deviation), count, mean, deviation)
FILL(GenerateLogNormal, float, (curandGenerator_t generator, float *output, size_t count, float mean, float deviation),
     count, mean, deviation)
FILL(GenerateLogNormalDouble, double,
     (curandGenerator_t generator, double *output, size_t count, double mean, double deviation), count, mean, deviation)
FILL(GeneratePoisson, unsigned, (curandGenerator_t generator, unsigned *output, size_t count, double lambda), count,
     lambda)

// ---- without a generator ---------------------------------------------------------------------------------------

EXPORT curandGetVersion(int *version) {
    return toolkit_curand() ? toolkit_curand()->GetVersion(version) : CURAND_STATUS_INITIALIZATION_FAILED;
}
EXPORT curandGetProperty(libraryPropertyType type, int *value) {
    return toolkit_curand() ? toolkit_curand()->GetProperty(type, value) : CURAND_STATUS_INITIALIZATION_FAILED;
}
EXPORT curandGetDirectionVectors32(curandDirectionVectors32_t *vectors[], curandDirectionVectorSet_t set) {
    return toolkit_curand() ? toolkit_curand()->GetDirectionVectors32(vectors, set)
                            : CURAND_STATUS_INITIALIZATION_FAILED;
}
EXPORT curandGetDirectionVectors64(curandDirectionVectors64_t *vectors[], curandDirectionVectorSet_t set) {
    return toolkit_curand() ? toolkit_curand()->GetDirectionVectors64(vectors, set)
                            : CURAND_STATUS_INITIALIZATION_FAILED;
}
EXPORT curandGetScrambleConstants32(unsigned **constants) {
    return toolkit_curand() ? toolkit_curand()->GetScrambleConstants32(constants) : CURAND_STATUS_INITIALIZATION_FAILED;
}
EXPORT curandGetScrambleConstants64(unsigned long long **constants) {
    return toolkit_curand() ? toolkit_curand()->GetScrambleConstants64(constants) : CURAND_STATUS_INITIALIZATION_FAILED;
}
