// hipcub.hpp - hipCUB is CUB.
#pragma once
#include "../hip/hip_runtime.h"
#include <cub/cub.cuh>
namespace hipcub = cub;
