"""gpu.py - the map of the GPU, with what this chapter is about."""

from gpu_map import MEASURED, draw_map

TITLE = "You are here: 32 lanes that share a scheduler"
DATA = MEASURED


def draw(figure, run):
    draw_map(figure, run, "schedulers", "lanes", "shared")
