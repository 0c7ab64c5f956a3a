"""particles.py - the times of the same updates in two layouts, on a real GPU."""

TITLE = "The same update of 16.8 million particles"
DATA = "h200_particles.csv"


def draw(figure, run):
    ms = {row["kernel"]: row["ms"] for row in run.rows}
    figure.bars([("structures", ms["drift_structures"], "wasted"), ("structures, 16 bytes", ms["drift_halves"], "wasted"),
                 ("arrays", ms["drift_arrays"], "used")], "drift: 6 of 8 fields read, 3 written", "ms")
    figure.bars([("structures", ms["mass_of_structures"], "wasted"), ("arrays", ms["mass_of_arrays"], "used")],
                "scale the mass: 1 of 8 fields", "ms")
    figure.bars([("a thread a particle", ms["pack_by_particle"], "mark"), ("a thread a float", ms["pack_by_float"], "mark")],
                "from structures to arrays, once", "ms")
    figure.alt("Bars of times in milliseconds. " + ", ".join(f"{name.replace('_', ' ')} {value:.3f}"
                                                             for name, value in ms.items()) + ".")
