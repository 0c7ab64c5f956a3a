// interface.cu - main() of the exercise whose student writes add_ramp(): a volume of padded rows, changed in place.
#include "harness.h"

void add_ramp(void *volume, size_t pitch, int width, int height, int depth, float3 slope);

void run_case(Case &c) {
    const float *slope = c.host<float>("slope");
    add_ramp(c.device<float>("volume"), static_cast<size_t>(c.integer("pitch")), c.size("width"), c.size("height"),
             c.size("depth"), make_float3(slope[0], slope[1], slope[2]));
}
