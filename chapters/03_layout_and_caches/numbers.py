"""numbers.py - where the numbers of chapter 03 come from."""


def numbers(lesson):
    drifts = {row["kernel"]: row["ms"] for row in lesson.recorded("h200_particles.csv").rows}
    lesson.says("One takes 0.449 ms, the other 0.169 ms", drifts["drift_structures"], drifts["drift_arrays"])
    assert round(drifts["mass_of_structures"] / drifts["mass_of_arrays"]) == 5  # "a factor of **five**"
    lesson.says("take only 2.7 times as long", drifts["drift_structures"] / drifts["drift_arrays"])
    lesson.says("takes 0.283 ms, less than one drift", drifts["pack_by_particle"])
    assert drifts["pack_by_particle"] < drifts["drift_structures"]
    lesson.says("It takes 0.413 ms, longer than the simple copy", drifts["pack_by_float"])

    planes = lesson.recorded("h200_planes.csv")
    whole, packed, padded = (planes.where(width=width, rows=rows)[0]["ms"]
                             for width, rows in [(8192, "packed"), (8193, "packed"), (8193, "padded")])
    lesson.says("costs 16 % if the rows are packed", 100 * (packed / whole - 1))
    assert padded < 1.02 * whole  # "next to nothing if they are padded"

    tables = {row["kib"]: row for row in lesson.recorded("h200_tables.csv").rows}
    lesson.says("get 700 sectors per nanosecond from their L1, 160 from the L2, and 40 from DRAM",
                tables[128]["sectors_per_ns"], tables[8192]["sectors_per_ns"], tables[1 << 20]["sectors_per_ns"], about=True)
    chase = {row["kib"]: row for row in lesson.recorded("../../../grader/hardware/chase.csv").where(bytes_apart=128, load="ca")}
    lesson.says("A table of 192 KiB fits into the L1, and a load takes 32 cycles, or 16 ns", 192, chase[192]["clocks"],
                chase[192]["ns"])
    lesson.says("A load from the L2 takes 280 cycles, or 140 ns", chase[4032]["clocks"], chase[4032]["ns"], about=True)
    assert chase[29248]["ns"] < 1.05 * chase[4032]["ns"] < 0.95 * chase[36544]["ns"]  # "larger than half of the L2"
    lesson.says("If the table has 543 MiB, a load takes 335 ns", 556032 / 1024, chase[556032]["ns"])
    lesson.says("one **L2** of 60 MiB", tables[16]["l2_kib"] / 1024)

    sums = lesson.recorded("h200_coalescing.csv", chapter="02")
    rows, columns = (sums.where(kind="sums", name=f"a thread a {what}")[0]["ms"] for what in ("row", "column"))
    lesson.says("With 16,384 rows the sums take 2.13 ms, those of the columns 0.65 ms", 16384, rows, columns)
    assert 3 < rows / columns < 3.5  # "three times as long"

    kernels = ["sums of rows", "sums of columns", "a cross", "every eighth"]
    run = lesson.run("asked.cu")
    asked = {name: launch.counters["global_load_sectors"] for name, launch in zip(kernels, run.launches)}
    different = {name: launch.counters["dram_read_sectors"] for name, launch in zip(kernels, run.launches)}
    lesson.says("2 * 64 * 32 = 4,096 sectors asked for, 512 different", 2, 64, 32, asked["sums of rows"],
                different["sums of rows"])
    lesson.says("2 * 64 loads with 4 sectors: 512 asked for, 512 different", 2, 64, None, asked["sums of columns"],
                different["sums of columns"])
    lesson.says("16 loads with 32 sectors: 512 asked for, 512 different", None, None, asked["every eighth"],
                different["every eighth"])

    pitch = lesson.run("pitch.cu")
    packed, padded = (pitch.access("plane + pitch", launch=launch, kind="load").sectors for launch in (0, 1))
    lesson.says("at the beginning of row 1 touches 5 sectors instead of 4", None, packed, padded)

    lesson.by_hand()
    lesson.says("so 1,000 points need 1,000 sectors", None, 1000 * 32 / 32)
    lesson.says("and 1,000 points need 250", None, 1000 * 8 / 32)
    lesson.says("byte 19 * 256 + 5 * 4 = 4,884", 2 * 8 + 3, 256, 5, 4, (2 * 8 + 3) * 256 + 5 * 4)
    lesson.says("1 + 4 * (2 + 3 * (0 + 3 * 1)) = 45", None, None, None, None, None, None, None, 1 + 4 * (2 + 3 * (0 + 3 * 1)))
    lesson.says("An `int` ends at 2,147,483,647", 2**31 - 1)
    lesson.says("Row 1 begins at byte 176, which is five", None, 44 * 4)
    lesson.says("256 lines, 32 KiB, which fits", 256, 256 * 128 / 1024)
    lesson.says("it would need 2,048 lines, 256 KiB", 2048, 2048 * 128 / 1024)
    lesson.says("36 bytes, 9/8 of a sector", (6 + 3) * 4, (6 + 3) * 4 / 32 * 8, 8)
