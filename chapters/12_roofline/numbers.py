"""numbers.py - where the numbers of chapter 12 come from."""

import csv
import json
import re

import product

A100 = "https://www.nvidia.com/content/dam/en-zz/Solutions/Data-Center/a100/pdf/nvidia-a100-datasheet-us-nvidia-1758950-r4-web.pdf"

H200 = "https://www.nvidia.com/en-us/data-center/h200/"


def measured_roofs(lesson):
    lesson.source = "grader/gpu/bench/h200.json"
    with open(lesson.source, encoding="utf-8") as file:
        roofs = json.load(file)["ceilings"]
    lesson.says("**59.7 TFLOP/s**", roofs["flops"] / 1e12)
    lesson.says("**4.19 TB/s**", roofs["copy_bytes_per_second"] / 1e12)
    lesson.says("**6.56 TB/s**", roofs["l2_bytes_per_second"] / 1e12)
    rates = {name: product.rate(path, row) * 1e12 for _, name, path, row in product.STEPS}
    assert rates["threadIdx.x is the column"] > 64 / 160 * roofs["l2_bytes_per_second"]  # "above both slanted roofs"
    shares = [rates[name] / roofs["flops"] for name in ("tiles of 32 x 32", "4 x 4 results a thread")]
    assert round(1 / shares[0]) == 7 and 0.45 < shares[1] < 0.5  # "a seventh of the flat roof and not quite half of it"


def real_report(lesson):
    """Kernels X and Y are transpose_tiled's skeleton and solution, as Nsight Compute counted them."""
    lesson.source = "grader/gpu/parity/h200.csv"
    with open(lesson.source, encoding="utf-8") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    x, y = ({name: float(value) for name, value in row.items() if re.fullmatch(r"[0-9.]+", value)}
            for version in ("skeleton", "solution") for row in rows
            if row["exercise"] == "transpose_tiled" and row["source"] == "measured" and row["version"] == version)
    for metric, counter in [("t_requests_pipe_lsu_mem_global_op_ld", "global_load_requests"),
                            ("t_sectors_pipe_lsu_mem_global_op_ld", "global_load_sectors"),
                            ("t_requests_pipe_lsu_mem_global_op_st", "global_store_requests"),
                            ("t_sectors_pipe_lsu_mem_global_op_st", "global_store_sectors"),
                            ("data_pipe_lsu_wavefronts_mem_shared_op_ld", "shared_load_wavefronts"),
                            ("data_bank_conflicts_pipe_lsu_mem_shared_op_ld", "shared_load_bank_conflicts"),
                            ("data_bank_conflicts_pipe_lsu_mem_shared_op_st", "shared_store_bank_conflicts")]:
        lesson.says(f"`{metric}` | {x[counter]:,.0f} | {y[counter]:,.0f} |", x[counter], y[counter])
    assert x["theoretical_occupancy_pct"] == y["theoretical_occupancy_pct"] == 100
    lesson.says("35,840 / 1,120 = 32 sectors per store request", x["global_store_sectors"], x["global_store_requests"],
                x["global_store_sectors"] / x["global_store_requests"])
    lesson.says("34,720 conflicts for 1,120 requests are 31 each", y["shared_load_bank_conflicts"],
                y["global_load_requests"], y["shared_load_bank_conflicts"] / y["global_load_requests"])


def intensity(launch):
    counters = launch.counters
    operations = 2 * counters["ffma"] + counters["fadd"] + counters["fmul"]
    return operations / (32 * (counters["global_load_sectors"] + counters["global_store_sectors"]))


def numbers(lesson):
    saxpy, tile_16, tile_32, _ = lesson.run("roofline.cu").launches
    lesson.says("moves three floats, 12 bytes: 0.167 operations per byte", 2 / intensity(saxpy), intensity(saxpy))
    lesson.says("The figure's products, at 3.76 and 7.11", intensity(tile_16), intensity(tile_32))

    rate, bandwidth = 19.5e12, 1555e9
    lesson.published("NVIDIA A100 data sheet: 19.5 TFLOP/s, 1,555 GB/s", A100)
    lesson.says("computes 19.5 TFLOP/s in single precision and moves 1,555 GB/s", rate / 1e12, bandwidth / 1e9)
    lesson.says("Each second the memory moves 1,555 billion bytes, and each byte allows 0.167 operations: 259 "
                "GFLOP/s", bandwidth / 1e9, 2 / 12, bandwidth / 6e9)
    lesson.says("computes at **1.3 %** of its peak", 100 * bandwidth / 6 / rate)
    lesson.says("19,500 / 1,555 = 12.5 operations", rate / 1e9, bandwidth / 1e9, rate / bandwidth)
    for side, row in [(1, "| 1 (plain) | 0.25 | 389 GFLOP/s |"), (16, "| 16 | 4 | 6,220 GFLOP/s |"),
                      (32, "| 32 | 8 | 12,440 GFLOP/s |"), (64, "| 64 | 16 | 19,500 GFLOP/s |")]:
        lesson.says(row, side, side / 4, min(rate, side / 4 * bandwidth) / 1e9)
    lesson.by_hand()
    lesson.says("reading 65,536 floats takes 2,048 full requests", 65536, 65536 / 32)
    lesson.says("It moves 1,056 bytes for 64 operations", 33 * 32, 2 * 32)
    lesson.published("NVIDIA H200 data sheet: 4.8 TB/s, 67 TFLOP/s in single precision", H200)
    lesson.says("| multiply-adds in single precision | 67 TFLOP/s", 67)
    measured_roofs(lesson)
    real_report(lesson)
