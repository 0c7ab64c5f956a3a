#!/usr/bin/env python3
"""clicks.py - uses the class's page as an instructor does, in Chromium without a window: sorts by clicks on heads, searches
by typing, and does without scripts.

usage: clicks.py PAGE FOLDER [PICTURES]    (FOLDER: an empty one for the browser's files)

Says each thing that is not as it should be, and ends with status 1 then. Status 77: there is no Chromium. With a folder for
PICTURES the page is kept there as it looks at 400 and 1300 pixels, light and dark.

Chromium is spoken to through a pipe (--remote-debugging-pipe), so that neither a port nor a library is needed.
"""
import base64
import json
import os
import shutil
import subprocess
import sys

BROWSERS = ('chromium', 'chromium-browser', 'google-chrome')


class Browser:
    """Speaks the DevTools protocol: JSON, each message with a NUL behind it."""

    def __init__(self, program, folder):
        (to_read, to_write), (from_read, from_write) = os.pipe(), os.pipe()
        command = (f'exec "$0" --headless --no-sandbox --disable-gpu --hide-scrollbars --remote-debugging-pipe '
                   f'--user-data-dir="$1" 3<&{to_read} 4>&{from_write}')
        self.process = subprocess.Popen(['sh', '-c', command, program, folder], pass_fds=(to_read, from_write),
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(from_write)
        self.output, self.input = os.fdopen(to_write, 'wb', 0), os.fdopen(from_read, 'rb')
        self.number, self.waiting, self.events, self.session = 0, b'', [], None

    def message(self):
        while b'\0' not in self.waiting:
            data = self.input.read1(1 << 16)
            if not data:
                raise SystemExit('the browser ended')
            self.waiting += data
        first, self.waiting = self.waiting.split(b'\0', 1)
        return json.loads(first)

    def __call__(self, method, **parameters):
        self.number += 1
        message = {'id': self.number, 'method': method, 'params': parameters}
        if self.session and not method.startswith(('Target.', 'Browser.')):
            message['sessionId'] = self.session
        self.output.write(json.dumps(message).encode() + b'\0')
        while (answer := self.message()).get('id') != self.number:
            self.events.append(answer.get('method'))
        if 'error' in answer:
            raise SystemExit(f'{method}: {answer["error"]}')
        return answer['result']

    def open(self, page, width, dark=False, scripts=True):
        target = self('Target.createTarget', url='about:blank')['targetId']
        self.session = self('Target.attachToTarget', targetId=target, flatten=True)['sessionId']
        self('Page.enable')
        self('Emulation.setDeviceMetricsOverride', width=width, height=900, deviceScaleFactor=1, mobile=width < 600)
        colours = {'name': 'prefers-color-scheme', 'value': 'dark' if dark else 'light'}
        self('Emulation.setEmulatedMedia', features=[colours])
        self('Emulation.setScriptExecutionDisabled', value=not scripts)
        self.events = []
        self('Page.navigate', url='file://' + os.path.abspath(page))
        while 'Page.loadEventFired' not in self.events:
            self.events.append(self.message().get('method'))

    def value(self, expression):
        result = self('Runtime.evaluate', expression=expression, returnByValue=True)
        if 'exceptionDetails' in result:
            raise SystemExit(f'{expression}: {result["exceptionDetails"]["text"]}')
        return result['result'].get('value')

    def click(self, selector, index=0):
        place = ('{const e = document.querySelectorAll(' + json.dumps(selector) + f')[{index}]; e.scrollIntoView('
                 '{block: "center"}); const r = e.getBoundingClientRect(); [r.x + r.width / 2, r.y + r.height / 2]}')
        x, y = self.value(place)
        for kind in ('mousePressed', 'mouseReleased'):
            self('Input.dispatchMouseEvent', type=kind, x=x, y=y, button='left', clickCount=1)

    def type(self, text):
        for letter in text:
            self('Input.dispatchKeyEvent', type='keyDown', key=letter, text=letter)
            self('Input.dispatchKeyEvent', type='keyUp', key=letter)

    def picture(self, path):
        size = self('Page.getLayoutMetrics')['cssContentSize']
        clip = {'x': 0, 'y': 0, 'width': size['width'], 'height': min(size['height'], 5000), 'scale': 1}
        image = self('Page.captureScreenshot', format='png', captureBeyondViewport=True, clip=clip)
        with open(path, 'wb') as file:
            file.write(base64.b64decode(image['data']))

    def close(self):
        try:
            self('Browser.close')
        except SystemExit:
            pass
        self.process.wait()


wrong = []


def expect(what, holds):
    if not holds:
        wrong.append(what)


COLUMN = '[...document.querySelectorAll("table.students tbody tr")].map(r => (r.cells[%d].dataset.value ?? r.cells[%d].textContent).trim())'
SHOWN = '[...document.querySelectorAll("table.students tbody tr")].filter(r => r.offsetParent).length'


def numbers(cells):
    return [float(cell.split('/')[0]) for cell in cells if cell[:1].isdigit()]


def check_sorting(browser):
    heads = browser.value('[...document.querySelectorAll("table.students thead th")].map(h => h.textContent)')
    points = heads.index('points')
    before = sorted(browser.value(COLUMN % (0, 0)))
    for order in (False, True):  # the greatest first, then the least
        browser.click('table.students thead th button', points)
        cells = numbers(browser.value(COLUMN % (points, points)))
        expect(f'points are sorted, {"least" if order else "greatest"} first: {cells}', cells == sorted(cells, reverse=not order))
    browser.click('table.students thead th button', 0)
    names = browser.value(COLUMN % (0, 0))
    ordered = browser.value('(' + COLUMN % (0, 0) + ').sort((a, b) => a.localeCompare(b))')
    expect(f'names are sorted: {names}', names == ordered)
    expect('sorting keeps every row', sorted(names) == before)
    state = browser.value('document.querySelector("table.students thead th").ariaSort')
    expect(f'the head says how it is sorted: {state}', state == 'ascending')


def check_searching(browser):
    everybody = browser.value(SHOWN)
    first = browser.value('document.querySelector("table.students tbody th a").textContent')
    browser.type('/')
    expect('/ goes to the search', browser.value('document.activeElement === document.querySelector(".search input")'))
    browser.type(first)
    left = browser.value(SHOWN)
    expect(f'searching for {first} leaves {left} of {everybody}', 1 <= left < everybody)
    counted = browser.value('document.querySelector(".search output").textContent')
    expect(f'the page counts what is left: {counted}', counted.split()[0] == str(left))
    browser.type(' nobody is called so')
    expect('words that nobody has leave nobody', browser.value(SHOWN) == 0)
    browser.value('{const f = document.querySelector(".search input"); f.value = ""; f.dispatchEvent(new Event("input"))}')
    expect('an empty search shows all', browser.value(SHOWN) == everybody)


def check_without_scripts(browser, page):
    browser.open(page, 1300)
    everybody = browser.value(SHOWN)
    browser.open(page, 1300, scripts=False)
    expect('nothing that needs a script is there without one', not browser.value('document.querySelector("th button, .search")'))
    expect('without scripts everybody is shown', browser.value(SHOWN) == everybody)


def check_widths(browser, page, pictures):
    for width in (400, 1300):
        for dark in (False, True):
            browser.open(page, width, dark)
            wide = browser.value('document.documentElement.scrollWidth')
            expect(f'nothing stands out at {width} pixels: {wide}', wide <= width)
            paper = browser.value('getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)[0]')
            expect(f'the page is {"dark" if dark else "light"} if that is asked for: {paper}', (paper < 100) == dark)
            if pictures:
                browser.picture(f'{pictures}/class-{width}-{"dark" if dark else "light"}.png')


def main():
    page, folder, pictures = sys.argv[1], sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else None
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if not program:
        return 77
    browser = Browser(program, folder)
    try:
        browser.open(page, 1300)
        check_sorting(browser)
        check_searching(browser)
        check_without_scripts(browser, page)
        check_widths(browser, page, pictures)
    finally:
        browser.close()
    for what in wrong:
        print(what)
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
