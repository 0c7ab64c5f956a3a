"""gpu.py - the map of the GPU, with what this chapter is about."""

from gpu_map import MEASURED, draw_map

TITLE = "You are here: shared memory, the cache that you fill yourself"
DATA = MEASURED


def draw(figure, run):
    draw_map(figure, run, "shared")
