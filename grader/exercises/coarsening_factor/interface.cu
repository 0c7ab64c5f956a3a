// interface.cu - main() of coarsening_factor: calls it for every product of the case.
#include "../../../common/harness.h"

int coarsening_factor(int m, int n, const int *capacity);

void run_case(Case &c) {
    const int *m = c.host<int>("m"), *n = c.host<int>("n"), *capacity = c.host<int>("capacity");
    int *factor = c.host_output<int>("factor");
    for (uint64_t i = 0; i < c.count("m"); i++) {
        int copy[4] = {capacity[4 * i], capacity[4 * i + 1], capacity[4 * i + 2], capacity[4 * i + 3]}; // theirs to change
        factor[i] = coarsening_factor(m[i], n[i], copy);
    }
}
