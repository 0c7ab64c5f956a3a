"""numbers.py - where the numbers of chapter 11 come from."""

import math

THREADS = 56 * 256


def standard_error(points):
    """Of 4 * inner / points, where inner is binomial with the probability pi / 4."""
    return 4 * math.sqrt(math.pi / 4 * (1 - math.pi / 4) / points)


def costs(launches, name):
    """Instructions of a warp to start, and for a point or number, from runs with 16 and with 32 of them."""
    few, many = (launch.counters["warp_instructions"] for launch in launches if name in launch.kernel)
    return 2 * few - many, (many - few) / 16


def numbers(lesson):
    launches = lesson.run("setup.cu").launches
    xorwow, philox = costs(launches, "XORWOW"), costs(launches, "Philox")
    lesson.says("`curand_init` takes 15,495 instructions of a warp, a point 55", *xorwow)
    lesson.says("draws 16 points, 95 % of its instructions only set up the generator", None,
                100 * xorwow[0] / (xorwow[0] + 16 * xorwow[1]))
    lesson.says("one number in single precision takes 18 instructions to draw and store", costs(launches, "single")[1])
    lesson.says("after 92 instructions, but a point costs it 76", *philox)

    lesson.by_hand()
    points = 100000 * THREADS
    lesson.says("about 16 times as large, the square root of 256", math.sqrt(256), 256)
    lesson.says("for each point inside the circle | 1.1 billion |", points * math.pi / 4 / 1e9)
    lesson.says("once per thread, at the end | 14,336 |", THREADS)
    lesson.says("after a sum in shared memory | 56 |", THREADS / 256)
    lesson.says("or **1.642 / sqrt(total)**", standard_error(1))
    for row, each in [("| 16 | 229,376 | 0.0034 |", 16), ("| 25 | 358,400 | 0.0027 |", 25),
                      ("| 100,000 | 1,433,600,000 | 0.000043 |", 100000)]:
        lesson.says(row, each, each * THREADS, standard_error(each * THREADS))
    lesson.says("total is still 229,376, but the standard error is 0.41", 16 * THREADS, standard_error(16))
    lesson.says("with 0.5 and 0.25 the mean of the numbers is exp(0.5 + 0.25 * 0.25 / 2) = 1.70", None, None, None, None, None, None,
                math.exp(0.5 + 0.25 * 0.25 / 2))
    seeds, next_seeds = set(range(THREADS)), set(range(1, THREADS + 1))  # of the run with seed 0, of that with seed 1
    assert len(seeds - next_seeds) == 1
    lesson.says("With 14,336 threads, the run with the next seed repeats all but one", THREADS)
    lesson.says("dividing two ints gives 3, and from 536,870,912", 4 * int(THREADS * 16 * math.pi / 4) // (THREADS * 16),
                2**31 / 4)
    per_point, per_thread, per_block = (lesson.step_ms("pi_monte_carlo", step) for step in (1, 2, 3))
    lesson.says("An atomic for each point takes 0.83 ms", per_point)
    lesson.says("14,336 threads 0.31 ms, and one for each block with Philox 0.26 ms", THREADS, per_thread, per_block)

    peers = lesson.recorded("h200_peers.csv").rows
    rates = {(row["size"].split()[0], row["step"]): points_of(row) / row["ms"] / 1e6 for row in peers}
    for size, words in [("100000", "| 56 blocks of 256 threads | 181 | 113 |"),
                        ("5300", "| 1,056 blocks of 256 threads | 426 | 284 |")]:
        lesson.says(words, None, None, rates[size, "count_inner_atomic_per_thread"], rates[size, "count_inner"])
    host = "curandGenerateUniformDouble"
    lesson.says("| host API, then CUB | 38 | 83 |", rates["268435456", f"{host} XORWOW"], rates["268435456", f"{host} Philox"])
    eleven = rates["5300", "count_inner_atomic_per_thread"] / rates["268435456", f"{host} XORWOW"]
    assert round(eleven) == 11  # "eleven times as fast"


def points_of(row):
    """Of a row's size: "5300 points a thread 1056 x 256 threads", or points alone."""
    words = row["size"].split()
    return int(words[0]) * (int(words[4]) * int(words[6]) if len(words) > 2 else 1)
