// key.cu - asks the device itself which warp and lane a thread has, and how many warps a block has.
#include "drawn.h"
#include "workbook.h"

struct Seen {
    int warp, lane;          // of the thread that is asked about
    int warps, active_lanes; // of the block
};

__global__ void look(Seen *seen, dim3 thread) {
    unsigned warp, lane;
    asm volatile("mov.u32 %0, %%warpid;" : "=r"(warp));
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
    if (threadIdx.x == thread.x && threadIdx.y == thread.y && threadIdx.z == thread.z) {
        seen->warp = static_cast<int>(warp);
        seen->lane = static_cast<int>(lane);
    }
    if (lane == 0) atomicAdd(&seen->warps, 1);
    atomicAdd(&seen->active_lanes, 1);
}

static Seen look_at(dim3 block, dim3 thread) {
    Seen *device, seen = {};
    CHECK(cudaMalloc(&device, sizeof seen));
    CHECK(cudaMemset(device, 0, sizeof seen));
    look<<<1, block>>>(device, thread);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&seen, device, sizeof seen, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device));
    return seen;
}

int main(int, char **argv) {
    dim3 block(drawn(argv, "width"), drawn(argv, "height"), drawn(argv, "depth"));
    dim3 thread(drawn(argv, "x"), drawn(argv, "y"), drawn(argv, "z"));
    Seen small = look_at(block, thread), large = look_at(dim3(drawn(argv, "threads")), dim3(0));
    printf("place %d\nwarp %d\nlane %d\n", 32 * small.warp + small.lane, small.warp, small.lane);
    printf("warps %d\nidle_lanes %d\n", large.warps, large.warps * 32 - large.active_lanes);
    return 0;
}
