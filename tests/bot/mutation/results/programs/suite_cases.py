"""Cases for unittest that break as the variable BREAK says; Python 3.8 can run them."""

import doctest
import os
import sys
import unittest

BREAK = os.environ.get("BREAK", "")


def double(size):
    """
    Twice the size.

    >>> double(2)
    4
    """
    return size + (1 if "fail" in BREAK else size)


class Seam(unittest.TestCase):
    def tearDown(self):
        if "teardown" in BREAK:
            raise OSError("gone")

    def test_capacity(self):
        self.assertNotIn("fail", BREAK)

    def test_crashes(self):
        if "abort" in BREAK:
            os.abort()
        if "exit" in BREAK:
            os._exit(0)

    def test_documented(self):
        """Says what ... it does (in brackets)."""
        self.assertNotIn("fail", BREAK)

    @unittest.expectedFailure
    def test_expected(self):
        self.assertIn("mended", BREAK)

    def test_noise(self):
        sys.stderr.write("some noise\nERROR\nfoo (bar)\nand ")
        print("more", file=sys.stderr, end=" ")

    def test_parts(self):
        for size in range(3):
            with self.subTest("the part", size=size):
                self.assertFalse("part" in BREAK and size)

    def test_parts_documented(self):
        """Documented parts."""
        for size in range(2):
            with self.subTest(size=size):
                self.assertNotIn("part", BREAK)

    def test_parts_skipped(self):
        with self.subTest(size=1):
            self.skipTest("no part")

    @unittest.skip("no 'device'")
    def test_skipped(self):
        """It has nothing to run on."""

    def test_throws(self):
        if "throw" in BREAK:
            raise RuntimeError("boom")


class Up(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if "upskip" in BREAK:
            raise unittest.SkipTest("no ground")
        if "environment" in BREAK:
            raise OSError("no ground")

    def test_one(self):
        """Stands on what setUpClass made."""


class Down(unittest.TestCase):
    @classmethod
    def tearDownClass(cls):
        if "environment" in BREAK:
            raise OSError("the ground is gone")

    def test_one(self):
        pass


def local():
    class Local(unittest.TestCase):
        def test_local(self):
            pass

    return Local


Local = local()


def load_tests(loader, tests, pattern):
    tests.addTests(doctest.DocTestSuite(sys.modules[__name__]))
    tests.addTest(unittest.FunctionTestCase(local))
    return tests
