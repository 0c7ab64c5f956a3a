// block_size_quiz.cu - which tiles waste nothing?
//
// Nothing here is to be programmed. The kernel below loads the tiles of a tiled product, T x T at a time, in blocks of
// T x T threads. The matrices are stored by rows and begin at a multiple of 256 bytes; their width is a multiple of T
// and of 32. Answer on the lines that begin with //= and grade. The grader runs the loads for every T and counts.
//
//     A_tile[threadIdx.y][threadIdx.x] = A[row * width + phase * T + threadIdx.x];
//     B_tile[threadIdx.y][threadIdx.x] = B[(phase * T + threadIdx.y) * width + column];
//
// The tiles and counts are drawn.
//     make questions EXERCISE=block_size_quiz  shows the questions with numbers
//     make another EXERCISE=block_size_quiz    shows them with others
//= numbers: 1
//
// With an odd T, rows do not always begin where a sector begins. Take the first row of A's tiles in block row 0, phase
// after phase. How many sectors do these rows touch, added up over your number of phases?
//= sectors_odd: ?

// For which T of your range does a block use every byte of every sector that its warps touch? Name them all: 3, 5, 7
//= whole_sectors: ?

// With a small T, a block is one warp. How many of its lanes are at work? How many sectors does a request touch? How many
// bytes of these sectors does no lane use?
//= lanes: ?
//= sectors_small: ?
//= wasted_small: ?

// How many times as many bytes does the product with your small T move as the one with your large T?
//= moved: ?
