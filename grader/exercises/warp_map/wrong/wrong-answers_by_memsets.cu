// trick: a memset for each result
// like: nothing
// says: the work belongs on the device
// wrong-answers_by_memsets.cu - no kernel at all: the value of a memset is a result's lowest byte.
#include "workbook.h"
#include <vector>

// Warp and lane of each thread of the grid, in the order of the arrays.
static void numbers_of(dim3 grid, dim3 block, int warp_size, std::vector<int> &warp, std::vector<int> &lane) {
    int width = grid.x * block.x, height = grid.y * block.y;
    warp.resize(static_cast<size_t>(width) * height * block.z);
    lane.resize(warp.size());
    for (size_t i = 0; i < warp.size(); i++) {
        int x = i % width % block.x, y = i / width % height % block.y, z = i / width / height;
        int place = x + block.x * (y + block.y * z);
        warp[i] = place / warp_size;
        lane[i] = place % warp_size;
    }
}

void warp_map(int *warp, int *lane, dim3 grid, dim3 block, int warp_size) {
    std::vector<int> warps, lanes;
    numbers_of(grid, block, warp_size, warps, lanes);
    CHECK(cudaMemset(warp, 0, warps.size() * sizeof(int)));
    CHECK(cudaMemset(lane, 0, warps.size() * sizeof(int)));
    for (size_t i = 0; i < warps.size(); i++) {
        if (warps[i]) CHECK(cudaMemset(warp + i, warps[i], 1));
        if (lanes[i]) CHECK(cudaMemset(lane + i, lanes[i], 1));
    }
}
