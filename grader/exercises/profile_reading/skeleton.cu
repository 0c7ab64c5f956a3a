// profile_reading.cu - four kernels do the same work, c[i] = 2 * a[i] + 1 on 65,536 floats. You see what a profiler saw.
//
// The profile is your own: the four kernels are drawn from your name. Write it on the next line, then type
//     make questions EXERCISE=profile_reading
// which runs them and prints their counters. The grader runs all four and counts again.
//= student: ?
#include "workbook.h"

// What is wrong with each? One of: scattered, conflicted, divergent, few_blocks, none. A kernel has at most one trouble,
// and several may have the same.
//= p: ?
//= q: ?
//= r: ?
//= s: ?

// Numbers that tell. Which kernel each of them is asked about is your own, too: sectors of a load request, lanes active in
// an instruction on average, and multiprocessors of an H200 (it has 132) that have a block.
//= sectors: ?
//= lanes: ?
//= busy: ?
