// real_double.c - the routines of type double: cublasDaxpy, cublasDgemm, ...
#include "../host/host_blas.h"
#include "call.h"
#include "handle.h"
#include <math.h>
#include <string.h>

#define REAL double
#define NAME(name) name##_double
#include "compute.inc"

#define INT int
#define V2(name) cublasD##name##_v2
#define PLAIN(name) cublasD##name
#define INDEX_OF(name) cublasId##name##_v2
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
#define V2(name) cublasD##name##_v2_64
#define PLAIN(name) cublasD##name##_64
#define INDEX_OF(name) cublasId##name##_v2_64
#define NAME_INT(name) name##_64
#include "routines.inc"
#include "stored.inc"
