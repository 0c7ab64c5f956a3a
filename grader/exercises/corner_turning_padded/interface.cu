// interface.cu - main() of corner_turning_padded: a product with B stored by columns, by tiles of a given side.
#include "../../../common/harness.h"

void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k, int tile);

void run_case(Case &c) {
    matmul_colmajor(c.device<float>("A"), c.device<float>("B"), c.device<float>("C"), c.size("m"), c.size("n"),
                    c.size("k"), c.size("tile"));
}
