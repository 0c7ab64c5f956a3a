// op_per_byte_quiz.cu - how many operations for each byte of global memory?
//
// Count floating point operations: a multiplication is one, an addition is one, a fused multiply-add is two. Count the
// bytes that the lanes ask of global memory, 4 for each float, whether a cache has them or not. Products are 128 x 128 x
// 128. Loads alone, if nothing else is said. Write a number in place of each question mark.
//
// The grader runs each kernel and divides what it counted.
//
// The plain product: each thread loads A[row][p] and B[p][column] for each p, one element of C a thread.
//= plain: 0.25
//
// The tiled product, one element a thread, with tiles of 16 x 16 and of 32 x 32.
//= tiled_16: 4
//= tiled_32: 8
//
// The tiled product with tiles of 32 x 32 and COARSE_FACTOR 4: an A tile is loaded once for four B tiles. Then the same
// with the stores of C counted as bytes, too.
//= coarsened: 12.8
//= coarsened_with_stores: 10.67
//
// A block of 16 x 16 threads, each with 4 x 4 elements of C in registers: the block computes 64 x 64 elements.
//= register_tile: 16
//
// No product: y[i] = a * x[i] + y[i], first loads alone, then with the stores.
//= saxpy: 0.25
//= saxpy_with_stores: 0.1667

// Why: one product is 2 operations.
//   plain                 2 / (4 * (1 + 1))                         = 0.25
//   tiles of T            2 / (4 * (1/T + 1/T))                     = T / 4
//   factor 4, T = 32      2 / (4 * (1/128 + 1/32))                  = 12.8
//   with stores           2 * 128^3 / (4 * (128^3 * 5/128 + 128^2)) = 10.67: as k grows, this nears 12.8
//   4 x 4 in registers    2 / (4 * (1/64 + 1/64))                   = 16: a tile 64 wide, with 256 threads
//   y = a x + y           2 / 8 = 0.25; with the store 2 / 12: no tile helps, for nothing is used twice
