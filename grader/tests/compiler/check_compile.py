"""check_compile.py - build/compile beside nvcc: the same PTX, the same messages, the same end.

usage: check_compile.py BUILD FOLDER [all | FILE.cu ...]

Compiles programs with both in FOLDER: a few that build and a few that do not; `all`: every program below, or the files
given, each for the exercise that its path names. Prints each
difference (exit 1) and what both took. Names that are private to a file have an identifier of the build in them, which
differs, and so do names of temporary files.
"""

import glob
import os
import re
import resource
import shutil
import subprocess
import sys
import time

FLAGS = ("-std=c++20 --expt-relaxed-constexpr -O3 -lineinfo -Xcompiler -g1 -cudart shared -gencode "
         "arch=compute_90,code=[sm_90,compute_90] -nodlink -o program").split()
BASE = "solutions/06_bank_conflicts/transpose_padded.cu"
LINE = "int x = blockIdx.x * TILE + threadIdx.x;"
INCLUDE = '#include "workbook.h"'


def instead(*pairs):
    def edit(text):
        for old, new in pairs:
            assert old in text, old
            text = text.replace(old, new, 1)
        return text
    return edit


def after(line):
    return instead((LINE, f"{LINE} {line}"))


def at_end(lines):
    return lambda text: f"{text}\n{lines}\n"


AS_IT_IS = "as it is"
FEW = {
    AS_IT_IS: lambda text: text,
    "syntax": instead((LINE, "int x = = 1;")),
    "function of another name": instead(("void transpose(const", "void transposed(const")),
    "unused variable": after("int unused;"),
    "inline PTX": after('asm volatile("bogus.u32 %0;" : "=r"(x));'),
    "macro again": at_end("#define CHECK(x) x\n#define INT_MAX 3"),
    "headers again": instead((INCLUDE, f"{INCLUDE}\n{INCLUDE}\n#include <cassert>\n#include <cstddef>")),
    "private to the file": at_end("namespace { __device__ int hidden = 3; }\nstatic __device__ int mine;\n"
                                  "__global__ void both(int *p) { *p = hidden++ + mine++; }"),
    "macro before": lambda text: f"#define NDEBUG\n{text}",
    "counter": at_end("__device__ int first = __COUNTER__, second = __COUNTER__;\n"
                      "__global__ void count(int *p) { *p = first + second; }"),
}
MORE = {
    "type": instead((LINE, "int *x = 3.5f * in;")),
    "semicolon": instead(("constexpr int TILE = 32;", "constexpr int TILE = 32")),
    "brace": lambda text: text.rstrip()[:-1],
    "unknown name": instead((LINE, "int x = blockIdx.x * TILES;")),
    "declared only": lambda text: "void missing(int);\n" + text.replace("CHECK(cudaGetLastError())", "missing(3)"),
    "host's function": at_end('__global__ void ok() { printf("%d", rand()); }'),
    "arguments": instead(("CHECK(cudaGetLastError())", "CHECK(cudaMalloc(3, 4))")),
    "unknown in a macro": at_end("int q = ceil_div(EXIT_FAILURE, NOPE);"),
    "no such header": at_end("#include <nosuch.h>"),
    "no such header, first": lambda text: "#include <nosuch.h>\n" + text,
    "late": at_end('inline int h() { return ""; }\n__device__ int dev[] = {1, "x"};'),
    "host's warning": at_end("int f(unsigned a) { int u; return u; }"),
    "#error": at_end("#error stop here"),
    "#warning": at_end("#warning look here"),
    "arguments of a macro": at_end("#define TWO(a, b) a\nint k = TWO(1);\nCHECK(1, 2)"),
    "string without end": at_end('const char *s = "abc;'),
    "#if without #endif": at_end("#if 1"),
    "#else without #if": at_end("#else\n#endif"),
    "template": at_end("template <typename T> T f(T a) { return a.b; }\nint z = f(3);"),
    "vector": at_end("#include <vector>\nstd::vector<int> v = 3.5;\nint bad = v.nothing();"),
    "shared memory in the host": at_end("void g() { __shared__ int a[3]; }"),
    "kernel with a value": at_end("__global__ int k() { return 1; }"),
    "too much shared memory": at_end("__global__ void k() { __shared__ float a[100000]; a[threadIdx.x] = 1; }"),
    "main": at_end("int main() { return 0; }"),
    "twice": at_end("void transpose(const float *in, float *out, int w, int h) {}"),
    "static_assert": at_end('static_assert(sizeof(int) == 8, "eight");'),
    "recursion": at_end("__device__ int r(int a) { return a ? r(a - 1) + 1 : 0; }\n__global__ void kk(int *p) { *p = r(*p); }"),
    "overflow": at_end("int a[2]; int o() { return a[5]; }\nint big = 99999999999;"),
    "format": at_end('void pf() { printf("%s %d\\n", 3); }'),
    "division by zero": at_end("int dz() { return 1 / 0; }"),
    "removed function": at_end("void dd() { cudaDeviceSynchronize(1); cudaThreadExit(); }"),
    "device lambda": at_end("__global__ void kl(int *p) { auto f = [=] __device__ () { return 1; }; *p = f(); }"),
    "letters": after("int ünï = 3; “"),
    "zero byte": after("\0"),
    "empty": lambda text: "",
    "include alone": lambda text: INCLUDE + "\n",
    "pragmas": at_end("#pragma unroll 4 5\n#pragma nonsense"),
    "attributes": at_end("__attribute__((nonsense)) int at;\n[[nope]] int at2;"),
    "comment before": lambda text: "/* a\n * b */ // c\n" + text,
    "include with blanks": instead((INCLUDE, '#  include   "workbook.h" // why')),
    "more headers": at_end("#include <cooperative_groups.h>\n#include <cuda/atomic>\n__global__ void kg(int *p) { "
                           "cooperative_groups::this_grid().sync(); cuda::atomic_ref<int> a(*p); a.fetch_add(1); }"),
}


