// interface.cu - main() of coarsening_factor: calls it for every product of the case.
#include "../../../common/harness.h"

int coarsening_factor(int m, int n, const int *room);

void run_case(Case &c) {
    const int *m = c.host<int>("m"), *n = c.host<int>("n"), *room = c.host<int>("room");
    int *factor = c.host_output<int>("factor");
    for (uint64_t i = 0; i < c.count("m"); i++) {
        int copy[4] = {room[4 * i], room[4 * i + 1], room[4 * i + 2], room[4 * i + 3]}; // his to change
        factor[i] = coarsening_factor(m[i], n[i], copy);
    }
}
