// blas_stored_64.cu - the claims of blas_stored.cu about the functions whose sizes have 64 bits.
#define BLAS_64
#include "blas_stored.cu"
