"""product.py - the matrix product that runs through the book: the rate of each step so far, and where the reader is.

    from product import DATA, draw_so_far
    TITLE = "..."
    def draw(figure, run): draw_so_far(figure, run, "04")

Later chapters' steps are left out: their lessons ask the reader to predict them.
"""

import glob

from kit import Recorded

DATA = "../../13_capstone/figures/h200_variants.csv"  # cuBLAS; the steps are read from the recordings of their chapters
FLOP = 2 * 4096**3
# chapter, name, recording, and the row in it
STEPS = [("02", "threadIdx.x is the row", "02_*/figures/h200_coalescing.csv",
          {"kind": "product", "name": "scattered", "size": 4096, "block": "32x32"}),
         ("02", "threadIdx.x is the column", "02_*/figures/h200_coalescing.csv",
          {"kind": "product", "name": "coalesced", "size": 4096, "block": "32x32"}),
         ("04", "tiles of 32 x 32", "04_*/figures/h200_tiling.csv", {"kind": "tiled", "name": "tiles of 32", "size": 4096}),
         ("08", "four tiles a block", "08_*/figures/h200_ladders.csv", {"ladder": "matmul_coarsened", "step": "coarsened"}),
         ("08", "4 x 4 results a thread", "08_*/figures/h200_ladders.csv",
          {"ladder": "matmul_register_tile", "step": "4 x 4"}),
         *(("13", name, "13_*/figures/h200_peers.csv", {"size": "4096 x 4096 x 4096", "step": step})
           for name, step in [("8 x 8 results, vectors", "matmul_vectors"), ("two buffers", "matmul_buffers"),
                              ("warp tiles", "matmul_warp_tiles")])]


def rate(path, row):
    """TFLOP/s of a recorded step."""
    return FLOP / Recorded(glob.glob("chapters/" + path)[0]).where(**row)[0]["ms"] / 1e9


def draw_so_far(figure, run, chapter):
    """Bars of all steps up to CHAPTER, its own marked, and of cuBLAS."""
    steps = [(own, name, rate(path, row)) for own, name, path, row in STEPS if own <= chapter]
    blas = FLOP / run.where(side=4096)[0]["cublas_ms"] / 1e9
    bars = [(f"{own} {name}", value, "mark" if own == chapter else "faint") for own, name, value in steps]
    figure.bars(bars + [("cuBLAS", blas, "used")], "4096 x 4096, TFLOP/s", right=f"you are in chapter {chapter}")
    figure.alt("Bars of TFLOP/s: " + "; ".join(f"chapter {own}, {name}: {value:.1f}" for own, name, value in steps) +
               f"; cuBLAS: {blas:.1f}.")
