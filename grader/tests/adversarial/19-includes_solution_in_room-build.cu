// The same, as a worker sees it.
#include "../../../solutions/02_coalescing/matmul_coalesced.cu"
