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
last=
for argument; do
    shift
    if [ "$last" = -o ]; then
        set -- "$@" "$argument"
        last=
        continue
    fi
    last=$argument
    case $argument in
    --version) exec "$nvcc" --version ;;
    --offload-arch=* | --amdgpu-target=* | --rocm-path=* | -mcumode | --hip-link | -x | hip) continue ;;
    -fgpu-rdc) set -- "$@" -rdc=true ;;
    -Wl,* | -W* | -f* | -m* | -pedantic* | -pthread) set -- "$@" -Xcompiler "$argument" ;;
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
root=$here/..
# -isystem: what the program brings itself comes first. HIP has lambdas of the device, and constexpr functions run there.
# shellcheck disable=SC2086 # two words or none
exec "$nvcc" -arch=sm_90 -lineinfo -cudart shared $language -I "$root/grader/libraries/hip/include" \
    -isystem "$root/common" -L "$here/lib" -D__NV_NO_VECTOR_DEPRECATION_DIAG \
    --extended-lambda --expt-relaxed-constexpr -diag-suppress 20012,20014 "$@"
