// transpose.cu - main() of the exercises that write transpose(): out[x][y] = in[y][x].
#include "../harness.h"

void transpose(const float *in, float *out, int width, int height);

static void call(const CaseFile &input, float *const *inputs, float *output) {
    transpose(inputs[0], output, harness_size(input, "width"), harness_size(input, "height"));
}

int main(int argc, char **argv) {
    static const Interface interface = {{"in"}, "out", "width", "height", call};
    return harness_main(argc, argv, interface);
}
