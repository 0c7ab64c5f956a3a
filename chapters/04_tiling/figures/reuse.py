"""reuse.py - how often each element of both factors is loaded, without tiles and with them."""

TITLE = "How often each element is loaded"
SOURCE = "products.cu"
N = 32


def draw(figure, run):
    counts = [[run.elements(launch=launch, kind="load", space="global", allocation=allocation)
               for allocation in (0, 1)] for launch in (0, 1)]
    most = max(counts[0][0].values())
    said = []
    for pair, name in zip(counts, ("each thread loads for itself", "tiles of 8 x 8")):
        times = max(pair[0].values())
        figure.heading(name, f"{times} times")
        for area, matrix, elements in zip(figure.columns(2), "AB", pair):
            area.heat(N, N, {**elements, N * N: most}, matrix, " ", axes=False)
        said.append(f"{name}: {times} times")
    figure.heat_legend(most)
    figure.alt(f"Two factors of {N} by {N} elements, coloured by how often each element is loaded. {'; '.join(said)}.")
