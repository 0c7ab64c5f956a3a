// interleave.cu - which channel and bank hold a byte, and which channels a tile of a matrix needs.
//
// Two functions of the host. Nothing runs on the device here.
//
// Predict before you write: the questions are at the end of this file.
#include "workbook.h"

// Memory is dealt out in pieces of `piece` bytes: a piece to each of the channels, then the next to each of them. In a
// channel, one piece goes to each of its banks in turn. channel and bank count from 0. Addresses go beyond 2^32: a GPU
// with 141 GB has more bytes than an int can number, so compute in long long.
void place_of(long long address, int channels, int banks, int piece, int *channel, int *bank) {
    // TODO: *channel and *bank must be those of the byte at this address, for any numbers and any address.
    *channel = 0;
    *bank = 0;
}

// A matrix of floats, stored by rows of `width`, begins at byte `start`, a multiple of 4. Its tile of tile x tile
// floats begins at that row and column. Bit c of the result (1ull << c) says that channel c holds some of the tile.
// piece is a multiple of 4; there are at most 64 channels. The tile lies within the matrix. A matrix may have more than
// 2^31 elements, so row * width does not always fit into an int.
unsigned long long channels_of_tile(long long start, int width, int row, int column, int tile, int channels,
                                    int piece) {
    // TODO: the set of channels.
    return 0;
}

// First by hand.
//     make questions EXERCISE=interleave  shows the questions with numbers
//     make another EXERCISE=interleave    shows them with others
//= numbers: 1
// A square matrix M of floats begins at address 0, a second one, N, of the same size right behind it; both are stored by
// rows. M[9] would be the tenth float of M. Rows, columns, blocks, phases, channels and banks count from 0.
//   - A bank gets pieces on its turns 1, 2, 3, ... What is the number of the first float in your piece? M[0] is float
//     0.
//= float_in_bank: ?
//   - Where is your element of M?
//= channel_of_element: ?
//= bank_of_element: ?
//   - A tiled product has tiles of 2 x 2: in phase p a block loads columns 2p and 2p + 1 of its two rows of M, and rows
//     2p and 2p + 1 of its two columns of N. Which channels does it load its tile of M from, and which its tile of N?
//     (Write them like this: 1, 3)
//= channels_of_m: ?
//= channels_of_n: ?
