// hip_cooperative_groups.h - HIP's header of that name: see hip_runtime.h.
#pragma once
#include <cooperative_groups.h>
