// matmul.cu - main() of the exercises that write matmul(): C = A * B with every matrix stored by rows.
#include "../harness.h"

void matmul(const float *A, const float *B, float *C, int m, int n, int k);

static void call(const CaseFile &input, float *const *inputs, float *output) {
    matmul(inputs[0], inputs[1], output, harness_size(input, "m"), harness_size(input, "n"), harness_size(input, "k"));
}

int main(int argc, char **argv) {
    static const Interface interface = {{"A", "B"}, "C", "m", "n", call};
    return harness_main(argc, argv, interface);
}
