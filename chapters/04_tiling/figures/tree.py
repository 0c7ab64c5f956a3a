"""tree.py - which threads add in each step of a tree of partial sums, for a power of two and for another number."""

from kit import FigureError

TITLE = "Each step of a tree halves the partial sums"
SOURCE = "tree.cu"
THREADS = 64


def draw(figure, run):
    said = []
    for launch, count in ((0, 64), (1, 50)):
        rows, adding = [], []
        for phase in range(1, 12):
            try:
                stores = run.accesses("partial[threadIdx.x] +=", launch=launch, phase=phase, kind="store")
            except FigureError:
                break
            active = {store.warp * 32 + lane for store in stores for lane in store.active}
            adding.append(len(active))
            rows.append((f"step {phase}", active, THREADS, f"{len(active)} add"))
        figure.steps(rows, f"{count} partial sums", f"{len(rows)} steps")
        said.append(f"{count} partial sums: in the steps {', '.join(map(str, adding))} threads add")
    figure.steps_legend()
    figure.alt(f"Two trees of 64 threads in two warps. {'; '.join(said)}.")
