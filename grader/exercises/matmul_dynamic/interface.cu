// interface.cu - main() of matmul_dynamic.
#include "../../../common/harness.h"

void matmul_dynamic(const float *A, const float *B, float *C, int m, int n, int k, int most_threads,
                    int most_shared_bytes);

void run_case(Case &c) {
    matmul_dynamic(c.device<float>("A"), c.device<float>("B"), c.device<float>("C"), c.size("m"), c.size("n"),
                   c.size("k"), c.size("most_threads"), c.size("most_shared_bytes"));
}
