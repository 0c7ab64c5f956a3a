// block_size_quiz.cu - the tiles that waste nothing, and why.

// A tile's row of T floats is 4 T bytes long and begins at a multiple of 4 T bytes. If that is a multiple of 32, the
// row is made of whole sectors. If it is not, it shares a sector with the tile beside it, which belongs to another
// phase or block. How a warp is divided among the rows does not matter for T = 8, 16, 24, 32: 32 lanes are whole
// sectors, too.
//= whole_sectors: 8, 16, 24, 32

// 16 threads are half a warp. Their four rows of 16 bytes lie in four sectors, half of each: 4.0 sectors a request look
// perfect and are not.
//= lanes_4: 16
//= sectors_4: 4
//= percent_used_4: 50

// Two rows of 64 bytes.
//= sectors_16: 4
//= percent_used_16: 100

// Twice what is needed, and what is needed is four times as much: a tile of 4 serves 4 threads an element, one of 16
// serves 16.
//= moved_4_to_needed: 2
//= moved_4_to_16: 8
