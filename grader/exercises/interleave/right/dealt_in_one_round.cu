// dealt_in_one_round.cu - reduces the address to one round over all banks first, as hardware does with some bits.
//
//= student: Ada Lovelace
//= float_in_bank: 278
//= channel_of_element: 1
//= bank_of_element: 5
//= channels_of_m: 1,4
//= channels_of_n: 0,2
#include "workbook.h"

void place_of(long long address, int channels, int banks, int piece, int *channel, int *bank) {
    long long turn = address % (static_cast<long long>(piece) * channels * banks) / piece;
    *bank = static_cast<int>(turn / channels);
    *channel = static_cast<int>(turn - static_cast<long long>(*bank) * channels);
}

// Piece by piece instead of float by float.
unsigned long long channels_of_tile(long long start, int width, int row, int column, int tile, int channels, int piece) {
    unsigned long long needed = 0;
    for (int y = 0; y < tile; y++) {
        long long first = start + (static_cast<long long>(row + y) * width + column) * 4, last = first + 4ll * tile - 4;
        for (long long number = first / piece; number <= last / piece; number++) needed |= 1ull << number % channels;
    }
    return needed;
}
