// layouts.cu - measured kernels that no model has seen.
#include "../measured.cuh"

// Positions move by velocities; eight floats a particle, one after the other.
struct LayoutParticle {
    float x, y, z, vx, vy, vz, mass, charge;
};
__global__ void particles_structures(LayoutParticle *p, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    p[i].x += 0.01f * p[i].vx;
    p[i].y += 0.01f * p[i].vy;
    p[i].z += 0.01f * p[i].vz;
}
MEASURE(layouts, particles_structures, 262144, 8388608) {
    LayoutParticle *p = (LayoutParticle *)floats(size * 8);
    return [=] { particles_structures<<<blocks_for(size, 256), 256>>>(p, (int)size); };
}

__global__ void particles_arrays(float *x, float *y, float *z, const float *vx, const float *vy, const float *vz,
                                 int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    x[i] += 0.01f * vx[i];
    y[i] += 0.01f * vy[i];
    z[i] += 0.01f * vz[i];
}
MEASURE(layouts, particles_arrays, 262144, 8388608) {
    float *x = floats(size), *y = floats(size), *z = floats(size), *vx = floats(size), *vy = floats(size),
          *vz = floats(size);
    return [=] { particles_arrays<<<blocks_for(size, 256), 256>>>(x, y, z, vx, vy, vz, (int)size); };
}

// One float of eight changes.
__global__ void masses_structures(float *particles, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) particles[(size_t)i * 8 + 6] *= 1.0001f;
}
MEASURE(layouts, masses_structures, 262144, 8388608) {
    float *p = floats(size * 8);
    return [=] { masses_structures<<<blocks_for(size, 256), 256>>>(p, (int)size); };
}

__global__ void structures_to_arrays(const float *in, float *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    for (int field = 0; field < 8; field++) out[(size_t)field * count + i] = in[(size_t)i * 8 + field];
}
MEASURE(layouts, structures_to_arrays, 262144, 4194304) {
    float *in = floats(size * 8), *out = zeros<float>(size * 8);
    return [=] { structures_to_arrays<<<blocks_for(size, 256), 256>>>(in, out, (int)size); };
}
