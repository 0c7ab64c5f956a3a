// interface.cu - calls histogram with the arrays of a case.
#include "harness.h"

void histogram(const unsigned char *in, unsigned *bins, int count);

void run_case(Case &c) { histogram(c.device<unsigned char>("in"), c.device<unsigned>("bins"), c.size("count")); }
