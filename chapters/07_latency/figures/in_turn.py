"""in_turn.py - what warps wait for if each load needs the one before, and if all are under way at once."""

import os

from runs import timeline_of

TITLE = "A chain of loads leaves the memory idle; independent loads fill it"
SOURCE = "in_turn.cu"
BLOCKS_OF_GRID = 8192
PATH = os.path.join("chapters", "07_latency", "figures", SOURCE)


def draw(figure, run):
    chain = timeline_of(PATH, ["chain", BLOCKS_OF_GRID])
    many = timeline_of(PATH, ["many", BLOCKS_OF_GRID])
    most = max(chain.needed, *chain.bytes, *many.bytes)
    figure.waits_of(chain, "eight loads, each needs the one before", most)
    figure.waits_of(many, "eight loads, all at once", most)
    figure.waits_legend(chain, many)
    figure.note(f"Every fourth warp of one multiprocessor, {chain.span:,} clocks. Below: bytes in flight; the line is at the "
                f"{chain.needed / 1024:.0f} KB that keep the DRAM busy. Estimated by a model of an H200.")
    figure.alt(f"Two timelines of warps. In the chain, {chain.mean_bytes / 1024:.0f} KB are in flight and the kernel takes "
               f"{chain.microseconds:.0f} microseconds; with independent loads, {many.mean_bytes / 1024:.0f} KB and "
               f"{many.microseconds:.0f} microseconds.")
