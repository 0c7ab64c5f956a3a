// op_per_byte_quiz.cu - how many operations for each byte of global memory?
//
// Count floating point operations: a multiplication is one, an addition is one, a fused multiply-add is two. Count the
// bytes that the lanes ask of global memory, 4 for each float, whether a cache has them or not. Products are 128 x 128 x
// 128. Loads alone, if nothing else is said. Write a number in place of each question mark.
//
// The grader runs each kernel and divides what it counted.
//
// The plain product: each thread loads A[row][p] and B[p][column] for each p, one element of C a thread.
//= plain: ?
//
// The tiled product, one element a thread, with tiles of 16 x 16 and of 32 x 32.
//= tiled_16: ?
//= tiled_32: ?
//
// The tiled product with tiles of 32 x 32 and COARSE_FACTOR 4: an A tile is loaded once for four B tiles. Then the same
// with the stores of C counted as bytes, too.
//= coarsened: ?
//= coarsened_with_stores: ?
//
// A block of 16 x 16 threads, each with 4 x 4 elements of C in registers: the block computes 64 x 64 elements.
//= register_tile: ?
//
// No product: y[i] = a * x[i] + y[i], first loads alone, then with the stores.
//= saxpy: ?
//= saxpy_with_stores: ?
