"""An example for every edit and every expectation of mutation tables: rows of one table over one small tree."""

from __future__ import annotations

from textwrap import indent
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

MONEY = '''\
"""Money in whole cents."""

import log


def rounded(tenths):
    return (tenths + 5) // 10


def pay(account, cents):
    if account["cents"] < cents:
        raise ValueError("not enough")
    account["cents"] -= cents
    log.note(account["name"], cents)


def shared(cents, people):
    while cents % people > 0:
        cents -= 1
    return cents // people
'''
LOG = '''\
"""What was paid."""

NOTES = []


def note(name, cents):
    NOTES.append((name, cents))
'''
TESTS = """\
import unittest

import log
import money


class Money(unittest.TestCase):
    def test_half_goes_up(self):
        self.assertEqual([money.rounded(14), money.rounded(15)], [1, 2])

    def test_what_is_not_there_is_not_paid(self):
        with self.assertRaises(ValueError):
            money.pay({"name": "a", "cents": 1}, 2)

    def test_all_of_it_can_be_paid(self):
        account = {"name": "a", "cents": 2}
        money.pay(account, 2)
        self.assertEqual(account["cents"], 0)

    def test_a_payment_is_noted(self):
        money.pay({"name": "b", "cents": 9}, 2)
        self.assertIn(("b", 2), log.NOTES)

    def test_a_rest_is_kept(self):
        self.assertEqual(money.shared(7, 2), 3)
"""
TESTS_OF_ROUNDING = """\
import unittest

import money


class Rounding(unittest.TestCase):
    def test_a_whole_cent_stays_one(self):
        self.assertEqual(money.rounded(10), 1)
"""
PATCH = """\
--- a/money.py
+++ b/money.py
@@ -4,5 +4,5 @@


 def rounded(tenths):
-    return (tenths + 5) // 10
+    return tenths // 10

"""
FILES: Mapping[str, str] = {
    "money.py": MONEY,
    "log.py": LOG,
    "test_money.py": TESTS,
    "test_rounding.py": TESTS_OF_ROUNDING,
    "tests/mutations/half-up.patch": PATCH,
}
"""The tree that the examples are of."""

OLD_MONEY = MONEY.replace('    if account["cents"] < cents:\n        raise ValueError("not enough")\n', "")
"""What the file was at the merge base."""

SUITES = """\
suites:
  money:
    run: [python3, -m, unittest, -v, test_money]
    report: {unittest: stderr} # unittest -v writes there
    min_cases: 5 # a run of fewer holds nothing
    timeout: 5 # seconds
  rounding:
    run: [python3, -m, unittest, -v, test_rounding]
    report: {unittest: stderr}
  compiled:
    build: [python3, -m, compileall, -q, -b, money.py] # before every run
    run: [python3, -m, unittest, -v, test_money]
    report: {unittest: stderr}
    artifacts: [money.pyc] # what the build must change
"""

OF_EDITS: Mapping[str, str] = {
    "find": """\
- id: half-up
  claim: half of a cent is rounded up
  suite: money
  edits: [{file: money.py, find: "(tenths + 5)", with: "(tenths + 4)"}] # times: 2, where it stands twice
  expect: {red: ["*.test_half_goes_up"]}
""",
    "patch": """\
- id: half-up-patched
  claim: half of a cent is rounded up
  suite: money
  edits: [{file: money.py, patch: half-up.patch}] # a file beside the table
  expect: {red: ["*.test_half_goes_up"]}
""",
    "delete_call": """\
- id: noted
  claim: a payment leaves a note
  suite: money
  edits: [{file: money.py, delete_call: log.note, nth: 1}]
  expect: {red: ["*.test_a_payment_is_noted"]}
""",
    "negate": """\
- id: not-enough
  claim: who has not enough does not pay
  suite: money
  edits: [{file: money.py, negate: 'account["cents"] < cents', nth: 1}]
  expect: {red: ["*.test_what_is_not_there_is_not_paid", "*.test_all_*", "*.test_a_payment_*"]}
""",
    "return_early": """\
- id: rounds-at-all
  claim: cents are rounded
  suite: money
  edits: [{file: money.py, return_early: rounded, value: tenths, nth: 1}]
  expect: {red: ["*.test_half_goes_up"]}
""",
    "rename": """\
- id: all-of-it
  claim: all of it can be paid, and not a cent more
  suite: money
  edits: [{file: money.py, rename: {from: "<", to: "<="}}] # line: 11, nth: 1, where it stands elsewhere too
  expect: {red: ["*.test_all_of_it_can_be_paid"]}
""",
    "restore": """\
- id: as-before
  claim: the check came with this branch
  suite: money
  edits: [{file: money.py, restore: base}]
  expect: {red: ["*.test_what_is_not_there_is_not_paid"]}
""",
    "stub": """\
- id: without-a-log
  claim: payments need the log
  suite: money
  edits: [{file: log.py, stub: disabled}]
  expect: {red: ["*.test_a_payment_is_noted", "*.test_all_of_it_can_be_paid"]}
""",
}
"""A row for each edit."""

OF_EXPECTATIONS: Mapping[str, str] = {
    "red": """\
- id: kept-apart
  claim: a payment is noted, and no rounding depends on that
  suite: money
  edits:
    - {file: money.py, delete_call: log.note}
    - {file: money.py, find: 'account["cents"] -= cents', with: pass}
  expect: {red: ["*.test_a_payment_is_noted"], only: false, green_suites: [rounding]}
""",
    "green": """\
- id: wording
  claim: what the error says is free
  suite: money
  edits: [{file: money.py, find: not enough, with: too little}]
  expect: {green: true, reason: no program reads these words, green_suites: [rounding]}
""",
    "build": """\
- id: colon
  claim: what does not parse is not run
  suite: compiled
  edits: [{file: money.py, find: "(account, cents):", with: "(account, cents)"}]
  expect: {build: fails}
""",
    "outcome": """\
- id: ends
  claim: sharing comes to an end
  suite: money
  edits: [{file: money.py, find: cents -= 1, with: cents -= 0}]
  expect: {outcome: timed-out}
- id: no-crash
  claim: who has not enough is told so, and not thrown out
  suite: money
  edits: [{file: money.py, find: 'raise ValueError("not enough")', with: "__import__('os').abort()"}]
  expect: {outcome: crashed}
""",
}
"""A row or two for each expectation."""


def whole_table() -> str:
    """Every example as one table."""
    rows = "".join([*OF_EDITS.values(), *OF_EXPECTATIONS.values()])
    return f"{SUITES}mutations:\n{indent(rows, '  ')}"


def first_table() -> str:
    """What a newcomer begins with."""
    return f"{SUITES}mutations:\n{indent(OF_EDITS['find'], '  ')}"
