// interface.cu - main() of row_sums_shared: calls row_sums().
#include "../../../common/harness.h"

void row_sums(const float *A, float *sums, int rows, int columns, int threads);

void run_case(Case &c) {
    row_sums(c.device<float>("A"), c.device<float>("sums"), c.size("rows"), c.size("columns"), c.size("threads"));
}
