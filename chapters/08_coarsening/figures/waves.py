"""waves.py - waves of blocks for two shapes and two factors."""

TITLE = "A large factor leaves part of the GPU idle"
SOURCE = "products.cu"
ROWS = [(9, "512 x 1536, factor 2"), (10, "512 x 1536, factor 4"), (7, "2048 x 2048, factor 4"),
        (8, "2048 x 2048, factor 8")]


def draw(figure, run):
    said = []
    for launch, name in ROWS:
        one = run.launches[launch]
        capacity = one.occupancy["blocks"] * 132
        figure.waves(one, run.gpu, label=name)
        said.append(f"{name}: {one.blocks} blocks, {capacity} at once")
    figure.alt(f"""Blocks in waves over the multiprocessors of the GPU. {'; '.join(said)}.""")
