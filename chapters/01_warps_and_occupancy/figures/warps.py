"""warps.py - the threads of a block in rows of 20, and the warps they make."""

from kit import palette

TITLE = "Every 32 threads are a warp; the last one has idle lanes"
SOURCE = "blocks.cu"


def draw(figure, run):
    launch = run.launches[0]
    wide, high = launch.block[:2]
    def place(row, column):
        return row * wide + column
    figure.matrix(high, wide, lambda row, column: palette.strong(place(row, column) // 32),
                  text=lambda row, column: place(row, column) if column == 0 or place(row, column) % 32 == 0 else "",
                  axes=False, label="as the program sees them",
                  right="x to the right, y downwards")
    figure.block_warps(launch, "as the hardware sees them")
    idle = -launch.threads % 32
    figure.note(f"The last warp has {32 - idle} threads and {idle} idle lanes.")
    figure.alt(f"""The same {launch.threads} threads twice, coloured by warp. First in {high} rows of {wide}: warps end inside
        rows. Then in {-(-launch.threads // 32)} rows of 32, one for each warp: the last {idle} places are hatched.""")
