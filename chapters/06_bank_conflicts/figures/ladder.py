"""ladder.py - the conflicts and the sectors of three transposes."""

TITLE = "Three transposes of the same matrix"
SOURCE = "transposes.cu"
NAMES = ["naive", "tiled, 32 wide", "tiled, 33 wide"]


def draw(figure, run):
    launches = run.launches[:3]
    figure.bars([(name, launch.per_request("store"), "wasted" if launch.per_request("store") > 4 else "used")
                 for name, launch in zip(NAMES, launches)], "sectors of a store request")
    figure.bars([(name, launch.conflicts, "conflict") for name, launch in zip(NAMES, launches)], "bank conflicts")
    figure.alt("Two groups of bars. " + "; ".join(
        f"{name}: {launch.per_request('store'):.3g} sectors a store request, {launch.conflicts:,} conflicts"
        for name, launch in zip(NAMES, launches)) + ".")
