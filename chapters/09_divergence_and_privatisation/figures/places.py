"""places.py - the banks of one step, with places that lie far apart and with neighbours."""

TITLE = "Words far apart share banks, neighbours do not"
SOURCE = "trees.cu"


def draw(figure, run):
    far = run.access("values[place] += ", launch=1, phase=2, kind="load", space="shared")
    near = run.access("values[t] += values[t + half]", launch=2, phase=2, kind="load", space="shared")
    figure.banks(far, "thread t at place 4 t")
    figure.banks(near, "thread t at place t")
    figure.banks_legend()
    figure.alt(f"""Two rows of 32 banks, the second step of two trees. With places 4 apart {len(far.active)} lanes meet in
        {32 // far.passes} banks and need {far.passes} passes; with neighbours {near.passes}.""")
