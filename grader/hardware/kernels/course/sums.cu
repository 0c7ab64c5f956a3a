// sums.cu - reductions: each step of a course, partial sums of the blocks in memory.
#include "../measured.cuh"

static bool right_sum(const float *in, const float *partial, long count, long partials) {
    double expected = 0, got = 0;
    for (float value : download(in, count)) expected += value;
    for (float value : download(partial, partials)) got += value;
    return near(got, expected, 1e-3 * sqrt((double)count));
}

// Half of the threads stop in each step; the first addition happens while loading.
__global__ void add_while_loading(const float *in, float *partial) {
    extern __shared__ float values[];
    unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t;
    values[t] = in[i] + in[i + blockDim.x];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (t < s) values[t] += values[t + s];
        __syncthreads();
    }
    if (t == 0) partial[blockIdx.x] = values[0];
}
MEASURE(sums, add_while_loading, 1048576, 33554432) {
    float *in = floats(size), *partial = zeros<float>(size / 1024);
    measured_check([=] { return right_sum(in, partial, size, size / 1024); });
    return [=] { add_while_loading<<<size / 1024, 512, 512 * sizeof(float)>>>(in, partial); };
}

__global__ void add_diverging(const float *in, float *partial) {
    __shared__ float values[256];
    unsigned t = threadIdx.x;
    values[t] = in[blockIdx.x * 256 + t];
    __syncthreads();
    for (unsigned s = 1; s < 256; s *= 2) {
        if (t % (2 * s) == 0) values[t] += values[t + s];
        __syncthreads();
    }
    if (t == 0) partial[blockIdx.x] = values[0];
}
MEASURE(sums, add_diverging, 1048576, 33554432) {
    float *in = floats(size), *partial = zeros<float>(size / 256);
    measured_check([=] { return right_sum(in, partial, size, size / 256); });
    return [=] { add_diverging<<<size / 256, 256>>>(in, partial); };
}

__global__ void add_unrolled(const float *in, float *partial, int count) {
    __shared__ float values[256];
    int t = threadIdx.x;
    float sum = 0;
    for (int i = blockIdx.x * 512 + t; i < count; i += gridDim.x * 512) sum += in[i] + in[i + 256];
    values[t] = sum;
    __syncthreads();
    if (t < 128) values[t] += values[t + 128];
    __syncthreads();
    if (t < 64) values[t] += values[t + 64];
    __syncthreads();
    if (t < 32) {
        sum = values[t] + values[t + 32];
        for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(~0u, sum, offset);
        if (t == 0) partial[blockIdx.x] = sum;
    }
}
MEASURE(sums, add_unrolled, 1048576, 33554432) {
    float *in = floats(size), *partial = zeros<float>(1024);
    measured_check([=] { return right_sum(in, partial, size, 1024); });
    return [=] { add_unrolled<<<1024, 256>>>(in, partial, (int)size); };
}

// Largest value and its place, by the first warp of each block.
__global__ void largest_place(const float *in, float *values, int *places, int count) {
    __shared__ float value_of[32];
    __shared__ int place_of[32];
    float best = -1e30f;
    int place = -1, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        if (in[i] > best) {
            best = in[i];
            place = i;
        }
    for (int offset = 16; offset > 0; offset /= 2) {
        float other = __shfl_xor_sync(~0u, best, offset);
        int there = __shfl_xor_sync(~0u, place, offset);
        if (other > best) {
            best = other;
            place = there;
        }
    }
    if (lane == 0) {
        value_of[warp] = best;
        place_of[warp] = place;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        for (unsigned w = 1; w < blockDim.x / 32; w++)
            if (value_of[w] > best) {
                best = value_of[w];
                place = place_of[w];
            }
        values[blockIdx.x] = best;
        places[blockIdx.x] = place;
    }
}
MEASURE(sums, largest_place, 1048576, 33554432) {
    float *in = floats(size), *best = zeros<float>(512);
    int *places = zeros<int>(512);
    measured_check([=] {
        std::vector<float> all = download(in, size), values = download(best, 512);
        return *std::max_element(all.begin(), all.end()) == *std::max_element(values.begin(), values.end());
    });
    return [=] { largest_place<<<512, 512>>>(in, best, places, (int)size); };
}

// Mean and variance of each row at once.
__global__ void row_moments(const float *in, float2 *out, int columns) {
    __shared__ float2 sums[128];
    float sum = 0, squares = 0;
    for (int c = threadIdx.x; c < columns; c += 128) {
        float value = in[(size_t)blockIdx.x * columns + c];
        sum += value;
        squares += value * value;
    }
    sums[threadIdx.x] = make_float2(sum, squares);
    __syncthreads();
    for (int s = 64; s > 0; s /= 2) {
        if (threadIdx.x < s) {
            sums[threadIdx.x].x += sums[threadIdx.x + s].x;
            sums[threadIdx.x].y += sums[threadIdx.x + s].y;
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        float mean = sums[0].x / columns;
        out[blockIdx.x] = make_float2(mean, sums[0].y / columns - mean * mean);
    }
}
MEASURE(sums, row_moments, 2048, 32768) {
    float *in = floats(size * 1024);
    float2 *out = zeros<float2>(size);
    measured_check([=] {
        std::vector<float> all = download(in, size * 1024);
        std::vector<float2> moments = download(out, size);
        for (long r = 0; r < size; r += 97) {
            double sum = 0, squares = 0;
            for (int c = 0; c < 1024; c++)
                sum += all[r * 1024 + c], squares += (double)all[r * 1024 + c] * all[r * 1024 + c];
            if (!near(moments[r].x, sum / 1024, 1e-4)) return false;
            if (!near(moments[r].y, squares / 1024 - sum / 1024 * sum / 1024, 1e-3)) return false;
        }
        return true;
    });
    return [=] { row_moments<<<size, 128>>>(in, out, 1024); };
}
