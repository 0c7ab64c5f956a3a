// hipblas.h - hipBLAS is cuBLAS.
#pragma once
#include "../hip/hip_runtime.h"
#include "names.h"
#include <cublas_v2.h>
#define HIPBLAS_OP_CONJUGATE CUBLAS_OP_C
