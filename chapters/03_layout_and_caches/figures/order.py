"""order.py - the flat numbers of an array of four dimensions."""

from kit import palette

TITLE = "index[0] runs fastest: flat numbers of 4 x 3 x 3 x 2 elements"
SOURCE = "order.cu"
SIZE = (4, 3, 3, 2)


def draw(figure, run):
    numbers = sorted(element for store in run.accesses(kind="store") for element in store.elements.values())
    width, height, depth, volumes = SIZE
    for volume in range(volumes):
        figure.heading(f"index[3] = {volume}")
        for plane, area in enumerate(figure.columns(depth)):
            first = (volume * depth + plane) * width * height
            area.matrix(height, width, lambda row, column: palette.pale(plane),
                        text=lambda row, column: numbers[first + row * width + column], axes=False,
                        label=f"index[2] = {plane}")
    figure.note("index[0] runs to the right, index[1] downwards.")
    figure.alt(f"""{len(numbers)} numbers from {numbers[0]} to {numbers[-1]}: along a row first, then row by row, then plane by
        plane, then volume by volume. Volume 1 begins with {width * height * depth}.""")
