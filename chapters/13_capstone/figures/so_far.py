"""so_far.py - the matrix product that runs through the book, up to this chapter."""

from product import DATA, draw_so_far

TITLE = "The product at the end: nearly at cuBLAS"


def draw(figure, run):
    draw_so_far(figure, run, "13")
