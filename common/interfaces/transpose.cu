// transpose.cu - main() of the exercises that write transpose(): out[x][y] = in[y][x].
#include "../harness.h"

void transpose(const float *in, float *out, int width, int height);

void run_case(Case &c) {
    transpose(c.device<float>("in"), c.device<float>("out"), c.size("width"), c.size("height"));
}
