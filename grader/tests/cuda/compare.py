"""compare.py - build/cudac beside nvcc: the same programs, run on the emulated GPU with the kernels of both.

usage: compare.py BUILD FOLDER solutions [NAME ...]
       compare.py BUILD FOLDER random FIRST_SEED SEEDS KERNELS

What nvcc makes is saved in FOLDER. `solutions` runs each program twice: as it is, and with the PTX that cudac made of
the same file (emulate --ptx), and prints for each step and kernel what differs, results first. `random` does so for
KERNELS random kernels of each seed: both compilers make PTX, and cudac --run interprets the host code. Ends with 1 if
results differ or a program is refused for another reason than its headers.
"""
import collections
import csv
import os
import re
import signal
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
NVCC_FLAGS = ["-std=c++20", "-O3", "-arch=sm_90", "-lineinfo", "-ptx"]
NVCC_SECONDS = 120  # it unrolls some nests of loops without end
QUIET = ["-diag-suppress", "39,68,111,128,177,186,550"]  # random programs are strange

# Of a launch: what the machine, the compiler's numbers of instructions, or the clock decide.
NOT_COMPARED = ("instructions", "register", "occupancy", "limit", "blocks_per", "shared_bytes", "time", "estimate",
                "local_bytes", "active", "warps_per", "resident", "in_flight")


def read(path, mode="rb"):
    try:
        with open(path, mode) as file:
            return file.read()
    except FileNotFoundError:
        return None


class Bench:
    def __init__(self, build, folder):
        self.build, self.folder = os.path.abspath(build), os.path.abspath(folder)
        os.makedirs(folder, exist_ok=True)
        config = read(os.path.join(ROOT, "build/toolchain.mk"), "r") or ""
        found = re.search(r"^NVCC := (\S+)", config, re.M)
        self.nvcc = found[1] if found else "nvcc"

    def path(self, name):
        return os.path.join(self.folder, name)

    def compile(self, source, ptx, *flags):
        """None, or what cudac says: (exit status, text)."""
        run = subprocess.run([self.build + "/cudac", "--ptx", "-o", ptx, *flags, source], capture_output=True, text=True)
        return (run.returncode, run.stderr) if run.returncode else None

    def run(self, program, arguments, ptx=None, step=None):
        counters, output = self.path("run.csv"), self.path("run.out")
        for path in (counters, output):
            if os.path.exists(path):
                os.unlink(path)
        command = [self.build + "/emulate", "--quiet", "--counters", counters]
        command += ["--ptx", ptx] if ptx else []
        environment = dict(os.environ)
        if step is not None:
            environment["WORKBOOK_STEP"] = str(step)
        run = subprocess.run([*command, program, *(a.replace("OUTPUT", output) for a in arguments)], capture_output=True,
                             cwd=self.folder, env=environment, timeout=600)
        rows = list(csv.DictReader((read(counters, "r") or "").splitlines()))
        return rows, (run.returncode, run.stdout, read(output))


    def interpret(self, source, ptx):
        """The lines that a program prints whose kernels are those of the PTX."""
        run = subprocess.run([self.build + "/cudac", "--run", ptx, source], capture_output=True, cwd=self.folder, timeout=600)
        return run.stdout.splitlines()


def differing_counters(ours, theirs):
    """By kernel: the counters that differ, "name ours/nvcc's", summed over launches."""
    sums = collections.defaultdict(lambda: collections.defaultdict(lambda: [0.0, 0.0]))
    for pair in zip(ours, theirs):
        for side, row in enumerate(pair):
            for name, value in row.items():
                if name != "kernel" and re.fullmatch(r"[0-9.e+-]+", value or ""):
                    sums[pair[1]["kernel"]][name][side] += float(value)
    return {kernel: [f"{name} {a:g}/{b:g}" for name, (a, b) in counters.items()
                     if a != b and not any(word in name for word in NOT_COMPARED)] for kernel, counters in sums.items()}


def steps_of(source):
    ladder = re.search(r"LADDER\(([^()]*)\)", read(source, "r"))
    return range(ladder[1].count(",")) if ladder else [None]


