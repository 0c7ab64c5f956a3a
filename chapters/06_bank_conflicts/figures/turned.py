"""turned.py - the words that one warp of a 16 x 16 block stores turned, for four shapes of the tile."""

TITLE = "Two columns at once need another padding"
SOURCE = "turned.cu"


def draw(figure, run):
    figure.bank_scale()
    top, said = figure.columns(2), []
    bottom = None
    for n, (width, name) in enumerate([(16, "16 words wide"), (17, "17 words"), (18, "18 words"), (16, "16, and XOR")]):
        if n == 2:
            bottom = figure.columns(2)
        store = run.access(launch=n, kind="store", space="shared", warp=0)
        (top + (bottom or []))[n].tile(16, width, store, 16, name)
        said.append(f"{name}: {store.passes} passes")
    figure.legend(("idle", "padding that nobody reads"))
    figure.alt(f"""Four tiles of 16 rows, each word coloured by its bank. The words that the first warp stores have a
        border: columns 0 and 1 of the tile. {'; '.join(said)}.""")
