"""steps.py - what each step of the product costs: passes, load instructions, barriers."""

TITLE = "Each step lowers the cost that bound the step before"
SOURCE = "products.cu"
NAMES = ["4 x 4", "8 x 8", "vectors", "two buffers"]


def draw(figure, run):
    def group(counters, label, colours):
        values = [sum(launch.counters[name] for name in counters) for launch in run.launches]
        figure.bars(list(zip(NAMES, values, colours)), label)
        return label + ": " + ", ".join(f"{name} {value:,}" for name, value in zip(NAMES, values))

    said = [group(["global_load_sectors"], "sectors loaded, 128 x 128 x 64", ["wasted", "used", "used", "used"]),
            group(["shared_load_wavefronts", "shared_store_wavefronts"], "passes through shared memory",
                  ["wasted", "used", "used", "used"]),
            group(["global_load_requests", "shared_load_instructions"], "load instructions",
                  ["wasted", "wasted", "good", "good"]),
            group(["barriers"], "barriers of warps", ["wasted", "wasted", "wasted", "good"])]
    figure.alt("Four groups of bars. " + "; ".join(said) + ".")