def solutions(bench, names):
    print("building the solutions with nvcc", flush=True)
    made = subprocess.run([bench.build + "/grade", "programs", bench.folder, *names], stdout=subprocess.PIPE, text=True)
    kernels = results = counters = wrong = 0
    if made.returncode:
        sys.exit("the solutions were not built")
    for line in made.stdout.splitlines():
        name, version, _, program, *arguments = line.split("\t")
        if version != "solution":
            continue
        source = subprocess.run(["find", ROOT + "/solutions", "-name", name + ".cu"], stdout=subprocess.PIPE, text=True).stdout.strip()
        ptx = bench.path(name + ".ptx")
        refused = bench.compile(source, ptx, "-I", ROOT + "/common", "-I", f"{ROOT}/grader/exercises/{name}")
        if refused:
            print(f"{name}: not compiled: {refused[1].splitlines()[0]}")
            wrong += refused[0] != 3
            continue
        arguments = ["OUTPUT" if a.endswith(".output") else a for a in arguments]
        for step in steps_of(source):
            ours, our_results = bench.run("./" + program, arguments, ptx, step)
            theirs, their_results = bench.run("./" + program, arguments, None, step)
            same = our_results == their_results
            wrong += not same
            for kernel, differ in differing_counters(ours, theirs).items():
                kernels, results, counters = kernels + 1, results + same, counters + (not differ)
                if differ or not same:
                    print(f"{name} step {step} {kernel}: {'' if same else 'RESULTS DIFFER; '}{'; '.join(differ)}", flush=True)
    print(f"{kernels} kernels: {results} with the same results, {counters} with the same counters")
    return wrong


def random_program(bench, seed, count):
    """The source, and what nvcc made of it; None: that takes too long."""
    source = bench.path(f"random_{seed}_{count}.cu")
    text = subprocess.run([sys.executable, HERE + "/random_kernels.py", str(seed), str(count)], stdout=subprocess.PIPE, check=True).stdout
    ptx = source[:-3] + "_nvcc.ptx"
    if read(source) != text or not os.path.exists(ptx):
        with open(source, "wb") as file:
            file.write(text)
        nvcc = subprocess.Popen([bench.nvcc, *NVCC_FLAGS, *QUIET, source, "-o", ptx], start_new_session=True)
        try:
            if nvcc.wait(NVCC_SECONDS):
                sys.exit(f"nvcc does not compile {source}")
        except subprocess.TimeoutExpired:
            os.killpg(nvcc.pid, signal.SIGKILL)
            return source, None
    return source, ptx


def without_refused(bench, source, ptx):
    """Compiles a random program without the kernels that are refused: (their names, what cudac said of the rest)."""
    refused, path = set(), source
    said = bench.compile(source, ptx)
    while said and said[0] == 3:
        lines = read(path, "r").split("\n")
        for place in re.findall(r"\.cu:(\d+)(?::\d+)?: not supported", said[1]):
            first = next(n for n in range(int(place) - 1, -1, -1) if re.match(r"template|__global__", lines[n]))
            refused.add("kernel_" + re.search(r"(?:helper|kernel)_(\d+)", lines[first])[1])
        for name in refused:  # an empty kernel, on as many lines
            first = next(n for n, line in enumerate(lines) if line.startswith(f"__global__ void {name}("))
            end = next(n for n in range(first, len(lines)) if lines[n].rstrip() == "}")
            lines[first + 1:end] = [""] * (end - first - 1)
        path = source[:-3] + "_fewer.cu"
        with open(path, "w") as file:
            file.write("\n".join(lines))
        said = bench.compile(path, ptx)
    return refused, said


def random_kernels(bench, first, seeds, count):
    wrong = total = all_refused = 0
    for seed in range(first, first + seeds):
        source, nvcc_ptx = random_program(bench, seed, count)
        if not nvcc_ptx:
            print(f"seed {seed}: nvcc takes more than {NVCC_SECONDS} s")
            continue
        ptx = source[:-2] + "ptx"
        refused, said = without_refused(bench, source, ptx)
        if said:
            print(f"seed {seed}: not compiled: {said[1]}")
            wrong += 1
            continue
        ours, theirs = (bench.interpret(source, which) for which in (ptx, nvcc_ptx))
        pairs = [(a, b) for a, b in zip(ours, theirs) if b.split()[0].decode() not in refused]
        differ = [b.split()[0].decode() for a, b in pairs if a != b]
        missing = count - min(len(ours), len(theirs))  # of a program that did not run, every kernel
        wrong += len(differ) + missing
        total, all_refused = total + len(theirs), all_refused + len(refused)
        print(f"seed {seed}: {len(theirs)} kernels, {len(refused)} refused, {len(differ) + missing} differ {' '.join(differ)}", flush=True)
    print(f"{total} random kernels: {all_refused} refused, {wrong} differ")
    return wrong


def main():
    build, folder, what, *rest = sys.argv[1:]
    bench = Bench(build, folder)
    wrong = solutions(bench, rest) if what == "solutions" else random_kernels(bench, *map(int, rest))
    sys.exit(1 if wrong else 0)


main()
