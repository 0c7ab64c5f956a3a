// interface.cu - main() of matrix_sums.
#include "../../../common/harness.h"

void matrix_sums(const float *A, float *row_sums, float *column_sums, int rows, int columns);

void run_case(Case &c) {
    matrix_sums(c.device<float>("A"), c.device<float>("row_sums"), c.device<float>("column_sums"), c.size("rows"),
                c.size("columns"));
}
