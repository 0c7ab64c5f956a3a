"""numbers.py - where the numbers of chapter 04 come from."""

A100 = "https://www.nvidia.com/content/dam/en-zz/Solutions/Data-Center/a100/pdf/nvidia-a100-datasheet-us-nvidia-1758950-r4-web.pdf"
H200 = "https://www.nvidia.com/en-us/data-center/h200/"


def numbers(lesson):
    times = lesson.recorded("h200_tiling.csv")

    def ms(kind, name, size):
        return times.where(kind=kind, name=name, size=size)[0]["ms"]

    neither, a_staged, both = (ms("one_tile", f"{what} staged", 16384) for what in ("nothing", "A", "A and B"))
    assert a_staged > neither  # "Staging A alone halves the requests and is slower"
    lesson.says("Staging both factors pays: the kernel is 1.24 times as fast", neither / both)
    lesson.says("With T = 32, a thirty-second of the requests makes the kernel only 1.5 times as fast", 32,
                ms("tiled", "plain", 4096) / ms("tiled", "tiles of 32", 4096))
    assert ms("sums", "a warp a row", 16384) < min(row["ms"] for row in times.where(kind="sums", name="a tree"))


    staged = lesson.ladder("shared_ab")
    products = 128 * 128 * 32 / 32
    lesson.says("The plain kernel makes 2 for 32 products", staged["plain"]["load requests"] / products, None)
    assert staged["a_staged"]["load requests"] / products == 1 + 1 / 32  # "1 + 1/32 if one factor is staged"
    lesson.says("2 / 32 for 32 products", staged["both_staged"]["load requests"] / products * 32, 32, None)
    tiled = lesson.ladder("matmul_tiled")
    products = 96 * 160 * 64 / 32
    each = {name: step["load requests"] / products for name, step in tiled.items()}
    for side in (16, 32):  # the rule in bold
        assert each[f"tiles_of_{side}"] == 2 / side

    run = lesson.run("products.cu")
    alone, shared = (max(run.elements(launch=launch, kind="load", space="global", allocation=0).values())
                     for launch in (0, 1))
    lesson.says("has loaded serves all 8 threads of its row", alone / shared)
    toy = lesson.run("toy.cu")
    own = [access for access in toy.accesses(kind="load", block=1) if 2 in access.lanes]  # thread (0, 1) is lane 2
    for words, allocation, phase, element in [("loads A[1][0] |", 0, 0, 4), ("loads A[1][2] |", 0, 1, 6),
                                              ("loads B[1][2] |", 1, 0, 6), ("loads B[3][2] |", 1, 1, 14)]:
        loads = [access for access in own if access.space == "global" and access.allocation == allocation]
        assert loads[phase].elements[2] == element
        lesson.says(words, None, None)
    assert sum(access.space == "global" for access in own) == 4 and sum(access.space == "shared" for access in own) <= 8
    lesson.says("The thread loads 4 elements and uses 8", 4, 8)

    lesson.published("NVIDIA A100 data sheet: 1,555 GB/s, 19.5 TFLOP/s", A100)
    lesson.says("An A100 reads 1,555 GB/s", 1555)
    lesson.says("so without caches it reaches 0.25 * 1,555 = 389 GFLOP/s at this intensity, 2 % of its peak", 2 / 8, 1555, 1555 / 4,
                100 * 1555 / 4 / 19500)
    lesson.says("To reach the peak, each loaded float must do 50 FLOP", 4 * 19500 / 1555)
    lesson.published("NVIDIA H200 data sheet: 4.8 TB/s, 1.98 GHz, 132 multiprocessors", H200)
    lesson.says("seven times its share of DRAM's 4.8 TB/s", 4.8)
    assert round(128 * 1.98 / (4800 / 132)) == 7  # "seven times its share"
    lesson.by_hand()
    lesson.says("its threads request **8 GiB**", 2 * 1024**3 * 4 / 2**30)
    lesson.says("Two matrices of 1024 x 1024 floats are 4 MiB each", None, None, 1024**2 * 4 / 2**20)
    lesson.says("Without tiles these are 2 requests and 0.25 FLOP", 2, 2 / 8)
    lesson.says("only the 48 / 16 = 3 blocks", 48, 16, 48 / 16)
    lesson.says("6,144 bytes: 2 * 24² * 4 = 4,608 fit, 2 * 32² * 4 = 8,192 do not", 6144, None, None, 2 * 24**2 * 4,
                None, None, 2 * 32**2 * 4)
    assert 12 * 12 / 32 == 4.5  # "half of the last warp is idle"
