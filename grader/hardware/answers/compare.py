#!/usr/bin/env python3
"""compare.py - estimates of the workbook's answers against their times on a GPU.

usage: compare.py MEASURED.csv ESTIMATES.csv [--most N]

MEASURED is a table such as answers.csv, ESTIMATES what `answers.py estimate` wrote for the same GPU. Of the rows that both
have, prints how many have an estimate, the median error and the error that nine of ten rows stay below, how many are off by
more than 1.5, how many measured times are in the range of their estimate, how many pairs of one exercise that differ by 10 %
or more are in the right order, and the N largest errors (10). Where a call does other work than its kernels, the measured
time is that of the kernels. A row of ESTIMATES without a time counts as one without an estimate.
"""
import argparse
import csv
import itertools
import math
import sys

PAIR_DIFFERS = 1.10
FAR_OFF = 1.5


def table(path):
    with open(path) as file:
        rows = csv.DictReader(line for line in file if not line.startswith('#'))
        return {(row['exercise'], row['answer'], row['step']): row for row in rows}


def measured_ms(row):
    text = row.get('kernels_ms') or row['ms']
    return float(text) if text else None


def pairs(rows):
    """Pairs of one exercise whose measured times differ: in the right order, and in all."""
    right = total = 0
    for (key, time, guess, _), (other_key, other_time, other_guess, _) in itertools.combinations(rows, 2):
        if key[0] == other_key[0] and max(time, other_time) >= PAIR_DIFFERS * min(time, other_time):
            total += 1
            right += guess != other_guess and (time > other_time) == (guess > other_guess)
    return right, total


def percent(part, whole):
    return f'{part} of {whole} ({100 * part / whole:.1f} %)' if whole else '0 of 0'


def quantile(ordered, share):
    return ordered[max(math.ceil(share * len(ordered)) - 1, 0)]


def report(measured, estimates, most):
    both = [key for key in measured if key in estimates and measured_ms(measured[key])]
    rows, missing = [], []
    for key in both:
        guess = estimates[key]
        if not guess['ms']:
            missing.append((key, guess['problem']))
            continue
        time = measured_ms(measured[key])
        rows.append((key, time, float(guess['ms']), float(guess['low_ms']) <= time <= float(guess['high_ms'])))
    if not rows:
        sys.exit('compare.py: no row has both a measured time and an estimate')
    errors = sorted(abs(guess / time - 1) for _, time, guess, _ in rows)
    ratios = sorted(time / guess for _, time, guess, _ in rows)
    far = sum(max(time / guess, guess / time) > FAR_OFF for _, time, guess, _ in rows)
    print(f'with an estimate          {percent(len(rows), len(both))}')
    print(f'median error              {100 * quantile(errors, 0.5):.1f} %')
    print(f'nine of ten within        {100 * quantile(errors, 0.9):.1f} %')
    print(f'off by more than {FAR_OFF}      {percent(far, len(rows))}')
    print(f'in the range              {percent(sum(row[3] for row in rows), len(rows))}')
    print(f'measured / estimated      {quantile(ratios, 0.1):.2f} to {quantile(ratios, 0.9):.2f} for the middle 80 %')
    print(f'pairs in order            {percent(*pairs(rows))}\n\nthe largest errors, estimated / measured')
    for key, time, guess, _ in sorted(rows, key=lambda row: -abs(math.log(row[2] / row[1])))[:most]:
        print(f'  {guess / time:6.2f}  {key[0]}/{key[1]} step {key[2]}: measured {time:.3f} ms, estimated {guess:.3f}')
    for key, why in missing:
        print(f'    none  {key[0]}/{key[1]} step {key[2]}: {why}')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('measured')
    parser.add_argument('estimates')
    parser.add_argument('--most', type=int, default=10)
    options = parser.parse_args()
    report(table(options.measured), table(options.estimates), options.most)


if __name__ == '__main__':
    main()
