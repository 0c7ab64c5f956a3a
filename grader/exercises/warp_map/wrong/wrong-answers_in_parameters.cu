// trick: parameters of kernels carry the results
// like: nothing
// says: the work belongs on the device
// wrong-answers_in_parameters.cu - nothing is copied: each launch has 4,000 bytes of parameters.
#include "workbook.h"
#include <vector>

struct Part {
    int first, count;
    unsigned char warp[1900], lane[1900];
};

__global__ void store(int *warp, int *lane, Part part) {
    for (int i = threadIdx.x; i < part.count; i += blockDim.x) {
        warp[part.first + i] = part.warp[i];
        lane[part.first + i] = part.lane[i];
    }
}

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
    for (size_t first = 0; first < warps.size(); first += 1900) {
        Part part = {static_cast<int>(first), static_cast<int>(warps.size() - first), {}, {}};
        if (part.count > 1900) part.count = 1900;
        for (int i = 0; i < part.count; i++) part.warp[i] = warps[first + i], part.lane[i] = lanes[first + i];
        store<<<1, 256>>>(warp, lane, part);
        CHECK(cudaGetLastError());
    }
}
