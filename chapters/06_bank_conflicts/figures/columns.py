"""columns.py - a column of a tile, coloured by bank, for rows of 32, 33 and 34 words and for turned columns."""

TITLE = "One word of padding spreads a column over all banks"
SOURCE = "strides.cu"


def draw(figure, run):
    figure.bank_scale()
    top = figure.columns(2)
    bottom = None
    said = []
    for n, (launch, width, name) in enumerate([(6, 32, "32 words wide"), (7, 33, "33 words"), (8, 34, "34 words"),
                                               (9, 32, "32, and XOR")]):
        if n == 2:
            bottom = figure.columns(2)
        area = (top + (bottom or []))[n]
        access = run.access(launch=launch, kind="load", space="shared")
        area.tile(32, width, access, 32, name)
        said.append(f"{name}: {access.passes} passes")
    figure.legend(("idle", "padding that nobody reads"))
    figure.alt(f"""Four tiles of 32 rows, each word coloured by the bank that it lies in; the words that a warp reads of one
        column have a border. {'; '.join(said)}.""")
