"""waiting.py - what a multiprocessor does while warps wait, from the measured time of a copy's round."""

TITLE = "One warp waits nearly all the time. Others can use it."
DATA = "h200_resident.csv"
FLOATS, MULTIPROCESSORS, LANES = 2 ** 27, 132, 32


def draw(figure, run):
    """A round: a warp loads 32 floats, waits, stores them. A warp's rounds follow each other without a gap."""
    said = []
    for warps in (1, 4, 8):
        row = run.where(warps=warps)[0]
        nanoseconds = row["ms"] * 1e6 / (FLOATS / (MULTIPROCESSORS * LANES * warps))
        end, shown = 1000, []
        for warp in range(warps):
            start = warp * nanoseconds / warps - (nanoseconds if warp else 0)
            segments = []
            while start < end:
                first, last = max(start, 0), min(start + nanoseconds, end)
                issue = 12 if start >= 0 else 0
                if issue:
                    segments.append((first, min(first + issue, last), "", "used"))
                segments.append((min(first + issue, last), last, "waits", "idle"))
                start += nanoseconds
            shown.append((f"w{warp}", segments))
        figure.timeline(shown, end, "ns", f"{warps} warp{'s' if warps > 1 else ''}",
                        f"{row['gbs']:.0f} GB/s on the whole GPU")
        said.append(f"{warps} warps: a round of {nanoseconds:.0f} ns each, {row['gbs']:.0f} GB/s")
    figure.legend(("used", "requests 32 floats"), ("idle", "waits for them"))
    figure.note("The length of a round is measured; the warps' starts are drawn evenly apart.")
    figure.alt("Rows of warps over time: each asks for 32 floats and then waits. " + "; ".join(said) + ".")
