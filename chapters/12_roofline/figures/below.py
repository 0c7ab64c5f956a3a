"""below.py - the steps of the matrix product that the reader has seen, as they ran, under roofs that were measured."""

import json

from product import DATA, STEPS, rate

TITLE = "Above a roof: a nearer cache serves. Below it: something else binds"
__all__ = ["DATA"]
MEASURED = "grader/gpu/bench/h200.json"
SECTOR = 32
# Bytes that a warp loads for 32 products: lanes down a column load 32 sectors of A and one of B; lanes along a row load a
# sector of A and 4 of B; a block of S x S elements of C loads 2 / S floats per product.
BYTES = {"threadIdx.x is the row": 33 * SECTOR, "threadIdx.x is the column": 5 * SECTOR, "tiles of 32 x 32": 2 / 32 * 128,
         "4 x 4 results a thread": 2 / 64 * 128}


def draw(figure, run):
    with open(MEASURED, encoding="utf-8") as file:
        roofs = json.load(file)["ceilings"]
    peak, dram, l2 = (roofs[name] for name in ("flops", "copy_bytes_per_second", "l2_bytes_per_second"))
    points = [(name, 2 * 32 / BYTES[name], rate(path, row) * 1e12) for _, name, path, row in STEPS if name in BYTES]
    figure.roofline([("H200: DRAM below, L2 above", dram, peak), ("", l2, peak)], points)
    said = [f"{name}: {intensity:.3g} operations per byte, {reached / 1e12:.3g} TFLOP/s, "
            f"{100 * reached / min(peak, intensity * dram):.0f} percent of the roof of DRAM"
            for name, intensity, reached in points]
    figure.alt("A roofline with a roof for DRAM, one for L2, and four points. " + "; ".join(said) + ".")
