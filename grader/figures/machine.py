"""machine.py - pictures of the machine at work: a multiprocessor that fills, waves of blocks, timelines."""

import palette
from svg import LABEL, SMALL, count, text_width


def _share(part, whole):
    return f"{part:,} of {whole:,}"


class Machine:
    def multiprocessor(self, launch, gpu, label=None, height=130):
        """A multiprocessor as three columns, warps, registers and shared memory, into which a launch's blocks fall
        until one column is full; what stays free is hatched. gpu: Run.gpu."""
        occupancy = launch.occupancy
        blocks, warps = occupancy["blocks"], occupancy["warps"] // max(occupancy["blocks"], 1)
        self.heading(label or f"blocks of {launch.threads}",
                     f"{blocks} block{'s' if blocks != 1 else ''}, {occupancy['percent']:.4g} % of the warps")
        per_warp = _round_up(launch.registers * 32, gpu["register_unit"])
        shared = _round_up(launch.shared_bytes + gpu["shared_reserved_per_block"], gpu["shared_unit"])
        columns = [("warps", warps, gpu["warps_per_multiprocessor"], occupancy["limit_warps"]),
                   ("registers", per_warp * warps, gpu["registers_per_multiprocessor"], occupancy["limit_registers"]),
                   ("shared bytes", shared, gpu["shared_per_multiprocessor"], occupancy["limit_shared"])]
        gap, width, top = 16, (self.width - 32) / 3, self.y
        for n, (name, each, whole, limit) in enumerate(columns):
            x = self.x + n * (width + gap)
            full = limit == blocks
            self.rect(x, top, width, height, None, None, 1, 3, 1, True)
            for block in range(blocks):
                h = height * each / whole
                self.rect(x + 0.5, top + height - (block + 1) * h + (0.5 if h > 3 else 0.15), width - 1,
                          max(h - (1 if h > 3 else 0.3), 0.3), palette.pale(block) if h > 3 else "used", None, 1, 2)
                if h >= 14:
                    self.text(x + width / 2, top + height - (block + 0.5) * h + 4, f"block {block}", SMALL, "ink",
                              "middle")
            self.rect(x, top, width, height, None, "conflict" if full else "rule", 2 if full else 1, 3)
            self.text(x + width / 2, top + height + SMALL + 4, name, SMALL, "ink", "middle", bold=full)
            self.text(x + width / 2, top + height + 2 * SMALL + 7, _share(each * blocks, whole), SMALL,
                      "conflict" if full else "soft", "middle")
        self.y = top + height + 2 * SMALL + 14
        if blocks == occupancy["limit_blocks"]:
            self.note(f"No more than {blocks} blocks fit, whatever they need.")

    def waves(self, launch, gpu, label=None, most=12):
        """A launch's blocks over the multiprocessors, wave after wave; the places of the last one that stay empty are
        hatched."""
        places = gpu["multiprocessors"] * launch.occupancy["blocks"]
        waves = -(-launch.blocks // places)
        self.heading(label or launch.kernel, f"{launch.blocks:,} blocks, {launch.blocks / places:.3g} waves")
        shown = min(waves, most)
        gap = 3
        width = (self.width - gap * (shown - 1)) / shown
        for wave in range(shown):
            number = wave if waves <= most or wave < shown - 1 else waves - 1
            if waves > most and wave == shown - 2:  # all that are not shown
                self.text(self.x + wave * (width + gap) + width / 2, self.y + 17, "⋯", LABEL, "soft", "middle")
                continue
            filled = min(launch.blocks - number * places, places) / places
            x = self.x + wave * (width + gap)
            self.rect(x, self.y, width, 26, None, None, 1, 2, 1, True)
            self.rect(x, self.y, max(width * filled, 1), 26, "used" if filled == 1 else "wasted", None, 1, 2)
            text = f"wave {number + 1}"
            if width * max(filled, 0.01) > text_width(text, SMALL) + 6 and filled == 1:
                self.text(x + width / 2, self.y + 17, text, SMALL, "onstrong", "middle")
        self.space(26 + 4)
        last = launch.blocks - (waves - 1) * places
        self.note(f"{places:,} places; the last wave fills {100 * last / places:.3g} % of them")
        self.space(4)

    def timeline(self, rows, end, unit, label=None, right=None, ticks=None):
        """Rows of segments over time. rows: (name, [(start, end, text, colour), ...])."""
        from charts import short, ticks_linear
        if label:
            self.heading(label, right)
        left = max(text_width(name, SMALL) for name, _ in rows) + 8
        room, top = self.width - left, self.y
        bottom = top + len(rows) * 24
        for tick in ticks or ticks_linear(0, end):
            x = self.x + left + room * tick / end
            self.line(x, top - 2, x, bottom, "faint")
            self.text(min(x, self.right - text_width(short(tick), SMALL) / 2), bottom + SMALL + 2, short(tick), SMALL,
                      "soft", "middle")
        for n, (name, segments) in enumerate(rows):
            y = top + 24 * n
            self.text(self.x, y + 14, name, SMALL, "ink")
            for first, last, text, colour in segments:
                x, width = self.x + left + room * first / end, room * (last - first) / end
                self.rect(x + 0.4, y + 1, max(width - 0.8, 0.6), 18, None if colour == "idle" else colour, None, 1, 2,
                          1, colour == "idle")
                if text and text_width(text, SMALL) <= width - 2:
                    on = "onstrong" if colour.startswith("strong") or colour in ("used", "good", "mark",
                                                                                 "conflict") else "ink"
                    self.text(x + width / 2, y + 14, text, SMALL, on, "middle")
        self.y = bottom + SMALL + 6
        self.text(self.right, self.y + SMALL, unit, SMALL, "soft", "end")
        self.space(SMALL + 8)


def _round_up(value, unit):
    return -(-value // unit) * unit
