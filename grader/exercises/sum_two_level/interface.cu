// interface.cu - calls sum_doubles with the arrays of a case.
#include "harness.h"

void sum_doubles(const double *in, double *out, int count);

void run_case(Case &c) { sum_doubles(c.device<double>("in"), c.device<double>("out"), c.size("count")); }
