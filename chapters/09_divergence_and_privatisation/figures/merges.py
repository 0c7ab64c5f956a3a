"""merges.py - atomic requests in global memory, for a histogram of all, of blocks, and of blocks that count more."""

TITLE = "Many bytes per block save requests, copies alone do not"
SOURCE = "histograms.cu"


def draw(figure, run):
    names = ["one for all", "a block, 256 bytes", "a block, 1,024", "a block, 8,192"]
    counts = [launch.counters["global_red_requests"] + launch.counters["global_atom_requests"] for launch in run.launches]
    figure.bars(list(zip(names, counts, ["wasted", "wasted", "used", "good"])), "requests")
    figure.alt("Four bars: " + ", ".join(f"{name}: {count}" for name, count in zip(names, counts)) + ".")
