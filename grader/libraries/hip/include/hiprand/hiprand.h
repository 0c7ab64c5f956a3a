// hiprand.h - hipRAND is cuRAND.
#pragma once
#include "names.h"
#include <curand.h>
#include <hip/hip_runtime.h>
