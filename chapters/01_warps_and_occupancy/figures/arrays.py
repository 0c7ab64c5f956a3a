"""arrays.py - requests to local memory of two kernels that declare an array."""

TITLE = "An array whose index is loaded lives in local memory"
SOURCE = "places.cu"


def draw(figure, run):
    rows = []
    for launch, what in zip(run.launches, ("near[k], k known", "last[k], k loaded")):
        requests = launch.counters["local_load_requests"] + launch.counters["local_store_requests"]
        rows.append((what, requests, "conflict", f"{launch.registers} registers"))
    figure.bars(rows, "requests to local memory")
    figure.alt(f"""Two bars. The array whose indices the compiler knows makes {rows[0][1]} requests to local memory, the one
        whose index is loaded makes {rows[1][1]}.""")
