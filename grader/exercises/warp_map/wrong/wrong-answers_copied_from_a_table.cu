// trick: copies within the device choose the results from a table that a kernel made
// like: nothing
// says: the work belongs on the device
// wrong-answers_copied_from_a_table.cu - every byte of the outputs was stored by a kernel, and the host chose which.
#include "workbook.h"
#include <vector>

__global__ void count_up(int *table) { table[threadIdx.x] = threadIdx.x; }

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
    int *table;
    numbers_of(grid, block, warp_size, warps, lanes);
    CHECK(cudaMalloc(&table, 256 * sizeof(int)));
    count_up<<<1, 256>>>(table);
    CHECK(cudaGetLastError());
    for (size_t i = 0; i < warps.size(); i++) {
        CHECK(cudaMemcpyAsync(warp + i, table + warps[i], sizeof(int), cudaMemcpyDeviceToDevice));
        CHECK(cudaMemcpyAsync(lane + i, table + lanes[i], sizeof(int), cudaMemcpyDeviceToDevice));
    }
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(table));
}
