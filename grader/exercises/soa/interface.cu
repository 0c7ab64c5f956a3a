// interface.cu - main() of the exercise whose student writes pack(), drift() and unpack().
#include "harness.h"
#include "particle.h"

struct State;
State *pack(const Particle *particles, int count);
void drift(State *state, float dt);
void unpack(State *state, Particle *particles);

void run_case(Case &c) {
    int count = c.size("count");
    const float *dt = c.host<float>("dt");
    State *state = pack(reinterpret_cast<const Particle *>(c.device<float>("particles")), count);
    for (uint64_t step = 0; step < c.count("dt"); step++) drift(state, dt[step]);
    unpack(state, reinterpret_cast<Particle *>(c.device<float>("moved")));
}
