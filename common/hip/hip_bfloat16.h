// hip_bfloat16.h - HIP's header of that name: see hip_runtime.h.
#pragma once
#include "hip_bf16.h"
typedef __nv_bfloat16 hip_bfloat16;
