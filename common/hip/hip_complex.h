// hip_complex.h - HIP's complex numbers are CUDA's.
#pragma once
#include "hip_runtime.h"
#include <cuComplex.h>
typedef cuFloatComplex hipFloatComplex, hipComplex;
typedef cuDoubleComplex hipDoubleComplex;
// HIP's have constructors: hipFloatComplex(re, im). Without arguments these names remain types.
#define hipFloatComplex(re, im) make_cuFloatComplex(re, im)
#define hipDoubleComplex(re, im) make_cuDoubleComplex(re, im)
#define hipComplex(re, im) make_cuComplex(re, im)
#define make_hipFloatComplex make_cuFloatComplex
#define make_hipDoubleComplex make_cuDoubleComplex
#define make_hipComplex make_cuComplex
#define hipCrealf cuCrealf
#define hipCimagf cuCimagf
#define hipCreal cuCreal
#define hipCimag cuCimag
#define hipCaddf cuCaddf
#define hipCadd cuCadd
#define hipCsubf cuCsubf
#define hipCsub cuCsub
#define hipCmulf cuCmulf
#define hipCmul cuCmul
#define hipCdivf cuCdivf
#define hipCdiv cuCdiv
#define hipConjf cuConjf
#define hipConj cuConj
#define hipCabsf cuCabsf
#define hipCabs cuCabs
