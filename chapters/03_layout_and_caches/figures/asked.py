"""asked.py - sectors that four kernels ask for, and the different ones among them."""

TITLE = "A thread per row asks for each sector again and again"
SOURCE = "asked.cu"


def draw(figure, run):
    rows, said = [], []
    for launch, name in zip(run.launches, ("sums of rows", "sums of columns", "a cross of five", "every eighth float")):
        asked, different = launch.counters["global_load_sectors"], launch.counters["dram_read_sectors"]
        rows.append((name, [different, asked - different]))
        said.append(f"{name}: {asked:,} requested, {different:,} different")
    figure.stacked(rows, [("used", "different sectors: memory"), ("wasted", "requested again: caches")], unit="sectors")
    figure.alt("Bars of two parts. " + "; ".join(said) + ".")
