"""parity.py - the emulated GPU's counters beside Nsight Compute's, for every solution and skeleton.

usage: parity.py record BUILD FILE.csv   run all of them on this machine's GPU under ncu, and on the emulated GPU
       parity.py show FILE.csv           the table of what was recorded

Each program runs the case that its exercise's limits are measured on. In the file are two lines for each launch, what
was emulated and what was measured; launches in a row that count the same have one line, and `times` says how many they
are. COUNTERS says which metric of the profiler each column is. reasons.csv says why
counters differ; * means all. Exit status: 0; 1 if a difference has no reason.
"""
import collections
import concurrent.futures
import csv
import datetime
import itertools
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
L1 = "l1tex__"
COUNTERS = {
    **{f"global_{op}_{what}": f"{L1}t_{what}_pipe_lsu_mem_global_op_{metric}.sum"
       for op, metric in (("load", "ld"), ("store", "st"), ("red", "red"), ("atom", "atom"))
       for what in ("requests", "sectors")},
    "local_load_requests": f"{L1}t_requests_pipe_lsu_mem_local_op_ld.sum",
    "local_store_requests": f"{L1}t_requests_pipe_lsu_mem_local_op_st.sum",
    "shared_load_wavefronts": f"{L1}data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "shared_store_wavefronts": f"{L1}data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "shared_load_bank_conflicts": f"{L1}data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
    "shared_store_bank_conflicts": f"{L1}data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
    **{op: f"smsp__sass_thread_inst_executed_op_{op}_pred_on.sum"
       for op in ("ffma", "fadd", "fmul", "dfma", "dadd", "dmul")},
    "registers_per_thread": "launch__registers_per_thread",
    "theoretical_occupancy_pct": "sm__maximum_warps_per_active_cycle_pct",
}
PLACE = ["exercise", "version", "case", "kernel", "grid", "block"]

# ---- recording ------------------------------------------------------------------------------------------------------


def programs(build, folder):
    """Builds all, several at once: rows of exercise, version, case, program, arguments."""
    listed = subprocess.run([f"{build}/grade", "list"], check=True, capture_output=True, text=True).stdout
    names = [line.split()[1] for line in listed.splitlines()]

    def make(name):
        return subprocess.run([f"{build}/grade", "programs", folder, name], check=True, stdout=subprocess.PIPE,
                              text=True).stdout
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return [line.split("\t") for text in pool.map(make, names) for line in text.splitlines()]


def without_arguments(kernel):
    """void turn<(int)32>(const float *, int) is turn."""
    return re.split(r"[<(]", kernel)[0].split(" ")[-1].split("::")[-1]


def number(text):
    value = float(text.replace(",", ""))
    return f"{value:.0f}" if value == int(value) else f"{value:g}"


def as_printed(counter, text):
    """The profiler writes a percentage with two digits behind the point."""
    return number(f"{float(text):.2f}" if counter.endswith("_pct") else text)


def emulated(build, folder, program):
    """The launches of a program on the emulated GPU."""
    name, arguments = program[3], program[4:]
    with tempfile.NamedTemporaryFile("r", suffix=".csv") as table:
        subprocess.run([os.path.abspath(f"{build}/emulate"), "--quiet", "--counters", table.name, f"./{name}", *arguments],
                       cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        return [[without_arguments(row["kernel"]), row["grid"], row["block"], *(as_printed(c, row[c]) for c in COUNTERS)]
                for row in csv.DictReader(table)]


def measured(folder, listed):
    """The launches of all programs on the GPU, by program; one profiler follows them all."""
    script, log = os.path.join(folder, "all.sh"), os.path.join(folder, "ncu.csv")
    with open(script, "w", encoding="utf-8") as file:
        for program in listed:
            words = [f"./{program[3]}", *program[4:]]
            file.write(f"timeout 30 {' '.join(words)} >/dev/null 2>&1\n")
        file.write("true\n")
    subprocess.run(["ncu", "--target-processes", "all", "--clock-control", "none", "--csv", "--page", "raw",
                    "--print-units", "base", "--metrics", ",".join(COUNTERS.values()), "--log-file", log, "sh", script],
                   cwd=folder, check=True, stdout=subprocess.DEVNULL)
    launches = collections.defaultdict(list)
    with open(log, encoding="utf-8") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("=="))
        for row in rows:
            if not row["ID"]:
                continue  # the units
            shape = ["x".join(re.findall(r"\d+", row[f"{which} Size"])) for which in ("Grid", "Block")]
            launches[row["Process Name"]].append([without_arguments(row["Kernel Name"]), *shape,
                                                  *(number(row[metric]) for metric in COUNTERS.values())])
    return launches


