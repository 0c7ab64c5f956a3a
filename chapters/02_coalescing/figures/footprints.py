"""footprints.py - what the first warp of both products touches of A, B and C in one trip of the loop."""

TITLE = "One map scatters A and C, the other nothing"
SOURCE = "products.cu"
N = 32


def draw(figure, run):
    said = []
    for launch, name in enumerate(["threadIdx.x is the row", "threadIdx.x is the column"]):
        loads = run.accesses(launch=launch, kind="load", block=0, warp=0)
        store = run.access(launch=launch, kind="store", block=0, warp=0)
        a = next(load for load in loads if load.allocation == 0)
        b = next(load for load in loads if load.allocation == 1)
        figure.heading(name, f"sectors {a.sectors}, {b.sectors}, {store.sectors}")
        for area, matrix, access in zip(figure.columns(3), "ABC", (a, b, store)):
            whole = [sector * 8 + float_ for sector in access.touched_sectors for float_ in range(8)]
            area.footprint(N, N, [("wasted", whole), ("used", access.elements.values())], matrix, axes=False)
        said.append(f"{name}: A {a.sectors}, B {b.sectors}, C {store.sectors} sectors")
    figure.sectors_legend()
    figure.alt(f"""Three matrices, A, B and C, for each of two maps. Coloured are the floats that one warp reads in the
        first trip of its loop, and writes; yellow is what else lies in the same sectors. {'; '.join(said)}.""")
