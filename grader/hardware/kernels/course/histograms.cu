// histograms.cu - letters of a text in steps of a course, and a histogram of two values.
#include "../measured.cuh"

// A text in which some letters are more frequent than others.
static char *text_of(size_t size) {
    return values<char>(size, [](uint32_t i) {
        uint32_t draw = scramble(i);
        return 'a' + ((draw & 0xff) % 26 + (draw >> 8 & 0xff) % 26) / 2;
    });
}

static bool right_letters(const char *text, const unsigned *bins, long size) {
    std::vector<unsigned> expected(7), got = download(bins, 7);
    for (char letter : download(text, size)) expected[(letter - 'a') / 4]++;
    return expected == got;
}

#define LETTERS                                                                                                        \
    char *text = text_of(size);                                                                                        \
    unsigned *bins = zeros<unsigned>(7), length = (unsigned)size;                                                      \
    measured_check([=] { return right_letters(text, bins, size); })

__global__ void letters_global(const char *text, unsigned length, unsigned *bins) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < length) {
        int position = text[i] - 'a';
        if (position >= 0 && position < 26) atomicAdd(&bins[position / 4], 1);
    }
}
MEASURE(histograms, letters_global, 262144, 8388608) {
    LETTERS;
    return [=] { letters_global<<<blocks_for(size, 1024), 1024>>>(text, length, bins); };
}

__global__ void letters_shared(const char *text, unsigned length, unsigned *bins) {
    __shared__ unsigned own[7];
    for (unsigned b = threadIdx.x; b < 7; b += blockDim.x) own[b] = 0;
    __syncthreads();
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < length) {
        int position = text[i] - 'a';
        if (position >= 0 && position < 26) atomicAdd(&own[position / 4], 1);
    }
    __syncthreads();
    for (unsigned b = threadIdx.x; b < 7; b += blockDim.x)
        if (own[b] > 0) atomicAdd(&bins[b], own[b]);
}
MEASURE(histograms, letters_shared, 262144, 8388608) {
    LETTERS;
    return [=] { letters_shared<<<blocks_for(size, 1024), 1024>>>(text, length, bins); };
}

__global__ void letters_interleaved(const char *text, unsigned length, unsigned *bins) {
    __shared__ unsigned own[7];
    if (threadIdx.x < 7) own[threadIdx.x] = 0;
    __syncthreads();
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < length; i += blockDim.x * gridDim.x) {
        int position = text[i] - 'a';
        if (position >= 0 && position < 26) atomicAdd(&own[position / 4], 1);
    }
    __syncthreads();
    if (threadIdx.x < 7) atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}
MEASURE(histograms, letters_interleaved, 262144, 8388608) {
    LETTERS;
    return [=] { letters_interleaved<<<264, 1024>>>(text, length, bins); };
}

// A thread adds only when the letter changes.
__global__ void letters_accumulated(const char *text, unsigned length, unsigned *bins) {
    __shared__ unsigned own[7];
    if (threadIdx.x < 7) own[threadIdx.x] = 0;
    __syncthreads();
    unsigned count = 0;
    int previous = -1;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < length; i += blockDim.x * gridDim.x) {
        int position = text[i] - 'a';
        if (position < 0 || position >= 26) continue;
        int bin = position / 4;
        if (bin == previous) ++count;
        else {
            if (count > 0) atomicAdd(&own[previous], count);
            count = 1;
            previous = bin;
        }
    }
    if (count > 0) atomicAdd(&own[previous], count);
    __syncthreads();
    if (threadIdx.x < 7) atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}
MEASURE(histograms, letters_accumulated, 262144, 8388608) {
    LETTERS;
    return [=] { letters_accumulated<<<264, 1024>>>(text, length, bins); };
}

// 32 x 32 bins of two values, in global memory and in shared memory.
__global__ void joint_global(const float *x, const float *y, unsigned *bins, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    int bx = min((int)(x[i] * 32), 31), by = min((int)(y[i] * 32), 31);
    atomicAdd(&bins[by * 32 + bx], 1u);
}
__global__ void joint_shared(const float *x, const float *y, unsigned *bins, int count) {
    __shared__ unsigned own[1024];
    for (int b = threadIdx.x; b < 1024; b += blockDim.x) own[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x)
        atomicAdd(&own[min((int)(y[i] * 32), 31) * 32 + min((int)(x[i] * 32), 31)], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < 1024; b += blockDim.x) atomicAdd(&bins[b], own[b]);
}
static bool right_joint(const float *x, const float *y, const unsigned *bins, long size) {
    std::vector<unsigned> expected(1024);
    std::vector<float> xs = download(x, size), ys = download(y, size);
    for (long i = 0; i < size; i++) expected[std::min((int)(ys[i] * 32), 31) * 32 + std::min((int)(xs[i] * 32), 31)]++;
    return expected == download(bins, 1024);
}
#define JOINT                                                                                                          \
    float *x = floats(size, 0, 1),                                                                                     \
          *y = values<float>(size, [](uint32_t i) { return (scramble(~i) >> 8) / 16777216.0f; });                      \
    unsigned *bins = zeros<unsigned>(1024);                                                                            \
    measured_check([=] { return right_joint(x, y, bins, size); })
MEASURE(histograms, joint_global_1024, 262144, 8388608) {
    JOINT;
    return [=] { joint_global<<<blocks_for(size, 256), 256>>>(x, y, bins, (int)size); };
}
MEASURE(histograms, joint_shared_1024, 262144, 8388608) {
    JOINT;
    return [=] { joint_shared<<<264, 512>>>(x, y, bins, (int)size); };
}
