// interface.cu - main() of register_pressure: sums over samples and roots of trees.
#include "../../../common/harness.h"

void survey(const float *samples, const int *parent, float *sums, int *root, int sensors, int sample_count);

void run_case(Case &c) {
    survey(c.device<float>("samples"), c.device<int>("parent"), c.device<float>("sums"), c.device<int>("root"),
           c.size("sensors"), c.size("sample_count"));
}
