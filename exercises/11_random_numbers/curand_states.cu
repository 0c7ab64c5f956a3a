// curand_states.cu - generators that are set up once and go on from launch to launch.
//
// Thread t owns states[t], which lies in device memory, and draws from sequence t of the seed, offset 0.
//
// The grader starts two sets of generators with different seeds, and draws from one in one call and from the other in
// two, one before and one after that. It compares every number, and measures
//   - instructions of a warp in the whole run: at most 60,000, so only states_start may find the start of a sequence
//
// Predict before you write: the questions are at the end of this file.
#include "workbook.h"
#include <curand_kernel.h>

// Sets up the generators of `threads` threads.
void states_start(curandState *states, int threads, unsigned long long seed) {
    // TODO: every states[t], t < threads, stands at the start of its own sequence.
}

// Draws `draws` numbers for each thread, uniform in (0, 1], in single precision. Draw d of thread t goes to
// out[d * threads + t]. Two calls with 10 draws must give what one call with 20 gives.
void states_draw(curandState *states, int threads, float *out, int draws) {
    // TODO: every number is stored, and every state is where the next call must go on.
}

// Predict first.
//     make questions EXERCISE=curand_states  shows the questions with numbers
//     make another EXERCISE=curand_states    shows them with others
//= numbers: 1
//   - A thread sets up XORWOW and draws some numbers. Your question says how many instructions the start takes, and how
//     many a draw. What percentage of the thread's instructions is the start?
//= percent_of_start: ?
//   - Draw d of thread t went to out[t * draws + d]. How many sectors would some warps store in all?
//= sectors_in_the_other_order: ?
