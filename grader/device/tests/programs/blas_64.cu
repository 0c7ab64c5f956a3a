// blas_64.cu - the claims of blas.cu about the functions whose sizes have 64 bits.
#define BLAS_64
#include "blas.cu"
