// interface.cu - main() of the exercise whose student mends smooth(): each value becomes the mean of three.
#include "harness.h"

void smooth(const float *in, float *out, int count);

void run_case(Case &c) { smooth(c.device<float>("in"), c.device<float>("out"), c.size("count")); }
