// interleave.cu - which channel and bank hold a byte, and which channels a tile of a matrix needs.
#include "workbook.h"

//= student: Ada Lovelace
//= float_in_bank: 278
//= channel_of_element: 1
//= bank_of_element: 5
//= channels_of_m: 1,4
//= channels_of_n: 0,2

// Step 0 in words: number the pieces of memory. Neighbouring pieces go to neighbouring channels, as threads of a row go
// to neighbouring columns: the remainder says which channel, the quotient how often all channels have had a piece. The
// rounds then go to the banks in the same way.
void place_of(long long address, int channels, int banks, int piece, int *channel, int *bank) {
    long long number = address / piece;
    *channel = static_cast<int>(number % channels);
    *bank = static_cast<int>(number / channels % banks);
}

// The tile's rows lie `width` floats apart, so they may meet in few channels. Bit c: channel c is needed.
unsigned long long channels_of_tile(long long start, int width, int row, int column, int tile, int channels,
                                    int piece) {
    unsigned long long needed = 0;
    for (int y = row; y < row + tile; y++) {
        for (int x = column; x < column + tile; x++) {
            long long address = start + (static_cast<long long>(y) * width + x) * static_cast<long long>(sizeof(float));
            int channel, bank;
            place_of(address, channels, 1, piece, &channel, &bank);
            needed |= 1ull << channel;
        }
    }
    return needed;
}
