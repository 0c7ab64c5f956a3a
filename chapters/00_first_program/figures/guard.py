"""guard.py - the threads of three blocks, numbered through, over 20 elements."""

from kit import palette

TITLE = "Each thread has a number; the last ones have no element"
SOURCE = "guard.cu"


def draw(figure, run):
    launch = run.launches[0]
    threads = launch.blocks * launch.threads
    stored = sorted(element for store in run.accesses(kind="store", space="global")
                    for element in store.elements.values())
    figure.matrix(1, threads, lambda row, i: palette.strong(i // launch.threads), text=lambda row, i: i % launch.threads,
                  axes=False, label="threadIdx.x", right=f"{launch.blocks} blocks of {launch.threads} threads")
    figure.matrix(1, threads, lambda row, i: palette.pale(i // launch.threads) if i in stored else "idle",
                  text=lambda row, i: i, axes=False, label="i = blockIdx.x * blockDim.x + threadIdx.x",
                  right=f"{len(stored)} elements")
    figure.legend(("idle", "i < count is false: this thread must do nothing"))
    figure.alt(f"""Two rows of {threads} cells in {launch.blocks} colours, one for each block. The upper row has the numbers
        0 to {launch.threads - 1} in each block, the lower one 0 to {threads - 1} throughout. The last
        {threads - len(stored)} cells of the lower row are hatched.""")
