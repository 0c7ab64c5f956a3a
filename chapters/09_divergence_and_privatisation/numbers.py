"""numbers.py - where the numbers of chapter 09 come from."""


def working(threads, step, scattered):
    """Warps in which a lane adds in a step of a tree."""
    adding = threads >> step
    stride = (threads // adding) if scattered else 1
    return len({thread * stride // 32 for thread in range(adding)})


def idle_slots(threads, steps, scattered):
    """Slots of inactive lanes in each step of a tree, in the warps that take part."""
    return [32 * working(threads, step, scattered) - (threads >> step) for step in range(1, steps + 1)]


def numbers(lesson):
    times = lesson.recorded("h200_steps.csv")

    def ms(what, name):
        return times.where(what=what, name=name)[0]["ms"]

    lesson.says("On an H200 one takes **69 ms, the other 0.4**", ms("random", "shared_by_all"), ms("random", "coarsened"))
    lesson.says("268 million threads add to 256 places", times.rows[-1]["count"] / 1e6, None)
    lesson.says("equal bytes is as fast as that of random ones (0.386 and 0.398 ms", ms("equal", "coarsened"),
                ms("random", "coarsened"))
    steps = ["modulo", "contiguous", "strided"]
    assert max(steps, key=lambda name: ms("sums", name)) == "strided"  # "this tree is the slowest of all"

    lesson.by_hand()
    with open("grader/exercises/reduce_converged/exercise.txt") as text:
        lines = iter(text)
        next(line for line in lines if line.startswith("counts: slots of idle lanes"))
        most = next(line for line in lines if line.startswith("most:"))
    lesson.says("The limit is 8 idle slots per float", float(most.split()[1]))
    scattered, together = idle_slots(256, 8, True), idle_slots(256, 8, False)
    lesson.says("128 + 192 + 224 + 240 + 248 + 124 + 62 + 31 = 1,249", *scattered, sum(scattered))
    lesson.says("16 + 24 + 28 + 30 + 31 = 129", *[slots for slots in together if slots], sum(together))
    lesson.says("1,249 x 5 / 512 = 12.2 idle slots per float with the first tree, and 129 x 5 / 512 = 1.3", sum(scattered),
                None, None, sum(scattered) * 5 / 512, sum(together), None, None, sum(together) * 5 / 512)
    # "all eight warps work in the first five steps; in the other, only one works from the third step on"
    assert [working(256, step, True) for step in range(1, 7)] == [8, 8, 8, 8, 8, 4]
    assert [working(256, step, False) for step in range(1, 5)] == [4, 2, 1, 1]
    two_warps = idle_slots(64, 2, True)[1]
    lesson.says("and leave 48 slots idle", two_warps)
    lesson.says("executes it and leaves 16 idle", idle_slots(64, 2, False)[1])
    lesson.says("32 for n = 256, 2 for n = 4,096", 8 * 1024 / 256, 256, 8 * 1024 / 4096, 4096)

    one_for_all, a_block, _, coarsened = lesson.run("histograms.cu").launches
    requests = [launch.counters["global_red_requests"] / launch.blocks for launch in (a_block, coarsened)]
    assert one_for_all.counters["global_red_requests"] == a_block.counters["global_red_requests"]  # "as many as before"
    lesson.says("A block of 256 threads merges with 8 requests", coarsened.threads, requests[0])
    assert requests[1] == requests[0]  # however much a block counts

    peers = {row["step"]: row["ms"] for row in lesson.recorded("h200_peers.csv").rows}
    lesson.says("random bytes take 0.022 ms on an H200, 3.0 TB/s", peers["lane_by_lane"],
                64 * 2**20 / peers["lane_by_lane"] / 1e9)
    lesson.says("with 16 bytes a load takes 0.091 and CUB, the library of such kernels, 0.038", None, peers["vectors"],
                peers["cub::DeviceHistogram::HistogramEven"])
