// profile_reading.cu - four kernels do the same work, c[i] = 2 * a[i] + 1 on 65,536 floats. You see what a profiler saw.
//
// The profile is your own: the four kernels are drawn from your name. Write it on the next line, then type
//     make questions EXERCISE=profile_reading
// which runs them and prints their counters. The grader runs all four and counts again.
//= student: Ada Lovelace
#include "workbook.h"

// How many lanes are active together in your number of warp instructions, if these are like the average one of all four
// kernels? The grader tells the other answers once this one is right.
//= lanes: 26609.93

// What is wrong with each? One of: scattered, conflicted, divergent, few_blocks, none. A kernel has at most one trouble,
// and several may have the same.
//= p: conflicted
//= q: conflicted
//= r: none
//= s: conflicted

// Numbers that tell, of kernels and counts that are your own, too: the sectors of some load requests that are like the
// average one, and the multiprocessors that have a block, if each of several H200s (with 132 multiprocessors) runs the
// kernel.
//= sectors: 220
//= busy: 10164
