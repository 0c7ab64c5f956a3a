"""runs.py - who copies what when each thread has a run of its own, and when threads take turns."""

from kit import palette

TITLE = "Divided as for a CPU, lanes stride; as for a GPU, they coalesce"
SOURCE = "runs.cu"
COLUMNS, ROWS, NUMBERED = 32, 8, 4


def lane_text(lane):
    return lane if lane < NUMBERED else ""


def lane_colour(lane):
    """A reader can tell four colours apart, not 32."""
    return palette.pale(lane) if lane < NUMBERED else "faint"


def draw(figure, run):
    names = [(0, "a run of 8 per thread"), (1, "threads take turns")]
    said = []
    for launch, name in names:
        loads = run.accesses(launch=launch, kind="load")
        owner = {element: lane for load in loads for lane, element in load.elements.items()}
        first = set(loads[0].elements.values())
        figure.matrix(ROWS, COLUMNS, lambda row, column: lane_colour(owner[row * COLUMNS + column]),
                      text=lambda row, column: lane_text(owner[row * COLUMNS + column]), label=name,
                      right=f"first request: {loads[0].sectors} sectors",
                      outline=[divmod(element, COLUMNS) for element in first], axes=False)
        said.append(f"{name}: the first request touches {loads[0].sectors} sectors")
    figure.note(f"256 floats in memory order, in rows of 32. Threads 0 to {NUMBERED - 1} are coloured and numbered; all "
                "others are grey. A border marks what the 32 threads load at the same moment.")
    figure.alt(f"""Two grids of 256 floats, coloured by the thread that copies each. {'; '.join(said)}.""")
