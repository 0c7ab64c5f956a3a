"""trees.py - which lanes work in each step of two trees that add the same values."""

TITLE = "Who adds decides how many warps work"
SOURCE = "trees.cu"
THREADS = 128


def steps(run, launch, text):
    rows = []
    for phase in range(1, 8):
        stores = run.accesses(text, launch=launch, phase=phase, kind="store")
        active = {store.warp * 32 + lane for store in stores for lane in store.active}
        rows.append((f"step {phase}", active, THREADS, f"{len(stores)} warps" if len(stores) > 1 else "1 warp"))
    return rows


def draw(figure, run):
    scattered, together = steps(run, 0, "values[t] += values[t + s]"), steps(run, 2, "values[t] += values[t + half]")
    figure.steps(scattered, "t % (2 * s) == 0 adds")
    figure.steps(together, "t < half adds")
    figure.steps_legend()
    figure.alt(f"""Two rows of seven steps, each step a row of {THREADS} threads with those marked that add. In the first the
        marked ones are spread over all warps until few are left: {', '.join(row[3] for row in scattered)}. In the second
        they are the first threads: {', '.join(row[3] for row in together)}.""")
