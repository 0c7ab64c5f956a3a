"""one_block.py - what one block of a tiled product needs of both factors, phase by phase."""

TITLE = "A block needs a row of tiles of A and a column of tiles of B"
SOURCE = "products.cu"
N, BLOCK = 32, 6


def draw(figure, run):
    loads = [access for access in run.accesses(launch=1, kind="load", space="global") if access.block == BLOCK]
    stores = [access for access in run.accesses(launch=1, kind="store", space="global") if access.block == BLOCK]
    phases = sorted({load.phase for load in loads})
    names = {phase: number for number, phase in enumerate(phases)}
    for area, matrix, allocation in zip(figure.columns(3), "ABC", (0, 1, 2)):
        when = {}
        for access in loads if allocation < 2 else stores:
            if access.allocation == allocation:
                when.update({element: names.get(access.phase) for element in access.elements.values()})
        if allocation == 2:
            area.footprint(N, N, [("used", when)], matrix, axes=False)
        else:
            area.footprint(N, N, [(f"pale{names[phase]}", [e for e, p in when.items() if p == names[phase]])
                                  for phase in phases], matrix, axes=False)
    figure.legend(*[(f"pale{names[phase]}", f"phase {names[phase]}") for phase in phases], ("used", "computed"))
    figure.alt(f"""Three matrices. In C one tile is marked. In A the {len(phases)} tiles left and right of it are coloured by
        phase, in B the {len(phases)} tiles above and below it.""")
