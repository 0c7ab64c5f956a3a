#!/bin/sh
# setup.sh - what a build needs: the system's packages and a CUDA toolkit.
#
# usage: grader/setup.sh BUILD [GOAL ...]
#
# Looks for what the make goals need, and does nothing when all is there. On Debian and Ubuntu root gets missing
# packages from the package manager; anybody else is told the one line to run (exit 2). The toolkit is the nvcc on the
# PATH or in its usual places, or else the wheels that toolkit.txt names with their hashes, unpacked into BUILD/cuda.
# BUILD/toolchain.mk says which one it is, and is written only when that changes.
#
# WORKBOOK_IGNORE_TOOLKIT=1 passes over toolkits installed on the machine; with WORKBOOK_DRAFT=1 none is fetched.
set -eu

here=$(dirname "$0")
build=$1
shift
goals=" $* "

say() { printf 'setup: %s\n' "$*" >&2; }
fail() {
    say "$@"
    exit 2
}

# ---- how far it is ----------------------------------------------------------------------------------------------
step=0 steps=0

# On a terminal lines are wrapped between words.
begin_step() {
    step=$((step + 1)) width=$(stty size <&2 2>/dev/null | cut -d ' ' -f 2)
    [ "${width:-0}" -gt 0 ] || width=1000
    say "step $step of $steps: $*" 2>&1 | fold -s -w "$width" >&2
}

# What happens in a step: one line, written anew again and again on a terminal, which cuts it rather than wrap it (7l),
# and not at all into a file.
show() { if [ -t 2 ]; then printf '\r\033[K\033[?7l       %s\033[?7h' "$*" >&2; fi; }
end_show() { if [ -t 2 ]; then printf '\r\033[K' >&2; fi; }

# Runs a command whose output goes to the file LOG and its descriptor 3, line by line, to the function FILTER. Returns
# the command's status.
watch() {
    log=$1 filter=$2
    shift 2
    {
        status=0
        "$@" 3>&1 >"$log" 2>&1 || status=$?
        echo "$status" >"$log.status"
    } | while IFS= read -r line; do "$filter" "$line"; done
    end_show
    status=$(cat "$log.status")
    rm -f "$log.status"
    return "$status"
}

# ---- packages ---------------------------------------------------------------------------------------------------
# The goal that needs it (all: everything that builds; wheels: that and no toolkit; live: the live figures of the book and
# their test, page: make live; nobody has to have these two), how to know that it is there, and
# its name in each family of systems.
#   goal             found by               Debian, Ubuntu       Fedora              Arch
packages='
    all              command:gcc            gcc                  gcc                 gcc
    all              command:g++            g++                  gcc-c++             gcc
    all              header:stdio.h         libc6-dev            glibc-devel         glibc
    all              header:jansson.h       libjansson-dev       jansson-devel       jansson
    all              header:zstd.h          libzstd-dev          libzstd-devel       zstd
    all              header:lz4.h           liblz4-dev           lz4-devel           lz4
    all              header:seccomp.h       libseccomp-dev       libseccomp-devel    libseccomp
    all              header:archive.h       libarchive-dev       libarchive-devel    libarchive
    all              header:yaml.h          libyaml-dev          libyaml-devel       libyaml
    all              library:libdw.so.1     libdw1               elfutils-libs       libelf
    all              command:bwrap          bubblewrap           bubblewrap          bubblewrap
    all              command:awk            mawk                 gawk                gawk
    wheels           module:pip             python3-pip          python3-pip         python-pip
    test             header:check.h         check                check-devel         check
    test             command:python3        python3              python3             python
    sanitize         header:check.h         check                check-devel         check
    figures          command:python3        python3              python3             python
    check-figures    command:python3        python3              python3             python
    numbers          command:python3        python3              python3             python
    mutate           command:python3        python3              python3             python
    gradescope       command:python3        python3              python3             python
    book             command:python3        python3              python3             python
    book             command:pandoc         pandoc               pandoc              pandoc-cli
    book             printer:pdf            weasyprint           weasyprint          python-weasyprint
    page             header:microhttpd.h    libmicrohttpd-dev    libmicrohttpd-devel  libmicrohttpd
    live             command:clang          clang                clang               clang
    live             command:wasm-ld        lld                  lld                 lld
    live             wasm:libc.a            wasi-libc            wasi-libc-static    wasi-libc
    live             file:/usr/share/javascript/codemirror/lib/codemirror.js libjs-codemirror - -
    live             wasm:runtime           libclang-rt-dev-wasm32 -                 wasi-compiler-rt
    coverage         header:check.h         check                check-devel         check
    coverage         command:gcovr          gcovr                gcovr               gcovr
    fuzz             header:check.h         check                check-devel         check
    fuzz             command:clang          clang                clang               clang
    fuzz             fuzzer:clang           libclang-rt-dev      compiler-rt         compiler-rt
    format           command:clang-format   clang-format         clang-tools-extra   clang
    lint             command:clang-format   clang-format         clang-tools-extra   clang
    lint             command:shellcheck     shellcheck           ShellCheck          shellcheck
