"""pairs.py - what a cost is said to be worth, against what an H200 gained without it.

usage: pairs.py EMULATE [PAIRS.csv] [PROGRAM] [NAME...]

Each pair of pairs.csv has a kernel that pays a cost (its family, a row of grader/device/protocol/costs.def) and one that is free of it.
The first is run with `EMULATE --sample --costs`. The gain that is predicted, as a share of the estimate, is compared with the
share of the measured time that the second kernel saves. Prints all pairs, the worst last, and the median of the differences.
NAME: only those pairs or costs.
"""
import csv
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD = os.path.join(HERE, "..", "..", "build")


def table(path):
    with open(path) as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def estimate(emulate, program, kernel, size, path, costs):
    """The last launch's row of counters, or None."""
    command = [emulate, "--sample", *(["--costs"] if costs else []), "--no-checks", "--quiet", "--counters", path, program, "once", kernel, size]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300)
    rows = table(path) if ran.returncode == 0 else []
    return rows[-1] if rows and rows[-1]["estimate_us"] else None


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    emulate, path, program, *names = sys.argv[1:] + [os.path.join(HERE, "pairs.csv"), os.path.join(BUILD, "hardware", "pairs")][len(sys.argv) - 2:]
    measured = {(row["kernel"], row["size"]): row for row in table(path)}
    found, missing = [], []
    with tempfile.TemporaryDirectory() as folder:
        for (kernel, size), row in measured.items():
            name, cost = kernel.removesuffix("_paid"), row["family"]
            if name == kernel or names and not {name, cost} & set(names):
                continue
            free = measured[name + "_free", size]
            guess = estimate(emulate, program, kernel, size, os.path.join(folder, "counters.csv"), True)
            if not guess:
                missing.append(name)
                continue
            without = estimate(emulate, program, name + "_free", size, os.path.join(folder, "counters.csv"), False)
            paid_us, free_us, us = float(row["cold_us"]), float(free["cold_us"]), float(guess["estimate_us"])
            gain = 100 * (1 - free_us / paid_us)
            predicted = 100 * float(guess.get(f"cost_{cost}_us") or 0) / us
            found.append((abs(predicted - gain), cost, name, size, paid_us, us, free_us,
                          float(without["estimate_us"]) if without else 0, gain, predicted))
            print(f"\r{len(found)} pairs", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print("                                                  with the cost, us   without it, us    gain, % of the time")
    print("cost             pair                     size   measured estimate  measured estimate  measured predicted")
    for _, cost, name, size, paid_us, us, free_us, without, gain, predicted in sorted(found):
        print(f"{cost:<16} {name:<23} {size:>9} {paid_us:>8.1f} {us:>8.1f}  {free_us:>8.1f} {without:>8.1f}  {gain:>8.1f} {predicted:>8.1f}")
    apart = sorted(row[0] for row in found)
    if found:
        print(f"{len(found)} pairs: the prediction is {apart[len(apart) // 2]:.1f} points off in the median, {apart[-1]:.1f} at most; "
              f"{sum(x <= 10 for x in apart)} are within 10 points")
    for name in missing:
        print(f"no estimate: {name}")


if __name__ == "__main__":
    main()
