// structures.cu - one field of an array of structures. Delete fields that nobody uses, and the sectors follow.
#include "listing.h"

//= listing: struct Particle { // 32 bytes

__global__ void move(Particle *particles, float seconds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    particles[i].x += seconds * particles[i].vx;
}

int main() {
    constexpr int count = 128;
    //= listing: Particle p[count];
    for (int i = 0; i < count; i++) p[i].x = p[i].vx = i;
    Particle *particles = room<Particle>(count);
    CHECK(cudaMemcpy(particles, p, sizeof p, cudaMemcpyHostToDevice));
    move<<<count / 64, 64>>>(particles, 2);
    CHECK(cudaMemcpy(p, particles, sizeof p, cudaMemcpyDeviceToHost));
    printf("%g %g %g\n", p[0].x, p[1].x, p[count - 1].x);
}
