// key.cu - asks the device itself which warp and lane a thread has, and how many warps a block of 700 threads has.
#include "workbook.h"

struct Seen {
    int warp, lane;          // of the thread (5, 3, 2)
    int warps, active_lanes; // of the block
};

__global__ void look(Seen *seen) {
    unsigned warp, lane;
    asm volatile("mov.u32 %0, %%warpid;" : "=r"(warp));
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
    if (threadIdx.x == 5 && threadIdx.y == 3 && threadIdx.z == 2) {
        seen->warp = static_cast<int>(warp);
        seen->lane = static_cast<int>(lane);
    }
    if (lane == 0) atomicAdd(&seen->warps, 1);
    atomicAdd(&seen->active_lanes, 1);
}

static Seen look_at(dim3 block) {
    Seen *device, seen = {};
    CHECK(cudaMalloc(&device, sizeof seen));
    CHECK(cudaMemset(device, 0, sizeof seen));
    look<<<1, block>>>(device);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&seen, device, sizeof seen, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device));
    return seen;
}

int main() {
    Seen small = look_at(dim3(8, 6, 4)), large = look_at(dim3(700));
    printf("warp_of_5_3_2 %d\nlane_of_5_3_2 %d\n", small.warp, small.lane);
    printf("warps_of_700 %d\nidle_lanes_of_700 %d\n", large.warps, large.warps * 32 - large.active_lanes);
    return 0;
}
