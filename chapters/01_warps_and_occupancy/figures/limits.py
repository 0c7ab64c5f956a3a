"""limits.py - a multiprocessor that fills with blocks until one thing runs out."""

TITLE = "What runs out first limits the resident blocks"
SOURCE = "limits.cu"


def draw(figure, run):
    said = []
    for number, what in ((0, "256 threads"), (1, "600 threads"), (2, "256 threads, many registers"),
                         (3, "256 threads, much shared memory")):
        launch = run.launches[number]
        figure.multiprocessor(launch, run.gpu, f"{what}: {launch.registers} registers each", height=84)
        said.append(f"{what}: {launch.occupancy['blocks']} blocks, {launch.occupancy['percent']:.4g} per cent of the "
                    f"warps, limited by {launch.occupancy['limited_by']}")
    figure.alt("Four times three columns, warps, registers and shared memory, filled with blocks until one column is "
               "full. " + "; ".join(said) + ".")
