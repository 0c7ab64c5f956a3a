// bank_quiz.cu - how many passes, how many conflicts? Write each number in place of its question mark.
//
// A **pass** (Nsight Compute: a wavefront) is one round in which each of the 32 banks delivers one word of 4 bytes.
// **Conflicts** are the passes beyond those that the same access would need if no two words met in a bank.
// The grader runs every access below once and counts. No number is stored anywhere.
//
// 1. One warp, one load of `values[S * threadIdx.x]`, `__shared__ float values[...]`. How many passes does it take?
//
//= stride_0: 1
//= stride_1: 1
//= stride_2: 2
//= stride_3: 1
//= stride_4: 4
//= stride_5: 1
//= stride_8: 8
//= stride_16: 16
//= stride_31: 1
//= stride_32: 32
//= stride_33: 1
//
// 2. The same with `__shared__ double values[...]` (8 bytes each) and with float4 (16 bytes each). Passes, and for the
// first one conflicts too: they are not the passes minus one.
//
//= double_1: 2
//= double_1_conflicts: 0
//= double_2: 4
//= float4_1: 4
//= float4_2: 8
//
// 3. A warp reads a column, `tile[threadIdx.x][5]`, of `__shared__ float tile[32][WIDTH]`. How many conflicts?
//
//= column_32: 31
//= column_33: 0
//= column_34: 1
//
// 4. The first warp of a block of T x T threads stores turned, `tile[threadIdx.x][threadIdx.y]`, into
// `__shared__ float tile[T][WIDTH]`. How many conflicts? With T = 16 the warp has ty = 0 and ty = 1.
//
//= turned_16_16: 7
//= turned_16_17: 1
//= turned_16_18: 0
//
// The smallest WIDTH from 8 on with which the turned store of an 8 x 8 block has no conflict:
//= turned_8_width: 12
//
// 5. A 16 x 16 block stores `tile[threadIdx.y][threadIdx.x]` and, after a barrier, reads
// `tile[threadIdx.x][threadIdx.y]`. Which WIDTH leaves both without a conflict: 16, 17, 18, 20, 24, or none?
//= both_ways: none

// Why:
// 1. Lane i wants word S i, in bank S i mod 32. gcd(S, 32) lanes share each bank they use, so for S > 0 there are
//    gcd(S, 32) passes. With S = 0 all lanes want the same word: one bank delivers it once, to all.
// 2. Wider values are served in halves (8 bytes) and quarters (16 bytes) of a warp, each with at most 32 words: 2 and 4
//    passes are all data and no conflict. Among the 16 lanes of a half, doubles with stride 2 begin 4 words apart and
//    two lanes share each bank.
// 3. Column 5 of a 34-wide tile: word 34 r + 5, stride 34, gcd(34, 32) = 2.
// 4. T = 16, 17 wide: 17 tx + ty. Lane (15, 1) is at word 256 and lane (0, 0) at word 0: one bank, two words.
//    T = 8 has four values of ty in a warp: rows must begin 4 banks apart, and 12 is the first width of that kind.
// 5. Storing two rows wants them 16 banks apart (16, 48, ...), reading two columns wants rows 2 apart (18, 14, ...).
//    No width is both. Exchanging columns is: tile[ty][tx ^ ty], 16 wide.
