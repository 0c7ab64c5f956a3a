"""times.py - the recorded times of chapter 13's ladders."""

TITLE = "More bytes in flight and two buffers bought the most"
DATA = "h200_peers.csv"
FLOP = 2 * 4096**3


def draw(figure, run):
    def bars(size, named, label, value):
        values = [value(run.where(size=size, step=step)[0]["ms"]) for _, step, _ in named]
        figure.bars([(name, number, colour) for (name, _, colour), number in zip(named, values)], label)
        return label + ": " + ", ".join(f"{name} {number}" for (name, _, _), number in zip(named, values))

    said = [bars("8192 x 8192", [("a copy", "cudaMemcpyAsync", "faint"), ("padded", "transpose_padded", "wasted"),
                                 ("four elements", "transpose_four", "used"),
                                 ("four float4", "transpose_vectors", "good"),
                                 ("down the columns", "transpose_columns", "good")],
                 "transposes of 8192 x 8192, milliseconds", lambda ms: round(ms, 3)),
            bars("4096 x 4096 x 4096", [("4 x 4", "matmul_4x4", "wasted"), ("8 x 8", "matmul_8x8", "used"),
                                        ("vectors", "matmul_vectors", "used"), ("two buffers", "matmul_buffers", "good"),
                                        ("warp tiles", "matmul_warp_tiles", "good"), ("cuBLAS", "cublasSgemm", "faint")],
                 "products of 4096, TFLOP/s", lambda ms: round(FLOP / ms / 1e9, 1))]
    figure.alt("Two groups of bars. " + "; ".join(said) + ".")
