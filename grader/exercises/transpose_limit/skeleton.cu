// transpose_limit.cu - out = transpose of in, nearly as fast as a copy.
//
// in has `height` rows of `width` floats, out has `width` rows of `height` floats, both stored by rows:
// out[x * height + y] = in[y * width + x]. Both are device pointers; width and height are any positive numbers.
//
// The best transpose of chapter 06 wastes nothing, and a copy is still faster. The grader measures, for sizes that are
// multiples of 64,
//   - sectors stored and loaded per 32 elements: at most 4.25
//   - shared memory bank conflicts: 0
//   - bytes of in that are in flight together while warps wait: 4 MiB; 2 MiB earn a part
//   - instructions that access memory, global and shared together, per 32 elements: at most 1.06 (chapter 06: 4)
//
// The order of the blocks shows in no counter, so think about it first. The GPU runs some blocks at once, beginning with
// the lowest numbers; each transposes a tile of 64 x 64. Tiles and blocks are your own: they are drawn from your name.
// Write it on the next line, and make questions EXERCISE=transpose_limit shows them.
//= student: ?
// Some of your matrices have one height and some another. If blocks follow each other down the columns of in, how many rows
// of out do the first blocks of each launch write to, added up over all your matrices? The grader tells the other answers
// once this one is right.
//= rows_down: ?
// How many are that for one matrix of the first height, if blocks follow each other along the rows of in?
//= rows_across: ?
// And if they follow each other down its columns, how many bytes of the first row of out do they write?
//= bytes_in_a_row: ?
#include "workbook.h"

void transpose(const float *in, float *out, int width, int height) {
    // TODO: write kernels and launch. Each warp must request many bytes before it waits for the first value, with few
    // instructions. An access of 16 bytes needs an address that is a multiple of 16: for which sizes is that not so? And
    // which order of the blocks suits the memory?
}
