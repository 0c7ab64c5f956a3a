// interface.cu - main() of the exercise whose student writes size_sweep(): a product and how it fills the GPU.
#include "harness.h"
#include "multiprocessor.h"

Sweep size_sweep(const float *A, const float *B, float *C, int n, int width, int shared_bytes);

void run_case(Case &c) {
    Sweep sweep = size_sweep(c.device<float>("A"), c.device<float>("B"), c.device<float>("C"), c.size("n"),
                             c.size("width"), static_cast<int>(c.integer("shared_bytes")));
    double *numbers = c.host_output<double>("sweep");
    numbers[0] = static_cast<double>(sweep.blocks);
    numbers[1] = sweep.blocks_per_multiprocessor;
    numbers[2] = sweep.waves;
    numbers[3] = sweep.warps_per_multiprocessor;
}
