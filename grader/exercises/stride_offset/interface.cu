// interface.cu - main() of stride_offset: calls gather().
#include "../../../common/harness.h"

void gather(const float *in, float *out, int count, int stride, int offset);

void run_case(Case &c) {
    gather(c.device<float>("in"), c.device<float>("out"), c.size("count"), c.size("stride"),
           static_cast<int>(c.integer("offset")));
}
