"""numbers.py - where the numbers of chapter 06 come from."""


def numbers(lesson):
    times = {(row["ladder"], row["step"]): row["ms"] for row in lesson.recorded("h200_ladders.csv").rows}
    tiled, padded = times["transpose_padded", "tiled"], times["transpose_padded", "padded"]
    lesson.says("__shared__ float tile[32][32]; // 0.530 ms __shared__ float tile[32][33]; // 0.304 ms", None, None, tiled, None,
                None, padded)
    lesson.says("save 43 % of the time", 100 * (1 - padded / tiled))
    for words, key in [("none (naive) | 0 | 0.969 ms", ("transpose_padded", "naive")),
                       ("32 wide | 31 per load | 0.530 ms", ("transpose_padded", "tiled")),
                       ("33 wide | 0 | 0.304 ms", ("transpose_padded", "padded")),
                       ("32 wide, XOR | 0 | 0.307 ms", ("transpose_padded", "exchanged")),
                       ("33 wide, four elements per thread | 0 | 0.155 ms", ("transpose_padded", "padded four")),
                       ("16 wide | 7 per store | 20.5 ms", ("tiles of 16", "turned")),
                       ("17 wide | 1 per store | 17.4 ms", ("tiles of 16", "padded by one")),
                       ("18 wide | 0 | 16.9 ms", ("tiles of 16", "padded")),
                       ("16 wide, XOR | 0 | 18.2 ms", ("tiles of 16", "exchanged")),
                       ("32 wide | 31 per store | 23.0 ms", ("tiles of 32", "turned")),
                       ("33 wide | 0 | 15.7 ms", ("tiles of 32", "padded")),
                       ("32 wide, XOR | 0 | 22.7 ms", ("tiles of 32", "exchanged"))]:
        lesson.says(words, *[None] * (len(lesson.written(words)) - 1), times[key])
    lesson.says("Without conflicts the transpose is 1.74 times as fast", tiled / padded)
    lesson.says("the turned product with T = 32 is 1.47 times as fast", None,
                times["tiles of 32", "turned"] / times["tiles of 32", "padded"])
    moved = 2 * 8192**2 * 4
    lesson.says("yet it moves data at 1.8 TB/s, where a copy reaches 4.0", moved / padded / 1e9,
                moved / times["transpose_padded", "copy"] / 1e9)
    turned = lesson.recorded("h200_ladders.csv", chapter="05")
    lesson.says("took 0.394 ms: less than the tiled one", turned.where(step="writing rows")[0]["ms"])

    steps = lesson.ladder("corner_turning_padded")
    lesson.says("28,672 conflicts with a tile 16 words wide, **4,096 with 17, and none with 18**",
                steps["matmul_turned"]["conflicts"], None, steps["matmul_padded_by_one"]["conflicts"], None, None)
    assert steps["matmul_padded"]["conflicts"] == steps["matmul_exchanged"]["conflicts"] == 0
    lesson.says("341,504 instructions instead of 263,680", steps["matmul_exchanged"]["instructions"],
                steps["matmul_padded"]["instructions"])

    run = lesson.run("strides.cu")
    column = run.access(launch=6, kind="load", space="shared")
    lesson.says("**32 passes, 31 conflicts.**", column.passes, column.conflicts)
    stores = [lesson.run("turned.cu").access(launch=launch, kind="store", space="shared", warp=0) for launch in range(3)]
    lesson.says("16 wide | 7 per store |", None, stores[0].conflicts)
    lesson.says("17 wide | 1 per store |", None, stores[1].conflicts)
    lesson.says("18 wide | 0 |", None, stores[2].conflicts)
    lesson.by_hand()
    lesson.says("Thread (15, 1) stores word 17 * 15 + 1 = 256, in bank 0", None, None, None, None, None, 17 * 15 + 1, 256 % 32)
