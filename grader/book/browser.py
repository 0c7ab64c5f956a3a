"""browser.py - a headless Chromium that is told what to do over two pipes (the DevTools protocol): no driver, no port."""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
KEYS = {"Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "PageUp": 33, "PageDown": 34, "End": 35, "Home": 36, "ArrowLeft": 37,
        "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}


class BrowserError(Exception):
    pass


def find():
    """The path of a browser, or None."""
    return next((found for found in map(shutil.which, BROWSERS) if found), None)


class Browser:
    """One page: with Browser() as page: page.open(url); page.evaluate("1 + 1")."""

    def __enter__(self):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        commands, self.send = os.pipe()
        self.receive, answers = os.pipe()
        command = [find(), "--headless", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe",
                   f"--user-data-dir={self.profile.name}", "about:blank"]
        command += ["--no-sandbox"] if os.geteuid() == 0 else []  # root has none; the pages are our own
        script = f'exec 3<&{commands} 4>&{answers}; exec "$@"'
        self.process = subprocess.Popen(["sh", "-c", script, "sh", *command], pass_fds=(commands, answers),
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(commands)
        os.close(answers)
        self.number, self.unread, self.session, self.problems = 0, b"", None, []
        targets = self.call("Target.getTargets")["targetInfos"]
        target = next(target["targetId"] for target in targets if target["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        return self

    def __exit__(self, *_):
        self.session = None
        try:
            self.call("Browser.close")
        except BrowserError:
            pass
        os.close(self.send)
        self.process.wait(timeout=20)
        os.close(self.receive)
        self.profile.cleanup()

    def call(self, method, wait=60, **parameters):
        """The result of a method of the protocol."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.send, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + wait
        while True:
            answer = self._next(end)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise BrowserError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def _next(self, end):
        while b"\0" not in self.unread:
            if not select.select([self.receive], [], [], max(0, end - time.monotonic()))[0]:
                raise BrowserError("the browser does not answer")
            more = os.read(self.receive, 1 << 20)
            if not more:
                raise BrowserError("the browser has ended")
            self.unread += more
        message, _, self.unread = self.unread.partition(b"\0")
        message = json.loads(message)
        self._note(message)
        return message

    def _note(self, message):
        """What the page complained of: exceptions, refused loads."""
        method, parameters = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.problems.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Log.entryAdded" and parameters["entry"]["level"] == "error":
            self.problems.append(parameters["entry"]["text"] + " " + parameters["entry"].get("url", ""))

    def open(self, url):
        self.call("Page.navigate", url=url)
        self.until("document.readyState === 'complete'")

    def evaluate(self, expression, wait=60):
        """The value of an expression, or of the promise it gives."""
        result = self.call("Runtime.evaluate", wait=wait, expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise BrowserError(result["exceptionDetails"].get("exception", {}).get("description", "exception"))
        return result["result"].get("value")

    def until(self, condition, wait=30):
        end = time.monotonic() + wait
        while not self.evaluate(condition):
            if time.monotonic() > end:
                raise BrowserError(f"never true: {condition}")
            time.sleep(0.02)

    def size(self, width, height, dark=False):
        """Of the window; narrow ones are a phone's."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2,
                  mobile=width < 600)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def press(self, key, times=1):
        """A key as from a keyboard: a name of KEYS, or a character."""
        for _ in range(times):
            text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
            code = KEYS.get(key, ord(key.upper()) if len(key) == 1 else 0)
            self.call("Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=code, text=text)
            self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def photograph(self, path, selector=None, margin=12):
        """A picture of what the selector finds, or of the window."""
        clip = {}
        if selector:
            box = self.evaluate(f"""(() => {{ const box = document.querySelector({json.dumps(selector)})
                .getBoundingClientRect(); return [box.x + scrollX, box.y + scrollY, box.width, box.height]; }})()""")
            clip = {"clip": {"x": max(0, box[0] - margin), "y": max(0, box[1] - margin), "width": box[2] + 2 * margin,
                             "height": box[3] + 2 * margin, "scale": 1}, "captureBeyondViewport": True}
        data = self.call("Page.captureScreenshot", format="png", **clip)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
