// bank_quiz.cu - how many passes, how many conflicts? Write each number in place of its question mark.
//
// A **pass** (Nsight Compute: a wavefront) is one round in which each of the 32 banks delivers one word of 4 bytes.
// **Conflicts** are the passes beyond those that the same access would need if no two words met in a bank.
// The grader runs every access below once and counts. No number is stored anywhere.
//
// 1. One warp, one load of `values[S * threadIdx.x]`, `__shared__ float values[...]`. How many passes does it take?
//
//= stride_0: ?
//= stride_1: ?
//= stride_2: ?
//= stride_3: ?
//= stride_4: ?
//= stride_5: ?
//= stride_8: ?
//= stride_16: ?
//= stride_31: ?
//= stride_32: ?
//= stride_33: ?
//
// 2. The same with `__shared__ double values[...]` (8 bytes each) and with float4 (16 bytes each). Passes, and for the
// first one conflicts too: they are not the passes minus one.
//
//= double_1: ?
//= double_1_conflicts: ?
//= double_2: ?
//= float4_1: ?
//= float4_2: ?
//
// 3. A warp reads a column, `tile[threadIdx.x][5]`, of `__shared__ float tile[32][WIDTH]`. How many conflicts?
//
//= column_32: ?
//= column_33: ?
//= column_34: ?
//
// 4. The first warp of a block of T x T threads stores turned, `tile[threadIdx.x][threadIdx.y]`, into
// `__shared__ float tile[T][WIDTH]`. How many conflicts? With T = 16 the warp has ty = 0 and ty = 1.
//
//= turned_16_16: ?
//= turned_16_17: ?
//= turned_16_18: ?
//
// The smallest WIDTH from 8 on with which the turned store of an 8 x 8 block has no conflict:
//= turned_8_width: ?
//
// 5. A 16 x 16 block stores `tile[threadIdx.y][threadIdx.x]` and, after a barrier, reads
// `tile[threadIdx.x][threadIdx.y]`. Which WIDTH leaves both without a conflict: 16, 17, 18, 20, 24, or none?
//= both_ways: ?