def device():
    words = subprocess.run(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"], check=True,
                           capture_output=True, text=True).stdout.splitlines()[0].split(", ")
    toolkit = subprocess.run([os.environ.get("WORKBOOK_NVCC", "nvcc"), "--version"], check=True, capture_output=True,
                             text=True).stdout
    profiler = subprocess.run(["ncu", "--version"], check=True, capture_output=True, text=True).stdout
    return {"device": words[0], "driver": words[1], "toolkit": re.search(r"V([\d.]+)", toolkit)[1],
            "profiler": "Nsight Compute " + re.search(r"Version ([\d.]+)", profiler)[1],
            "date": datetime.date.today().isoformat(), "command": "make parity"}


def record(build, path):
    with tempfile.TemporaryDirectory() as folder, open(path, "w", encoding="utf-8", newline="") as file:
        listed = programs(build, folder)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            counted = list(pool.map(lambda program: emulated(build, folder, program), listed))
        profiled = measured(folder, listed)
        file.writelines(f"# {key}: {value}\n" for key, value in device().items())
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([*PLACE, "source", "times", *COUNTERS])
        for program, own in zip(listed, counted):
            for source, launches in (("emulated", own), ("measured", profiled[program[3]])):
                for launch, same in itertools.groupby(launches or [["", "", "", *("" for _ in COUNTERS)]]):
                    writer.writerow([*program[:3], *launch[:3], source, len(list(same)), *launch[3:]])


# ---- the table ------------------------------------------------------------------------------------------------------

Difference = collections.namedtuple("Difference", "exercise version kernel counter emulated measured")


def compare(rows):
    """Of a program: launches, counters, those that differ."""
    own, real = ([row for row in rows if row["source"] == source and row["kernel"] for _ in range(int(row["times"]))]
                 for source in ("emulated", "measured"))
    differences = []
    if [row["kernel"] for row in own] != [row["kernel"] for row in real]:
        differences.append(Difference(rows[0]["exercise"], rows[0]["version"], "*", "launches", len(own), len(real)))
    for a, b in zip(own, real):
        differences += [Difference(a["exercise"], a["version"], a["kernel"], counter, a[counter], b[counter])
                        for counter in COUNTERS if a[counter] != b[counter]]
    return len(real), len(real) * len(COUNTERS), differences


def show(path):
    with open(path, encoding="utf-8") as file:
        lines = file.readlines()
    print(", ".join(line[2:].strip() for line in lines if line.startswith("#")) + "\n")
    groups = {}
    for row in csv.DictReader(line for line in lines if not line.startswith("#")):
        groups.setdefault((row["exercise"], row["version"]), []).append(row)
    with open(os.path.join(HERE, "reasons.csv"), encoding="utf-8") as file:
        reasons = {(row["exercise"], row["kernel"], row["counter"]): row["reason"]
                   for row in csv.DictReader(file)}
    print(f"{'exercise':<24} {'version':<9} {'launches':>8} {'counters':>8} {'equal':>6}")
    differing, total = [], [0, 0]
    for (exercise, version), rows in groups.items():
        launches, counters, differences = compare(rows)
        equal = counters - sum(difference.counter != "launches" for difference in differences)
        print(f"{exercise:<24} {version:<9} {launches:>8} {counters:>8} {equal:>6}{'  *' if differences else ''}")
        differing += collections.Counter(differences).items()
        total = [total[0] + counters, total[1] + equal]
    print(f"\n{len(groups)} programs: {total[1]} of {total[0]} counters are equal.")
    unexplained = 0
    for row, times in differing:
        reason = reasons.get((row.exercise, row.kernel, row.counter)) or reasons.get(("*", "*", row.counter), "")
        unexplained += not reason
        print(f"* {row.exercise} ({row.version}), {row.kernel}, {row.counter}: {row.emulated} emulated, {row.measured} "
              f"measured{f' ({times} launches)' if times > 1 else ''}: {reason or 'no reason is known'}")
    return 1 if unexplained else 0


def main(command, *arguments):
    if command == "record":
        record(*arguments)
        return show(arguments[1])
    return show(*arguments)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
