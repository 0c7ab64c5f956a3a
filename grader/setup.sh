#!/bin/sh
# setup.sh - what a build needs: Debian packages and a CUDA toolkit.
#
# usage: grader/setup.sh BUILD [GOAL ...]
#
# Looks for what the make goals need, and does nothing when all is there. Root gets missing packages from the package
# manager; anybody else is told the one line to run (exit 2). The toolkit is the nvcc on the PATH or in its usual
# places, or else the wheels that toolkit.txt names with their hashes, unpacked into BUILD/cuda. BUILD/toolchain.mk
# says which one it is, and is written only when that changes.
#
# WORKBOOK_IGNORE_TOOLKIT=1 passes over toolkits installed on the machine.
set -eu

here=$(dirname "$0")
build=$1
shift
goals=" $* "
missing=

say() { printf 'setup: %s\n' "$*" >&2; }
fail() {
    say "$@"
    exit 2
}

# ---- packages: PACKAGE is there if a command, or a header that the preprocessor finds, is -----------------------
need_command() { command -v "$2" >/dev/null 2>&1 || missing="$missing $1"; }
need_header() { [ -e "/usr/include/$2" ] || echo "#include <$2>" | gcc -E - >/dev/null 2>&1 || missing="$missing $1"; }

# True if one of the words is a goal.
asked() {
    for goal; do
        case "$goals" in *" $goal "*) return 0 ;; esac
    done
    return 1
}

find_packages() {
    need_command gcc gcc
    need_command g++ g++
    need_header libc6-dev stdio.h
    need_header libjansson-dev jansson.h
    need_header libzstd-dev zstd.h
    need_header liblz4-dev lz4.h
    need_header libseccomp-dev seccomp.h
    need_header libarchive-dev archive.h
    need_command bubblewrap bwrap
    if asked test sanitize coverage; then need_header check check.h; fi
    if asked coverage; then need_command gcovr gcovr; fi
    if asked fuzz; then need_command clang clang; fi
    if [ -z "$nvcc" ]; then python3 -m pip --version >/dev/null 2>&1 || missing="$missing python3-pip"; fi
}

install_packages() {
    [ -n "$missing" ] || return 0
    if ! command -v apt-get >/dev/null 2>&1; then
        fail "please install what Debian calls$missing"
    elif [ "$(id -u)" -ne 0 ]; then
        fail "packages are missing; run: sudo apt-get install -y$missing"
    fi
    say "installing$missing"
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086 # one word for each package
    if ! { apt-get update && apt-get install -y --no-install-recommends $missing; } >"$build/packages.log" 2>&1; then
        tail -n 5 "$build/packages.log" >&2
        fail "apt-get could not install$missing; $build/packages.log says why"
    fi
}

# ---- the toolkit ------------------------------------------------------------------------------------------------
# Sets nvcc and include if NVCC is a compiler of CUDA 13 with the headers that exercises include. What is on the PATH
# may be a script that starts the compiler elsewhere; the compiler says where it lies.
try_toolkit() {
    folder=$("$1" --dryrun nothing.cu 2>&1 | sed -n 's/^#\$ _HERE_=//p')
    found=$(readlink -f "$folder/nvcc") && [ -x "$found" ] || return 1
    top=${found%/bin/nvcc}
    for folder in "$top/include" "$top/targets/$(uname -m)-linux/include"; do
        [ -e "$folder/curand_kernel.h" ] || continue
        grep -q '^#define *CUDART_VERSION *13' "$folder/cuda_runtime_api.h" || continue
        nvcc=$found include=$folder
        return 0
    done
    return 1
}

find_toolkit() {
    nvcc='' include=''
    if [ -z "${WORKBOOK_IGNORE_TOOLKIT:-}" ]; then
        for candidate in "$(command -v nvcc || true)" /usr/local/cuda*/bin/nvcc /opt/cuda/bin/nvcc; do
            if try_toolkit "$candidate"; then return 0; fi
        done
    fi
    try_toolkit "$build/cuda/bin/nvcc" || true
}

# The wheels become BUILD/cuda in one move, so an interrupted download leaves nothing that looks complete. nvcc looks
# for libraries in lib64 and under names without a version, which wheels do not have.
fetch_toolkit() {
    say "no CUDA 13 toolkit found; fetching the compiler's wheels into $build/cuda (about 160 MB)"
    part=$build/cuda.part
    rm -rf "$part"
    PIP_ROOT_USER_ACTION=ignore PIP_DISABLE_PIP_VERSION_CHECK=1 python3 -m pip install --quiet --no-cache-dir \
        --no-deps --only-binary :all: --require-hashes --target "$part" -r "$here/toolkit.txt" ||
        fail "the toolkit could not be fetched; with network, run again, or install CUDA 13 and put nvcc on the PATH"
    ln -s lib "$part/nvidia/cu13/lib64"
    ln -s libcudart.so.13 "$part/nvidia/cu13/lib/libcudart.so"
    chmod -R a+rX "$part" # a batch compiles as a user of its own
    rm -rf "$build/cuda"
    mv "$part/nvidia/cu13" "$build/cuda"
    rm -rf "$part"
    try_toolkit "$build/cuda/bin/nvcc" || fail "the wheels hold no working toolkit; please report this"
    say "the toolkit is in $build/cuda"
}

mkdir -p "$build"
find_toolkit
find_packages
install_packages
if [ -z "$nvcc" ]; then fetch_toolkit; fi
toolchain=$(printf 'NVCC := %s\nCUDA_INCLUDE := %s' "$nvcc" "$include")
if [ "$toolchain" != "$(cat "$build/toolchain.mk" 2>/dev/null)" ]; then
    printf '%s\n' "$toolchain" >"$build/toolchain.mk"
fi
