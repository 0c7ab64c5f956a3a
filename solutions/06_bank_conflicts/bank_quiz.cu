// bank_quiz.cu - how many passes, how many conflicts? Write each number in place of its question mark.
//
// Strides and widths are drawn.
//     make questions EXERCISE=bank_quiz  shows the questions with numbers
//     make another EXERCISE=bank_quiz    shows them with others
//= student: Ada Lovelace
//
// A **pass** (Nsight Compute: a wavefront) is one round in which each of the 32 banks delivers one word of 4 bytes.
// **Conflicts** are the passes beyond those that the same access would need if no two words met in a bank.
// The grader runs every access below once and counts. No number is stored anywhere.
//
// 1. A load of `values[S * threadIdx.x]`, `__shared__ float values[...]`. How many passes do the loads take with each
// of your four strides? And `values[S * (threadIdx.x / N)]`, where N neighbouring lanes read the same word? First, one
// warp loads once with each S from 1 to your last: how many passes are these loads together?
//
//= sweep: 680
//= stride_a: 4
//= stride_b: 1
//= stride_c: 4
//= stride_d: 16
//= shared_words: 8
//
// 2. The same with `__shared__ double values[...]` (8 bytes each) and with float4 (16 bytes each): passes of the loads,
// and for the doubles conflicts, too. A load's conflicts are not its passes minus one.
//
//= double_passes: 8
//= double_conflicts: 6
//= float4_passes: 8
//
// 3. Each warp reads a column, `tile[threadIdx.x][5]`, of `__shared__ float tile[32][WIDTH]`. How many conflicts?
//
//= column_a: 7
//= column_b: 7
//
// 4. The first warp of each block of T x T threads makes a transposed store, `tile[threadIdx.x][threadIdx.y]`, into
// `__shared__ float tile[T][WIDTH]`. How many conflicts? With T = 16 the warp has ty = 0 and ty = 1. With T = 8 it has
// ty = 0 to 3: from your number on, which is the smallest WIDTH without a conflict?
//
//= turned_a: 3
//= turned_b: 3
//= least_width: 20
//
// 5. Each of some 16 x 16 blocks stores `tile[threadIdx.y][threadIdx.x]` and, after a barrier, reads
// `tile[threadIdx.x][threadIdx.y]`. How many conflicts do all its warps have together?
//
//= both_ways: 32
