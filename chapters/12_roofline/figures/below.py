"""below.py - the steps of the matrix product that the reader has seen, as they ran, under the roof of the GPU's memory."""

from gpu_map import CLOCK_GHZ, DRAM_TBS, LANES, MULTIPROCESSORS
from product import DATA, STEPS, rate

TITLE = "Above the roof: caches. Below it: something else binds"
__all__ = ["DATA"]
PEAK = 2 * LANES * MULTIPROCESSORS * CLOCK_GHZ * 1e9
SECTOR = 32
# Bytes that a warp loads for 32 products: lanes along a row load a sector of A and 4 of B; a block of S x S elements of C
# loads 2 / S floats for each product.
BYTES = {"threadIdx.x is the column": 5 * SECTOR, "tiles of 32 x 32": 2 / 32 * 128, "4 x 4 results a thread": 2 / 64 * 128}


def draw(figure, run):
    points = [(name, 2 * 32 / BYTES[name], rate(path, row) * 1e12) for _, name, path, row in STEPS if name in BYTES]
    figure.roofline([("H200, DRAM", DRAM_TBS * 1e12, PEAK)], points)
    said = [f"{name}: {intensity:.3g} operations per byte, {reached / 1e12:.3g} TFLOP/s, "
            f"{100 * reached / min(PEAK, intensity * DRAM_TBS * 1e12):.0f} percent of the roof"
            for name, intensity, reached in points]
    figure.alt("A roofline with three points. " + "; ".join(said) + ".")
