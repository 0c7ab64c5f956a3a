// build-no_main.cu - a kernel, but no program.
// says: it has no main()
#include "workbook.h"

__global__ void count_inner(unsigned long long seed, int points) {}
