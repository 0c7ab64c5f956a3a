"""compare.py - build/cudac beside nvcc: the same programs, run on the emulated GPU with the kernels of both.

usage: compare.py BUILD FOLDER solutions [NAME ...]
       compare.py BUILD FOLDER random FIRST_SEED SEEDS KERNELS

Programs are built by nvcc once, in FOLDER, and saved there. Then they run twice: as they are, and with the PTX that
cudac made of the same file (emulate --ptx). `solutions` prints for each step and kernel what differs, results first;
`random` does so for KERNELS random kernels of each seed. Ends with 1 if results differ or a program is refused for
another reason than its headers.
"""
import collections
import csv
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
NVCC_FLAGS = ["-std=c++20", "-O3", "-arch=sm_90", "-lineinfo", "-cudart", "shared"]
QUIET = ["-diag-suppress", "39,68,111,128,177,186,550"]  # random programs are strange

# Of a launch: what the machine, the compiler's numbers of instructions, or the clock decide.
NOT_COMPARED = ("instructions", "register", "bound", "occupancy", "limit", "blocks_per", "shared_bytes", "time", "estimate",
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
    source = bench.path(f"random_{seed}_{count}.cu")
    text = subprocess.run([sys.executable, HERE + "/random_kernels.py", str(seed), str(count)], stdout=subprocess.PIPE, check=True).stdout
    program = source[:-3]
    if read(source) != text or not os.path.exists(program):
        with open(source, "wb") as file:
            file.write(text)
        subprocess.run([bench.nvcc, *NVCC_FLAGS, *QUIET, source, "-o", program], check=True)
    return source, program


def random_kernels(bench, first, seeds, count):
    wrong = total = 0
    for seed in range(first, first + seeds):
        source, program = random_program(bench, seed, count)
        ptx = source[:-2] + "ptx"
        refused = bench.compile(source, ptx)
        if refused:
            print(f"seed {seed}: not compiled: {refused[1]}")
            wrong += 1
            continue
        ours, theirs = (bench.run(program, [], which)[1][1].splitlines() for which in (ptx, None))
        differ = [a.split()[0].decode() for a, b in zip(ours, theirs) if a != b]
        wrong += len(differ) + abs(len(ours) - len(theirs))
        total += len(theirs)
        print(f"seed {seed}: {len(theirs)} kernels, {len(differ)} differ {' '.join(differ)}", flush=True)
    print(f"{total} random kernels: {wrong} differ")
    return wrong


def main():
    build, folder, what, *rest = sys.argv[1:]
    bench = Bench(build, folder)
    wrong = solutions(bench, rest) if what == "solutions" else random_kernels(bench, *map(int, rest))
    sys.exit(1 if wrong else 0)


main()
