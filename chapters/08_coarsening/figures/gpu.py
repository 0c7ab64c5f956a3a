"""gpu.py - the map of the GPU, with what this chapter is about."""

from gpu_map import MEASURED, draw_map

TITLE = "You are here: registers, which need no load"
DATA = MEASURED


def draw(figure, run):
    draw_map(figure, run, "registers", "shared")