def flags_and_objects(build, exercise):
    with open(f"grader/exercises/{exercise}/exercise.txt", encoding="utf-8") as file:
        text = file.read()
    flags = [flag for line in re.findall(r"^flags: (.+)$", text, re.M) for flag in line.split()]
    return flags, [os.path.abspath(f"{build}/interfaces/{name}.o") for name in re.findall(r"^interface: (\w+)$", text, re.M)]


def run(command, folder):
    """Status, what was printed, seconds, seconds of processor time."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(command, cwd=folder, env=os.environ | {"TMPDIR": folder, "LC_ALL": "C"}, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = now.ru_utime + now.ru_stime - before.ru_utime - before.ru_stime
    return done.returncode, done.stdout.decode(errors="replace"), time.monotonic() - begun, used


def private(text):
    """Without the identifiers of names that are private to a file; most stand behind their length."""
    while found := re.search(r"(\d+)(?=_INTERNAL_)", text):
        text = f"{text[:found.start()]}MODULE{text[found.end() + int(found[1]):]}"
    return re.sub(r"_[0-9a-f]{8}_\d+_\w+?_cu_[0-9a-f]{8}", "MODULE", text)


def message(text, folder, name):
    text = private(text.replace(folder + "/", ""))
    text = re.sub(r"; \S*\.o:\S* first defined here", "", text)  # the student does not see it
    text = re.sub(r"\S*tmpxft_[0-9a-f_]*-\d+_" + name, "TEMPORARY", text)
    return re.sub(rf"\b{name}\.(ptx|cudafe1|o|cpp)", r"TEMPORARY.\1", text)


def ptx(text):
    """Without the identifier of names that are private to a file; strings are read, for they hold such names."""
    def letters(found):
        return "".join(chr(int(code)) for line in found[0].split("\n") for code in re.findall(r"\d+", line.replace(".b8", ""))) + "\n"
    text = re.sub(r"(?:\t?\.b8 [0-9, ]+\n)+", letters, text)
    return private(text)


def ptx_of(folder):
    found = glob.glob(f"{folder}/*.ptx")
    if not found:
        return None
    with open(found[0], encoding="utf-8") as file:
        return ptx(file.read())


def arguments_for(build, exercise):
    flags, objects = flags_and_objects(build, exercise)
    return FLAGS + flags + [f"-I{os.path.abspath('common')}", f"{exercise}.cu"] + objects


def compare(build, folder, exercise, text):
    """What differs, as a list of words; seconds of both."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    source = f"{folder}/{exercise}.cu"
    with open(source, "wb") as file:
        file.write(text)
    arguments, nvcc = arguments_for(build, exercise), os.environ["WORKBOOK_NVCC"]
    plain = run([nvcc, "--keep", *arguments], folder)
    plain_ptx = ptx_of(folder)
    for name in os.listdir(folder):
        if name != os.path.basename(source):
            os.remove(f"{folder}/{name}")
    quick = run([os.path.abspath(f"{build}/compile"), os.path.abspath(f"{build}/compiler"), nvcc, *arguments], folder)
    wrong = []
    if (plain[0] == 0) != (quick[0] == 0):
        wrong.append(f"ends with {quick[0]}, nvcc with {plain[0]}")
    if message(plain[1], folder, exercise) != message(quick[1], folder, exercise):
        wrong.append(f"says\n{quick[1]}\nnvcc says\n{plain[1]}")
    if plain[0] == 0 and ptx_of(folder) not in (plain_ptx, None):
        wrong.append("other PTX")
    return wrong, plain[2:], quick[2:]


def programs(chosen):
    """(what it is, exercise, text)"""
    if chosen and chosen != ["all"]:
        for path in chosen:
            found = re.search(r"grader/exercises/(\w+)/", path) or re.search(r"(\w+)\.cu$", path)
            with open(path, "rb") as file:
                yield path, found[1], file.read()
        return
    with open(BASE, encoding="utf-8") as file:
        base = file.read()
    for name, edit in (FEW | (MORE if chosen else {})).items():
        yield name, "transpose_padded", edit(base).encode()


def main():
    build, scratch, chosen = sys.argv[1], os.path.abspath(sys.argv[2]), sys.argv[3:]
    folder = f"{scratch}/compiled"
    count, different, sums = 0, 0, [0, 0, 0, 0]
    for name, exercise, text in programs(chosen):
        wrong, plain, quick = compare(build, folder, exercise, text)
        if name == AS_IT_IS and not os.path.exists(f"{folder}/program"):
            wrong.append("it does not build, so that no PTX is compared")
        sums = [total + more for total, more in zip(sums, plain + quick)]
        count += 1
        different += bool(wrong)
        for line in wrong:
            print(f"{name}: {line}", flush=True)
    print(f"{count} programs, {different} different; nvcc {sums[0]:.1f} s, {sums[1]:.1f} s of processor time; "
          f"compile {sums[2]:.1f} s, {sums[3]:.1f} s")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
