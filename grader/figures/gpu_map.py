"""gpu_map.py - the map of the GPU that every chapter repeats, with the parts marked that the chapter is about.

    from gpu_map import draw_map
    TITLE = "..."
    DATA = MEASURED
    def draw(figure, run): draw_map(figure, run, "registers", "shared")

Times and rates that were measured come from the recordings of chapters 03, 07, and 10 and of grader/hardware; the rest is
the table below.
"""

import glob

from kit import Recorded
from svg import LABEL, SMALL, text_width

MEASURED = "../../03_layout_and_caches/figures/h200_tables.csv"
PARTS = ("schedulers", "lanes", "registers", "shared", "l1", "l2", "dram", "host")

# NVIDIA's numbers of an H200. CUDA C++ Programming Guide, "Compute Capabilities", 9.0: the first four. Data sheet of the
# H200: multiprocessors, clock, memory. Best Practices Guide, "Shared Memory and Memory Banks": 32 banks of 4 bytes.
SCHEDULERS, LANES, REGISTERS_KIB, SHARED_KIB = 4, 128, 256, 228
L1_KIB = 256  # which the shared memory is taken from
MULTIPROCESSORS, CLOCK_GHZ, DRAM_GB, DRAM_TBS = 132, 1.98, 141, 4.8
L1_BYTES_PER_CYCLE = 128


class Numbers:
    """What the map says of each level: a load's time in nanoseconds, all bytes together in TB/s."""

    def __init__(self, tables):
        rows = {row["kib"]: row for row in tables.rows}
        in_flight = Recorded(glob.glob("chapters/07_*/figures/h200_in_flight.csv")[0])
        transfers = Recorded(glob.glob("chapters/10_*/figures/h200_transfers.csv")[0])
        chase = Recorded("grader/hardware/chase.csv")
        self.l1_ns, self.l2_ns = (chase.where(kib=kib, bytes_apart=128, load="ca")[0]["ns"] for kib in (64, 4032))
        self.dram_ns = in_flight.where(kind="latency")[0]["gbs"]
        self.l1_tbs = MULTIPROCESSORS * L1_BYTES_PER_CYCLE * CLOCK_GHZ / 1e3
        self.l2_tbs = rows[8192]["sectors_per_ns"] * 32 / 1e3
        self.l2_mib = rows[64]["l2_kib"] // 1024
        self.host_gbs = 2**28 / transfers.where(what="pinned to device", chunks=1)[0]["ms"] / 1e6


def rounded(value):
    """Two digits that count."""
    return f"{float(f'{value:.2g}'):.0f}"


def draw_map(figure, tables, *marked):
    """The map; MARKED are the parts that the chapter is about."""
    assert set(marked) <= set(PARTS), marked
    numbers = Numbers(tables)
    left, gap = 250, 3
    time_x, rate_x = figure.x + left + 66, figure.right
    figure.text(time_x, figure.y + SMALL, "latency", SMALL, "soft", "end")
    figure.text(rate_x, figure.y + SMALL, "bandwidth", SMALL, "soft", "end")
    figure.space(SMALL + 6)

    def box(x, width, height, part, *lines):
        chosen = part in marked
        figure.rect(x, figure.y, width, height, "markpale" if chosen else "shade", "mark" if chosen else "rule",
                    1.6 if chosen else 1, 3)
        bold = chosen and all(text_width(line, SMALL, bold=True) < width - 8 for line in lines)
        for n, line in enumerate(lines):
            y = figure.y + (height - 14 * (len(lines) - 1)) / 2 + 4 + 14 * n
            figure.text(x + width / 2, y, line, SMALL, "ink" if chosen else "soft", "middle", bold=bold)

    def level(height, time, rate):
        y = figure.y + height / 2 + 4
        figure.text(time_x, y, time, LABEL, "ink", "end")
        figure.text(rate_x, y, rate, LABEL, "ink", "end")
        figure.space(height + gap)

    top = figure.y
    figure.text(figure.x + 6, figure.y + SMALL + 3, "multiprocessor", SMALL, "ink", bold=True)
    figure.text(figure.x + left - 6, figure.y + SMALL + 3, f"1 of {MULTIPROCESSORS}", SMALL, "soft", "end")
    figure.space(SMALL + 8)
    inner, cell = figure.x + 5, (left - 10 - gap * (SCHEDULERS - 1)) / SCHEDULERS
    rows = [("schedulers", 20, "scheduler"), ("lanes", 20, f"{LANES // SCHEDULERS} lanes"),
            ("registers", 34, f"{REGISTERS_KIB // SCHEDULERS} KiB", "registers")]
    for part, height, *lines in rows:
        for n in range(SCHEDULERS):
            box(inner + n * (cell + gap), cell, height, part, *lines)
        if part == "registers":
            level(height, "no load", "")
        else:
            figure.space(height + gap)
    half = (left - 10 - gap) / 2
    box(inner, half, 34, "shared", "shared memory", f"up to {SHARED_KIB} KiB")
    box(inner + half + gap, half, 34, "l1", "L1 cache", f"{L1_KIB} KiB with shared")
    level(34, f"{rounded(numbers.l1_ns)} ns", f"{numbers.l1_tbs:.0f} TB/s")
    figure.space(2)
    figure.rect(figure.x, top, left, figure.y - top, None, "soft", 1.2, 5)
    figure.space(6)
    for part, line, time, rate in [
            ("l2", f"L2 cache, {numbers.l2_mib} MiB", f"{rounded(numbers.l2_ns)} ns", f"{numbers.l2_tbs:.1f} TB/s"),
            ("dram", f"global memory (DRAM), {DRAM_GB} GB", f"{rounded(numbers.dram_ns)} ns", f"{DRAM_TBS} TB/s"),
            ("host", "host memory", "", f"{numbers.host_gbs:.0f} GB/s")]:
        box(figure.x, left, 26, part, line)
        level(26, time, rate)
        figure.space(3)
    figure.note("Chapter 01 names the source of each number.")
    figure.alt(f"""A map of an H200, from the inside out. Each of {MULTIPROCESSORS} multiprocessors has {SCHEDULERS} schedulers;
        each scheduler has {LANES // SCHEDULERS} lanes and {REGISTERS_KIB // SCHEDULERS} KiB of registers. They share
        {L1_KIB} KiB for shared memory and L1 cache: {rounded(numbers.l1_ns)} ns, {numbers.l1_tbs:.0f} TB/s. L2 cache:
        {numbers.l2_mib} MiB, {rounded(numbers.l2_ns)} ns, {numbers.l2_tbs:.1f} TB/s. DRAM: {DRAM_GB} GB,
        {rounded(numbers.dram_ns)} ns, {DRAM_TBS} TB/s. Host memory: {numbers.host_gbs:.0f} GB/s each way.
        Marked: {", ".join(marked) or "nothing"}.""")
