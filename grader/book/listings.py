"""listings.py - listings of a lesson that run: each is part of a program, chapters/*/listings/NAME.cu.

In a program, the line

    //= listing: FIRST LINE

stands for the paragraph of a listing that begins with FIRST LINE: lines up to an empty one, or to the listing's end. So the
lesson is the only source of what it shows. A listing belongs to one program at most, a program may have several.
"""

import glob
import os
import re

PLACE = re.compile(r"( *)//= listing: (.*)")


def paragraphs(text):
    return [paragraph.split("\n") for paragraph in re.split(r"\n\s*\n", text.strip("\n"))]


class Program:
    """A program as the reader edits it, and of each listing in it the numbers of its lines."""

    def __init__(self, path, listings):
        self.name = os.path.splitext(os.path.basename(path))[0]
        self.lines, self.own, self.dead = [], {}, []
        with open(path, encoding="utf-8") as file:
            for line in file.read().splitlines():
                place = PLACE.fullmatch(line)
                if place:
                    self.insert(path, place, listings)
                else:
                    self.lines.append(line)

    def insert(self, path, place, listings):
        indent, first = place.groups()
        found = [(listing, paragraph) for listing, text in enumerate(listings) for paragraph in paragraphs(text)
                 if paragraph[0] == first]
        if len(found) != 1:
            self.dead.append(f"{path}: {len(found)} listings have a paragraph that begins with {first}")
            return
        listing, paragraph = found[0]
        self.own.setdefault(listing, []).extend(range(len(self.lines) + 1, len(self.lines) + 1 + len(paragraph)))
        self.lines += [indent + line if line else "" for line in paragraph]

    @property
    def text(self):
        return "\n".join(self.lines) + "\n"


def programs(folder, listings):
    """The programs of a chapter whose listings are these, by listing; and complaints."""
    found, dead = {}, []
    for path in sorted(glob.glob(os.path.join(folder, "listings/*.cu"))):
        program = Program(path, listings)
        dead += program.dead
        dead += [f"{path}: its listing belongs to {found[listing].name} already" for listing in program.own if listing in found]
        dead += [] if program.own or program.dead else [f"{path}: no listing is part of it"]
        found |= {listing: program for listing in program.own}
    return found, dead
