"""check.py - whether every link, anchor and picture of the book's pages is there, and nothing comes from a network."""

import html.parser
import os
import urllib.parse

LOADS = {("img", "src"), ("script", "src"), ("link", "href")}


class Anchors(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.identifiers, self.twice, self.links = set(), [], []

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                if value in self.identifiers:
                    self.twice.append(value)
                self.identifiers.add(value)
            elif name in ("href", "src"):
                self.links.append((value, (tag, name) in LOADS))


def read(path):
    anchors = Anchors()
    with open(path, encoding="utf-8") as file:
        anchors.feed(file.read())
    return anchors


def complaint(folder, name, pages, link, loads):
    """What is wrong with a link on the page NAME, or nothing."""
    parts = urllib.parse.urlsplit(link)
    if parts.scheme or parts.netloc:
        return f"loads {link} from elsewhere" if loads or parts.scheme not in ("http", "https", "mailto") else ""
    path = urllib.parse.unquote(parts.path) or name
    if not os.path.exists(os.path.join(folder, path)):
        return f"links to {link}: there is no such file"
    if parts.fragment and path in pages and urllib.parse.unquote(parts.fragment) not in pages[path].identifiers:
        return f"links to {link}: that page has no such place"
    return ""


def complaints(folder):
    """Everything that is wrong with the pages in FOLDER."""
    pages = {name: read(os.path.join(folder, name)) for name in sorted(os.listdir(folder)) if name.endswith(".html")}
    found = []
    for name, anchors in pages.items():
        found += [f"{name} has two places called {twice}" for twice in anchors.twice]
        for link, loads in anchors.links:
            wrong = complaint(folder, name, pages, link, loads)
            if wrong:
                found.append(f"{name} {wrong}")
    return found
