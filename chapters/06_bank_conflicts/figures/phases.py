"""phases.py - what eight warps of a block of the tiled transpose do before and after the barrier."""

TITLE = "A tile is filled, then everybody waits, then it is read"
SOURCE = "transposes.cu"


def draw(figure, run):
    accesses = run.accesses(launch=2, block=0)
    warps = sorted({access.warp for access in accesses})[:8]
    figure.phases(accesses, label="one block of the padded transpose", right=f"{len(warps)} of its 32 warps",
                  warps=warps)
    figure.alt(f"""{len(warps)} rows, one for each warp. Each loads a row from memory and stores it to the tile; then a line
        across all rows, the barrier; then each loads a column from the tile and stores it to memory.""")
