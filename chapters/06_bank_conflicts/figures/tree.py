"""tree.py - the steps of a reduction whose lanes drift apart: who is active, and in how many passes they are served."""

TITLE = "A sum as a tree whose stride doubles: half the lanes, then more conflicts"
SOURCE = "transposes.cu"


def draw(figure, run):
    rows = []
    for phase in range(1, 8):
        loads = run.accesses("values[t * stride] +=", phase=phase, kind="load")
        active = {load.warp * 32 + lane for load in loads for lane in load.active}
        rows.append((f"step {phase}", active, 64, f"passes {max(load.passes for load in loads)}"))
    figure.steps(rows, "64 threads add 128 values")
    figure.steps_legend()
    figure.alt("Seven rows of 64 threads. " + "; ".join(
        f"{name}: {len(active)} active, {said}" for name, active, _, said in rows) + ".")
