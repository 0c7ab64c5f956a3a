// case_arrays.cu - arrays of a case by name: loads "values", doubles them and stores "doubled", and asks for what the
// case does not have. It is run with a case of 1000 ints; NVIDIA's runtime has no such functions.
#include "claims.cuh"

extern "C" {
__attribute__((weak)) int emulatedArrayLoad(const char *name, void *device, size_t bytes);
__attribute__((weak)) int emulatedArrayStore(const char *name, const void *device, size_t bytes);
}

const int COUNT = 1000;
const size_t BYTES = COUNT * sizeof(int);

__global__ void twice(const int *in, int *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = 2 * in[i];
}

static void claim_error(const char *what, int error, cudaError_t expected) {
    claim(what, error == expected && cudaGetLastError() == expected, "%s", cudaGetErrorName((cudaError_t)error));
}

static void claim_refused(int *plain) {
    int *pinned, *managed;
    MUST(cudaMallocHost(&pinned, BYTES));
    MUST(cudaMallocManaged(&managed, BYTES));
    const cudaError_t invalid = cudaErrorInvalidValue;
    claim_error("load of no array of the case", emulatedArrayLoad("nothing", plain, BYTES), invalid);
    claim_error("load of an output", emulatedArrayLoad("doubled", plain, BYTES), cudaSuccess);
    claim_error("load of what is the host's", emulatedArrayLoad("count", plain, 8), invalid);
    claim_error("load of fewer bytes", emulatedArrayLoad("values", plain, BYTES - 4), invalid);
    claim_error("load of more bytes", emulatedArrayLoad("values", plain, BYTES + 4), invalid);
    claim_error("load into host memory", emulatedArrayLoad("values", pinned, BYTES), invalid);
    claim_error("load into managed memory", emulatedArrayLoad("values", managed, BYTES), invalid);
    claim_error("load without a name", emulatedArrayLoad(nullptr, plain, BYTES), invalid);
    claim_error("load of an empty name", emulatedArrayLoad("", plain, BYTES), invalid);
    static char longest[5000];
    memset(longest, 'x', sizeof longest - 1);
    claim_error("load of a name without end", emulatedArrayLoad(longest, plain, BYTES), invalid);
    claim_error("store of no array of the case", emulatedArrayStore("nothing", plain, BYTES), invalid);
    claim_error("store of an input", emulatedArrayStore("values", plain, BYTES), invalid);
    claim_error("store of fewer bytes", emulatedArrayStore("doubled", plain, BYTES - 4), invalid);
    claim_error("store of no bytes", emulatedArrayStore("doubled", plain, 0), invalid);
    claim_error("store from host memory", emulatedArrayStore("doubled", pinned, BYTES), invalid);
    claim_error("store from managed memory", emulatedArrayStore("doubled", managed, BYTES), invalid);
    MUST(cudaFreeHost(pinned));
    MUST(cudaFree(managed));
}

// Both are faults of the report too.
static void claim_faults() {
    int *less;
    MUST(cudaMalloc(&less, BYTES / 2));
    claim_error("load past an allocation", emulatedArrayLoad("values", less, BYTES), cudaErrorInvalidValue);
    MUST(cudaFree(less));
    claim_error("store of freed memory", emulatedArrayStore("doubled", less, BYTES), cudaErrorInvalidValue);
}

static int without_case(int *plain) {
    claim_error("load without a case", emulatedArrayLoad("values", plain, BYTES), cudaErrorNotSupported);
    claim_error("store without a case", emulatedArrayStore("doubled", plain, BYTES), cudaErrorNotSupported);
    return claims_end();
}

int main(int argc, char **argv) {
    const char *part = argc > 1 ? argv[1] : "";
    if (!emulatedArrayLoad || !emulatedArrayStore) {
        claim("this runtime has no arrays of a case", true);
        return claims_end();
    }
    int *values, *doubled;
    MUST(cudaMalloc(&values, BYTES));
    MUST(cudaMalloc(&doubled, BYTES));
    if (!strcmp(part, "without_case")) return without_case(values);
    if (!strcmp(part, "refused")) claim_refused(values);
    if (!strcmp(part, "faults")) claim_faults();
    MUST((cudaError_t)emulatedArrayStore("doubled", doubled, BYTES)); // never written; what is stored later counts
    MUST((cudaError_t)emulatedArrayLoad("values", values, BYTES));
    twice<<<(COUNT + 127) / 128, 128>>>(values, doubled, COUNT);
    MUST((cudaError_t)emulatedArrayStore("doubled", doubled, BYTES));
    claim("values were doubled", true);
    MUST(cudaMemset(doubled, 0, BYTES)); // after the store: too late
    MUST(cudaFree(values));
    MUST(cudaFree(doubled));
    return claims_end();
}
