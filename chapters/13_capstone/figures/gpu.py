"""gpu.py - the map of the GPU, with what this chapter is about."""

from gpu_map import MEASURED, draw_map

TITLE = "You are here: every part, one after another"
DATA = MEASURED


def draw(figure, run):
    draw_map(figure, run, "schedulers", "lanes", "registers", "shared", "l2", "dram")
