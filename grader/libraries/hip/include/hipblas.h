// hipblas.h - hipBLAS is cuBLAS: the older place of its header.
#pragma once
#include "hipblas/hipblas.h"
