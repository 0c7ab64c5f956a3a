// interface.cu - calls running_sums with the arrays of a case.
#include "harness.h"

void running_sums(const float *in, float *out, int count);

void run_case(Case &c) { running_sums(c.device<float>("in"), c.device<float>("out"), c.size("count")); }
