// key.cu - deals out the pieces of a small memory one by one: the key of interleave's questions.
#include "drawn.h"
#include <cuda_runtime.h>

constexpr int TILE = 2, MOST_FLOATS = 4 * 9 * 9 * 6;
static int channel_of[MOST_FLOATS], bank_of[MOST_FLOATS];

static void deal_out(int channels, int banks, int piece) {
    int channel = 0, bank = 0;
    for (int f = 0; f < MOST_FLOATS; f++) {
        channel_of[f] = channel;
        bank_of[f] = bank;
        if ((f + 1) % piece) continue;
        channel = (channel + 1) % channels;
        if (channel == 0) bank = (bank + 1) % banks;
    }
}

// The channels of the tile of a matrix that begins at float `start`.
static void print_channels(const char *name, int start, int width, int row, int column) {
    bool needed[9] = {};
    for (int y = row; y < row + TILE; y++)
        for (int x = column; x < column + TILE; x++) needed[channel_of[start + y * width + x]] = true;
    printf("%s", name);
    for (int c = 0, before = 0; c < 9; c++)
        if (needed[c]) printf("%s%d", before++ ? "," : " ", c);
    printf("\n");
}

// The first float of the piece that a bank gets on one of its turns, which count from 1.
static int float_in_bank(int channel, int bank, int piece, int turn) {
    int first = -piece;
    while (turn > 0) {
        first += piece;
        if (channel_of[first] == channel && bank_of[first] == bank) turn--;
    }
    return first;
}

int main(int, char **argv) {
    int element = drawn(argv, "element"), width = drawn(argv, "width"), phase = drawn(argv, "phase");
    deal_out(drawn(argv, "channels"), drawn(argv, "banks"), drawn(argv, "piece"));
    printf("float_in_bank %d\n", float_in_bank(drawn(argv, "channel"), drawn(argv, "bank"), drawn(argv, "piece"),
                                              drawn(argv, "turn")));
    printf("channel_of_element %d\nbank_of_element %d\n", channel_of[element], bank_of[element]);
    print_channels("channels_of_m", 0, width, TILE * drawn(argv, "block_row"), TILE * phase);
    print_channels("channels_of_n", width * width, width, TILE * phase, TILE * drawn(argv, "block_column"));
    return cudaDeviceSynchronize() != cudaSuccess;
}
