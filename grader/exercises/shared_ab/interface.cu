// interface.cu - main() of shared_ab: calls multiply_ab().
#include "../../../common/harness.h"

void multiply_ab(const float *A, const float *B, float *C, int m, int n);

void run_case(Case &c) {
    multiply_ab(c.device<float>("A"), c.device<float>("B"), c.device<float>("C"), c.size("m"), c.size("n"));
}
