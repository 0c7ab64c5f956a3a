// rocblas.h - what is not here, by name.
#error rocBLAS is not supported: call hipBLAS instead (hipblas/hipblas.h)
