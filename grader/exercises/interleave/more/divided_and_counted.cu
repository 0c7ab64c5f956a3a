// divided_and_counted.cu - The remainder says which channel, the quotient which round; a tile float by float.
//
//= student: Ada Lovelace
//= float_in_bank: 278
//= channel_of_element: 1
//= bank_of_element: 5
//= channels_of_m: 1,4
//= channels_of_n: 0,2
#include "workbook.h"

void place_of(long long address, int channels, int banks, int piece, int *channel, int *bank) {
    long long number = address / piece;
    *channel = number % channels;
    *bank = number / channels % banks;
}

unsigned long long channels_of_tile(long long start, int width, int row, int column, int tile, int channels,
                                    int piece) {
    unsigned long long set = 0;
    for (int r = 0; r < tile; r++)
        for (int c = 0; c < tile; c++) {
            int channel, bank;
            place_of(start + 4 * ((static_cast<long long>(row) + r) * width + column + c), channels, 1, piece, &channel,
                     &bank);
            set |= 1ull << channel;
        }
    return set;
}
