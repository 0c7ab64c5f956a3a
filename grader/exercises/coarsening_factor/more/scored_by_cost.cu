// scored_by_cost.cu - candidates with their requests in a map, whose first entry is the answer.
//
//= student: Ada Lovelace
//= blocks_4: 1755
//= capacity_1: 1554
//= capacity_8: 777
//= requests_1: 12544
//= requests_4: 7840
//= blocks_wide: 1760
//= blocks_middle: 288
//= blocks_small: 56
//= blocks_narrow: 592
#include "workbook.h"
#include <map>
#include <utility>

int coarsening_factor(int m, int n, const int *capacity) {
    const long long rows = (m + 31ll) / 32, columns = (n + 31ll) / 32;
    std::map<std::pair<long long, int>, int> by_requests; // of A's tiles for a phase, then by factor
    for (int i = 0, factor = 1; i < 4; i++, factor *= 2) {
        long long blocks = rows * ((columns + factor - 1) / factor);
        bool out = factor > 1 && (capacity[i] < capacity[0] || blocks < capacity[i]);
        if (!out) by_requests[{blocks, factor}] = factor;
    }
    return by_requests.begin()->second;
}
