// hip_profile.h - HIP's header of that name: see hip_runtime.h.
#pragma once
#include "hip_runtime.h"
#define HIP_SCOPED_MARKER(...)
#define HIP_BEGIN_MARKER(...)
#define HIP_END_MARKER()
