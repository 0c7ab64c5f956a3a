"""check_page.py - the page of make live under requests that it must refuse, and saves that it must not lose.

usage: check_page.py BUILD FOLDER [PICTURES]

Starts BUILD/grade live on a workbook of its own in FOLDER. Prints what is wrong (exit 1). With PICTURES, and a browser,
it also takes pictures of the page there: waiting, failing and passing, wide and on a phone.
"""

import http.client
import json
import os
import re
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "..", "book")]
SOURCE = "exercises/06_bank_conflicts/transpose_padded.cu"
WRONG = "build/page_known/transpose_padded/wrong/"  # made by grade known
HALF, BROKEN, RIGHT = WRONG + "slow-no_padding.cu", WRONG + "build-syntax_error.cu", "solutions/06_bank_conflicts/transpose_padded.cu"
LARGE = 4 << 20  # bytes: more than the whole book without its PDF has in one file
wrong = []


def expect(holds, what):
    if not holds:
        wrong.append(what)


class Workbook:
    """A workbook whose exercises and results are its own, and all else the real one's; and its page."""

    def __init__(self, build, folder):
        self.root = os.path.join(folder, "workbook")
        os.makedirs(os.path.join(self.root, "build"))
        shutil.copytree("exercises", os.path.join(self.root, "exercises"))
        for part in ("common", "chapters", "grader", "solutions"):
            os.symlink(os.path.abspath(part), os.path.join(self.root, part))
        shutil.copy(os.path.join(build, "grade"), os.path.join(self.root, "build"))
        for part in ("emulate", "interfaces", "lib", "compile", "compiler", "playground"):
            os.symlink(os.path.abspath(os.path.join(build, part)), os.path.join(self.root, "build", part))
        book = os.path.join(self.root, "build", "book")
        os.makedirs(os.path.join(book, "live"))
        for name, text in (("index.html", "<p>front"), ("06_bank_conflicts.html", "<p>lesson"), ("live/live.js", "1"), ("large.js", "1" * LARGE)):
            with open(os.path.join(book, name), "w", encoding="utf-8") as file:
                file.write(text)
        os.symlink("/etc/passwd", os.path.join(book, "link.html"))
        os.symlink("/etc", os.path.join(book, "etc"))
        os.mkfifo(os.path.join(book, "fifo.html"))
        with open(os.path.join(self.root, "build", "progress.json"), "w", encoding="utf-8") as file:
            file.write("{}")

    def start(self, *options):
        self.process = subprocess.Popen([os.path.join(self.root, "build/grade"), "live", *options], text=True,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.printed = ""
        while "http://" not in self.printed:
            line = self.process.stdout.readline()
            if not line:
                return False
            self.printed += line
        self.port, self.token = re.search(r"http://127\.0\.0\.1:(\d+)/([0-9a-f]{32})/", self.printed).groups()
        os.set_blocking(self.process.stdout.fileno(), False)
        return True

    def stop(self, number=signal.SIGINT):
        self.process.send_signal(number)
        self.process.wait(timeout=20)
        return self.process.returncode

    def get(self, path, method="GET", headers=None, host=None):
        """Status, headers and body of a request."""
        connection = http.client.HTTPConnection("127.0.0.1", int(self.port), timeout=60)
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        if host != "":
            connection.putheader("Host", host or f"127.0.0.1:{self.port}")
        for name, value in (headers or {}).items():
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer.status, dict(answer.getheaders()), body

    def own(self, path, **more):
        return self.get(f"/{self.token}/{path}", **more)

    def raw(self, data, wait=3):
        """What is answered to bytes as they are."""
        with socket.create_connection(("127.0.0.1", int(self.port)), timeout=wait) as connection:
            try:
                connection.sendall(data)
                answer = b""
                while more := connection.recv(65536):
                    answer += more
            except (ConnectionError, TimeoutError):
                pass
            return answer

    def state(self, after=0):
        return json.loads(self.own(f"state/{after}")[2])

    def until(self, condition, wait=60):
        state, end = self.state(), time.monotonic() + wait
        while not condition(state) and time.monotonic() < end:
            state = self.state(state["version"])
        expect(condition(state), f"never came: {state}")
        return state

    def save(self, file, by_renaming=False):
        """As editors save: in place, or vim's way, which moves the old file away and writes a new one."""
        path = os.path.join(self.root, SOURCE)
        if by_renaming:
            os.rename(path, path + "~")
        shutil.copyfile(file, path + ".new")
        os.rename(path + ".new", path) if by_renaming else (shutil.copyfile(file, path), os.remove(path + ".new"))
        if by_renaming:
            os.remove(path + "~")


# ---- what is refused --------------------------------------------------------------------------------------------
def secrets_stay(book, answer, what):
    status, headers, body = answer
    expect(status in (400, 403, 404, 405, 414, 431), f"{what}: status {status}")
    expect(book.token.encode() not in body and b"root:" not in body, f"{what}: told {body[:80]}")


def refusals(book):
    port, token = book.port, book.token
    for host in ("evil.example", f"evil.example:{port}", "127.0.0.1.evil.example", "localhost.evil.example:1", "",
                 f"127.0.0.1:{port}@evil.example", "[::1]", "127.0.0.1:", "0.0.0.0"):
        secrets_stay(book, book.own("", host=host), f"host {host!r}")
    for origin in ("http://evil.example", "null", f"https://127.0.0.1:{port}", "http://127.0.0.1:1", f"http://localhost:{port}"):
        secrets_stay(book, book.own("state/0", headers={"Origin": origin}), f"origin {origin}")
    for site in ("cross-site", "same-site"):
        secrets_stay(book, book.own("", headers={"Sec-Fetch-Site": site}), f"site {site}")
    flipped = token[:-1] + ("0" if token[-1] != "0" else "1")
    for path in ("/", "/favicon.ico", f"/{flipped}/", f"/{token}", f"/{token.upper()}x/", f"/{token[:-1]}/", "//", "/state/0",
                 f"/x{token}/", f"/{token}0/", f"/?{token}/"):
        secrets_stay(book, book.get(path), f"path {path}")
    for path in ("../progress.json", "book/../progress.json", "book/%2e%2e/progress.json", "book/..%2fprogress.json", "book/%2E%2E%2Fx",
                 "book/link.html", "book/etc/passwd", "book/fifo.html", "book/", "book", "book//etc/passwd", "book/.hidden",
                 "book/index.html%00.js", "book/./index.html", "book/live", "show/../progress.json", "show/nothing.html",
                 "show/transpose_padded.trace", "show/transpose_padded.html/x", "live.c", "live.js/", "%6cive.js", "state/", "state/-1",
                 "state/0x", "state/99999999999", "grader/watch/http.c", "book\\..\\progress.json", "book/index.html/"):
        secrets_stay(book, book.own(path), f"path {path}")
    for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "get"):
        answer = book.own("", method=method, headers={"Content-Length": "0"})
        expect(answer[0] in (400, 405), f"{method}: status {answer[0]}")
        expect("Access-Control-Allow-Origin" not in answer[1], f"{method} allows other origins")
    line = f"GET /{token}/ HTTP/1.1\r\n".encode()
    for name, data in {
            "two hosts": line + f"Host: 127.0.0.1:{port}\r\nHost: evil.example\r\nConnection: close\r\n\r\n".encode(),
            "NUL": f"GET /{token}/book/link.html\0/index.html HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode(),
            "absolute": f"GET http://evil.example/{token}/ HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n".encode(),
            "HTTP/0.9": f"GET /{token}/\r\n\r\n".encode(),
            "no host": f"GET /{token}/ HTTP/1.0\r\n\r\n".encode(),
            "large header": line + b"Host: 127.0.0.1\r\nX: " + b"a" * 100000 + b"\r\n\r\n",
            "long path": b"GET /" + b"a" * 100000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
            "garbage": os.urandom(4096) + b"\r\n\r\n"}.items():
        answer = book.raw(data)
        expect(b" 200 " not in answer[:20] and token.encode() not in answer and b"root:" not in answer, f"{name}: {answer[:60]}")


