// access_quiz.cu - nine accesses of one kernel: which are coalesced?
//
// Nothing here is to be programmed. Answer on the lines that begin with //= and grade; you may do so as often as you
// like. The grader runs each access by itself and counts.
//
// CHANNELS, OFFSET and STEP are drawn.
//     make questions EXERCISE=access_quiz  shows the questions with numbers
//     make another EXERCISE=access_quiz    shows them with others
//= numbers: 1
#include "workbook.h"

constexpr int BLOCK = 256;

// An image of n pixels lies twice in memory: in `planes` channel by channel (all n values of channel 0, then all of
// channel 1, ...), in `pixels` pixel by pixel (the CHANNELS values of pixel 0, then those of pixel 1, ...). The arrays
// begin at multiples of 256 bytes, the kernel is launched with blocks of 256 threads, n is a multiple of 256.
__global__ void blend(const float *grey, const float *planes, const float *pixels, float *shifted, float *spread) {
    __shared__ float own[BLOCK];
    __shared__ float mixed[CHANNELS * BLOCK];
    int n = gridDim.x * blockDim.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    own[threadIdx.x] = grey[i]; // a: load of grey; b: store to own
    for (int j = 0; j < CHANNELS; j++) {
        float sample = planes[j * n + i] + pixels[CHANNELS * i + j]; // c: load of planes; d: load of pixels
        mixed[j * BLOCK + threadIdx.x] = sample;                     // e: store to mixed
    }
    __syncthreads();
    shifted[i + OFFSET] = own[threadIdx.x];           // f: load of own; g: store to shifted
    spread[STEP * i] = mixed[CHANNELS * threadIdx.x]; // h: load of mixed; i: store to spread
}

// Begin with one warp that stores to spread[S * threadIdx.x], once with each S from 1 to your last. How many sectors do
// these requests touch together?
//= sectors_sweep: ?

// Is it coalesced: do its 32 lanes need no more sectors than their 128 bytes fill? You are asked about three of the nine.
// Answer yes, no, or n/a where the question does not apply.
//= coalesced_1: ?
//= coalesced_2: ?
//= coalesced_3: ?

// How many sectors does a request of access d touch in one iteration of the loop, and one of g and of i?
//= sectors_d: ?
//= sectors_g: ?
//= sectors_i: ?

// Of the bytes in the sectors that a request of i touches, how many percent does the kernel write?
//= percent_used_i: ?

// In each of the CHANNELS iterations of the loop, a warp makes one request of d. How many sectors do these requests
// touch, if one that is touched again is counted again? And how many different ones?
//= sectors_d_all_trips: ?
//= sectors_d_different: ?

// Shared memory has no sectors but 32 banks: word w (4 bytes) lies in bank w % 32, and words of one bank are read one
// after another. How many passes does a request of h take?
//= passes_h: ?
