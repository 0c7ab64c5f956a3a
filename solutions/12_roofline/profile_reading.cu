// profile_reading.cu - four kernels do the same work, c[i] = 2 * a[i] + 1 on 65,536 floats. You see what a profiler saw.
//
//                                  P            Q            R            S
// blocks                             64          256            4          256
// global load requests            2,048        2,048        2,048        2,048
// global load sectors             8,192        8,192        8,192       65,536
// global store requests           2,048        2,048        2,048        2,048
// global store sectors            8,192        8,192        8,192       65,536
// shared passes                 131,072            0            0            0
// bank conflicts                126,976            0            0            0
// warp instructions              59,392    1,925,120       18,848       36,864
// thread instructions         1,900,544   10,682,368      601,088    1,179,648
// divergent branches                  0       65,536            0            0
//
// The grader runs all four and counts again. Write your answers in place of the question marks.
#include "workbook.h"

// What is wrong with each? One of: scattered, conflicted, divergent, short of blocks.
//= p: conflicted
//= q: divergent
//= r: short of blocks
//= s: scattered

// The number that tells: sectors of a load request of S, conflicts of a shared memory request of P, lanes active in an
// instruction of Q on average, and multiprocessors of an H200 (it has 132) that R leaves idle.
//= s_sectors: 32
//= p_conflicts: 31
//= q_lanes: 5.55
//= r_idle: 128
