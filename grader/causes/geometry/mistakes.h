// mistakes.h - what can be wrong with a launch and its kernel. (geometry.h)
#ifndef MISTAKES_H
#define MISTAKES_H

#include "tiles.h"

enum { SHOWN = 60 }; // characters of a formula in words

// Whether a launch has the mistake, and what to write then.
typedef bool LaunchMistake(const Source *source, const Launch *launch, char *words, size_t size);
// The same of a kernel's tile in one direction.
typedef bool TileMistake(const Source *source, const Launch *launch, const Tile *tile, char *words, size_t size);

// ---- launched.c: the launch does not fit its kernel ----

// The arguments are exchanged: <<<threads, rows>>>, <<<block, grid>>>.
LaunchMistake is_turned;
// Two arguments of the kernel are exchanged, by their names: kernel(device_out, device_in) for kernel(in, out).
LaunchMistake has_arguments_exchanged;
// Every block does what one block is enough for.
LaunchMistake has_blocks_alike;
// The kernel asks for its number along a direction that the launch's grid or block does not have.
LaunchMistake has_no_such_direction;
// The number of a thread among all is made of the wrong products: "blockIdx.x * threadIdx.x + blockDim.x".
LaunchMistake miscounts_threads;
// The blocks along one direction are divided by what a block takes along the other one.
LaunchMistake divides_other_direction;
// A thread is asked for whose number is that of all threads: "t == THREADS".
LaunchMistake asks_for_no_thread;
// A block takes more than the launch reckons with: the grid is divided by SIDE, and a block takes SIDE * ROWS.
TileMistake has_blocks_to_spare;
// The block has another number of threads than the kernel multiplies blockIdx by.
TileMistake has_other_threads;

// ---- elements.c: threads or blocks take the same elements ----

// A thread's elements are neighbours, and so are the threads: each element but the first is the next thread's, too.
TileMistake shares_elements;
// A loop takes elements a block's width apart, "column + c * TILE", but the next block begins within them, at
// "blockIdx.x * TILE".
TileMistake has_blocks_that_overlap;

#endif
