// hip_hcc.h - HIP's header of that name: see hip_runtime.h.
#pragma once
#include "hip_runtime.h"
