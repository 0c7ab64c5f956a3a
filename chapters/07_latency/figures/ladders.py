"""ladders.py - the steps of this chapter's solutions, recorded and estimated."""

from ladders import DATA, draw_ladders

TITLE = "Estimated without a GPU, recorded on one: this chapter's solutions"


def draw(figure, run):
    draw_ladders(figure, run, "07")
