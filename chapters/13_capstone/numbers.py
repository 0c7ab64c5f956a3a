"""numbers.py - where the numbers of chapter 13 come from."""

FLOP = 2 * 4096**3


def numbers(lesson):
    times = lesson.recorded("h200_ladders.csv")

    def ms(ladder, step):
        return times.where(ladder=ladder, step=step)[0]["ms"]

    def tflops(step):
        return FLOP / ms("sgemm", step) / 1e9

    copy, padded = ms("transpose_limit", "copy"), ms("transpose_limit", "padded")
    four, vectors = ms("transpose_limit", "four"), ms("transpose_limit", "vectors")
    lesson.says("A copy of 8192 x 8192 floats takes 0.131 ms, the padded transpose 0.302 ms", None, None, copy, padded)
    assert copy < vectors < four < padded  # the figure of both ladders
    lesson.says("Vectors alone bought 3 per cent", 100 * (tflops("vectors") / tflops("8 x 8") - 1))
    lesson.says("barriers again and hide the loads: 24 per cent", 100 * (tflops("buffers") / tflops("vectors") - 1))

    blas = FLOP / max(row["cublas_ms"] for row in lesson.recorded("h200_variants.csv").where(side=4096)) / 1e9
    lesson.says("two 4096 x 4096 matrices at 51 TFLOP/s", None, None, blas)
    tiled = lesson.recorded("h200_tiling.csv", chapter="04")
    tiled = FLOP / tiled.where(kind="tiled", name="tiles of 32", size=4096)[0]["ms"] / 1e9
    lesson.says("does 9. Both read A and B", tiled)
    lesson.says("Where are the other 42?", blas - tiled)

    launches = lesson.run("transposes.cu").launches
    of_a_warp = [launch.counters["load_wait_bytes"] / launch.counters["load_waits"] for launch in launches]
    lesson.says("so a warp waits with 128 bytes in flight", of_a_warp[0])
    lesson.says("132 multiprocessors hold 64 warps each: 132 x 64 x 128 bytes = 1.08 MB", None, None, None, None,
                of_a_warp[0], 132 * 64 * of_a_warp[0] / 1e6)

    flight = lesson.recorded("h200_in_flight.csv", chapter="07")
    best = flight.where(kind="floats", loads=4, warps=64)[0]
    twice = [100 * row["gbs"] / best["gbs"] for row in flight.where(bytes_in_flight=best["bytes_in_flight"] // 2)]
    assert best["bytes_in_flight"] == 4 * 132 * 64 * of_a_warp[0]
    lesson.says("an H200 copies at 81 to 91 % of its best rate", min(twice), max(twice))
    sgemm = lesson.ladder("sgemm")
    fewer = 1 - sgemm["matmul_8x8"]["shared passes"] / sgemm["matmul_4x4"]["shared passes"]
    assert abs(fewer - 1 / 3) < 0.02, "passes through shared memory fall by a third"
    lesson.says("Passes through shared memory fall by a third")

    beside_the_libraries(lesson)


def beside_the_libraries(lesson):
    peers, variants = lesson.recorded("h200_peers.csv"), lesson.recorded("h200_variants.csv")

    def ms(side, step):
        return next(row["ms"] for row in peers.rows if row["size"].startswith(f"{side} x") and row["step"] == step)

    steps = [100 * ms(4096, "cublasSgemm") / ms(4096, f"matmul_{step}") for step in ("4x4", "8x8", "vectors", "buffers")]
    lesson.says("4 x 4 results 53 %, 8 x 8 results 69 %, vectors 70 %, two buffers 88 %", None, None, steps[0], None, None,
                *steps[1:])
    lesson.says("Warp tiles reach 98 %", 100 * ms(4096, "cublasSgemm") / ms(4096, "matmul_warp_tiles"))
    for side, step, words in [(8192, "transpose_vectors", "transpose, four float4 | 8192 x 8192 | 0.1312"),
                              (8192, "transpose_columns", "blocks down the columns | 8192 x 8192 | 0.1289"),
                              (16384, "transpose_columns", "blocks down the columns | 16384 x 16384 | 0.5154"),
                              (4096, "matmul_buffers", "two buffers | 4096 x 4096 x 4096 | 3.103"),
                              (4096, "matmul_warp_tiles", "warp tiles | 4096 x 4096 x 4096 | 2.785"),
                              (8192, "matmul_warp_tiles", "warp tiles | 8192 x 8192 x 8192 | 22.18")]:
        sizes = [None] * words.count(str(side))
        lesson.says(words, *sizes, ms(side, step))
    lesson.says("| 0.1312 | 96 % of a copy's", None, 100 * ms(8192, "cudaMemcpyAsync") / ms(8192, "transpose_vectors"))
    for side, words in [(8192, "| 0.1289 | 98 % of a copy's, 1.08 times"), (16384, "| 0.5154 | 97 % of a copy's, 1.04 times")]:
        own = ms(side, "transpose_columns")
        lesson.says(words, None, 100 * ms(side, "cudaMemcpyAsync") / own, ms(side, "cublasSgeam") / own)
    blas, buffers, tiles = ms(4096, "cublasSgemm"), ms(4096, "matmul_buffers"), ms(4096, "matmul_warp_tiles")
    lesson.says("| 3.103 | 88 % of", None, 100 * blas / buffers)
    lesson.says("| 2.785 | 98 % of", None, 100 * blas / tiles)
    wide_blas, wide = ms(8192, "cublasSgemm"), ms(8192, "matmul_warp_tiles")
    lesson.says("| 22.18 | 97 % of", None, 100 * wide_blas / wide)
    lesson.says("faster by 2 or 3 per cent", 100 * (tiles / blas - 1), 100 * (wide / wide_blas - 1))
    lesson.says("chosen among 66 variants", sum(row["side"] == 4096 for row in variants.rows))
    best = min(variants.where(side=4096), key=lambda row: row["ms"])
    lesson.says("took **2.732 ms, 98 % of", best["ms"], 100 * best["cublas_ms"] / best["ms"])
    quick = min(row["ms"] for row in variants.rows if row["side"] == 4096 and row["brings"].startswith("async"))
    lesson.says("they reached at most 45 TFLOP/s", FLOP / quick / 1e9)
