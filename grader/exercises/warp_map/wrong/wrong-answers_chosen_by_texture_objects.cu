// trick: texture objects choose the results from a table that a kernel made
// like: nothing
// says: the work belongs on the device
// wrong-answers_chosen_by_texture_objects.cu - a texture for each result, at the place of the table where it lies.
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

__global__ void count_up(int *table) { table[threadIdx.x * 128] = threadIdx.x; }
__global__ void take(cudaTextureObject_t first, cudaTextureObject_t step, int *to, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) to[i] = tex1Dfetch<int>(first + i * step, 0);
}

void warp_map(int *warp, int *lane, dim3 grid, dim3 block, int warp_size) {
    std::vector<int> warps, lanes;
    numbers_of(grid, block, warp_size, warps, lanes);
    int n = warps.size();
    int *table;
    CHECK(cudaMalloc(&table, 1024 * 512));
    count_up<<<1, 1024>>>(table);
    std::vector<cudaTextureObject_t> t(2 * n);
    for (int i = 0; i < 2 * n; i++) {
        cudaResourceDesc r{};
        r.resType = cudaResourceTypeLinear;
        r.res.linear.devPtr = table + 128 * (i < n ? warps[i] : lanes[i - n]);
        r.res.linear.desc = cudaCreateChannelDesc<int>();
        r.res.linear.sizeInBytes = 4;
        cudaTextureDesc d{};
        CHECK(cudaCreateTextureObject(&t[i], &r, &d, nullptr));
    }
    cudaTextureObject_t step = t[1] - t[0];
    take<<<1, 1024>>>(t[0], step, warp, n);
    take<<<1, 1024>>>(t[n], step, lane, n);
    CHECK(cudaDeviceSynchronize());
    for (auto o : t) CHECK(cudaDestroyTextureObject(o));
    CHECK(cudaFree(table));
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
}
