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
    lesson.says("0.302, 0.154 and 0.138 ms, where a copy needs 0.131", padded, four, vectors, copy)
    lesson.says("4 x 4 results 26.9 TFLOP/s, 8 x 8 34.8, vectors 35.7, two buffers 44.3", None, None, tflops("4 x 4"),
                None, None, tflops("8 x 8"), tflops("vectors"), tflops("buffers"))
    lesson.says("Vectors alone bought 3 per cent", 100 * (tflops("vectors") / tflops("8 x 8") - 1))
    lesson.says("multiply while loads travel: 24 per cent", 100 * (tflops("buffers") / tflops("vectors") - 1))

    launches = lesson.run("transposes.cu").launches
    of_a_warp = [launch.counters["load_wait_bytes"] / launch.counters["load_waits"] for launch in launches]
    lesson.says("So a warp waits with 128 bytes on their way", of_a_warp[0])
    lesson.says("132 multiprocessors hold 64 warps each: 132 x 64 x 128 bytes = 1.08 MB", None, None, None, None,
                of_a_warp[0], 132 * 64 * of_a_warp[0] / 1e6)
    lesson.says("1,081,344 is the padded transpose; 2,162,688 is two elements a thread", 132 * 64 * of_a_warp[0],
                132 * 64 * of_a_warp[0] * 2)

    flight = lesson.recorded("h200_in_flight.csv", chapter="07")
    assert flight.rows
    sgemm = lesson.ladder("sgemm")
    fewer = 1 - sgemm["matmul_8x8"]["shared passes"] / sgemm["matmul_4x4"]["shared passes"]
    assert abs(fewer - 1 / 3) < 0.02, "passes through shared memory fall by a third"
    lesson.says("Passes through shared memory fall by a third")
