// Each field is a vector of Thrust, and a drift is three transforms.
//= student: Ada Lovelace
//= sectors_of_layouts: 4848
//= sectors_arrays: 416
//= sectors_of_columns: 1664
//= sectors_of_rows: 39
#include "workbook.h"
#include "particle.h"
#include <thrust/device_vector.h>
#include <thrust/transform.h>
#include <thrust/for_each.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
struct State {
    thrust::device_vector<float> f[8];
};
State *pack(const Particle *particles, int count) {
    State *s = new State;
    for (int j = 0; j < 8; j++) {
        s->f[j].resize(count);
        auto p = reinterpret_cast<const float *>(particles);
        thrust::transform(thrust::device, thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(count), s->f[j].begin(),
                          [=] __device__(int i) { return p[i * 8ll + j]; });
    }
    return s;
}
void drift(State *s, float dt) {
    for (int j = 0; j < 3; j++)
        thrust::transform(s->f[j].begin(), s->f[j].end(), s->f[j + 3].begin(), s->f[j].begin(),
                          [dt] __device__(float x, float v) { return x + dt * v; });
}
void unpack(State *s, Particle *particles) {
    for (int j = 0; j < 8; j++) {
        auto p = reinterpret_cast<float *>(particles);
        auto from = thrust::raw_pointer_cast(s->f[j].data());
        thrust::for_each_n(thrust::device, thrust::counting_iterator<int>(0), (int)s->f[j].size(),
                           [=] __device__(int i) { p[i * 8ll + j] = from[i]; });
    }
    delete s;
}
