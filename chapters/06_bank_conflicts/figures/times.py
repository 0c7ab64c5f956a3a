"""times.py - the recorded times of five transposes and of two turned products, beside that of a copy."""

TITLE = "Padding saves a sixth to nearly half of the time"
DATA = "h200_ladders.csv"


def draw(figure, run):
    transposes = {row["step"]: row["ms"] for row in run.where(ladder="transpose_padded")}
    named = [("naive", "naive", "wasted"), ("tiled, 32 wide", "tiled", "conflict"), ("33 wide", "padded", "used"),
             ("32 wide, XOR", "exchanged", "used"), ("33 wide, four each", "padded four", "good"),
             ("a copy", "copy", "faint")]
    figure.bars([(name, round(transposes[step], 3), colour) for name, step, colour in named],
                "transposes of 8192 x 8192, milliseconds")
    saved = [1 - transposes["padded"] / transposes["tiled"]]
    products = {}
    for tile in (16, 32):
        times = {row["step"]: row["ms"] for row in run.where(ladder=f"tiles of {tile}")}
        saved.append(1 - times["padded"] / times["turned"])
        products[tile] = [(f"{tile} wide", round(times["turned"], 1), "conflict"),
                          (f"{tile + 1} wide", round(times["padded by one"], 1), "used"),
                          (f"{tile} wide, XOR", round(times["exchanged"], 1), "used")]
        if tile == 16:
            products[tile].append((f"{tile + 2} wide", round(times["padded"], 1), "good"))
    assert 1 / 6 < min(saved) and 0.4 < max(saved) < 0.5  # what the title says
    for tile, rows in products.items():
        figure.bars(rows, f"products of 4096, tiles of {tile}, milliseconds", beside=products[16] + products[32])
    figure.alt("Three groups of bars. Transposes: " + "; ".join(
        f"{name} {transposes[step]:.3f} ms" for name, step, _ in named) + ". Turned products take less time with padded tiles, "
        "and with T = 32 the XOR takes as long as the conflicts did.")
