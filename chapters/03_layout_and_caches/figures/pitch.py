"""pitch.py - rows of 44 floats as they lie in memory, packed and padded, and one load of row 1."""

from kit import palette

TITLE = "Padding lets every row begin at a sector"
SOURCE = "pitch.cu"
WIDTH, HEIGHT, LINE = 44, 4, 64


def draw(figure, run):
    pitch = int(run.printed.split()[1]) // 4
    for launch, label in ((2, "packed"), (3, f"padded to {4 * pitch} bytes")):
        owner = {}
        for store in run.accesses(launch=launch, kind="store"):
            for lane, element in store.elements.items():
                owner[element] = (store.warp * 32 + lane) // WIDTH
        lines = -(-(max(owner) + 1) // LINE)
        figure.matrix(lines, LINE, lambda row, column: palette.pale(owner[row * LINE + column])
                      if row * LINE + column in owner else "idle", axes=False, label=label)
    figure.note("A colour is a row of the plane. The hatched bytes are padding.")
    figure.space(8)
    packed, padded = (run.access("plane + pitch", launch=launch, kind="load") for launch in (0, 1))
    figure.sectors(packed, "32 floats of row 1, packed")
    figure.sectors(padded, "32 floats of row 1, padded")
    figure.sectors_legend()
    figure.alt(f"""Memory in lines of {LINE} floats. Packed rows follow each other and begin anywhere; padded rows begin every
        {pitch} floats, with unused space between. A warp that loads 32 floats of row 1 touches {packed.sectors} sectors
        if rows are packed and {padded.sectors} if they are padded.""")
