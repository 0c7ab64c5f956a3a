// key.cu - the grid of matmul_tiled_any's question, walked through block by block and phase by phase.
#include "drawn.h"
#include "workbook.h"

int main(int, char **argv) {
    constexpr int TILE = 16;
    const int M = drawn(argv, "m"), N = drawn(argv, "n"), K = drawn(argv, "k");
    int blocks = 0, phases = 0, idle = 0;
    for (int top = 0; top < M; top += TILE)
        for (int left = 0; left < N; left += TILE) {
            blocks++;
            for (int thread = 0; thread < TILE * TILE; thread++)
                idle += top + thread / TILE >= M || left + thread % TILE >= N;
        }
    for (int first = 0; first < K; first += TILE) phases++;
    printf("blocks %d\nphases %d\nidle_threads %d\n", blocks, phases, idle);
}
