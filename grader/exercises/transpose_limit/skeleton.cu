// transpose_limit.cu - out = transpose of in, nearly as fast as a copy.
//
// in has `height` rows of `width` floats, out has `width` rows of `height` floats, both stored by rows:
// out[x * height + y] = in[y * width + x]. Both are device pointers; width and height are any positive numbers.
//
// Time earns points, from the padded transpose of chapter 06, which earns none, to four float4 a thread in the best order
// of blocks. What explains a slow time is counted: sectors, bank conflicts, bytes of in in flight while warps wait (4 MiB
// are enough), and instructions that access memory per 32 elements (1 with float4, 4 with floats).
//
// Predict before you write: the questions are at the end of this file.
#include "workbook.h"

void transpose(const float *in, float *out, int width, int height) {
    // TODO: write kernels and launch. Each warp must request many bytes before it waits for the first value, with few
    // instructions. An access of 16 bytes needs an address that is a multiple of 16: for which sizes is that not so? And
    // which order of the blocks suits the memory?
}

// The order of the blocks shows in no counter, so think about it first. The GPU runs some blocks at once, beginning
// with the lowest numbers; each transposes a tile of 64 x 64. Tiles and blocks are drawn.
//     make questions EXERCISE=transpose_limit  shows the questions with numbers
//     make another EXERCISE=transpose_limit    shows them with others
//= numbers: 1
// If blocks follow each other down the columns of in, how many rows of out do the first blocks write to?
//= rows_down: ?
// How many are that if blocks follow each other along the rows of in?
//= rows_across: ?
// And if they follow each other down its columns again, how many bytes of the first row of out do they write?
//= bytes_in_a_row: ?
