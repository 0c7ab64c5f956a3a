// access_quiz.cu - nine accesses of one kernel: which are coalesced?
//
// Nothing here is to be programmed. Answer on the lines that begin with //= and grade; you may do so as often as you
// like. The grader runs each access by itself and counts.
//
// CHANNELS, OFFSET, STEP and the number of warps are your own: they are drawn from your name. Write it on the next
// line, then type
//     make questions EXERCISE=access_quiz
//= student: Ada Lovelace
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
// these requests touch together? The grader tells the other answers once this one is right.
//= sectors_sweep: 3184

// Is it coalesced: do its 32 lanes need no more sectors than their 128 bytes fill? You are asked about three of the nine.
// Answer yes, no, or n/a where the question does not apply.
//= coalesced_1: no
//= coalesced_2: yes
//= coalesced_3: yes

// The kernel runs with your number of warps: write sums over all of them. How many sectors do the requests of access d
// touch in one trip of the loop, and those of g and of i?
//= sectors_d: 576
//= sectors_g: 72
//= sectors_i: 144

// Of the bytes in the sectors that a request of i touches, how many percent does the kernel write?
//= percent_used_i: 50

// In its CHANNELS trips of the loop a warp makes as many requests of d. How many sectors do the requests of all warps
// touch, if one that is touched again is counted again? And how many different ones?
//= sectors_d_all_trips: 4608
//= sectors_d_different: 576

// Shared memory has no sectors but 32 banks: word w (4 bytes) lies in bank w % 32, and words of one bank are read one
// after another. How many passes do the requests of h take?
//= passes_h: 144
