// strings_of_pieces.cu - std::div for places, and a tile walked row by row through the pieces that it meets.
//
//= student: Ada Lovelace
//= float_in_bank: 278
//= channel_of_element: 1
//= bank_of_element: 5
//= channels_of_m: 1,4
//= channels_of_n: 0,2
#include "workbook.h"
#include <bitset>

void place_of(long long address, int channels, int banks, int piece, int *channel, int *bank) {
    auto piece_number = std::lldiv(address, piece).quot;
    auto dealt = std::lldiv(piece_number, channels);
    *channel = static_cast<int>(dealt.rem);
    *bank = static_cast<int>(std::lldiv(dealt.quot, banks).rem);
}

unsigned long long channels_of_tile(long long start, int width, int row, int column, int tile, int channels,
                                    int piece) {
    std::bitset<64> found;
    for (int r = row; r < row + tile; r++) {
        long long first = start + 4 * (static_cast<long long>(r) * width + column), last = first + 4ll * tile - 1;
        for (long long p = first / piece; p <= last / piece; p++) found.set(p % channels);
    }
    return found.to_ullong();
}
