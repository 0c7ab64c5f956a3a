// interface.cu - main() of the exercise whose student writes reverse_blocks(): each block of values reversed.
#include "harness.h"

void reverse_blocks(float *values, int count);

void run_case(Case &c) { reverse_blocks(c.device<float>("values"), c.size("count")); }
