"""over_time.py - when shared memory serves the requests of four warps, without conflicts and with stride 4."""

TITLE = "A conflict delays every warp behind it"
SOURCE = "strides.cu"
WARPS = 4


def draw(figure, run):
    passes = [(name, run.access(launch=launch, kind="load", space="shared").passes)
              for name, launch in (("stride 1", 0), ("stride 4", 10))]
    end, said = WARPS * max(each for _, each in passes), []
    for name, each in passes:
        rows = []
        for warp in range(WARPS):
            start = warp * each
            waits = [(0, start, "waits" if start > 2 else "", "idle")] if start else []
            served = [(start + n, start + n + 1, str(n + 1), "used" if n == 0 else "conflict") for n in range(each)]
            rows.append((f"warp {warp}", waits + served))
        figure.timeline(rows, end, "cycles", name, f"{each} pass{'es' if each > 1 else ''} per request")
        said.append(f"{name}: each request takes {each} passes, the last is served in cycle {WARPS * each}")
    figure.legend(("used", "a pass that every request needs"), ("conflict", "a pass that a conflict adds"), ("idle", "waits"))
    figure.alt(f"Timelines of {WARPS} warps that load from shared memory in the same cycle. {'; '.join(said)}.")