def headers(book):
    for path in ("", "live.js", "state/0", "book/index.html", "book/06_bank_conflicts.html", "book/live/live.js"):
        status, found, body = book.own(path)
        expect(status == 200 and body, f"{path}: {status}")
        policy = found.get("Content-Security-Policy", "")
        expect("default-src 'none'" in policy and "http" not in policy, f"{path}: policy {policy}")
        expect(found.get("Referrer-Policy") == "no-referrer" and found.get("X-Content-Type-Options") == "nosniff" and
               found.get("Cache-Control") == "no-store", f"{path}: {found}")
        expect("Access-Control-Allow-Origin" not in found, f"{path} allows other origins")
        head = book.own(path, method="HEAD")
        expect(head[0] == 200 and not head[2], f"HEAD {path}: {head[0]}")
    expect(book.own("", host=f"localhost:{int(book.port) + 1}")[0] == 200, "a forwarded port is refused")


def listens_here_alone(book):
    with open("/proc/net/tcp", encoding="ascii") as file:
        rows = [row.split() for row in file]
    found = [row[1] for row in rows if row[3] == "0A" and row[1].endswith(f":{int(book.port):04X}")]
    expect(found == [f"0100007F:{int(book.port):04X}"], f"listens on {found}")


def many_and_slow(book):
    """People who connect and say nothing, or little, do not keep the page from its reader for long."""
    slow = [socket.create_connection(("127.0.0.1", int(book.port))) for _ in range(240)]
    for connection in slow[::2]:
        connection.sendall(b"GET / HT")
    begun = time.monotonic()
    expect(book.own("")[0] == 200, "with 240 silent connections nothing is served")
    expect(time.monotonic() - begun < 5, "240 silent connections slow it down")
    for connection in slow:
        connection.close()
    begun, count = time.monotonic(), 1000
    expect(all(book.own("live.css")[0] == 200 for _ in range(count)), "one of many requests failed")
    rate = count / (time.monotonic() - begun)
    whole = book.own("live.css")[2]
    answers = at_once(book, "live.css", count)
    lost = sum(not (answer.startswith(b"HTTP/1.1 200 ") and answer.endswith(whole)) for answer in answers)
    expect(not lost, f"of {count} requests at once, {lost} are not answered")
    return rate


