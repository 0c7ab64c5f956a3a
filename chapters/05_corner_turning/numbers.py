"""numbers.py - where the numbers of chapter 05 come from."""


def numbers(lesson):
    times = {(row["ladder"], row["step"]): row["ms"] for row in lesson.recorded("h200_ladders.csv").rows}
    for words, key in [("product of 4096, plain | 9 | 150.7 ms", ("corner_turning", "scattered")),
                       ("tiled, T = 16 | 10 | 24.2 ms", ("corner_turning", "tiled")),
                       ("turned, T = 32 | 4 | 23.0 ms", ("corner_turning", "turned 32")),
                       ("turned, T = 16 | 4 | 20.5 ms", ("corner_turning", "turned 16")),
                       ("| 4 read, 32 written | 0.968 ms", ("transpose_tiled", "reading rows")),
                       ("| 32 read, 4 written | 0.394 ms", ("transpose_tiled", "writing rows")),
                       ("| 4, 4 | 0.528 ms", ("transpose_tiled", "tiled")),
                       ("a copy of the same bytes | | 0.132 ms", ("transpose_tiled", "copy"))]:
        lesson.says(words, *[None] * (len(lesson.written(words)) - 1), times[key])

    products = lesson.recorded("h200_coalescing.csv", chapter="02")
    lesson.says("150.7 ms instead of 25.5", times["corner_turning", "scattered"],
                products.where(kind="product", name="coalesced", size=4096, block="16x16")[0]["ms"])
    steps = lesson.ladder("corner_turning")
    each = {name: step["load sectors"] / step["load requests"] for name, step in steps.items()}
    lesson.says("product of 4096, plain | 9 |", None, each["matmul_scattered"])
    lesson.says("tiled, T = 16 | 10 |", None, each["matmul_tiled"])
    lesson.says("turned, T = 32 | 4 |", None, each["matmul_turned_32"])
    lesson.says("turned, T = 16 | 4 |", None, each["matmul_turned"])
    lesson.says("look at the conflicts: 28,672", steps["matmul_turned"]["conflicts"])
    turned = lesson.ladder("transpose_tiled")
    warps = turned["transpose_tiled"]["load requests"]
    for words, name in [("| 4 read, 32 written |", "transpose_reading_rows"), ("| 32 read, 4 written |", "transpose_writing_rows"),
                        ("through a tile | 4, 4 |", "transpose_tiled")]:
        lesson.says(words, turned[name]["load sectors"] / warps, turned[name]["store sectors"] / warps)

    run = lesson.run("products.cu")
    sectors = [next(load for load in run.accesses(line, launch=launch, kind="load", block=0, warp=0) if load.allocation == 1)
               for launch, line in enumerate(["sum += A[row * n + p] * B[column", "float across", "float along"])]
    lesson.says("from each of 16 columns: 16 sectors for 64 useful bytes", None, sectors[0].sectors, sectors[0].asked)
    lesson.says("Its load of A touches 2 sectors, so a request touches 9 on average", None, run.launches[0].per_request())
    assert sectors[1].sectors == sectors[0].sectors  # "the warp still strides across memory"
    lesson.says("16 neighbours from each of 2 columns: 4 sectors", None, None, sectors[2].sectors)
