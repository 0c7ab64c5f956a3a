"""numbers.py - where the numbers of chapter 07 come from."""

HELD = 132 * 64  # warps that an H200 holds


def numbers(lesson):
    recorded = lesson.recorded("h200_ladders.csv", chapter="06").where(ladder="transpose_padded")
    transposes = {row["step"]: row["ms"] for row in recorded}
    lesson.says("it takes 0.304 ms for 8192 x 8192 floats", transposes["padded"], None, None)
    lesson.says("a quarter of the threads takes 0.155", transposes["padded four"])

    flight = lesson.recorded("h200_in_flight.csv")

    def gbs(loads, warps, kind="floats"):
        return flight.where(kind=kind, loads=loads, warps=warps)[0]["gbs"]

    best = flight.where(kind="runtime")[0]["gbs"]
    single = flight.where(kind="floats", loads=1, warps=64)[0]
    lesson.says("A single load takes some 340 ns", flight.where(kind="latency")[0]["gbs"], about=True)
    lesson.says("At 1.08 MB, the most that single floats can have", single["bytes_in_flight"] / 1e6)
    lesson.says("at 2.16 MB nine tenths; at 4.3 MB all of it", flight.where(kind="floats", loads=2, warps=64)[0]
                ["bytes_in_flight"] / 1e6, flight.where(kind="floats", loads=4, warps=64)[0]["bytes_in_flight"] / 1e6)
    shares = [gbs(loads, 64) / best for loads in (1, 2, 4)]
    assert abs(shares[0] - 2 / 3) < 0.03 and abs(shares[1] - 0.9) < 0.03 and shares[2] > 0.99
    lesson.says("which reach 1.7 of 4 TB/s", flight.where(kind="columns", warps=4)[0]["gbs"] / 1e3, None)
    lesson.says("2.1 of stores are the 4.2 TB/s of a copy", None, gbs(4, 64) / 1e3)

    launches = lesson.run("waits.cu").launches
    each = [launch.counters["load_wait_bytes"] / launch.counters["load_waits"] for launch in launches]
    lesson.says("If it is about 1,081,344, a warp still waits", HELD * each[0])
    assert each[1] == each[0] and each[2] == each[3] == 4 * each[0]  # "This does not help at all", and what does
    lesson.says("a thread loads one element and then meets a barrier: 128 bytes a warp", each[0])
    lesson.says("In the second it loads four before the barrier: 512", each[2])

    lesson.by_hand()
    lesson.says("A bus of 64 bits at 1 GHz that carries data twice a clock moves 8 x 2 = 16 GB/s", 64, None, 64 / 8, 2,
                64 / 8 * 2)
    lesson.says("2.1 x 10¹² x 600 x 10⁻⁹ = 1.26 million bytes", None, None, None, 2.1e12 * 600e-9 / 1e6)
