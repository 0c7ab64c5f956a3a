"""toy.py - which thread of a block loads which element, in both phases of the lesson's toy."""

TITLE = "A toy: one thread loads an element, two use it"
SOURCE = "toy.cu"
N, T, BLOCK = 4, 2, 1


def draw(figure, run):
    wanted = {"block": BLOCK, "space": "global"}
    loads = run.accesses(kind="load", **wanted)
    phases = sorted({load.phase for load in loads})
    for area, matrix, allocation in zip(figure.columns(3), "ABC", range(3)):
        cells = {}
        for access in loads if allocation < 2 else run.accesses(kind="store", **wanted):
            if access.allocation == allocation:
                colour = f"pale{phases.index(access.phase)}" if allocation < 2 else "used"
                cells.update({element: (colour, f"{lane % T},{lane // T}") for lane, element in access.elements.items()})
        area.matrix(N, N, lambda row, column: cells.get(row * N + column, ("faint", ""))[0],
                    text=lambda row, column: cells.get(row * N + column, ("faint", ""))[1], label=matrix, axes=False)
    figure.legend(("pale0", "phase 0"), ("pale1", "phase 1"), ("used", "computed"))
    figure.note("In the cells: threadIdx.x, threadIdx.y of the thread that loads or computes, in the block with blockIdx.x = 1 "
                "and blockIdx.y = 0.")
    figure.alt(f"""Three matrices of {N} by {N}. In A the two rows of the block are coloured, two columns for each phase; in B its
        two columns, two rows for each phase; in C its four elements. In each cell stands the thread that loads it.""")
