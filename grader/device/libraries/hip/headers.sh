#!/bin/sh
# headers.sh - writes the headers of HIP's libraries that say nothing new, from headers.txt and from CUDA's headers.
#
# usage: headers.sh OUT CUDA_INCLUDE
#
# HIP's libraries were made after CUDA's: hipMalloc is cudaMalloc, hipblasSgemm is cublasSgemm. A names.h has a macro for
# each name of CUDA's headers that has the prefix. Names that differ by more, and calls whose parameters differ, are
# written by hand in include/ and common/hip/. common/hip/detail/names.h is a copy of OUT/names.h.
set -eu
out=$1 cuda=$2
by_hand='cudaGetDeviceProperties|cudaMemPrefetchAsync|cudaMemAdvise|cudaDeviceProp|cudaHostAlloc|cudaMallocHost|cudaFreeHost'
by_hand="$by_hand|cudaGraphAddNode|cudaGraphAddDependencies|cudaGraphRemoveDependencies|cudaGraphGetEdges"
by_hand="$by_hand|cudaGraphNodeGetDependencies|cudaGraphNodeGetDependentNodes|cudaStreamUpdateCaptureDependencies"

# names FILE PREFIXES HEADER ...
names() {
    mkdir -p "$(dirname "$out/$1")"
    file=$out/$1 prefixes=$2
    shift 2
    for header; do
        [ ! -f "$cuda/$header" ] || gcc -w -fpreprocessed -dD -E -P -xc "$cuda/$header" # without its comments
    done | grep -oE "\\b($prefixes)\\w+" | grep -vxE "$by_hand|.*_(ptsz|ptds|v[0-9]+(_64)?|st|H_?)" | LC_ALL=C sort -u | sed -E '
        s/.*/& &/
        s/^cudaDevAttr/hipDeviceAttribute/
        s/^cuda/hip/
        s/^curand/hiprand/
        s/^cublas/hipblas/
        s/^CURAND/HIPRAND/
        s/^CUBLAS/HIPBLAS/
        s/^CUDA/HIP/
        s/^/#define /' >"$file"
}

names names.h 'cuda|CUDA_R_|CUDA_C_' cuda_runtime_api.h driver_types.h cuda_profiler_api.h texture_types.h surface_types.h \
    library_types.h
names hipblas/names.h 'cublas|CUBLAS_' cublas_api.h cublas_v2.h
names hiprand/names.h 'curand|CURAND_' curand.h curand_kernel.h curand_uniform.h curand_normal.h curand_lognormal.h \
    curand_poisson.h curand_mrg32k3a.h curand_philox4x32_x.h curand_discrete2.h
grep -v '^#' "$(dirname "$0")/headers.txt" | while read -r header kind text; do
    mkdir -p "$(dirname "$out/$header")"
    case $kind in
    is) echo "#include <$text>" ;;
    not) echo "#error $text" ;;
    esac >"$out/$header"
done
