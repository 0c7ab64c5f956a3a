"""times.py - the recorded times of chapter 13's ladders."""

TITLE = "More bytes in flight and two buffers bought the most"
DATA = "h200_ladders.csv"
FLOP = 2 * 4096**3


def draw(figure, run):
    def bars(ladder, named, label, value):
        values = [value(run.where(ladder=ladder, step=step)[0]["ms"]) for _, step, _ in named]
        figure.bars([(name, number, colour) for (name, _, colour), number in zip(named, values)], label)
        return label + ": " + ", ".join(f"{name} {number}" for (name, _, _), number in zip(named, values))

    said = [bars("transpose_limit", [("a copy", "copy", "faint"), ("padded", "padded", "wasted"),
                                     ("four elements", "four", "used"), ("four float4", "vectors", "good")],
                 "transposes of 8192 x 8192, milliseconds", lambda ms: round(ms, 3)),
            bars("sgemm", [("4 x 4", "4 x 4", "wasted"), ("8 x 8", "8 x 8", "used"), ("vectors", "vectors", "used"),
                           ("two buffers", "buffers", "good")],
                 "products of 4096, TFLOP/s", lambda ms: round(FLOP / ms / 1e9, 1))]
    figure.alt("Two groups of bars. " + "; ".join(said) + ".")
