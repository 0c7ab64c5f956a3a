"""maps.py - time of a product against the cache lines that a warp touches for 32 products: counted, and measured."""

import os

from kit import Recorded

TITLE = "The map decides, and then the shape of the block"
SOURCE = "maps.cu"
LINE = 128


def touched(run, launch, size):
    """Pieces of `size` bytes that the first warp touches of A and B in one trip of its loop."""
    pieces = 0
    for allocation in (0, 1):
        load = run.access(launch=launch, kind="load", allocation=allocation, block=0, warp=0)
        pieces += len({address // size for address in load.lanes.values()})
    return pieces


def draw(figure, run):
    measured = Recorded(os.path.join(os.path.dirname(__file__), "h200_coalescing.csv"))
    rows = []
    for launch in run.launches:
        name = launch.kernel.split("(")[0]
        shape = f"{launch.block[0]}x{launch.block[1]}"
        row = measured.where(kind="product", size=4096, name=name, block=shape)[0]
        rows.append((touched(run, launch.number, LINE), touched(run, launch.number, 32), row["ms"], name, shape))
    rows.sort(key=lambda row: (row[0], row[2]), reverse=True)
    colour = {"scattered": "wasted", "coalesced": "used"}
    figure.bars([(shape.replace("x", " x "), ms, colour[name], f"{lines} lines, {sectors} sectors")
                 for lines, sectors, ms, name, shape in rows], "4096 x 4096, by the shape of the block", "ms")
    figure.legend(("wasted", "threadIdx.x is the row"), ("used", "threadIdx.x is the column"))
    figure.note("Lines of 128 bytes and sectors of 32 that a warp touches for 32 products are counted; times are those of "
                f"h200_coalescing.csv, {measured.about['device']}.")
    figure.alt("Six bars of time: " + "; ".join(f"blocks of {shape}, {name}: {ms:.0f} ms, {lines} lines"
                                                for lines, _, ms, name, shape in rows) + ".")
