// bodies.cu - measured kernels to build an estimator on.
#include "../measured.cuh"

// Forces between all pairs, read from global memory.
__global__ void bodies_direct(const float4 *bodies, float3 *forces, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 own = bodies[i];
    float3 force = make_float3(0, 0, 0);
    for (int j = 0; j < count; j++) {
        float4 other = bodies[j];
        float x = other.x - own.x, y = other.y - own.y, z = other.z - own.z;
        float inverse = rsqrtf(x * x + y * y + z * z + 0.01f), f = other.w * inverse * inverse * inverse;
        force.x += f * x;
        force.y += f * y;
        force.z += f * z;
    }
    forces[i] = force;
}
MEASURE(bodies, bodies_direct, 4096, 32768) {
    float4 *bodies = (float4 *)floats(size * 4);
    float3 *forces = zeros<float3>(size);
    return [=] { bodies_direct<<<size / 128, 128>>>(bodies, forces, (int)size); };
}

__global__ void bodies_tiled(const float4 *bodies, float3 *forces, int count) {
    __shared__ float4 tile[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 own = bodies[i];
    float3 force = make_float3(0, 0, 0);
    for (int first = 0; first < count; first += 256) {
        tile[threadIdx.x] = bodies[first + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; j++) {
            float x = tile[j].x - own.x, y = tile[j].y - own.y, z = tile[j].z - own.z;
            float inverse = rsqrtf(x * x + y * y + z * z + 0.01f), f = tile[j].w * inverse * inverse * inverse;
            force.x += f * x;
            force.y += f * y;
            force.z += f * z;
        }
        __syncthreads();
    }
    forces[i] = force;
}
MEASURE(bodies, bodies_tiled, 4096, 32768) {
    float4 *bodies = (float4 *)floats(size * 4);
    float3 *forces = zeros<float3>(size);
    return [=] { bodies_tiled<<<size / 256, 256>>>(bodies, forces, (int)size); };
}

// The nearest of 64 centres for each point.
__global__ void distances(const float *points, const float *centres, int *nearest, int count) {
    __shared__ float c[64][4];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) (&c[0][0])[i] = centres[i];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x, best = 0;
    float p[4], least = 1e30f;
    for (int d = 0; d < 4; d++) p[d] = points[(size_t)d * count + i];
    for (int k = 0; k < 64; k++) {
        float square = 0;
        for (int d = 0; d < 4; d++) square += (p[d] - c[k][d]) * (p[d] - c[k][d]);
        if (square < least) {
            least = square;
            best = k;
        }
    }
    nearest[i] = best;
}
MEASURE(bodies, distances, 65536, 4194304) {
    float *points = floats(size * 4), *centres = floats(256);
    int *nearest = zeros<int>(size);
    return [=] { distances<<<size / 256, 256>>>(points, centres, nearest, (int)size); };
}
