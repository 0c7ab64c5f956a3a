// hiprand.h - hipRAND is cuRAND.
#pragma once
#include <curand.h>
#include <hip/hip_runtime.h>
#include <hiprand/names.h>
