// interface.cu - calls distributions with the arrays of a case.
#include "harness.h"

void distributions(unsigned long long seed, int threads, int draws, double *uniform, double *normal, double *log_normal,
                   unsigned *poisson);

void run_case(Case &c) {
    distributions(static_cast<unsigned long long>(c.integer("seed")), c.size("threads"), c.size("draws"),
                  c.device<double>("uniform"), c.device<double>("normal"), c.device<double>("log_normal"),
                  c.device<unsigned>("poisson"));
}
