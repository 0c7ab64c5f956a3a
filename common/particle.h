// particle.h - a particle as it lies in an array of structures: eight floats, one after another, 32 bytes.
#ifndef PARTICLE_H
#define PARTICLE_H

struct Particle {
    float x, y, z;    // where it is
    float vx, vy, vz; // how fast it moves
    float mass, charge;
};

constexpr int FIELDS = sizeof(Particle) / sizeof(float);

#endif
