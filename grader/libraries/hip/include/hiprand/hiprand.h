// hiprand.h - hipRAND is cuRAND.
#pragma once
#include "../hip/hip_runtime.h"
#include "names.h"
#include <curand.h>
