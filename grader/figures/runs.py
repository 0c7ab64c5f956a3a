"""runs.py - where the numbers of pictures come from: runs on the emulated GPU, and files that a real one's run left."""

import collections
import csv
import glob
import json
import os
import subprocess
import tempfile
import traceback

LANES = 32
SECTOR, WORD, BANKS = 32, 4, 32
EMULATE = os.environ.get("WORKBOOK_EMULATE", "build/emulate")
PROGRAMS = os.environ.get("WORKBOOK_FIGURES", "build/figures")


def program_of(source):
    return os.path.join(PROGRAMS, os.path.splitext(source)[0])


def program_run(source, arguments=(), blocks=None, limit=1 << 16, _runs={}):
    """A Run of a program in a chapter's figures, by its source; each is run once."""
    key = (source, tuple(arguments), blocks, limit)
    if key not in _runs:
        _runs[key] = Run(program_of(source), *key)
    return _runs[key]


def own_line(error, path):
    """":LINE" of the file whose code went wrong; "" if it was none of its lines."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    return f":{frames[-1].lineno}" if frames else ""


def chapter_folders(word):
    """The folders of all chapters (""), or of one by its number (5, 05) or the beginning of its name."""
    start = f"{int(word):02}_" if word.isdigit() else word
    return sorted(glob.glob(f"chapters/{start}*/"))


class FigureError(Exception):
    """What the author of a figure has to mend."""


class Access:
    """One access of a warp. `lanes` maps lanes that take part to byte addresses, relative to the allocation (global) or
    to the block's shared memory."""

    def __init__(self, row):
        self.launch, self.kernel, self.line = row["launch"], row["kernel"], row["line"]
        self.file = row["file"] or ""
        self.block, self.warp, self.phase, self.kind = row["block"], row["warp"], row["phase"], row["kind"]
        self.space, self.bytes = row.get("space"), row.get("bytes", 0)
        self.sectors, self.passes = row.get("sectors", 0), row.get("passes", 0)
        self.conflicts, self.allocation = row.get("conflicts", 0), row.get("allocation")
        self.count = row.get("count", 1)  # of a cost: how many accesses had it
        self.mask = row["mask"]
        addresses = row.get("addresses", [None] * LANES)
        self.lanes = {lane: address for lane, address in enumerate(addresses) if address is not None}

    @property
    def active(self):
        return [lane for lane in range(LANES) if self.mask >> lane & 1]

    @property
    def touched_sectors(self):
        """Numbers of the sectors, each once, in order."""
        return sorted({address // SECTOR for address in self.lanes.values()})

    @property
    def asked(self):
        """Bytes that lanes want, each once."""
        return len({byte for address in self.lanes.values() for byte in range(address, address + self.bytes)})

    @property
    def elements(self):
        return {lane: address // self.bytes for lane, address in self.lanes.items()}


class Launch:
    """One launch of a kernel: grid, block, counters (a dictionary), occupancy, registers, local_bytes."""

    def __init__(self, row, number):
        self.number, self.kernel = number, row["kernel"].split("(")[0]
        self.grid, self.block, self.counters = tuple(row["grid"]), tuple(row["block"]), row["counters"]
        self.registers, self.occupancy = row["registers_per_thread"], row["occupancy"]
        self.shared_bytes = row["static_shared_bytes"] + row["dynamic_shared_bytes"]
        self.local_bytes = row["local_bytes"]  # of a thread
        self.lines = {(os.path.basename(line["file"] or ""), line["line"]): line["counters"] for line in row["lines"]}

    @property
    def blocks(self):
        return self.grid[0] * self.grid[1] * self.grid[2]

    @property
    def threads(self):
        return self.block[0] * self.block[1] * self.block[2]

    def per_request(self, direction="load"):
        """Sectors of a request to global memory."""
        requests = self.counters[f"global_{direction}_requests"]
        return self.counters[f"global_{direction}_sectors"] / requests if requests else 0

    @property
    def conflicts(self):
        return self.counters["shared_load_bank_conflicts"] + self.counters["shared_store_bank_conflicts"]


class Run:
    """A program's run on the emulated GPU."""

    def __init__(self, program, source, arguments=(), blocks=None, limit=1 << 16):
        self.program, self.source = program, source
        with tempfile.TemporaryDirectory() as folder:
            trace, report = os.path.join(folder, "trace"), os.path.join(folder, "report")
            command = [EMULATE, "--quiet", "--trace", trace, "--trace-limit", str(limit), "--json", report]
            command += ["--trace-blocks", blocks] if blocks else []
            ended = subprocess.run(command + [program, *map(str, arguments)], capture_output=True, text=True)
            if ended.returncode:
                raise FigureError(f"{source} ended with status {ended.returncode}: {ended.stdout}{ended.stderr}")
            with open(report) as file:
                report = json.load(file)
            rows = [json.loads(line) for line in open(trace)]
        if report["faults"]:
            raise FigureError(f"{source} has a fault: {report['faults'][0]['message']}")
        self.printed = ended.stdout
        self.gpu, self.gpu_name = report["gpu_limits"], report["gpu_name"]
        self.launches = [Launch(row, number) for number, row in enumerate(report["launches"])]
        self.allocations = [row for row in rows if row["what"] == "allocation"]
        self._accesses = [Access(row) for row in rows if row["what"] == "access"]
        self._costs = [Access(row) for row in rows if row["what"] == "cost"]
        with open(source) as file:
            self._lines = file.read().split("\n")

    def _line_text(self, access):
        same = os.path.basename(access.file) == os.path.basename(self.source)
        return self._lines[access.line - 1] if same and 0 < access.line <= len(self._lines) else ""

    def _chosen(self, accesses, text, **wanted):
        def fits(access):
            return all(getattr(access, name) == value for name, value in wanted.items() if value is not None)
        return [access for access in accesses if fits(access) and (text is None or text in self._line_text(access))]

    def accesses(self, text=None, **wanted):
        """Accesses in the order of the run, of lines that hold `text`, with equal launch, kernel, kind ("load",
        "store", "atomic", "barrier"), space ("global", "shared", "local"), block, warp, phase, allocation."""
        chosen = self._chosen(self._accesses, text, **wanted)
        if not chosen:
            raise FigureError(f"{self.source} has no access like {text!r} {wanted}")
        return chosen

    def access(self, text=None, **wanted):
        return self.accesses(text, **wanted)[0]

    def worst(self, text=None, **wanted):
        costs = self._chosen(self._costs, text, **wanted)
        if not costs:
            raise FigureError(f"{self.source} has no access like {text!r} {wanted}")
        return max(costs, key=lambda cost: (cost.passes, cost.sectors))

    def allocation(self, number):
        return self.allocations[number]

    def elements(self, text=None, bytes=4, each="lane", **wanted):
        """How often each element of an allocation is touched: by lanes, or by requests (each="request")."""
        counts = collections.Counter()
        for access in self.accesses(text, **wanted):
            touched = [address // bytes for address in access.lanes.values()]
            counts.update(touched if each == "lane" else set(touched))
        return counts

    def code(self, text):
        """The one line of the source that holds the text, without what is around it."""
        found = [line.strip() for line in self._lines if text in line]
        if len(found) != 1:
            raise FigureError(f"{self.source} has {len(found)} lines with {text!r}")
        return found[0].split("//")[0].strip().rstrip(";")

    @property
    def caption(self):
        """A program that launches nothing has only computed what is drawn."""
        how = f"Counted on the emulated {self.gpu_name}" if self.launches else "Computed"
        return f"{how} · {os.path.basename(self.source)}"


class Timeline:
    """What the warps of one multiprocessor wait for, as emulate --timeline writes it: `rows` of letters, a warp each, and
    the `bytes` in flight, both by column; `needed` bytes keep the DRAM busy."""

    MERGED = 2  # columns that become one

    def __init__(self, text):
        lines = [line.split(" ", 1) for line in text.splitlines()]
        named = {name: value for name, value in lines if name != "row"}
        self.microseconds, self.needed = float(named["estimate"]), float(named["needed"])
        self.rows = [value[:: self.MERGED] for name, value in lines if name == "row"]
        values = [float(value) for value in named["bytes"].split()]
        self.bytes = [sum(values[at : at + self.MERGED]) / self.MERGED for at in range(0, len(values), self.MERGED)]
        self.span = len(values) * int(named["clocks"])

    @property
    def mean_bytes(self):
        return sum(self.bytes) / len(self.bytes)


def timeline_of(source, arguments=()):
    """The Timeline of a program's longest launch, which is only estimated."""
    with tempfile.NamedTemporaryFile("r", suffix=".timeline") as file:
        command = [EMULATE, "--quiet", "--sample", "--run-below", "1", "--timeline", file.name, program_of(source)]
        ended = subprocess.run([*command, *map(str, arguments)], capture_output=True, text=True)
        text = file.read()
    if ended.returncode or not text:
        raise FigureError(f"{source} has no timeline: {ended.stderr}")
    return Timeline(text)


class Recorded:
    """A CSV file of a run on real hardware. It begins with lines `# key: value`; device, driver, toolkit, date and
    command are asked for."""

    NEEDED = ("device", "driver", "toolkit", "date", "command")

    def __init__(self, path):
        self.path, self.about, rows = path, {}, []
        with open(path) as file:
            for line in file:
                if not line.startswith("#"):
                    rows.append(line)
                elif ":" in line:
                    key, value = line[1:].split(":", 1)
                    self.about[key.strip()] = value.strip()
        missing = [key for key in self.NEEDED if key not in self.about]
        if missing:
            raise FigureError(f"{path} does not say its {', '.join(missing)}")
        self.rows = [{key: _value(text) for key, text in row.items()} for row in csv.DictReader(rows)]

    def where(self, **wanted):
        return [row for row in self.rows if all(row[key] == value for key, value in wanted.items())]

    def column(self, name, **wanted):
        return [row[name] for row in self.where(**wanted)]

    @property
    def caption(self):
        about = self.about
        return (f"Measured on {about['device']}, driver {about['driver']}, CUDA {about['toolkit']}, {about['date']} · "
                f"{os.path.basename(self.path)}")


def _value(text):
    for kind in (int, float):
        try:
            return kind(text)
        except (TypeError, ValueError):
            pass
    return text
