"""waves.py - the blocks of products of several sizes, wave by wave."""

TITLE = "Small products leave most of the GPU idle"
SOURCE = "sizes.cu"


def draw(figure, run):
    said = []
    for launch in run.launches[:4]:
        n = launch.grid[0] * launch.block[0]
        figure.waves(launch, run.gpu, f"n = {n}")
        said.append(f"n = {n}: {launch.blocks} blocks")
    places = run.gpu["multiprocessors"] * run.launches[0].occupancy["blocks"]
    figure.alt(f"Four bars. {places} blocks are at work at once. " + ", ".join(said) +
               ". Only the last fills the GPU, and needs more than one wave.")
