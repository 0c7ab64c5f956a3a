"""loads.py - how often each float of A and B is loaded by the plain product."""

TITLE = "The plain product loads every float again and again"
SOURCE = "products.cu"
N = 32


def draw(figure, run):
    most = 0
    for area, matrix, allocation in zip(figure.columns(2), "AB", (0, 1)):
        counts = run.elements(launch=1, kind="load", allocation=allocation)
        most = max(most, max(counts.values()))
        area.heat(N, N, counts, matrix, f"{max(counts.values())} times")
    figure.heat_legend(most)
    figure.alt(f"""Two matrices of {N} by {N} floats, all in the darkest colour: each float of A and of B is loaded by {most}
        threads.""")
