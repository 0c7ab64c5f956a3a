"""two_jobs.py - a multiprocessor full of blocks of three kernels: registers decide."""

TITLE = "In one kernel, both jobs pay the registers of the hungrier one"
SOURCE = "survey.cu"
NAMES = ["both jobs in one kernel", "the sums alone, bounded", "the links alone"]


def draw(figure, run):
    said = []
    for launch, name in zip(run.launches, NAMES):
        figure.multiprocessor(launch, run.gpu, f"{name}: {launch.registers} registers")
        said.append(f"{name}: {launch.registers} registers, {launch.occupancy['blocks']} blocks, "
                    f"{launch.occupancy['percent']:g} %")
    figure.alt(f"""A multiprocessor as columns of warps, registers and shared memory for three kernels, filled with blocks
        until one is full. {'; '.join(said)}.""")
