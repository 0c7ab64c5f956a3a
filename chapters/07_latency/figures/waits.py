"""waits.py - how many bytes a warp has in flight when it waits, in four copies."""

TITLE = "Bytes in flight per warp: the loop of four gains nothing"
SOURCE = "waits.cu"


def draw(figure, run):
    names = ["one float", "four, in turn", "four, loads first", "one float4"]
    each = [launch.counters["load_wait_bytes"] / launch.counters["load_waits"] for launch in run.launches]
    figure.bars(list(zip(names, each, ["wasted", "wasted", "used", "good"])), "bytes")
    sectors = {launch.counters["global_load_sectors"] for launch in run.launches}
    assert len(sectors) == 1
    figure.note(f"All four load the same {sectors.pop()} sectors.")
    figure.alt("Four bars: " + ", ".join(f"{name} {count:.0f} bytes" for name, count in zip(names, each)) + ".")
