// piece_by_piece.cu - A row of the tile is a run of pieces; a bitset of channels.
//
//= student: Ada Lovelace
//= float_in_bank: 278
//= channel_of_element: 1
//= bank_of_element: 5
//= channels_of_m: 1,4
//= channels_of_n: 0,2
#include "workbook.h"
#include <bitset>
#include <cstdlib>

void place_of(long long address, int channels, int banks, int piece, int *channel, int *bank) {
    auto round = lldiv(address / piece, channels);
    *channel = static_cast<int>(round.rem);
    *bank = static_cast<int>(round.quot % banks);
}

unsigned long long channels_of_tile(long long start, int width, int row, int column, int tile, int channels,
                                    int piece) {
    std::bitset<64> used;
    for (long long r = row; r < row + static_cast<long long>(tile); r++) {
        long long first = start + (r * width + column) * static_cast<long long>(sizeof(float));
        for (long long p = first / piece; p <= (first + 4ll * tile - 1) / piece; p++) used.set(p % channels);
    }
    return used.to_ullong();
}
