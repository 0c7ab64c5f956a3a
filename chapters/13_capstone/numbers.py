"""numbers.py - where the numbers of chapter 13 come from."""

FLOP = 2 * 4096**3


def numbers(lesson):
    peers = lesson.recorded("h200_peers.csv")

    def ms(step, size="8192 x 8192"):
        return peers.where(size=size, step=step)[0]["ms"]

    def tflops(step):
        return FLOP / ms("matmul_" + step, "4096 x 4096 x 4096") / 1e9

    copy, padded = ms("cudaMemcpyAsync"), ms("transpose_padded")
    lesson.says("A copy of 8192 x 8192 floats takes 0.126 ms, the padded transpose 0.296 ms", None, None, copy, padded)
    # the figure of both ladders
    assert copy < ms("transpose_columns") < ms("transpose_vectors") < ms("transpose_four") < padded
    earlier = lesson.recorded("h200_ladders.csv", chapter="08").where(ladder="matmul_register_tile", step="8 x 8")
    lesson.says("results of chapter 08 took 4.6 ms", None, earlier[0]["ms"])
    lesson.says("bought only 2 per cent", 100 * (tflops("vectors") / tflops("8x8") - 1))
    steps = [ms("matmul_" + step, "4096 x 4096 x 4096") for step in ("4x4", "8x8", "vectors", "buffers", "warp_tiles")]
    lesson.says("4 x 4 results** (5.1 ms)", None, None, steps[0])
    for words, place, *said in [("8 x 8 results** (5.1 to 4.0 ms)", 0, None, None), ("vectors** (4.0 to 3.9 ms)", 1),
                                ("two buffers** (3.9 to 3.1 ms)", 2), ("in four steps (3.1 to 2.8 ms)", 3)]:
        lesson.says(words, *said, *steps[place : place + 2])
    variants = lesson.recorded("h200_variants.csv")

    def variant(brings, depth, **shape):
        return variants.where(side=4096, buffers=2, brings=brings, depth=depth, **shape)[0]["ms"]

    small = dict(rows=128, columns=128, lane_rows=4, result_rows=8, result_columns=8)
    large = dict(rows=128, columns=256, lane_rows=8, result_rows=8, result_columns=16)
    lesson.says("| square warps | 3.04 | | one p ahead | 2.89 | | 8 x 16 results | 2.84 | | slices of 16 | **2.74** |",
                variant("registers read late", 8, **small), variant("registers", 8, **small), None, None,
                variant("registers", 8, **large), None, variant("registers", 16, **large))
    turned = lesson.recorded("h200_ladders.csv", chapter="06").where(ladder="transpose_padded")
    longer = [100 * (row["ms"] / ms(step) - 1) for row in turned
              for own, step in [("copy", "cudaMemcpyAsync"), ("padded", "transpose_padded"), ("padded four", "transpose_four")]
              if row["step"] == own]
    lesson.says("their times are 3 to 6 % longer", min(longer), max(longer))

    halves = {row["step"]: row["ms"] for row in lesson.recorded("h200_buffers.csv").rows}
    lesson.says("| step 2 | 2 | 3.99 | | with a second pair of tiles | 1 | 3.83 | | with early loads | 2 | **2.99** |",
                None, None, halves["vectors"], None, halves["two slices"], None, halves["early loads"])
    lesson.says("| with both, which is step 3 | 1 | 3.11", None, None, halves["both"])

    blas = FLOP / max(row["cublas_ms"] for row in lesson.recorded("h200_variants.csv").where(side=4096)) / 1e9
    lesson.says("two 4096 x 4096 matrices at 51 TFLOP/s", None, None, blas)
    tiled = lesson.recorded("h200_tiling.csv", chapter="04")
    tiled = FLOP / tiled.where(kind="tiled", name="tiles of 32", size=4096)[0]["ms"] / 1e9
    lesson.says("does 9. Both read A and B", tiled)
    lesson.says("Where are the other 42?", blas - tiled)

    launches = lesson.run("transposes.cu").launches
    memory = ["global_load_requests", "global_store_requests", "shared_load_instructions", "shared_store_instructions"]
    of_a_warp = [launch.counters["load_wait_bytes"] / launch.counters["load_waits"] for launch in launches]
    lesson.says("so a warp waits with 128 bytes in flight", of_a_warp[0])
    lesson.says("132 multiprocessors hold 64 warps each: 132 x 64 x 128 bytes = 1.08 MB", None, None, None, None,
                of_a_warp[0], 132 * 64 * of_a_warp[0] / 1e6)

    rows = [("padded, one element a thread | 128 | 4 | 0.296", "padded"), ("four elements | 512 | 4 | 0.147", "four"),
            ("four float4 | 2,048 | 1 | 0.131", "vectors")]
    for launch, flying, (words, step) in zip(launches, of_a_warp, rows):
        warps = 128 * 128 / 32
        lesson.says(words, flying, sum(launch.counters[name] for name in memory) / warps, ms("transpose_" + step))
    lesson.says("2,048 | 1 | **0.129**", None, None, ms("transpose_columns"))
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
    lesson.says("4 x 4 results reach 53 %", None, None, steps[0])
    lesson.says("8 x 8 results 69 %, vectors 70 %, two buffers 88 %, and warp tiles 98 %", None, None, *steps[1:],
                100 * ms(4096, "cublasSgemm") / ms(4096, "matmul_warp_tiles"))
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
