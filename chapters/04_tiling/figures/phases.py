"""phases.py - what the warps of a block of the tiled product do, phase by phase."""

TITLE = "Two phases of a tiled product"
SOURCE = "products.cu"


def draw(figure, run):
    accesses = [access for access in run.accesses(launch=1, block=0) if access.phase < 4]
    figure.phases(accesses, label="one block of 8 x 8", right="its 2 warps")
    figure.alt("""Two rows, one for each warp. Each loads two elements from memory and stores them to the tiles; a barrier;
        eight pairs of loads from the tiles; a barrier; and the same again.""")
