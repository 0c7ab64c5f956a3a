"""gpu.py - the map of the GPU, with what this chapter is about."""

from gpu_map import MEASURED, draw_map

TITLE = "The GPU: the further away the data, the longer a load takes"
DATA = MEASURED


def draw(figure, run):
    draw_map(figure, run, "schedulers", "lanes", "registers")
