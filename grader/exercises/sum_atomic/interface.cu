// interface.cu - calls sum_floats twice, for two arrays: what the first call leaves must not disturb the second.
#include "harness.h"

void sum_floats(const float *in, float *out, int count);

void run_case(Case &c) {
    sum_floats(c.device<float>("first"), c.device<float>("first_sum"), c.size("count"));
    sum_floats(c.device<float>("second"), c.device<float>("second_sum"), c.size("count"));
}
