"""numbers.py - where the numbers of chapter 10 come from."""

RATE = 55e9  # bytes each way in a second, which the emulated timeline takes, too


def numbers(lesson):
    times = lesson.recorded("h200_transfers.csv")

    def ms(what, chunks=1):
        return [row["ms"] for row in times.where(what=what, chunks=chunks)][0]

    there, back = ms("pinned to device"), ms("device to pinned")
    pageable = ms("pageable to device") + ms("kernel") + ms("device to pageable")
    lesson.says("A kernel takes 0.26 ms. The program around it takes **55 ms**", ms("kernel"), pageable)
    lesson.says("take some 9 µs on an H200, and one of a thousand in a row still 3.5", 1e3 * ms("empty kernel"),
                ms("1000 empty kernels"))
    lesson.says("Pinning alone turns 55 ms into 10", pageable, there + ms("kernel") + back)
    lesson.says("all copies in one direction take 4.9 ms", back)

    lesson.by_hand()
    lesson.says("That is 6.1 for four pieces, and never below 4.9", (1 + 1 / 4) * (there + back) / 2, back)
    lesson.says("four pieces reach 0.63", (1 + 1 / 4) / 2)
    lesson.says("2,097,152 doubles. A block of 256 threads adds 4,096 values, so 512 sums are left", 1 << 21, None, 256 * 16,
                (1 << 21) / (256 * 16))
    lesson.says("for a million doubles (256 sums)", (1 << 20) / (256 * 16))
    lesson.says("2,097,152 values need 21 halvings", 1 << 21, (1 << 21).bit_length() - 1)
    lesson.says("For 1,048,576 elements, 16 per thread, one per thread makes 65,536; one for each block of 256 threads "
                "makes 256.", 1 << 20, None, (1 << 20) / 16, None, (1 << 20) / 16 / 256)

    sums = {row["step"]: row["ms"] for row in lesson.recorded("h200_peers.csv").rows}
    blocks = sums["totals_in_blocks"]
    lesson.says("It takes 26 ns for each on an H200", 1e6 * (sums["totals_on_device"] - blocks) / (2**26 / 256))
    lesson.says("With 64 Mi elements there are 262,144 totals", None, 2**26 / 256)
    lesson.says("the longest part: 7.3 ms in all, against 1.2 with", sums["totals_on_device"],
                sums["totals_on_host"])
    lesson.says("one thread is left with 1,024: 0.6 ms", 2**26 / 256 / 256, blocks)
    lesson.says("reads each element once, takes 0.17", sums["cub::DeviceScan::InclusiveSum"])
