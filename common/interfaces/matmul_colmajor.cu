// matmul_colmajor.cu - main() of the exercises that write matmul_colmajor(): C = A * B with B stored by columns.
#include "../harness.h"

void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k);

static void call(const CaseFile &input, float *const *inputs, float *output) {
    matmul_colmajor(inputs[0], inputs[1], output, harness_size(input, "m"), harness_size(input, "n"),
                    harness_size(input, "k"));
}

int main(int argc, char **argv) {
    static const Interface interface = {{"A", "B"}, "C", "m", "n", call};
    return harness_main(argc, argv, interface);
}