'

is_needed() {
    case $1 in
        all) [ -n "$compiles" ] ;;
        wheels) [ -n "$builds" ] && [ -z "$nvcc" ] ;;
        book) is_goal book || is_goal site ;;
        live) is_goal book || is_goal site || is_goal test ;;
        page) is_goal live || is_goal test ;;
        *) is_goal "$1" ;;
    esac
}
is_goal() { case $goals in *" $1 "*) ;; *) return 1 ;; esac }

is_there() {
    name=${1#*:}
    case $1 in
        command:*) command -v "$name" ;;
        printer:*) for name in chromium chromium-browser google-chrome weasyprint; do command -v "$name" && break; done ;;
        header:*) [ -e "/usr/include/$name" ] || echo "#include <$name>" | gcc -E - ;;
        library:*) find /usr/lib* -maxdepth 2 -name "$name" | grep . ;;
        wasm:libc.a) find /usr/lib/wasm32-wasi /usr/share/wasi-sysroot /usr/wasm32-wasi -name libc.a 2>/dev/null | grep . ;;
        wasm:runtime) echo 'int main(void) { return 0; }' | clang --target=wasm32-wasi -xc - -o /dev/null ;;
        file:*) [ -e "$name" ] ;;
        module:*) python3 -m "$name" --version ;;
        fuzzer:*) echo 'int LLVMFuzzerTestOneInput(void) { return 0; }' | "$name" -fsanitize=fuzzer -xc - -o /dev/null ;;
    esac >/dev/null 2>&1
}

# Sets manager, the system's package manager, and the names of packages: missing, and unasked, which are only installed
# where nobody has to be asked.
find_packages() {
    manager='' missing='' unasked=''
    for candidate in apt-get dnf pacman; do
        if [ -z "$manager" ] && command -v "$candidate" >/dev/null 2>&1; then manager=$candidate; fi
    done
    while read -r goal found debian fedora arch; do
        if [ -z "$goal" ] || ! is_needed "$goal" || is_there "$found"; then continue; fi
        case $manager in
            dnf) add_missing "$goal" "$fedora" ;;
            pacman) add_missing "$goal" "$arch" ;;
            *) add_missing "$goal" "$debian" ;;
        esac
    done <<END
$packages
END
}
add_missing() {
    case " $missing $unasked " in *" $2 "*) return ;; esac
    case $1 in
        live | page) unasked="$unasked${unasked:+ }$2" ;;
        *) missing="$missing${missing:+ }$2" ;;
    esac
}

# Debian puts a number into the name of clang's libraries; some of its relatives have them in clang itself.
number_packages() {
    case $missing in *libclang-rt-dev*) ;; *) return 0 ;; esac
    number=$(apt-cache depends clang 2>/dev/null | sed -n 's/.*Depends: clang-\([0-9]*\)$/\1/p' | head -n 1)
    name=libclang-rt-$number-dev
    if ! apt-cache show "$name" >/dev/null 2>&1; then name=''; fi
    missing=$(echo "$missing" | sed "s/libclang-rt-dev/$name/")
}

# Only root can install packages, and only with apt-get is it done without asking.
install_line() {
    case $manager in
        apt-get)
            number_packages
            echo "sudo apt-get update; sudo apt-get install -y --no-install-recommends $missing"
            ;;
        dnf) echo "sudo dnf install -y $missing" ;;
        pacman) echo "sudo pacman -S --needed $missing" ;;
    esac
}

install_packages() {
    [ -n "$missing" ] || return 0
    if [ -z "$manager" ]; then
        fail "please install what Debian calls $missing"
    elif [ "$manager" != apt-get ] || [ "$(id -u)" -ne 0 ]; then
        say "packages are missing; run this line, then make again:"
        fail "$(install_line)"
    fi
    begin_step "$(echo "$missing" | wc -w) packages of the system: $missing"
    export DEBIAN_FRONTEND=noninteractive
    if watch "$build/packages.log" show_package get_packages; then return 0; fi
    tail -n 5 "$build/packages.log" >&2
    fail "apt-get could not install $missing; $build/packages.log says why"
}

get_packages() {
    apt-get update
    number_packages
    # shellcheck disable=SC2086 # one word for each package
    apt-get -o APT::Status-Fd=3 install -y --no-install-recommends $missing
}

# Without them the book keeps its pictures and make live does not start; both say so.
install_unasked() {
    [ -n "$unasked" ] && [ "$manager" = apt-get ] && [ "$(id -u)" -eq 0 ] || return 0
    begin_step "$(echo "$unasked" | wc -w) packages for live figures and make live: $unasked"
    missing=$unasked
    DEBIAN_FRONTEND=noninteractive watch "$build/packages.log" show_package get_packages ||
        say "apt-get could not install them; the book has pictures instead, or make live says what it lacks"
}

