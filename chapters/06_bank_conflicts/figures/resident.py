"""resident.py - a multiprocessor that fills with blocks of the padded transpose, and the waves of its blocks."""

TITLE = "How many blocks of 1024 threads are at work at once?"
SOURCE = "transposes.cu"


def draw(figure, run):
    launch = run.launches[2]
    figure.multiprocessor(launch, run.gpu)
    figure.waves(launch, run.gpu, "the whole matrix")
    figure.alt(f"""Three columns: warps, registers and shared memory of a multiprocessor. {launch.occupancy['blocks']} blocks
        fill the one with a thick border. Below it a bar: {launch.blocks} blocks are less than one wave.""")
