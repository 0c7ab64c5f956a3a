// profile_reading.cu - four kernels do the same work, c[i] = 2 * a[i] + 1 on 65,536 floats. You see what a profiler saw.
//
// The four kernels are drawn. The first command runs them and prints their counters.
//     make questions EXERCISE=profile_reading  shows the questions with numbers
//     make another EXERCISE=profile_reading    shows them with others
// The grader runs all four and counts again.
//= student: Ada Lovelace
#include "workbook.h"

// How many lanes are active in a warp instruction, on average over all four kernels?
//= lanes: 30.4113

// What is wrong with each? One of: scattered, conflicted, divergent, few_blocks, none. A kernel has at most one trouble,
// and several may have the same.
//= p: conflicted
//= q: conflicted
//= r: none
//= s: conflicted

// The numbers that tell, for two of the kernels: how many sectors does a load request touch, on average? And how many of
// an H200's 132 multiprocessors have a block?
//= sectors: 4
//= busy: 132
