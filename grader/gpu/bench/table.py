"""table.py - the table of a bench's JSON: every step of every ladder beside what a user would take instead.

usage: table.py FILE [--markdown]
"""
import json
import sys


def rate(row):
    """What a row achieves, in the unit that its problem has."""
    seconds = row["ms"] / 1e3
    if row["exercise"] == "pi_monte_carlo":
        return f"{row['operations'] / seconds / 1e9:,.0f} G points/s"
    if row["operations"]:
        return f"{row['operations'] / seconds / 1e12:.2f} TFLOP/s"
    return f"{row['bytes'] / seconds / 1e9:,.0f} GB/s"


def work(row):
    return (row["operations"] or row["bytes"]) / row["ms"]


def spread(row):
    return f"{100 * (row['high_ms'] - row['low_ms']) / row['ms']:.1f} %"


def short_name(peer):
    """cub::DeviceReduce::Sum is DeviceReduce::Sum, "curandGenerate... XORWOW, cub::..." is its first part."""
    return peer["name"].split(",")[0].removeprefix("cub::")


def against(row, peers):
    """How fast it is beside each peer of its exercise: above 1 it is faster."""
    same = [peer for peer in peers if peer["exercise"] == row["exercise"] and
            (peer["size"] == row["size"] or peer["size"].endswith("points"))]
    return ", ".join(f"{work(row) / work(peer):.3f} {short_name(peer)}" for peer in same)


def lines(rows):
    peers = [row for row in rows if row["peer"]]
    yield "exercise", "size", "step", "ms", "spread", "rate", "times as fast as"
    before = None
    for row in rows:
        place = row["exercise"], row["size"]
        name = f"({row['name']})" if row["peer"] else row["name"]
        yield (*(("", "") if place == before else place), name, f"{row['ms']:.4f}", spread(row), rate(row),
               "" if row["peer"] else against(row, peers))
        before = place


def print_plain(table):
    widths = [max(len(line[i]) for line in table) for i in range(len(table[0]))]
    for line in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip())


def print_markdown(table):
    print("| " + " | ".join(table[0]) + " |")
    print("| --- | --- | --- | ---: | ---: | ---: | --- |")
    for line in table[1:]:
        print("| " + " | ".join(line) + " |")


def main(path, form=""):
    with open(path, encoding="utf-8") as file:
        record = json.load(file)
    print(", ".join(f"{record[key]}" if key == "device" else f"{key} {record[key]}"
                    for key in ("device", "driver", "toolkit", "date") if key in record))
    print()
    (print_markdown if form == "--markdown" else print_plain)(list(lines(record["rows"])))


if __name__ == "__main__":
    main(*sys.argv[1:])
