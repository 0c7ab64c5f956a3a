"""lanes.py - pictures of what the 32 lanes of a warp do: over sectors, over banks, step by step."""

import palette
from runs import BANKS, LANES, SECTOR, WORD, FigureError
from svg import LABEL, SMALL, count, number

NEAREST = 8    # sectors shown at least: fewer look like more than they are
GAP = 1        # untouched sectors between touched ones that are drawn; longer gaps are broken
LINK = 24      # height of the links between lanes and memory
ROUND = 1.5


class Lanes:
    def lane_row(self, active, height=9, numbers=True, fill="used"):
        """The 32 lanes as a row of cells, idle ones hatched. Returns the middle of each."""
        cell = self.width / LANES
        if numbers:
            for lane in (0, 8, 16, 24, 31):
                self.text(self.x + (lane + 0.5) * cell, self.y + SMALL - 2, str(lane), SMALL, "soft", "middle")
            self.space(SMALL + 2)
        for lane in range(LANES):
            x, idle = self.x + lane * cell, lane not in active
            self.rect(x + 0.7, self.y, cell - 1.4, height, fill if not idle else None, None if not idle else "rule",
                      0.6, ROUND, 1, idle)
        self.space(height)
        return [self.x + (lane + 0.5) * cell for lane in range(LANES)]

    def sectors(self, access, label, code=None, numbers=True, result=None, among=None):
        """One request to global memory: its lanes over the sectors that they touch. Bytes that a lane asks for are
        blue, bytes that only come along are yellow, sectors beside them are grey. among: sectors to show, so that several
        requests stand over the same memory."""
        touched = access.touched_sectors
        moved = len(touched) * SECTOR
        tone = "good" if moved <= max(access.asked, SECTOR) * 1.13 else "ink"
        share = f"{100 * access.asked / moved:.3g} %"
        plural = "sector" if access.sectors == 1 else "sectors"
        self.heading(label, result or f"{access.sectors} {plural}, {share} used", code, tone)
        lanes = self.lane_row(access.lanes, numbers=numbers)
        places, unit = self._sector_places(sorted({*touched, *(among or ())}))
        top = self.y + LINK
        self._links(access, lanes, places, unit, self.y, top)
        self._strip(access, places, unit, top)
        self.y = top + 13 + 9

    def _sector_places(self, touched):
        """Where each sector is drawn, and the width of one; long gaps take a third of a sector."""
        shown, gaps = [touched[0]], []
        for sector in touched[1:]:
            if sector - shown[-1] <= GAP + 1:
                shown += range(shown[-1] + 1, sector + 1)
            else:
                gaps.append(sector)
                shown.append(sector)
        after = shown[-1] + 1
        while len(shown) < NEAREST and not gaps:
            shown.append(after)
            after += 1
        broken = 0.35 if len(shown) < 24 else 0.12
        unit = self.width / max(len(shown) + broken * len(gaps), NEAREST)
        places, x = {}, self.x
        for sector in shown:
            x += broken * unit if sector in gaps else 0
            places[sector] = x
            x += unit
        return places, unit

    def _links(self, access, lanes, places, unit, top, bottom):
        for lane, address in access.lanes.items():
            x = places[address // SECTOR] + (address % SECTOR + access.bytes / 2) / SECTOR * unit
            middle = (top + bottom) / 2
            d = f"M{number(lanes[lane])} {number(top)}C{number(lanes[lane])} {number(middle)} " \
                f"{number(x)} {number(middle)} {number(x)} {number(bottom)}"
            self.path(d, None, "used", 0.8, 0.65)

    def _strip(self, access, places, unit, y):
        used = {byte for address in access.lanes.values() for byte in range(address, address + access.bytes)}
        touched = set(access.touched_sectors)
        inset = 0.8 if unit > 8 else 0.4
        for sector, x in places.items():
            self.rect(x + inset, y, unit - 2 * inset, 13, "wasted" if sector in touched else "faint", None, 1, ROUND)
            runs, start = [], None
            for byte in range(SECTOR + 1):
                inside = byte < SECTOR and sector * SECTOR + byte in used
                if inside and start is None:
                    start = byte
                elif not inside and start is not None:
                    runs.append((start, byte))
                    start = None
            room = unit - 2 * inset
            for first, end in runs:
                self.rect(x + inset + first / SECTOR * room, y, max((end - first) / SECTOR * room, 0.9), 13, "used",
                          None, 1, ROUND if end - first == SECTOR else 0)

    def sectors_legend(self):
        self.legend(("used", "bytes a lane requested"), ("wasted", "moved, not used"), ("faint", "not touched"))

    # ---- banks ------------------------------------------------------------------------------------------------
    def banks(self, access, label, code=None, numbers=True, result=None):
        """One access to shared memory: its lanes over the 32 banks. Each bank's words are stacked in the order of their
        passes; what comes after the first of a group is a conflict."""
        conflicts = access.conflicts
        said = f"{access.passes} pass{'es' if access.passes != 1 else ''}"
        said += f", {conflicts} of them {'conflicts' if conflicts > 1 else 'a conflict'}" if conflicts else ", no conflict"
        self.heading(label, result or said, code, "conflict" if conflicts else "good")
        lanes = self.lane_row(access.lanes, numbers=numbers, fill="used")
        groups = self._groups(access)
        top, cell = self.y + LINK, self.width / BANKS
        for lane, address in access.lanes.items():
            for word in range(max(1, access.bytes // WORD)):
                x = self.x + ((address // WORD + word) % BANKS + 0.5) * cell
                middle = (self.y + top) / 2
                self.path(f"M{number(lanes[lane])} {number(self.y)}C{number(lanes[lane])} {number(middle)} {number(x)} "
                          f"{number(middle)} {number(x)} {number(top)}", None, "used", 0.7, 0.5)
        self.y = top
        deepest = sum(max(len(words) for words in group.values()) for group in groups)
        height = 11 if deepest <= 4 else 7 if deepest <= 16 else 4.6
        for group in groups:
            self._stacks(group, cell, height)
            self.space(3)
        for bank in (0, 8, 16, 24, 31):
            self.text(self.x + (bank + 0.5) * cell, self.y + SMALL, str(bank), SMALL, "soft", "middle")
        self.text(self.x + 4.5 * cell, self.y + SMALL, "bank", SMALL, "soft", "middle")
        self.space(SMALL + 10)

    def _stacks(self, group, cell, height):
        deepest = max(len(words) for words in group.values())
        for bank in range(BANKS):
            x = self.x + bank * cell
            for depth, _ in enumerate(sorted(group.get(bank, []))):
                self.rect(x + 0.7, self.y + depth * height + 0.4, cell - 1.4, height - 0.8,
                          "used" if depth == 0 else "conflict", None, 1, ROUND)
            if bank not in group:
                self.rect(x + 0.7, self.y + 0.4, cell - 1.4, height - 0.8, "faint", None, 1, ROUND)
        self.space(deepest * height)

    def _groups(self, access):
        """Words by bank for each part of the warp that goes at once: halves for 8 bytes, quarters for 16."""
        lanes = LANES if access.bytes <= WORD else LANES * WORD // access.bytes
        for together in (lanes, 2 * lanes):  # hardware serves two parts at once where neighbours read the same
            groups = []
            for first in range(0, LANES, together):
                banks = {}
                for lane in range(first, min(first + together, LANES)):
                    if lane not in access.lanes:
                        continue
                    for part in range(max(1, access.bytes // WORD)):
                        word = access.lanes[lane] // WORD + part
                        banks.setdefault(word % BANKS, set()).add(word)
                if banks:
                    groups.append(banks)
            if sum(max(map(len, banks.values())) for banks in groups) == access.passes:
                return groups
        raise FigureError(f"line {access.line}: the picture's passes are not those counted, {access.passes}")

    def banks_legend(self):
        self.legend(("used", "a word in its bank"), ("conflict", "one more pass"), ("faint", "bank not used"))

    # ---- steps ------------------------------------------------------------------------------------------------
    def steps(self, rows, label=None, right=None):
        """Lanes step by step, as the trees of a reduction have them. rows: (name, active threads, of how many, what
        stands on the right). Idle ones are hatched; warps are parted by a gap."""
        if label:
            self.heading(label, right)
        left = max(len(name) for name, *_ in rows) * 6.8 + 4
        behind = max([len(row[3]) for row in rows if len(row) > 3] or [0]) * 6.4 + 6
        for name, active, threads, *said in rows:
            active = set(active)
            warps = (threads + LANES - 1) // LANES
            room = self.width - left - behind - 4 * (warps - 1)
            cell = room / threads
            self.text(self.x, self.y + SMALL - 1, name, SMALL, "soft")
            for thread in range(threads):
                x = self.x + left + thread * cell + thread // LANES * 4
                inset = 0.6 if cell > 5 else 0.2
                on = thread in active
                self.rect(x + inset, self.y, cell - 2 * inset, 12, "used" if on else None, None if on else "rule", 0.4,
                          ROUND if cell > 5 else 0, 1, not on)
            if said and said[0]:
                self.text(self.right, self.y + SMALL - 1, said[0], SMALL, "ink", "end")
            self.space(16)
        self.space(4)

    def steps_legend(self):
        self.legend(("used", "active"), ("idle", "idle"))

    def block_warps(self, launch, label=None, per_row=None):
        """The threads of a launch's block, one cell each, coloured by warp; lanes of the last warp that no thread has
        are hatched."""
        warps = (launch.threads + LANES - 1) // LANES
        self.heading(label or f"{launch.threads:,} threads", f"{warps} warps")
        per_row = per_row or (1 if warps <= 12 else 2 if warps <= 24 else 4)
        left, gap = 26 if per_row == 1 else 0, 6
        cell = (self.width - left - gap * (per_row - 1)) / per_row / LANES
        for warp in range(warps):
            column = warp % per_row
            x = self.x + left + column * (cell * LANES + gap)
            if left:
                self.text(self.x, self.y + SMALL - 1, f"w{warp}", SMALL, "soft")
            for lane in range(LANES):
                idle = warp * LANES + lane >= launch.threads
                inset = 0.5 if cell > 5 else 0.15
                self.rect(x + lane * cell + inset, self.y, cell - 2 * inset, 11, None if idle else palette.strong(warp),
                          "rule" if idle else None, 0.4, ROUND if cell > 5 else 0, 1, idle)
            if column == per_row - 1 or warp == warps - 1:
                self.space(15)
        self.space(2)
