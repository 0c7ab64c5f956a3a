// real_float.c - the routines of type float: cublasSaxpy, cublasSgemm, ...
#include "../host/host_blas.h"
#include "call.h"
#include "handle.h"
#include <math.h>
#include <string.h>

#define REAL float
#define NAME(name) name##_float
#include "compute.inc"

#define INT int
#define V2(name) cublasS##name##_v2
#define PLAIN(name) cublasS##name
#define INDEX_OF(name) cublasIs##name##_v2
#define NAME_INT(name) name##_32
#include "batched.inc"
#include "routines.inc"
#include "stored.inc"
#undef INT
#undef V2
#undef PLAIN
#undef INDEX_OF
#undef NAME_INT

#define INT int64_t
#define V2(name) cublasS##name##_v2_64
#define PLAIN(name) cublasS##name##_64
#define INDEX_OF(name) cublasIs##name##_v2_64
#define NAME_INT(name) name##_64
#include "routines.inc"
#include "stored.inc"
