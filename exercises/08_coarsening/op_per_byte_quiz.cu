// op_per_byte_quiz.cu - how many operations per byte of global memory?
//
// Count floating point operations: a multiplication is one, an addition is one, a fused multiply-add is two. Count the
// bytes that the lanes request from global memory, 4 per float, whether a cache has them or not. Products are 128 x 128
// x 128. Loads alone, if nothing else is said. Write a number in place of each question mark: 5.33 or 16/3.
//
// The sizes are drawn.
//     make questions EXERCISE=op_per_byte_quiz  shows the questions with numbers
//     make another EXERCISE=op_per_byte_quiz    shows them with others
// The grader runs each kernel with your sizes and divides what it counted.
//= numbers: 1
//
// y[i] is a polynomial of a sum: of neighbours of x[i], each times a weight that is no load. The polynomial is computed
// by Horner's rule, one multiplication and one addition per degree. Loads and the store.
//= stencil: ?
//
// A tiled product whose blocks compute a rectangle of C, one element per thread. Each block loads every element of A and
// of B that it needs once, by tiles.
//= rectangle: ?
//
// The tiled product with square tiles and a coarsening factor: an A tile is loaded once for several B tiles, side by side.
// But A holds integers of 2 bytes, which become floats when they are used. Then the same with the stores of C counted as
// bytes, too.
//= coarsened: ?
//= coarsened_with_stores: ?
//
// A square block of threads, each with a rectangle of results in registers.
//= register_tile: ?
//
// The product of rectangular blocks again, of doubles (8 bytes each).
//= doubles: ?
//
// A polynomial of x[i] by Horner's rule: one multiplication and one addition per degree. Load and store.
//= polynomial: ?
