// bank_quiz.cu - how many passes, how many conflicts? Write each number in place of its question mark.
//
// Strides and widths are your own: they are drawn from your name. Write it on the next line, then type
//     make questions EXERCISE=bank_quiz
//= student: Ada Lovelace
//
// A **pass** (Nsight Compute: a wavefront) is one round in which each of the 32 banks delivers one word of 4 bytes.
// **Conflicts** are the passes beyond those that the same access would need if no two words met in a bank.
// The grader runs every access below once and counts. No number is stored anywhere.
//
// 1. One warp, one load of `values[S * threadIdx.x]`, `__shared__ float values[...]`. How many passes does the load take
// with each of your four strides? And `values[S * (threadIdx.x / N)]`, where N neighbouring lanes read the same word?
//
//= stride_a: 4
//= stride_b: 2
//= stride_c: 4
//= stride_d: 16
//= shared_words: 1
//
// 2. The same with `__shared__ double values[...]` (8 bytes each) and with float4 (16 bytes each): passes of one load,
// and for the doubles conflicts, too. They are not the passes minus one.
//
//= double_passes: 8
//= double_conflicts: 6
//= float4_passes: 8
//
// 3. A warp reads a column, `tile[threadIdx.x][5]`, of `__shared__ float tile[32][WIDTH]`. How many conflicts?
//
//= column_a: 3
//= column_b: 31
//
// 4. The first warp of a block of T x T threads makes a transposed store, `tile[threadIdx.x][threadIdx.y]`, into
// `__shared__ float tile[T][WIDTH]`. How many conflicts? With T = 16 the warp has ty = 0 and ty = 1. With T = 8 it has
// ty = 0 to 3: from your number on, which is the smallest WIDTH without a conflict?
//
//= turned_a: 1
//= turned_b: 1
//= least_width: 36
//
// 5. A 16 x 16 block stores `tile[threadIdx.y][threadIdx.x]` and, after a barrier, reads
// `tile[threadIdx.x][threadIdx.y]`. How many conflicts do all its warps have together?
//
//= both_ways: 16
