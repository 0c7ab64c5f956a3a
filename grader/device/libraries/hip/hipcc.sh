#!/bin/sh
# hipcc.sh - compiles HIP programs with nvcc for the emulated GPU, with hipcc's options.
#
# usage: hipcc [OPTIONS] FILE ... [-o PROGRAM]
#
# The program runs with build/emulate. It is a CUDA program then, whose warps have 32 lanes.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
nvcc=$(sed -n 's/^NVCC := //p' "$here/toolchain.mk")
if [ $# -eq 0 ] || [ "$1" = --help ]; then
    sed -n '/^# hipcc.sh/,/^set/s/^# \{0,1\}//p' "$0" | sed 's/^hipcc.sh/hipcc/'
    [ $# -gt 0 ] && exit 0
    exit 2
fi
# nvcc is told that sources are CUDA; it would take objects beside them for sources too.
language=
for argument; do
    case $argument in
    *.hip | *.cu | *.cpp | *.cc | *.cxx | *.c) language='-x cu' ;;
    esac
done
# What the host's compiler does not know was meant for AMD's and is left out: -munsafe-fp-atomics.
host_knows() {
    "${NVCC_CCBIN:-gcc}" -Werror "$1" -fsyntax-only -x c++ /dev/null 2>/dev/null
}
last=
for argument; do
    shift
    previous=$last
    last=$argument
    case $previous in
    -x | -mllvm | -Xclang | -Xarch_device) last= && continue ;;
    -o | -I | -D | -U | -L | -l | -isystem | -include | -MF | -MT | -Xcompiler | -Xlinker)
        set -- "$@" "$argument"
        last=
        continue
        ;;
    esac
    case $argument in
    --version) exec "$nvcc" --version ;;
    --genco | --hipstdpar)
        echo "hipcc: $argument is not supported: programs are compiled for an NVIDIA GPU, kernels in the program itself" >&2
        exit 1
        ;;
    -x | -mllvm | -Xclang | -Xarch_device) continue ;;
    --offload-arch=* | --amdgpu-target=* | --cuda-gpu-arch=* | --rocm-*=* | --hip-*=* | --hip-link) continue ;;
    --gpu-max-threads-per-block=* | --offload-new-driver | --no-offload-new-driver | -Rpass*) continue ;;
    -fgpu-rdc) set -- "$@" -rdc=true ;;
    -fgpu-default-stream=*) set -- "$@" "-default-stream=${argument#*=}" ;;
    -ffp-contract=off) set -- "$@" -fmad=false -Xcompiler "$argument" ;;
    -std=gnu++* | -std=c++1z | -std=c++2a)
        standard=$(echo "${argument#-std=}" | sed 's/gnu/c/; s/1z/17/; s/2a/20/')
        set -- "$@" "-std=$standard"
        ;;
    -O | -Og) set -- "$@" -O1 ;;
    -Os | -Oz) set -- "$@" -O2 ;;
    -Ofast) set -- "$@" -O3 ;;
    -g[0-9] | -ggdb* | -gline*) set -- "$@" -g ;;
    -Wl,*) set -- "$@" -Xlinker "${argument#-Wl,}" ;;
    -pthread | -rdynamic | -pipe | -s | -static-lib*) set -- "$@" -Xcompiler "$argument" ;;
    -[Wfm]* | -pedantic*) ! host_knows "$argument" || set -- "$@" -Xcompiler "$argument" ;;
    -lamdhip64 | -lhip*64 | -lroctx64 | -lrocprofiler-sdk-roctx) continue ;;
    -lhipblas | -lrocblas) set -- "$@" -lcublas ;;
    -lhiprand | -lrocrand) set -- "$@" -lcurand ;;
    *.o | *.a)
        [ -z "$language" ] || set -- "$@" -Xlinker
        set -- "$@" "$argument"
        ;;
    *) set -- "$@" "$argument" ;;
    esac
done
# AMD's Thrust and hipCUB include the runtime's header, and programs rely on it.
[ -z "$language" ] || set -- -include hip/hip_runtime.h "$@"
root=$here/..
# -isystem: what the program brings itself comes first. HIP has lambdas of the device, and constexpr functions run there.
# shellcheck disable=SC2086 # two words or none
exec "$nvcc" -arch=sm_90 -lineinfo -cudart shared $language -I "$root/grader/device/libraries/hip/include" -I "$here/hip" \
    -isystem "$root/common" -L "$here/lib" -D__NV_NO_VECTOR_DEPRECATION_DIAG \
    --extended-lambda --expt-relaxed-constexpr -diag-suppress 20012,20014 "$@"
