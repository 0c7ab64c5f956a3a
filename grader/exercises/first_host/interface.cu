// interface.cu - calls scale with a case's host arrays. Of a case that no GPU can hold they have a single element, and only
// what scale returns is an output: elsewhere all outputs must come from kernels.
#include "harness.h"

bool scale(const float *in, float *out, float factor, long long count);

void run_case(Case &c) {
    bool too_large = c.integer("count") > static_cast<int64_t>(c.count("in"));
    bool worked = scale(c.host<float>("in"), c.host_output<float>("out"), *c.host<float>("factor"), c.integer("count"));
    if (too_large) {
        *c.host_output<int>("worked") = worked;
        cudaGetLastError(); // the failed allocation, which is no mistake of the function's
    } else if (!worked) {
        fprintf(stderr, "scale returned false, but the device has memory for %lld values\n",
                static_cast<long long>(c.integer("count")));
        exit(EXIT_FAILURE);
    }
}
