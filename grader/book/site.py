"""site.py - the book as a folder for a static host: without links into the repository, which is not there.

usage: site.py BUILD

Copies BUILD/book to BUILD/site. Every link in it is relative, so the site may lie below any path.
"""

import glob
import os
import re
import shutil
import sys

SOURCE_LINK = re.compile(r'(?s)<a href="[^"]*" class="source">(.*?)</a>')


def main():
    book, site = (os.path.join(sys.argv[1], name) for name in ("book", "site"))
    shutil.rmtree(site, ignore_errors=True)
    shutil.copytree(book, site)
    for page in glob.glob(os.path.join(site, "*.html")):
        with open(page, encoding="utf-8") as file:
            text = file.read()
        with open(page, "w", encoding="utf-8") as file:
            file.write(SOURCE_LINK.sub(r"\1", text))
    with open(os.path.join(site, ".nojekyll"), "w", encoding="utf-8"):
        pass  # GitHub Pages takes the files as they are
    size = sum(os.path.getsize(path) for path in glob.glob(os.path.join(site, "**"), recursive=True) if os.path.isfile(path))
    print(f"{site}/index.html: {size / 1e6:.1f} MB for any static host")


if __name__ == "__main__":
    main()
