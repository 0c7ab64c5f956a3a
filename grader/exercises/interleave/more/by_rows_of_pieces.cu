// by_rows_of_pieces.cu - quotients and remainders at once; a tile goes row by row, from the first piece to the last.
#include "workbook.h"
#include <cstdlib>

//= student: Ada Lovelace
//= float_in_bank: 278
//= channel_of_element: 1
//= bank_of_element: 5
//= channels_of_m: 1,4
//= channels_of_n: 0,2

void place_of(long long address, int channels, int banks, int piece, int *channel, int *bank) {
    const lldiv_t round = lldiv(address / piece, channels);
    *channel = static_cast<int>(round.rem);
    *bank = static_cast<int>(lldiv(round.quot, banks).rem);
}

unsigned long long channels_of_tile(long long start, int width, int row, int column, int tile, int channels,
                                    int piece) {
    unsigned long long needed = 0;
    for (long long y = row; y < static_cast<long long>(row) + tile; y++) {
        long long first = start + (y * width + column) * 4, last = first + (tile - 1LL) * 4;
        for (long long address = first; address <= last; address += 4) needed |= 1ull << address / piece % channels;
    }
    return needed;
}
