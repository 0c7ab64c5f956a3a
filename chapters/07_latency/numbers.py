"""numbers.py - where the numbers of chapter 07 come from."""

import json

from kit import program_run

TRANSPOSES = "chapters/13_capstone/figures/transposes.cu"
HELD = 132 * 64  # warps that an H200 holds
BUSY = 4.3e6  # bytes in flight from which on more of them do not help


def in_order(rows):
    """(bytes in flight, ms) of kernels that differ in nothing else: the more bytes, the less time, until the bus is busy."""
    return all(slow > fast for few, slow in rows for many, fast in rows if few < many and few < BUSY)


def in_flight(launch):
    return 132 * launch.occupancy["warps"] * launch.counters["load_wait_bytes"] / launch.counters["load_waits"]


def timed(lesson, exercise, size=None):
    """{step: ms} of a ladder, as make bench-gpu recorded it."""
    lesson.source = "grader/gpu/bench/h200.json"
    with open(lesson.source, encoding="utf-8") as file:
        rows = json.load(file)["rows"]
    return {row["name"]: row["ms"] for row in rows if row["exercise"] == exercise and size in (None, row["size"])}


def law_orders_times(lesson, copies, transposes, flight):
    """What the counter says of four copies and three transposes, against their recorded times."""
    ms = timed(lesson, "bytes_in_flight")
    steps = ("floats", "one_by_one", "four_floats", "vectors")
    assert in_order([(in_flight(launch), ms[step]) for launch, step in zip(copies, steps)])
    assert len({launch.counters["global_load_sectors"] for launch in transposes}) == 1
    for size in ("8192 x 8192", "16384 x 16384"):
        ms = timed(lesson, "transpose_limit", size)
        steps = ("transpose_padded", "transpose_four", "transpose_vectors")
        assert in_order([(in_flight(launch), ms[step]) for launch, step in zip(transposes, steps)])
    for loads in (1, 2, 4, 8):  # few and many warps that ask for the same
        assert in_order([(row["bytes_in_flight"], row["ms"]) for row in flight.where(kind="floats", loads=loads)])
    lesson.says("It ranks only kernels that differ in nothing else")


def numbers(lesson):
    recorded = lesson.recorded("h200_ladders.csv", chapter="06").where(ladder="transpose_padded")
    transposes = {row["step"]: row["ms"] for row in recorded}
    lesson.says("it takes 0.304 ms for 8192 x 8192 floats", transposes["padded"], None, None)
    lesson.says("**a quarter of the threads** takes 0.155", transposes["padded four"])

    flight = lesson.recorded("h200_in_flight.csv")

    def gbs(loads, warps, kind="floats"):
        return flight.where(kind=kind, loads=loads, warps=warps)[0]["gbs"]

    best = flight.where(kind="runtime")[0]["gbs"]
    single = flight.where(kind="floats", loads=1, warps=64)[0]
    lesson.says("A single load takes some 340 ns", flight.where(kind="latency")[0]["gbs"], about=True)
    fewest = flight.where(kind="floats", loads=1, warps=8)[0]  # half of what a copy moves are loads
    lesson.says("a warp of these kernels waits about 600", fewest["bytes_in_flight"] / (fewest["gbs"] / 2), about=True)
    lesson.says("Single floats can have at most 1.08 MB in flight", single["bytes_in_flight"] / 1e6)
    four = flight.where(kind="floats", loads=4, warps=64)[0]
    lesson.says("the best copies have 4.3 MB", four["bytes_in_flight"] / 1e6)
    lesson.says("At 4.3 MB a load takes 2.1 microseconds", None, four["bytes_in_flight"] / (four["gbs"] / 2) / 1e3)
    shares = [gbs(loads, 64) / best for loads in (1, 2, 4)]
    moved = 2 * 4 * 8192**2  # bytes of a transpose; GB/s are bytes in a nanosecond
    lesson.says("a copy of 8192 x 8192 floats takes 0.195 ms", None, None, moved / single["gbs"] / 1e6)
    assert abs(shares[0] - 2 / 3) < 0.03 and abs(shares[1] - 0.9) < 0.03 and shares[2] > 0.99
    enough = [100 * row["gbs"] / gbs(4, 64) for row in flight.where(bytes_in_flight=2162688)]
    lesson.says("With 2 MiB these copies reach 81 to 91 %", None, min(enough), max(enough))
    lesson.says("A copy that reaches 4.2 TB/s", gbs(4, 64) / 1e3)

    launches = lesson.run("waits.cu").launches
    each = [launch.counters["load_wait_bytes"] / launch.counters["load_waits"] for launch in launches]
    assert abs(HELD * each[0] / 2**20 - 1) < 0.05  # "If the count is about 1 MiB, a warp still waits"
    assert each[1] == each[0] and each[2] == each[3] == 4 * each[0]  # "This loop does not help at all", and what does
    lesson.says("a thread loads one element and then meets a barrier: 128 bytes per warp", each[0])
    lesson.says("a thread loads four elements before the barrier: 512 bytes", each[2])

    law_orders_times(lesson, launches, program_run(TRANSPOSES).launches[:3], flight)

    lesson.by_hand()
    lesson.says("A 64-bit bus at 1 GHz that carries data twice per clock moves 8 x 2 = 16 GB/s", 64, None, 64 / 8, 2,
                64 / 8 * 2)
    lesson.says("2.1 x 10¹² x 600 x 10⁻⁹ = 1.26 million bytes", None, None, None, 2.1e12 * 600e-9 / 1e6)
