// harness_roles.cu - an interface with an array of every role, linked with the harness as an exercise's is.
//
// doubled[i] = 2 * values[i] for all but the last; bodies move by their velocities; notes tell of this very call.
#include "../../../../common/harness.h"
#include <cstring>

struct Body {
    float place, velocity;
    short name;
};

__global__ void step(const int *values, int64_t *doubled, int count, Body *bodies, int body_count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) doubled[i] = 2 * (int64_t)values[i];
    if (i < body_count) bodies[i].place += bodies[i].velocity;
}

void run_case(Case &c) {
    static int calls;
    int count = c.size("count");
    const int *values = c.device<int>("values");
    int64_t *doubled = c.device<int64_t>("doubled");
    Body *bodies = c.device<Body>("bodies");
    const double *weights = c.host<double>("weights");
    int *notes = c.host_output<int>("notes");
    bool is_poisoned = true;
    for (uint64_t i = 0; i < c.count("notes"); i++) is_poisoned &= notes[i] == -1;
    notes[0] = ++calls;
    notes[1] = is_poisoned;
    notes[2] = static_cast<int>(weights[0] + weights[1]); // notes[3] stays as it was
    int threads = count + static_cast<int>(c.integer("past"));
    step<<<ceil_div(count, 64), 64>>>(values, doubled, threads - 1, bodies, static_cast<int>(c.count("bodies")));
}
