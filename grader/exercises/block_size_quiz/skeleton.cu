// block_size_quiz.cu - which tiles waste nothing?
//
// Nothing here is to be programmed. The kernel below loads the tiles of a tiled product, T x T at a time, in blocks of
// T x T threads. The matrices are stored by rows and begin at a multiple of 256 bytes; their width is a multiple of T
// and of 32. Answer on the lines that begin with //= and grade. The grader runs the loads for every T and counts.
//
//     A_tile[threadIdx.y][threadIdx.x] = A[row * width + phase * T + threadIdx.x];
//     B_tile[threadIdx.y][threadIdx.x] = B[(phase * T + threadIdx.y) * width + column];
//
// For which T from 1 to 32 does a block use every byte of every sector that its warps touch? Name them all: 3, 5, 7
//= whole_sectors: ?

// With T = 4: how many lanes does a block's only warp have at work? How many sectors does one of its requests touch?
// How many percent of their bytes does it use?
//= lanes_4: ?
//= sectors_4: ?
//= percent_used_4: ?

// With T = 16: sectors of one request, and percent used.
//= sectors_16: ?
//= percent_used_16: ?

// How many times as many bytes does the product with T = 4 move as it would if no byte were wasted? And how many times
// as many as the product with T = 16 moves?
//= moved_4_to_needed: ?
//= moved_4_to_16: ?
