// matmul.cu - main() of the exercises that write matmul(): C = A * B with every matrix stored by rows.
#include "../harness.h"

void matmul(const float *A, const float *B, float *C, int m, int n, int k);

void run_case(Case &c) {
    matmul(c.device<float>("A"), c.device<float>("B"), c.device<float>("C"), c.size("m"), c.size("n"), c.size("k"));
}
