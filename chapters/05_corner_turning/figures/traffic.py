"""traffic.py - sectors and requests of three products with B stored by columns."""

TITLE = "Tiles save requests; turning saves sectors"
SOURCE = "products.cu"
NAMES = ["plain", "tiled", "tiled and turned"]


def draw(figure, run):
    launches = run.launches[:3]
    figure.bars([(name, launch.counters["global_load_requests"], "used") for name, launch in zip(NAMES, launches)],
                "load requests, 64 x 64 x 64")
    figure.bars([(name, round(launch.per_request("load"), 2), "wasted" if launch.per_request("load") > 4 else "used")
                 for name, launch in zip(NAMES, launches)], "sectors of a load request")
    figure.bars([(name, launch.counters["global_load_sectors"], "used") for name, launch in zip(NAMES, launches)],
                "sectors in all")
    figure.alt("Three groups of bars. " + "; ".join(
        f"{name}: {launch.counters['global_load_requests']:,} requests of {launch.per_request('load'):.3g} sectors"
        for name, launch in zip(NAMES, launches)) + ".")