# apt-get reports "dlstatus:3:12.5:Retrieving file 3 of 60" and "pmstatus:gcc:45.1:Unpacking gcc".
show_package() {
    rest=${1#*:*:}
    percent=${rest%%:*}
    case $1 in
        dlstatus:*) show "fetching, ${percent%.*} %: ${rest#*:}" ;;
        pmstatus:*) show "installing, ${percent%.*} %: ${rest#*:}" ;;
    esac
}

# ---- the toolkit ------------------------------------------------------------------------------------------------
# Sets nvcc and include if NVCC is a compiler of CUDA 13 with the headers that exercises include. What is on the PATH
# may be a script that starts the compiler elsewhere; the compiler says where it lies.
try_toolkit() {
    folder=$("$1" --dryrun nothing.cu 2>&1 | sed -n 's/^#\$ _HERE_=//p')
    [ -n "$folder" ] || folder=$(dirname "$(readlink -f "$1")") # it does not answer before there is a gcc
    found=$(readlink -f "$folder/nvcc") && [ -x "$found" ] || return 1
    top=${found%/bin/nvcc}
    for folder in "$top/include" "$top"/targets/*-linux/include; do
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
    part=$build/cuda.part wheel=0 wheels=$(grep -c '==' "$here/toolkit.txt")
    begin_step "the CUDA 13 compiler, $wheels parts of about 160 MB, into $build/cuda"
    rm -rf "$part"
    : >"$build/toolkit.log"
    if ! watch "$build/toolkit.errors" show_wheel get_wheels; then
        tail -n 3 "$build/toolkit.log" >&2
        fail "the toolkit could not be fetched; with network, run again, or install CUDA 13 and put nvcc on the PATH"
    fi
    ln -s lib "$part/nvidia/cu13/lib64"
    ln -s libcudart.so.13 "$part/nvidia/cu13/lib/libcudart.so"
    chmod -R a+rX "$part" # a batch compiles as a user of its own
    rm -rf "$build/cuda"
    mv "$part/nvidia/cu13" "$build/cuda"
    rm -rf "$part"
    try_toolkit "$build/cuda/bin/nvcc" || fail "the wheels hold no toolkit that works here; please report this"
}

get_wheels() {
    PIP_ROOT_USER_ACTION=ignore PIP_DISABLE_PIP_VERSION_CHECK=1 PYTHONUNBUFFERED=1 python3 -m pip install \
        --progress-bar off --no-cache-dir --no-deps --only-binary :all: --require-hashes --target "$part" \
        -r "$here/toolkit.txt" >&3 2>&1
}

# pip says "Downloading nvidia_nvvm-13.0.88-py3-none-any.whl (59.2 MB)".
show_wheel() {
    echo "$1" >>"$build/toolkit.log"
    case $1 in
        *Downloading*)
            wheel=$((wheel + 1))
            rest=${1#*Downloading }
            show "fetching $wheel of $wheels: ${rest%%-*} (${rest##* (}"
            ;;
        Installing*) show "unpacking" ;;
    esac
}

# ---- all of it --------------------------------------------------------------------------------------------------
if [ "$(uname -s)" != Linux ]; then
    fail "this needs Linux: use a container, or WSL 2 on Windows; INSTALL.md describes both"
fi
compiles='' builds='' # whether C sources are compiled, and whether CUDA sources are, too
for goal in $goals; do
    case $goal in
        format | book) ;;
        lint) compiles=yes ;;
        *) compiles=yes builds=yes ;;
    esac
done

if [ -n "${WORKBOOK_DRAFT:-}" ]; then builds=''; fi

mkdir -p "$build"
find_toolkit
find_packages
if [ -n "$missing" ]; then steps=$((steps + 1)); fi
if [ -n "$unasked" ] && [ "$manager" = apt-get ] && [ "$(id -u)" -eq 0 ]; then steps=$((steps + 1)); fi
if [ -n "$builds" ] && [ -z "$nvcc" ]; then steps=$((steps + 1)); fi
if [ "$steps" -gt 0 ] && [ -n "$compiles" ]; then steps=$((steps + 1)); fi
install_packages
install_unasked
if [ -n "$builds" ] && [ -z "$nvcc" ]; then fetch_toolkit; fi
if [ "$step" -gt 0 ] && [ -n "$compiles" ]; then begin_step "building the workbook"; fi
toolchain=$(printf 'NVCC := %s\nCUDA_INCLUDE := %s' "$nvcc" "$include")
if [ "$toolchain" != "$(cat "$build/toolchain.mk" 2>/dev/null)" ]; then
    printf '%s\n' "$toolchain" >"$build/toolchain.mk"
fi
