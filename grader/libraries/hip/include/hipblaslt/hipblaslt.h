// hipblaslt.h - what is not here, by name.
#error hipBLASLt is not supported: call hipblasGemmEx instead (hipblas/hipblas.h)
