"""numbers.py - where the numbers of chapter 08 come from."""


def numbers(lesson):
    times = {(row["ladder"], row["step"]): row["ms"] for row in lesson.recorded("h200_ladders.csv").rows}
    tiled, coarsened = times["matmul_coarsened", "tiled"], times["matmul_coarsened", "coarsened"]
    lesson.says("falls from 15.7 to 15.3 ms", tiled, coarsened)
    lesson.says("The kernel takes 15.7", tiled)
    for words, step in [("| 17.0 ms |", "1 x 1"), ("| 12.0 ms |", "1 x 4"), ("| 8.2 ms |", "2 x 2"), ("| 5.0 ms |", "4 x 4"),
                        ("| 4.6 ms |", "8 x 8")]:
        lesson.says(words, times["matmul_register_tile", step])
    for shape, words in [("2048 x 2048", "3.91 ms | 3.85 | **3.82** | 5.37"), ("512 x 1536", "0.763 | **0.757** | 0.966 | 1.300"),
                         ("256 x 256", "**0.143** | 0.272 | 0.522 | 1.030"), ("16384 x 64", "1.026 | **1.021** | 1.858 | 3.962")]:
        lesson.says(words, *(times[shape, factor] for factor in (1, 2, 4, 8)))
    for words, step in [("| 50 % | 1.08 ms |", "whole"), ("| 100 % | 1.47 ms |", "bounded to eight blocks"),
                        ("| 75 % | 0.88 ms |", "bounded to six blocks"), ("100 % | **0.69 ms** |", "split")]:
        lesson.says(words, None, times["register_pressure", step])
    lesson.says("The best kernel here takes 4.6", times["matmul_register_tile", "8 x 8"])

    steps = lesson.ladder("matmul_coarsened")
    tiled_requests, fewer = (steps[name]["load requests"] for name in ("matmul_tiled", "matmul_fewer_loads"))
    lesson.says("For 128 x 256 x 96 that is 6,144 and **3,840**", None, None, None, tiled_requests, fewer)
    lesson.says("and 37.5 % of its load requests vanish", 100 * (1 - fewer / tiled_requests))
    lesson.says("so 37.5 % fewer global loads bought 3 %", 100 * (1 - fewer / tiled_requests), 100 * (1 - coarsened / tiled))
    steps = lesson.ladder("matmul_register_tile")
    products = 128 * 128 * 64 / 32
    for values, passes, rows, columns in [(2, 1.63, 1, 1), (1.25, "1.20", 1, 4), (1, 0.81, 2, 2), (0.5, 0.41, 4, 4),
                                          (0.25, 0.27, 8, 8)]:
        lesson.says(f"| {rows} x {columns} | {values} | {passes} |", None, None, 1 / rows + 1 / columns,
                    steps[f"matmul_{rows}x{columns}"]["shared passes"] / products)

    whole, sums, links, *bounded = lesson.run("survey.cu").launches
    for launch, words in zip(bounded, ["bounded to 8 blocks | 32 | 80 bytes", "bounded to 6 blocks | 40 | 8 bytes"]):
        lesson.says(words, None, launch.registers, launch.local_bytes)
    lesson.says("one kernel | 56 | | 50 %", whole.registers, whole.occupancy["percent"])
    lesson.says("follows links from node to node, `node = parent[node]`, and needs 14", links.registers)
    lesson.says("bounded to 5 blocks, | 48 | | 62.5 %", None, sums.registers, sums.occupancy["percent"])
    lesson.says("and the links | 14 | | 100 %", links.registers, links.occupancy["percent"])
    lesson.says("at an occupancy of 50 %", whole.occupancy["percent"])

    kept, longer = lesson.run("unrolled.cu").launches
    lesson.says("needs 22 registers and 32 bytes of local memory", kept.registers, kept.local_bytes)
    lesson.says("and 20 registers are enough, without local memory", longer.registers)
    assert longer.local_bytes == 0

    variants = lesson.recorded("h200_variants.csv", chapter="13")
    lesson.says("cuBLAS takes 2.7 ms", variants.where(side=4096)[0]["cublas_ms"])

    lesson.says("the product of 2048 falls from 1.89 to 1.17 ms", 2048, *(lesson.step_ms("matmul_coarsened", step) for step in (2, 4)))
    one, two = (1000 * lesson.step_ms("register_pressure", step) for step in (1, 4))
    lesson.says("take 83 µs in one kernel and 57 µs in two", one, two)

    lesson.by_hand()
    lesson.says("2 / (4 * 2) = 0.25", 2, 4, 2, 2 / (4 * 2))
    lesson.says("2 / (4 * 2/32) = 8", 2, 4, 2, 32, 2 / (4 * 2 / 32))
    lesson.says("2 / (4 * 5/128) = **12.8**", 2, 4, 5, 128, 2 / (4 * 5 / 128))
    lesson.says("its last row is 10.67 for 128 x 128 x 128", 2 / (4 * 5 / 128 + 4 / 128), None, None, None)
    lesson.says("2 / (4 * 2/64) = 16 OP/B", 2, 4, 2, 64, 2 / (4 * 2 / 64))
    lesson.says("are 12.3 ms", 1.5 * 4096**3 / 32 / 132 / 1.98e9 * 1e3)
    lesson.says("takes 40,960 of the 65,536 registers", 1024 * 40, 65536)
    lesson.says("a capacity of 264 blocks", 2 * 132)
