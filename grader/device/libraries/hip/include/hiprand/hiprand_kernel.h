// hiprand_kernel.h - what kernels use of hipRAND is what they use of cuRAND.
#pragma once
#include <curand_kernel.h>
#include <hip/hip_runtime.h>
#include <hiprand/names.h>
