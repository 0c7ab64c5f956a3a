"""roofline.py - four kernels under the roofs of an A100."""

TITLE = "A kernel can attain the lower of two roofs"
SOURCE = "roofline.cu"

BANDWIDTH = 1555e9  # the data sheet's, as is the rate below
RATE = 19.5e12
NAMES = ("saxpy", "product, tiles of 16", "product, tiles of 32", "polynomial")


def intensity(launch):
    counters = launch.counters
    operations = 2 * counters["ffma"] + counters["fadd"] + counters["fmul"]
    return operations / (32 * (counters["global_load_sectors"] + counters["global_store_sectors"]))


def draw(figure, run):
    points = [(name, intensity(launch), None) for name, launch in zip(NAMES, run.launches)]
    figure.roofline([("NVIDIA A100", BANDWIDTH, RATE)], points)
    figure.note("Each point is the most that its kernel can attain.")
    listed = ", ".join(f"{name} {value:.3g}" for name, value, _ in points)
    figure.alt(f"A slanted roof that ends at {RATE / BANDWIDTH:.3g} FLOP for each byte, flat behind. FLOP for each byte: {listed}.")
