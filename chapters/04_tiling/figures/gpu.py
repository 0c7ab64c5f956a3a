"""gpu.py - the map of the GPU, with what this chapter is about."""

from gpu_map import MEASURED, draw_map

TITLE = "You are here: shared memory, a cache that you fill"
DATA = MEASURED


def draw(figure, run):
    draw_map(figure, run, "shared")
