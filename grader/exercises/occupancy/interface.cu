// interface.cu - main() of the exercise whose student writes occupancy(): many blocks on many multiprocessors.
//
// A row of "rows" is a Multiprocessor and a BlockNeeds, each member an int.
#include "harness.h"
#include "multiprocessor.h"

Occupancy occupancy(const BlockNeeds &block, const Multiprocessor &gpu);

struct Row {
    Multiprocessor gpu;
    BlockNeeds block;
};

void run_case(Case &c) {
    const Row *rows = c.host<Row>("rows");
    int *blocks = c.host_output<int>("blocks");
    double *percent = c.host_output<double>("percent");
    for (uint64_t i = 0; i < c.count("rows"); i++) {
        Occupancy found = occupancy(rows[i].block, rows[i].gpu);
        blocks[i] = found.blocks;
        percent[i] = found.percent;
    }
}
