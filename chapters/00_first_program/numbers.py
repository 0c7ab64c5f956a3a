"""numbers.py - where the numbers of chapter 00 come from."""


def numbers(lesson):
    guard = lesson.run("guard.cu").launches[0]
    each = guard.threads
    lesson.says("In blocks of 8 threads", each)
    lesson.says("i = 2 * 8 + 3 = 19", 2, each, 3, 2 * each + 3)
    lesson.says("20 elements do not fill whole blocks of 8: 20 / 8 is 2.5", 20, each, 20, each, 20 / each)
    assert guard.blocks == 3  # "20 / 8 is 2.5. Round the number of blocks up"
    assert tuple(lesson.run("image.cu").launches[0].grid[:2]) == (3, 2)
