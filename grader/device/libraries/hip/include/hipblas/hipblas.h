// hipblas.h - hipBLAS is cuBLAS.
#pragma once
#include <cublas_v2.h>
#include <hip/hip_complex.h>
#include <hip/hip_runtime.h>
#include <hipblas/names.h>
#define HIPBLAS_OP_CONJUGATE CUBLAS_OP_C
#define hipblasDatatype_t cudaDataType
#define HIPBLAS_R_16F CUDA_R_16F
#define HIPBLAS_R_16B CUDA_R_16BF
#define HIPBLAS_R_32F CUDA_R_32F
#define HIPBLAS_R_64F CUDA_R_64F
#define HIPBLAS_R_8I CUDA_R_8I
#define HIPBLAS_R_32I CUDA_R_32I
#define HIPBLAS_C_32F CUDA_C_32F
#define HIPBLAS_C_64F CUDA_C_64F
#define hipblasHalf __half
#define hipblasComplex hipComplex
#define hipblasDoubleComplex hipDoubleComplex
#define hipblasStatusToString cublasGetStatusString
typedef long long hipblasStride;
