// layouts.cu - measured kernels to build an estimator on.
#include "../measured.cuh"

// Two float4 a particle.
__global__ void particles_vectors(float4 *p, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float4 a = p[2 * (size_t)i], b = p[2 * (size_t)i + 1];
    a.x += 0.01f * a.w;
    a.y += 0.01f * b.x;
    a.z += 0.01f * b.y;
    p[2 * (size_t)i] = a;
}
MEASURE(layouts, particles_vectors, 262144, 8388608) {
    float4 *p = (float4 *)floats(size * 8);
    return [=] { particles_vectors<<<blocks_for(size, 256), 256>>>(p, (int)size); };
}

// Structures of 12 bytes.
__global__ void points_of_twelve(const float3 *in, float *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float3 p = in[i];
    out[i] = sqrtf(p.x * p.x + p.y * p.y + p.z * p.z);
}
MEASURE(layouts, points_of_twelve, 1048576, 16777216) {
    float3 *in = (float3 *)floats(size * 3);
    float *out = zeros<float>(size);
    return [=] { points_of_twelve<<<blocks_for(size, 256), 256>>>(in, out, (int)size); };
}

// Three bytes a pixel to one.
__global__ void grey_image(const unsigned char *in, unsigned char *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = (unsigned char)(0.3f * in[3 * i] + 0.59f * in[3 * i + 1] + 0.11f * in[3 * i + 2]);
}
MEASURE(layouts, grey_image, 1048576, 33554432) {
    unsigned char *in = values<unsigned char>(size * 3, [](uint32_t i) { return scramble(i); }),
                  *out = zeros<unsigned char>(size);
    return [=] { grey_image<<<blocks_for(size, 256), 256>>>(in, out, (int)size); };
}

// Four bytes a pixel, read as a word.
__global__ void grey_words(const uchar4 *in, unsigned char *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    uchar4 p = in[i];
    out[i] = (unsigned char)(0.3f * p.x + 0.59f * p.y + 0.11f * p.z);
}
MEASURE(layouts, grey_words, 1048576, 33554432) {
    uchar4 *in = (uchar4 *)values<unsigned>(size, [](uint32_t i) { return scramble(i); });
    unsigned char *out = zeros<unsigned char>(size);
    return [=] { grey_words<<<blocks_for(size, 256), 256>>>(in, out, (int)size); };
}
