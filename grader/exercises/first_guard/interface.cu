// interface.cu - main() of the exercise whose student writes square(): each value squared.
#include "harness.h"

void square(const float *in, float *out, int count);

void run_case(Case &c) { square(c.device<float>("in"), c.device<float>("out"), c.size("count")); }
