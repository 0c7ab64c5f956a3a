// hip_vector_types.h - HIP's header of that name: see hip_runtime.h.
#pragma once
#include <vector_types.h>
