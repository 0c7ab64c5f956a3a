"""square.py - which thread's float4 lies where in the tile of 64 x 64, before the first barrier."""

from kit import palette

TITLE = "Swizzled, eight lanes fill all banks"
SOURCE = "transposes.cu"
BLOCKS = "0"


def draw(figure, run):
    columns = {}
    for store in run.accesses(launch=2, kind="store", space="shared"):
        for lane, address in store.lanes.items():
            thread = store.warp * 32 + lane
            if thread // 16 == 1: columns[address // 256, address // 16 % 16] = thread % 16
    figure.matrix(16, 16, lambda row, column: palette.pale(columns[4 * row, column] % 8) if (4 * row, column) in columns
                  else "faint", text=lambda row, column: str(columns.get((4 * row, column), "")),
                  label="rows 0, 4, 8 and so on of the tile")
    conflicts = run.launches[2].conflicts
    figure.note("A column is a float4, a number is threadIdx.x (threadIdx.y is 1), a colour is four banks. Threads 0 to "
                f"7 lie in eight colours, and so do 8 to 15: {conflicts} conflicts.")
    figure.alt("A grid of 16 by 16 cells. The threads of a row lie along a diagonal pattern, none in the column of "
               f"another; {conflicts} conflicts.")
