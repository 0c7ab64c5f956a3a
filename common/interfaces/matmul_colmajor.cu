// matmul_colmajor.cu - main() of the exercises that write matmul_colmajor(): C = A * B with B stored by columns.
#include "../harness.h"

void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k);

void run_case(Case &c) {
    matmul_colmajor(c.device<float>("A"), c.device<float>("B"), c.device<float>("C"), c.size("m"), c.size("n"),
                    c.size("k"));
}
