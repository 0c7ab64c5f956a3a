// interleave.cu - which channel and bank hold a byte, and which channels a tile of a matrix needs.
//
// Two functions of the host. Nothing runs on the device here.
//
// First by hand: a memory of 4 channels with 2 banks each, in pieces of 2 floats. A 4 x 4 matrix M of floats begins at
// address 0, a second one, N, right behind it; both are stored by rows. M[9] is the tenth float of M.
//   - Where is M[9]?
//= channel_of_m9: ?
//= bank_of_m9: ?
//   - A tiled product with 2 x 2 tiles: in phase 0 its four blocks load columns 0 and 1 of M, and rows 0 and 1 of N.
//     Which channels do they load M from, and which N? (Write them like this: 1, 3)
//= channels_of_m: ?
//= channels_of_n: ?
#include "workbook.h"

// Memory is dealt out in pieces of `piece` bytes: a piece to each of the channels, then the next to each of them. In a
// channel, one piece goes to each of its banks in turn. channel and bank count from 0.
void place_of(long long address, int channels, int banks, int piece, int *channel, int *bank) {
    // TODO: *channel and *bank must be those of the byte at this address, for any numbers and any address.
    *channel = 0;
    *bank = 0;
}

// A matrix of floats, stored by rows of `width`, begins at byte `start`, a multiple of 4. Its tile of tile x tile
// floats begins at that row and column. Bit c of the result (1ull << c) says that channel c holds some of the tile.
// piece is a multiple of 4; there are at most 64 channels. The tile lies within the matrix.
unsigned long long channels_of_tile(long long start, int width, int row, int column, int tile, int channels,
                                    int piece) {
    // TODO: the set of channels.
    return 0;
}