def large(book):
    """A large file comes without a wait for the next look at the connections."""
    begun = time.monotonic()
    expect(len(book.own("book/large.js")[2]) == LARGE, "a large file is not whole")
    seconds = time.monotonic() - begun
    expect(seconds < 5, f"a large file takes {seconds:.1f} s")


def at_once(book, path, count, wait=60):
    """The answers to `count` requests, each on a connection of its own; all are opened before the first is used."""
    request = f"GET /{book.token}/{path} HTTP/1.1\r\nHost: 127.0.0.1:{book.port}\r\nConnection: close\r\n\r\n".encode()
    answers, end = {}, time.monotonic() + wait
    with selectors.DefaultSelector() as waiting:
        for _ in range(count):
            connection = socket.socket()
            connection.setblocking(False)
            connection.connect_ex(("127.0.0.1", int(book.port)))
            waiting.register(connection, selectors.EVENT_WRITE)
            answers[connection] = b""
        while waiting.get_map() and time.monotonic() < end:
            for key, events in waiting.select(1):
                try:
                    if events & selectors.EVENT_WRITE:
                        key.fileobj.sendall(request)
                        waiting.modify(key.fileobj, selectors.EVENT_READ)
                        continue
                    more = key.fileobj.recv(65536)
                except ConnectionError:
                    more = b""
                answers[key.fileobj] += more
                if not more:
                    waiting.unregister(key.fileobj)
    for connection in answers:
        connection.close()
    return list(answers.values())


# ---- what is shown ----------------------------------------------------------------------------------------------
def is_done(state, word=None):
    return not state["grading"] and "verdict" in state and (word is None or state["verdict"]["state"] == word)


