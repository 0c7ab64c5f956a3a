#!/usr/bin/env python3
"""names.py - writes HIP's names for what CUDA has under a name of the same form.

usage: names.py CUDA_INCLUDE

It writes common/hip/detail/names.h, and include/hiprand/names.h and include/hipblas/names.h here.

HIP's libraries were made after CUDA's: hipMalloc is cudaMalloc, hipblasSgemm is cublasSgemm. Names that differ by more
than that, and calls whose parameters differ, are written by hand beside these files.
"""
import os
import re
import sys

BY_HAND = set("""cudaGetDeviceProperties cudaMemPrefetchAsync cudaMemAdvise cudaDeviceProp cudaHostAlloc
cudaMallocHost cudaFreeHost cudaGraphAddNode cudaGraphAddDependencies cudaGraphRemoveDependencies
cudaGraphGetEdges cudaGraphNodeGetDependencies cudaGraphNodeGetDependentNodes cudaStreamUpdateCaptureDependencies""".split())
PATTERNS = [
    r"(?:CUDARTAPI|CURANDAPI|CUBLASWINAPI)\s+(\w+)\s*\(",                  # functions
    r"(?:^|[{,])\s*([A-Za-z]\w*)\s*=\s*-?[\w(]",                            # enumerators
    r"^#define\s+(\w+)\s+\S",                                              # constants, and names with a version behind
    r"\b(\w+_t)\s*;",                                                      # types
    r"^(?:typedef )?(?:struct|enum) (?:__device_builtin__ +)?(\w+)\s*[{;]?\s*$",
    r"^QUALIFIERS [\w ]+?\**\s*(curand_?\w+)\(",                           # functions of kernels
    r"^typedef struct \w+ (\w+);",
]


def names(folder, headers, prefixes):
    """The names in these headers that begin with one of the prefixes."""
    found = set()
    for header in headers:
        try:
            with open(f"{folder}/{header}", encoding="utf-8") as file:
                text = re.sub(r"/\*.*?\*/|//[^\n]*", "", file.read(), flags=re.S)
        except FileNotFoundError:
            sys.exit(f"names.py: {folder} has no {header}")
        for pattern in PATTERNS:
            found |= set(re.findall(pattern, text, flags=re.M))
    return sorted(name for name in found
                  if name.startswith(prefixes) and name not in BY_HAND and not re.search(r"_(ptsz|ptds|v\d+(_64)?|st|H_?)$", name))


def hip(name):
    """HIP's name."""
    for cuda, other in (("cudaDevAttr", "hipDeviceAttribute"), ("cuda", "hip"), ("CURAND", "HIPRAND"), ("curand", "hiprand"),
                        ("CUBLAS", "HIPBLAS"), ("cublas", "hipblas"), ("CUDA", "HIP")):
        if name.startswith(cuda):
            return other + name[len(cuda):]
    return name


def write(path, title, found):
    """A header of macros."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        print(f"// names.h - {title}. Written by names.py.", file=file)
        for name in found:
            print(f"#define {hip(name)} {name}", file=file)


def main():
    folder, here = sys.argv[1], os.path.dirname(os.path.abspath(__file__)) + "/include"
    write(f"{here}/../../../../common/hip/detail/names.h", "HIP's names for the CUDA runtime", names(
        folder, ["cuda_runtime_api.h", "driver_types.h", "cuda_profiler_api.h", "texture_types.h", "surface_types.h",
                 "library_types.h"], ("cuda", "CUDA_R_", "CUDA_C_")))
    write(f"{here}/hiprand/names.h", "hipRAND's names for cuRAND", names(
        folder, ["curand.h", "curand_kernel.h", "curand_uniform.h", "curand_normal.h", "curand_lognormal.h", "curand_poisson.h",
                 "curand_mrg32k3a.h", "curand_philox4x32_x.h", "curand_discrete2.h"], ("curand", "CURAND_")))
    write(f"{here}/hipblas/names.h", "hipBLAS's names for cuBLAS", names(folder, ["cublas_api.h", "cublas_v2.h"],
                                                                         ("cublas", "CUBLAS_")))


main()
