"""products.py - the speed of products against their size, on a real GPU."""

TITLE = "The same kernel is fast only for large matrices"
DATA = "h200_products.csv"


def draw(figure, run):
    figure.lines([(f"blocks of {width} x {width}", [(row["n"], row["gflops"]) for row in run.where(width=width)])
                  for width in (8, 16, 32)], "n", "GFLOP/s", log_x=2, y_start=0)
    rows = {row["n"]: row for row in run.where(width=16)}
    figure.note(f"Blocks of 16 x 16: {rows[128]['gflops']:.0f} GFLOP/s at n = 128, {rows[1024]['gflops']:,.0f} at 1024.")
    figure.alt(f"""Three curves that rise steeply until n = 512 or 1024 and are nearly level from there. With blocks of 16 x 16:
        {rows[128]['gflops']:.0f} GFLOP/s at n = 128, {rows[256]['gflops']:.0f} at 256, {rows[512]['gflops']:.0f} at 512,
        {rows[1024]['gflops']:.0f} at 1024, {rows[4096]['gflops']:.0f} at 4096.""")
