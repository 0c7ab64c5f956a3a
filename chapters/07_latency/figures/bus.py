"""bus.py - the timelines of a channel with one, two and four banks."""

import re

TITLE = "Four banks keep the bus busy if latency is three transfers"
SOURCE = "bus.cu"
LINE = r"(\d+) banks, bank (\d+) reads (\d+) to (\d+), burst (\d+) to (\d+)"


def draw(figure, run):
    numbers = [[int(n) for n in match] for match in re.findall(LINE, run.printed)]
    end = 16
    busy = {}
    for banks in sorted({row[0] for row in numbers}):
        rows = []
        own = [row for row in numbers if row[0] == banks]
        for bank in range(banks):
            parts = []
            for _, _, begin, ready, start, over in (row for row in own if row[1] == bank and row[2] < end):
                parts.append((begin, min(ready, end), "read", "faint"))
                if start < end: parts.append((start, min(over, end), "", "used"))
            rows.append((f"bank {bank}", parts))
        bursts = [(start, over, "", "good") for _, _, _, _, start, over in own if over <= end]
        rows.append(("bus", bursts))
        busy[banks] = len(bursts)
        figure.timeline(rows, end=end, unit="")
    figure.legend(("faint", "a bank reads"), ("used", "its burst"), ("good", "the bus carries a burst"))
    figure.alt("Timelines of a bus: " + ", ".join(f"with {banks} banks {count} bursts in {end} units"
                                                  for banks, count in busy.items()) + ".")
