// The solution in one line.
#include "@ROOT@/solutions/02_coalescing/matmul_coalesced.cu"
