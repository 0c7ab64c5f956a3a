"""waits.py - the bytes in flight of a warp of three transposes when it waits."""

TITLE = "Each step puts more bytes in flight per warp"
SOURCE = "transposes.cu"


def draw(figure, run):
    names = ["padded", "four elements", "four float4"]
    launches = run.launches[:len(names)]  # the last step only changes the order of the blocks
    each = [launch.counters["load_wait_bytes"] / launch.counters["load_waits"] for launch in launches]
    figure.bars(list(zip(names, each, ["wasted", "used", "good"])), "bytes")
    figure.note("Sectors loaded: " + ", ".join(str(launch.counters["global_load_sectors"]) for launch in launches) +
                ". Bank conflicts: " + ", ".join(str(launch.conflicts) for launch in launches) + ".")
    figure.alt("Three bars: " + ", ".join(f"{name} {count:.0f} bytes" for name, count in zip(names, each)) + ".")
