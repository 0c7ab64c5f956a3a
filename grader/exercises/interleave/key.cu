// key.cu - deals out the pieces of a small memory one by one: the key of interleave's questions.
#include <cstdio>
#include <cuda_runtime.h>

constexpr int CHANNELS = 4, BANKS = 2, PIECE_FLOATS = 2, WIDTH = 4, TILE = 2, FLOATS = 2 * WIDTH * WIDTH;

int main() {
    int channel_of[FLOATS], bank_of[FLOATS], channel = 0, bank = 0;
    for (int first = 0; first < FLOATS; first += PIECE_FLOATS) {
        for (int f = first; f < first + PIECE_FLOATS; f++) channel_of[f] = channel, bank_of[f] = bank;
        if (++channel < CHANNELS) continue;
        channel = 0;
        bank = (bank + 1) % BANKS;
    }
    printf("channel_of_m9 %d\nbank_of_m9 %d\n", channel_of[9], bank_of[9]);

    // Phase 0 of all blocks: of M the first columns, of N the first rows, which lie behind M.
    bool of_m[CHANNELS] = {}, of_n[CHANNELS] = {};
    for (int row = 0; row < WIDTH; row++)
        for (int column = 0; column < TILE; column++) of_m[channel_of[row * WIDTH + column]] = true;
    for (int row = 0; row < TILE; row++)
        for (int column = 0; column < WIDTH; column++) of_n[channel_of[WIDTH * WIDTH + row * WIDTH + column]] = true;
    const char *names[] = {"channels_of_m", "channels_of_n"};
    const bool *sets[] = {of_m, of_n};
    for (int set = 0; set < 2; set++) {
        printf("%s", names[set]);
        for (int c = 0, before = 0; c < CHANNELS; c++)
            if (sets[set][c]) printf("%s%d", before++ ? "," : " ", c);
        printf("\n");
    }
    return cudaDeviceSynchronize() != cudaSuccess;
}
