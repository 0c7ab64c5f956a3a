"""particles.py - the times of the same updates in two layouts, on a real GPU."""

TITLE = "The layout decides how long the same update takes"
DATA = "h200_particles.csv"


def draw(figure, run):
    ms = {row["kernel"]: row["ms"] for row in run.rows}
    drift = [("structures", ms["drift_structures"], "wasted"), ("structures, 16 bytes", ms["drift_halves"], "wasted"),
             ("arrays", ms["drift_arrays"], "used")]
    mass = [("structures", ms["mass_of_structures"], "wasted"), ("arrays", ms["mass_of_arrays"], "used")]
    pack = [("a thread a particle", ms["pack_by_particle"], "mark"), ("a thread a float", ms["pack_by_float"], "mark")]
    for rows, label in ((drift, "drift: 6 of 8 fields read, 3 written"), (mass, "scale the mass: 1 of 8 fields"),
                        (pack, "from structures to arrays, once")):
        figure.bars(rows, label, "ms", beside=drift + mass + pack)
    figure.alt("Bars of times in milliseconds. " + ", ".join(f"{name.replace('_', ' ')} {value:.3f}"
                                                             for name, value in ms.items()) + ".")
