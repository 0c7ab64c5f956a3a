"""numbers.py - where the numbers of chapter 01 come from."""

FLOATS, MULTIPROCESSORS = 2**27, 132


def blocks_that_fit(warps, registers, shared_bytes, room):
    """By warps, registers and shared memory, of a multiprocessor with `room` bytes of shared memory."""
    of_a_warp = -(-32 * registers // 256) * 256
    return 64 // warps, 4 * (16384 // of_a_warp) // warps, room // (-(-(shared_bytes + 1024) // 128) * 128)


def numbers(lesson):
    products = lesson.recorded("h200_products.csv")
    speed = {row["n"]: row["gflops"] for row in products.where(width=16)}
    assert round(speed[1024] / speed[128]) == 12  # "a twelfth of the speed"
    lesson.says("At n = 128 there are 64 blocks for 132", None, products.where(width=16, n=128)[0]["blocks"],
                MULTIPROCESSORS)

    copies = lesson.recorded("h200_resident.csv")
    one, eight, last = (copies.where(warps=warps)[0] for warps in (1, 8, 64))
    assert 7 < eight["gbs"] / one["gbs"] < 8  # waiting.svg: eight warps do nearly eight times the work of one
    lesson.says("had 70 % of its best speed with half of the warps",
                100 * copies.where(warps=32)[0]["gbs"] / last["gbs"])

    run = lesson.run("places.cu")
    local = [launch.counters["local_load_requests"] + launch.counters["local_store_requests"] for launch in run.launches]
    assert local[0] == 0
    lesson.says("so `last` lives in local memory and makes 600 requests", local[1])
    lesson.says("| warps | 64 | 64 |", None, run.gpu["warps_per_multiprocessor"])
    lesson.says("| blocks | 32 | 32 |", None, run.gpu["blocks_per_multiprocessor"])
    lesson.says("| registers | 65,536 | 65,536 |", None, run.gpu["registers_per_multiprocessor"])
    lesson.says("| shared memory | 164 KiB | 228 KiB |", None, run.gpu["shared_per_multiprocessor"] / 1024)
    lesson.says("An NVIDIA H200 has 16,896 arithmetic lanes", run.gpu["multiprocessors"] * 128)

    waves = lesson.run("sizes.cu")
    each = waves.launches[0].occupancy["blocks"]
    lesson.says("132 * 8 = 1,056 blocks run together", MULTIPROCESSORS, each, MULTIPROCESSORS * each)
    lesson.says("holds 8 of our blocks of 16 x 16", each, None, None)

    lesson.by_hand()
    lesson.says("come 3 planes of 30 threads, 1 row of 6, and 2 threads: its place is 98. 98 / 32 is 3 with "
                "remainder 2: warp 3, lane 2", None, 6 * 5, None, None, None, 2 + 6 * (1 + 5 * 3), 98, 32, 98 // 32,
                98 % 32, 98 // 32, 98 % 32)
    warps, registers, shared = blocks_that_fit(12, 40, 24 << 10, 164 << 10)
    lesson.says("384 / 32 = 12 per block. 64 / 12: 5 blocks", 384, 32, 384 / 32, 64, 12, warps)
    lesson.says("164 / (24 + 1): 6 blocks", 164, 24, 1, shared)
    lesson.says("A quarter has 16,384: 12 warps. Four quarters: 48 warps, 4 blocks", 65536 / 4, 16384 // 1280, 4 * 12, registers)
    lesson.says("The smallest is 4 blocks, or 48 warps: 75 %", min(warps, registers, shared), 4 * 12, 100 * 48 / 64)
    fewer = blocks_that_fit(12, 41, 24 << 10, 164 << 10)[1]
    lesson.says("a warp takes 1,312, rounded up to 1,536: 10 warps in a quarter, 40 in all, 3 blocks, 56.25 %", 41 * 32,
                -(-41 * 32 // 256) * 256, 16384 // 1536, 4 * (16384 // 1536), fewer, 100 * fewer * 12 / 64)
    lesson.says("2,048 threads share 164 KiB: 82 bytes each", 64 * 32, 164, 164 * 1024 / 2048)
    lesson.says("Two blocks of 700 threads do not give 1,400 / 2,048 = 68.36 %", 700, 1400, 2048,
                100 * 1400 / 2048)
    lesson.says("KiB, 164 / 32 is 5.1", 164, 32, 164 / 32)
    lesson.says("The 16,384 threads of our small product are only 512 warps", 128 * 128, 128 * 128 / 32)
    lesson.says("a matrix product with 16,384 threads", 128 * 128)
    lesson.published("NVIDIA H200 data sheet", "https://www.nvidia.com/en-us/data-center/h200/")
    cycles = lesson.recorded("h200_strides.csv", chapter="06").where(type="float", stride=1)[0]["cycles"]
    lesson.says("The L1 delivers 128 bytes per cycle", 128 / round(cycles))
    lesson.says("so 132 of them together deliver 33 TB/s", None, 132 * 128 * 1.98e-3)
    chase = lesson.recorded("../../../grader/hardware/chase.csv")
    l1, l2 = (chase.where(kib=kib, bytes_apart=128, load="ca")[0] for kib in (64, 4032))
    lesson.says("waits 32 cycles, 16 ns, for a hit in the L1, and 140 ns for a hit in the L2", l1["clocks"], l1["ns"], l2["ns"],
                about=True)
    tables = {row["kib"]: row for row in lesson.recorded("h200_tables.csv", chapter="03").rows}
    lesson.says("5.1 TB/s is for sectors in random order", tables[8192]["sectors_per_ns"] * 32 / 1e3, about=True)
