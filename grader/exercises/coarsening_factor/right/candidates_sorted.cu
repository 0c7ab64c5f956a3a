// candidates_sorted.cu - Candidates in a vector; the least by blocks, then by factor.
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
#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

int coarsening_factor(int m, int n, const int *capacity) {
    using Candidate = std::tuple<int64_t, int>; // blocks, factor
    auto up = [](int64_t value, int64_t size) { return value / size + (value % size > 0); };
    std::vector<Candidate> candidates;
    for (int factor : {8, 4, 2, 1}) {
        int places = capacity[__builtin_ctz(factor)];
        int64_t blocks = up(m, 32) * up(n, 32 * factor);
        if (factor == 1 || (places >= capacity[0] && blocks >= places)) candidates.emplace_back(blocks, factor);
    }
    return std::get<1>(*std::min_element(candidates.begin(), candidates.end()));
}
