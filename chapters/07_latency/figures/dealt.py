"""dealt.py - the toy's memory: four channels, each with its bus and two banks, and the pieces of M and N in them."""

from kit import palette
from svg import SMALL

TITLE = "Neighbouring pieces lie in different channels"
SOURCE = "channels.cu"
PIECE = 2


def draw(figure, run):
    held = {}
    for line in run.printed.splitlines():
        if line.strip():
            f, channel, bank = map(int, line.split())
            if f % PIECE == 0:
                name = f"{'MN'[f // 16]}[{f % 16}], [{f % 16 + 1}]"
                held.setdefault((channel, bank), []).append(name)
    channels, banks = (1 + max(key[n] for key in held) for n in (0, 1))
    for channel, area in enumerate(figure.columns(channels, gap=10)):
        area.text(area.x + area.width / 2, area.y + SMALL, f"channel {channel}", SMALL, "ink", "middle", bold=True)
        area.space(SMALL + 8)
        area.rect(area.x, area.y, area.width, 7, "good", None, 1, 2)
        area.space(7)
        for bank in range(banks):
            area.line(area.x + area.width / 2, area.y, area.x + area.width / 2, area.y + 8, "soft")
            area.space(8)
            pieces = held[channel, bank]
            height = 20 + 15 * len(pieces)
            area.rect(area.x, area.y, area.width, height, palette.pale(channel), "rule", 1, 3)
            area.text(area.x + 5, area.y + SMALL + 3, f"bank {bank}", SMALL, "soft")
            for n, name in enumerate(pieces):
                area.text(area.x + 5, area.y + SMALL + 18 + 15 * n, name, SMALL, "ink")
            area.space(height)
    figure.space(4)
    figure.legend(("good", "the channel's bus: one burst at a time"))
    figure.alt("Channels side by side, each with a bus and its banks. " +
               "; ".join(f"channel {channel}, bank {bank}: {' and '.join(names)}"
                         for (channel, bank), names in sorted(held.items())) + ".")
