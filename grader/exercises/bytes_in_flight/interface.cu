// interface.cu - calls copy_floats with the arrays of a case.
#include "harness.h"

void copy_floats(const float *in, float *out, int count);

void run_case(Case &c) { copy_floats(c.device<float>("in"), c.device<float>("out"), c.size("count")); }
