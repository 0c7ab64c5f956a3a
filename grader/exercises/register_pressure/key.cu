// key.cu - fills a multiprocessor with blocks, warp by warp, as long as it has registers and room for threads: the key of
// register_pressure's questions.
#include "drawn.h"
#include <cuda_runtime.h>

constexpr int PARTITIONS = 4, REGISTERS = 65536, WARPS = 64;

// Each warp lies in one of four partitions, which each have a quarter of the registers and of the capacity.
static int resident_blocks(int warps, int registers) {
    int left[PARTITIONS], room[PARTITIONS], placed = 0;
    for (int p = 0; p < PARTITIONS; p++) left[p] = REGISTERS / PARTITIONS, room[p] = WARPS / PARTITIONS;
    for (int p = 0; left[p] >= 32 * registers && room[p] > 0; p = (p + 1) % PARTITIONS) {
        left[p] -= 32 * registers;
        room[p]--;
        placed++;
    }
    return placed / warps;
}

static int registers_left(int warps, int registers) {
    return REGISTERS - resident_blocks(warps, registers) * warps * 32 * registers;
}

int main(int, char **argv) {
    int threads = drawn(argv, "threads"), block = drawn(argv, "block"), most = 248;
    int resident = resident_blocks(threads / 32, drawn(argv, "registers"));
    printf("occupancy_of_blocks %g\n", 100. * resident * threads / 2048);
    while (resident_blocks(block / 32, most) < drawn(argv, "resident")) most -= 8;
    printf("most_registers %d\n", most);
    printf("registers_left %d\n", registers_left(drawn(argv, "warps"), drawn(argv, "hungry")));
    return cudaDeviceSynchronize() != cudaSuccess;
}
