// interface.cu - main() of the exercise whose student writes flatten() and unflatten(): many elements of many arrays.
#include "harness.h"
#include <cstdint>

int64_t flatten(const int index[4], const int size[4]);
void unflatten(int64_t flat, const int size[4], int index[4]);

// An element of an array of four dimensions, and the flat number of another one.
struct Row {
    int size[4], index[4];
    int64_t flat;
};

void run_case(Case &c) {
    const Row *rows = c.host<Row>("rows");
    int64_t *flat = c.host_output<int64_t>("flat");
    int *index = c.host_output<int>("index");
    for (uint64_t i = 0; i < c.count("rows"); i++) {
        flat[i] = flatten(rows[i].index, rows[i].size);
        unflatten(rows[i].flat, rows[i].size, index + 4 * i);
    }
}
