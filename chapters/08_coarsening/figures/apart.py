"""apart.py - load requests and passes through shared memory for coarsening factors and rectangles of results."""

TITLE = "Coarsening saves requests, registers save passes"
SOURCE = "products.cu"
ROWS = [(0, "factor 1"), (1, "factor 2"), (2, "factor 4"), (3, "1 x 4 registers"), (4, "2 x 2"), (5, "4 x 4"), (6, "8 x 8")]


def draw(figure, run):
    def passes(launch):
        counters = run.launches[launch].counters
        return counters["shared_load_wavefronts"] + counters["shared_store_wavefronts"]

    figure.bars([(name, run.launches[launch].counters["global_load_requests"], "used") for launch, name in ROWS],
                "load requests, 128 x 128 x 32")
    figure.bars([(name, passes(launch), "conflict" if launch < 3 else "good") for launch, name in ROWS],
                "passes through shared memory")
    figure.alt("Two groups of bars. " + "; ".join(
        f"{name}: {run.launches[launch].counters['global_load_requests']:,} requests, {passes(launch):,} passes"
        for launch, name in ROWS) + ". Coarsening along one row lowers the requests and leaves the passes.")
