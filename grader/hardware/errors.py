"""errors.py - estimates of time against what kernels took on hardware.

usage: errors.py EMULATE TABLE.csv PROGRAM [--rows FILE.csv] [--ladders FILE.csv] [NAME...]

Each row of the table (family, kernel, size, cold_us) is run as `EMULATE --sample PROGRAM once KERNEL SIZE`; its estimate is
that of the last launch. Prints for each family the median error, the error that nine of ten rows stay below, and how many
pairs of kernels of equal size, whose times differ by 15 % or more, are in the right order; then the ten largest errors.
NAME: only those kernels or families. --rows writes all rows, with what each launch waits for. --ladders (ladder, kernel)
names the kernels that solve the same problem, and only pairs of one ladder are counted.
"""
import argparse
import csv
import math
import os
import subprocess
import sys
import tempfile


def table(path):
    with open(path) as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def estimate(emulate, program, row, path):
    """The last launch's row of counters; None with a sentence if there is none."""
    command = [emulate, "--sample", "--no-checks", "--quiet", "--counters", path, program, "once", row["kernel"], row["size"]]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired:
        return None, "takes longer than 300 seconds"
    launches = table(path) if run.returncode == 0 else []
    if not launches:
        return None, run.stderr.strip()[-160:] or "nothing was launched"
    last = launches[-1]
    return (last, "") if last["estimate_us"] else (None, last["estimate_reason"])


def pairs(rows, ladder_of):
    """Pairs of kernels of one family (or ladder) and size that differ by 15 %: in the right order, and in all."""
    right = total = 0
    for i, (a, found_a) in enumerate(rows):
        for b, found_b in rows[:i]:
            time_a, time_b = float(a["cold_us"]), float(b["cold_us"])
            if a["size"] != b["size"] or max(time_a, time_b) < 1.15 * min(time_a, time_b):
                continue
            if ladder_of and ladder_of.get(a["kernel"], a["kernel"]) != ladder_of.get(b["kernel"]):
                continue
            total += 1
            right += (time_a > time_b) == (found_a > found_b)
    return right, total


def line(name, rows, ladder_of=None):
    errors = sorted(abs(found / float(row["cold_us"]) - 1) for row, found in rows)
    right, total = pairs(rows, ladder_of) if name != "all" else (0, 0)
    within = sum(error <= 0.3 for error in errors)
    return (f"{name:<14}{len(errors):>5}{100 * errors[len(errors) // 2]:>9.1f} %"
            f"{100 * errors[math.ceil(0.9 * len(errors)) - 1]:>9.1f} %{100 * within / len(errors):>9.0f} %"), right, total


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("emulate")
    parser.add_argument("table")
    parser.add_argument("program")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--rows")
    parser.add_argument("--ladders")
    options = parser.parse_args()
    rows, missing, log, covered = [], [], [], 0
    ladder_of = {row["kernel"]: row["ladder"] for row in table(options.ladders)} if options.ladders else {}
    with tempfile.TemporaryDirectory() as folder:
        for row in table(options.table):
            if options.names and not {row["kernel"], row["family"]} & set(options.names):
                continue
            found, why = estimate(options.emulate, options.program, row, os.path.join(folder, "counters.csv"))
            if found is None:
                missing.append((row, why))
                continue
            rows.append((row, float(found["estimate_us"])))
            covered += float(found["estimate_low_us"]) <= float(row["cold_us"]) <= float(found["estimate_high_us"])
            log.append([row["family"], row["kernel"], row["size"], row["cold_us"], found["estimate_us"],
                        found["estimate_low_us"], found["estimate_high_us"], found["estimate_reason"]])
            print(f"\r{len(rows)} rows", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    if options.rows:
        with open(options.rows, "w", newline="") as file:
            csv.writer(file).writerows([["family", "kernel", "size", "cold_us", "estimate_us", "low_us", "high_us", "reason"]] + log)
    if not rows:
        sys.exit("errors.py: no row has an estimate")
    print(f"{'family':<14}{'rows':>5}{'median':>11}{'9 of 10':>11}{'in 30 %':>11}   pairs in order")
    right = total = 0
    for family in sorted({row["family"] for row, _ in rows}):
        text, good, count = line(family, [entry for entry in rows if entry[0]["family"] == family], ladder_of)
        right, total = right + good, total + count
        print(f"{text}   {good} of {count}")
    print(f"{line('all', rows)[0]}   {right} of {total}\n"
          f"{covered} of {len(rows)} measured times are in the range of their estimate\n\nthe largest errors")
    for row, found in sorted(rows, key=lambda entry: -abs(math.log(entry[1] / float(entry[0]["cold_us"]))))[:10]:
        print(f"  {found / float(row['cold_us']):5.2f} times  {row['family']} {row['kernel']} {row['size']}: "
              f"{row['cold_us']} us, estimated {found:.1f}")
    for row, why in missing:
        print(f"  none        {row['family']} {row['kernel']} {row['size']}: {why}")


if __name__ == "__main__":
    main()
