// interface.cu - calls segment_sums with the arrays of a case.
#include "harness.h"

void segment_sums(const float *in, float *sums, int count);

void run_case(Case &c) { segment_sums(c.device<float>("in"), c.device<float>("sums"), c.size("count")); }
