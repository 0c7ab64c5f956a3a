"""numbers.py - where the numbers of chapter 12 come from."""

A100 = "https://www.nvidia.com/content/dam/en-zz/Solutions/Data-Center/a100/pdf/nvidia-a100-datasheet-us-nvidia-1758950-r4-web.pdf"


def intensity(launch):
    counters = launch.counters
    operations = 2 * counters["ffma"] + counters["fadd"] + counters["fmul"]
    return operations / (32 * (counters["global_load_sectors"] + counters["global_store_sectors"]))


def numbers(lesson):
    saxpy, tile_16, tile_32, _ = lesson.run("roofline.cu").launches
    lesson.says("That is 2 operations for 12 bytes, 0.167 per byte", None, 2 / intensity(saxpy), intensity(saxpy))
    lesson.says("stand a little further left, at 3.76 and 7.11", intensity(tile_16), intensity(tile_32))

    rate, bandwidth = 19.5e12, 1555e9
    lesson.published("NVIDIA A100 data sheet: 19.5 TFLOP/s, 1,555 GB/s", A100)
    lesson.says("computes 19.5 TFLOP/s in single precision and moves 1,555 GB/s", rate / 1e12, bandwidth / 1e9)
    lesson.says("Each second the memory moves 1,555 billion bytes, and each byte brings work for 0.167 operations: 259 "
                "GFLOP/s", bandwidth / 1e9, 2 / 12, bandwidth / 6e9)
    lesson.says("computes at **1.3 %** of its peak", 100 * bandwidth / 6 / rate)
    lesson.says("19,500 / 1,555 = 12.5 operations", rate / 1e9, bandwidth / 1e9, rate / bandwidth)
    for side, row in [(1, "| 1 (plain) | 0.25 | 389 GFLOP/s |"), (16, "| 16 | 4 | 6,220 GFLOP/s |"),
                      (32, "| 32 | 8 | 12,440 GFLOP/s |"), (64, "| 64 | 16 | 19,500 GFLOP/s |")]:
        lesson.says(row, side, side / 4, min(rate, side / 4 * bandwidth) / 1e9)
    lesson.by_hand()
    lesson.says("to read 65,536 floats takes 2,048 full requests", 65536, 65536 / 32)
    copies = lesson.recorded("h200_in_flight.csv", chapter="07")
    lesson.says("an H200 copies at about 4.2 TB/s", max(copies.column("gbs")) / 1e3)
