"""gpu.py - the map of the GPU, with what this chapter is about."""

from gpu_map import MEASURED, draw_map

TITLE = "You are here: the link to the host, the slowest"
DATA = MEASURED


def draw(figure, run):
    draw_map(figure, run, "host", "dram")
