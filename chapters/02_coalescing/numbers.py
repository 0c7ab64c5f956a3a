"""numbers.py - where the numbers of chapter 02 come from."""



def touched(accesses, size):
    """Pieces of that size that one request touches, added up over the allocations."""
    first = {access.allocation: access for access in reversed(accesses)}
    return [len({address // size for address in first[allocation].lanes.values()}) for allocation in sorted(first)]


def numbers(lesson):
    maps = lesson.run("maps.cu")
    lines = {}
    for launch in maps.launches:
        loads = maps.accesses(launch=launch.number, kind="load", block=0, warp=0)
        lines[launch.kernel, f"{launch.block[0]}x{launch.block[1]}"] = sum(touched(loads, 128)), sum(touched(loads, 32))
    assert lines["coalesced", "8x32"][1] == lines["coalesced", "32x8"][1] == 5  # "both need 5 sectors with the good map"
    shapes = [("scattered", "32x8"), ("scattered", "16x16"), ("scattered", "8x32"), ("coalesced", "8x32"),
              ("coalesced", "16x16")]
    lesson.says("33, 17, 9, 5 and 3 lines", *(lines[shape][0] for shape in shapes))
    of_16 = [lines[name, "16x16"][1] for name in ("scattered", "coalesced")]
    lesson.says("The loads add up to 17 sectors against 4", *of_16)

    run = lesson.run("products.cu")
    for launch, words in [(0, "in each of 16 rows: 16 sectors. Of B it loads two neighbours: 1 sector. A store to C touches "
                              "16 sectors"),
                          (1, "in each of 2 rows: 2 sectors. Of B it loads 16 neighbours: 2 sectors. A store to C fills 2 "
                              "times 64 bytes: 4 sectors")]:
        loads = run.accesses(launch=launch, kind="load", block=0, warp=0)
        a, b = (next(load.sectors for load in loads if load.allocation == matrix) for matrix in (0, 1))
        store = run.access(launch=launch, kind="store", block=0, warp=0).sectors
        lesson.says(words, None, a, *([b, store] if launch == 0 else [None, b, None, None, store]))

    fetched = lesson.recorded("h200_granularity.csv")
    for stride in (16, 32):
        ps = [fetched.where(granularity=bytes, stride=stride)[0]["ps"] for bytes in (32, 64, 128)]
        lesson.says(f"| stride {stride} | {ps[0]} | {ps[1]} | {ps[2]} |", None, *ps)

    times = lesson.recorded("h200_coalescing.csv")

    def product(name, size, block="32x32"):
        return times.where(kind="product", name=name, size=size, block=block)[0]["ms"]

    ms = [product(name, 4096, block) for name, block in shapes]
    lesson.says("lines take 277, 141, 74, 41 and 25.5 ms", *ms)
    each = [time / lines[shape][0] for time, shape in zip(ms, shapes)]
    lesson.says("8.2 to 8.5 ms per line", min(each), max(each))
    last = product("coalesced", 4096, "32x8")
    lesson.says("touches 2 lines and takes 23.5 ms, 11.7 per line", 2, last, last / 2)
    slower = product("coalesced", 4096, "8x32") / last
    lesson.says("yet 8 x 32 takes 1.8 times as long", None, None, slower)
    for size, row in [(128, "n = 128 | 0.075 ms | 0.012 ms | 6.5 |"), (1024, "n = 1024 | 4.43 ms | 0.335 ms | 13 |"),
                      (4096, "n = 4096 | 276 ms | 23.9 ms | 12 |")]:
        bad, good = product("scattered", size), product("coalesced", size)
        lesson.says(row, size, bad, good, bad / good)
    rates = [2 * 4096**3 / product(name, 4096) / 1e9 for name in ("scattered", "coalesced")]
    blas = 2 * 4096**3 / lesson.recorded("h200_variants.csv", chapter="13").where(side=4096)[0]["cublas_ms"] / 1e9
    lesson.says("does it at 51.2 TFLOP/s", blas)
    lesson.says("The two kernels reach 1.0 % and 11 %", *(100 * rate / blas for rate in rates))
    lesson.published("Simon Boehm on an A6000", "https://siboehm.com/articles/22/CUDA-MMM")
    lesson.says("1.3 % and 8.5 %", 1.3, 8.5)
    lesson.published("NVIDIA H200 data sheet", "https://www.nvidia.com/en-us/data-center/h200/")
    lesson.says("the memory of this GPU delivers 4.8 at most", 4.8)
    lesson.source = times.path
    a_row = {row["name"]: row["ms"] for row in times.where(kind="run")}
    lesson.says("Runs of 64 are 18 times as slow", None, a_row[64] / times.where(name="reversed")[0]["ms"])
    columns = times.where(kind="sums", name="a thread a column")[0]["ms"]
    lesson.says("still reads only 1.7 TB/s", 16384**2 * 4 / columns / 1e9)
    assert columns > 2 * times.where(kind="sums", name="a slab of a column")[0]["ms"]  # "more than twice as fast"

    drawn = {8 << number: launch.per_request() for number, launch in enumerate(lesson.run("drawn.cu").launches)}
    expected = {sectors: sectors * (1 - (1 - 1 / sectors) ** 32) for sectors in (32, 8192)}
    assert all(abs(drawn[8 * sectors] - value) < 0.5 for sectors, value in expected.items() if 8 * sectors in drawn)
    lesson.by_hand()
    lesson.says("touch 20.4 of 32 sectors, but 31.9 of 8,192", expected[32], 32, expected[8192], 8192)
    lesson.says("Lane 0 wants bytes 0 to 3, lane 31 bytes 372 to 375", 0, 0, 3, 31, 31 * 12, 31 * 12 + 3)
    lesson.says("the first sector is number 0, the last is number 11", 0, 375 // 32)
    lesson.says("12 sectors for 128 wanted bytes", len({12 * lane // 32 for lane in range(32)}), 32 * 4)
    loaded = 4096**2 * (8 * 4096 + 4)
    lesson.says("these are 549.8 billion bytes, 512 **GiB**. In 23.9 ms that would be 23 TB/s", loaded / 1e9,
                loaded / 2**30, product("coalesced", 4096), loaded / product("coalesced", 4096) / 1e9)
    lesson.says("16,384 threads are too few: they fill 64 of the 132 multiprocessors with one block of 256 each", 16384,
                16384 / 256, 132, 256)
    lesson.says("into slabs of 64 rows and has 256 times the warps", None, 16384 / 64)
    matrix = 16384**2 * 4 / 1e9
    lesson.says("read the matrix of 1.07 GB at about 7 GB/s, while the column sums read it at 165 GB/s", matrix,
                matrix / 0.1575, matrix / 0.0065)
    lesson.says("but they differ by 1.1", 165 / 150)
    lesson.says("On the V100 the factor is 2.4", 3.26 / 1.34)