def saves(book):
    first = book.until(is_done)
    expect(first["verdict"]["state"] == "not started" and first["lesson"] == "book/06_bank_conflicts.html", f"at first {first}")
    book.save(HALF)
    half = book.until(lambda state: is_done(state, "right but slow"))
    expect(half["verdict"]["points"] == 0 and "right but slow" in half["verdict"]["changes"], f"half {half}")
    drawn = book.until(lambda state: "pictures" in state)
    page = book.own(drawn["pictures"])
    expect(page[0] == 200 and b"<svg" in page[2] and b"tile" in page[2], "no pictures")
    expect("unsafe-inline" in page[1]["Content-Security-Policy"] and "script-src" not in page[1]["Content-Security-Policy"],
           "pictures may run scripts")
    book.save(BROKEN, by_renaming=True)
    broken = book.until(lambda state: is_done(state, "does not build"))
    expect("pictures" not in broken, "old pictures beside a file that does not build")
    book.save(HALF)
    book.until(lambda state: state["grading"])
    book.save(RIGHT, by_renaming=True)  # while the one before is graded: the last one counts
    book.until(lambda state: is_done(state, "passed"))
    time.sleep(1)
    expect(is_done(book.state(), "passed"), "an older save came after a newer one")
    path = os.path.join(book.root, SOURCE)
    os.remove(path)
    time.sleep(1.5)
    expect(is_done(book.state(), "passed"), "a file that is away was graded")
    book.save(HALF)
    book.until(lambda state: is_done(state, "right but slow"))


def descendants(pid):
    found = subprocess.run(["ps", "-e", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout.split("\n")
    children = {}
    for row in found:
        if row.strip():
            child, parent = map(int, row.split())
            children.setdefault(parent, []).append(child)
    below, rest = [], [pid]
    while rest:
        more = children.get(rest.pop(), [])
        below += more
        rest += more
    return below


def ends_clean(book):
    book.save(RIGHT)
    book.until(lambda state: state["grading"])
    below = descendants(book.process.pid)
    expect(below, "nothing grades")
    expect(book.stop() == 0, f"it ended with {book.process.returncode}")
    time.sleep(0.5)
    left = [pid for pid in below if os.path.exists(f"/proc/{pid}")]
    expect(not left, f"left processes {left}")
    work = os.path.join(book.root, "build/work")
    expect(not os.path.exists(work) or not os.listdir(work), f"left {os.listdir(work) if os.path.exists(work) else ''}")


def ports(book):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        number = taken.getsockname()[1]
        expect(not book.start("--port", str(number)), "a port in use was taken")
        expect("cannot listen on port" in book.process.stdout.read() + book.printed or book.process.wait() == 2, "port in use is not said")
        expect(book.process.wait() == 2, "a port in use does not end with 2")
    for value in ("0", "65536", "x"):
        done = subprocess.run([os.path.join(book.root, "build/grade"), "live", "--port", value], capture_output=True, text=True,
                              check=False)
        expect(done.returncode == 2 and "--port" in done.stderr, f"--port {value}: {done}")


# ---- pictures ---------------------------------------------------------------------------------------------------
def photographs(book, folder):
    from browser import Browser
    os.makedirs(folder, exist_ok=True)
    problems = []
    with Browser() as page:
        page.size(1300, 900)
        page.open(f"http://127.0.0.1:{book.port}/{book.token}/")
        shutil.copyfile(HALF, os.path.join(book.root, SOURCE))
        for name, file, done in (("waiting", None, None), ("failing", HALF, "right but slow"), ("passing", RIGHT, "passed")):
            if file:
                book.save(file)
                page.until(f"document.getElementById('state').textContent === '{done}' && "
                           "!document.getElementById('pictures').hidden", wait=90)
                time.sleep(1)
            for width in (1300, 400):
                page.size(width, 900)
                time.sleep(0.5)
                wide = page.evaluate("document.documentElement.scrollWidth")
                expect(wide <= width, f"{name} at {width} is {wide} wide")
                page.photograph(os.path.join(folder, f"page_{name}_{width}.png"))
        problems = page.problems
    expect(not problems, f"the browser complains: {problems}")


def main():
    build, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
    subprocess.run([os.path.join(build, "grade"), "known", "build/page_known", "transpose_padded"], check=True)
    book = Workbook(build, folder)
    ports(book)
    expect(book.start("transpose_padded"), f"it does not start: {book.printed}")
    listens_here_alone(book)
    book.until(is_done)
    refusals(book)
    headers(book)
    rate = many_and_slow(book)
    large(book)
    saves(book)
    ends_clean(book)
    if len(sys.argv) > 3:
        shutil.copyfile("grader/exercises/transpose_padded/skeleton.cu", os.path.join(book.root, SOURCE))
        book.start()
        photographs(book, sys.argv[3])
        book.stop()
    for line in wrong:
        print(line)
    print(f"{rate:.0f} requests a second")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
