// hiprand_kernel.h - what kernels use of hipRAND is what they use of cuRAND.
#pragma once
#include "../hip/hip_runtime.h"
#include "names.h"
#include <curand_kernel.h>
