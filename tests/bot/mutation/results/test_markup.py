"""XML as it must not be trusted and as it is really written: entities, depth, encodings, forbidden characters."""

from __future__ import annotations

import codecs
import contextlib
import itertools
import time

import pytest

from bot.mutation.results import ReportUnreadable
from tests.bot.mutation.results.outlines import outline, read_file
from tests.support.timing import assert_in_proportion

LEVELS = "abcdefghij"
ENTITIES = "".join(f'<!ENTITY {name} "{f"&{before};" * 10}">' for before, name in itertools.pairwise(LEVELS))
BOMB = f'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">{ENTITIES}]>'
KINDS = {"junit": "testsuite", "ctest-junit": "testsuite", "doctest-xml": "doctest"}


@pytest.mark.parametrize(("kind", "root"), KINDS.items())
@pytest.mark.parametrize(
    "prolog",
    [
        BOMB,
        "<!DOCTYPE testsuite>",
        '<?xml version="1.0"?>\n<!DOCTYPE testsuite>',
        '<?xml version="1.0"?><!-- <testsuite> --><?p <testsuite> ?>\n<!DOCTYPE x>',
        '<!DOCTYPE x SYSTEM "file:///etc/passwd">',
        '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE x [<!ENTITY % p SYSTEM "http://localhost:1/x"> %p;]>',
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_document_type_is_refused_before_it_costs_anything(kind: str, root: str, prolog: str, encoding: str) -> None:
    document = f"{prolog}<{root}><testcase name='&j;'/>&j;&f;</{root}>"
    began = time.process_time()
    with pytest.raises(ReportUnreadable, match="declares a document type"):
        read_file(kind, document.encode(encoding))
    assert time.process_time() - began < 0.5


def test_a_document_type_in_a_text_is_a_text() -> None:
    report = "<testsuite><testcase name='a'><system-out><![CDATA[<!DOCTYPE html>]]></system-out></testcase></testsuite>"
    assert outline(read_file("junit", report.encode())) == ["green a"]


@pytest.mark.parametrize("reference", ["&nbsp;", "&a;"])
def test_an_entity_that_nobody_defined_is_refused(reference: str) -> None:
    with pytest.raises(ReportUnreadable, match=r"is no XML \(line 1: undefined entity\)"):
        read_file("junit", f"<testsuite><testcase name='{reference}'/></testsuite>".encode())


@pytest.mark.parametrize(("kind", "root"), KINDS.items())
def test_nesting_is_bounded(kind: str, root: str) -> None:
    deep = f"<{root}>" + "<a>" * 200_000
    with pytest.raises(ReportUnreadable, match="nests its elements more than 1000 deep"):
        read_file(kind, deep.encode())


def test_nesting_as_sections_do_it_is_read() -> None:
    inner = "<SubCase>" * 200 + "</SubCase>" * 200
    report = f'<doctest><TestSuite><TestCase name="a">{inner}</TestCase></TestSuite></doctest>'
    assert outline(read_file("doctest-xml", report.encode())) == ["green a"]


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        (b"\xff", "\\xff"),
        (b"a\xc3", "a\\xc3"),
        ("ü".encode(), "ü"),
        (b"\x1b[31m", "\\x1b[31m"),
        (b"\x00", "\\x00"),
        (b"&#27;[0m", "\\x1b[0m"),
        (b"&#x1B;", "\\x1b"),
        (b"&#0;", "\\x00"),
        (b"&#xD800;", "\\ud800"),
        (b"&#xFFFE;", "\\ufffe"),
        (b"&#1114112;", "\\u110000"),
        (b"&#228;&#xe4;", "ää"),
        ("\ufffe\uffff".encode(), "\\ufffe\\uffff"),
        (b"\xed\xb2\x80", "\\xed\\xb2\\x80"),
        (b"\x7f", "\x7f"),
    ],
)
def test_what_xml_cannot_hold_is_shown_as_an_escape(raw: bytes, name: str) -> None:
    assert outline(read_file("junit", b'<testsuite><testcase name="' + raw + b'"/></testsuite>')) == [f"green {name}"]


CASE = '<testsuite><testcase name="ü"/></testsuite>'


@pytest.mark.parametrize(
    "document",
    [
        CASE.encode(),
        codecs.BOM_UTF8 + CASE.encode(),
        f'<?xml version="1.0" encoding="UTF-8"?>{CASE}'.encode(),
        f'<?xml version="1.0" encoding="ISO-8859-1"?>{CASE}'.encode("latin-1"),
        f"<?xml version='1.0' encoding='windows-1252'?>{CASE}".encode("cp1252"),
        f'<?xml version="1.0" encoding="UTF-16"?>{CASE}'.encode("utf-16"),
        codecs.BOM_UTF16_BE + f'<?xml version="1.0" encoding="UTF-16"?>{CASE}'.encode("utf-16-be"),
        f'<?xml version="1.0" encoding="no-such-encoding"?>{CASE}'.encode(),
        f'<?xml version="1.0" encoding="utf-7"?>{CASE}'.encode(),
    ],
)
def test_encodings_that_runners_use_are_read(document: bytes) -> None:
    assert outline(read_file("junit", document)) == ["green ü"]


@pytest.mark.parametrize(
    "document",
    [
        "no markup",
        "<testsuite>&</testsuite>",
        "<testsuite></testsuites>",
        "<testsuite a=1/>",
        "<testsuite/><testsuite/>",
    ],
)
def test_what_is_no_xml_is_said_with_its_line(document: str) -> None:
    with pytest.raises(ReportUnreadable, match=r"^its report is no XML \(line 3: [a-z -]+( \([a-z ]+\))?\)$"):
        read_file("junit", f"\n\n{document}".encode())


CASES = '<testcase name="a" classname="b"><failure message="x">&#27;y</failure></testcase>'


@pytest.mark.growth
@pytest.mark.parametrize(
    "unit",
    [CASES, "<testcase name='a'", "<!--", "&#1;", "<![CDATA[", "<a:b>", "<?p ", "]]>", "a\x00", "<system-out>"],
)
def test_the_time_is_in_proportion_to_the_size(unit: str) -> None:
    def run(count: int) -> None:
        with contextlib.suppress(ReportUnreadable):
            read_file("junit", ("<testsuite>" + unit * count).encode())

    assert_in_proportion(run, 5000)


@pytest.mark.growth
@pytest.mark.parametrize("unit", ["<!-- x -->", "<?p?>", " ", "<!--", "<?"])
def test_a_long_prolog_takes_time_in_proportion(unit: str) -> None:
    def run(count: int) -> None:
        with contextlib.suppress(ReportUnreadable):
            read_file("junit", (unit * count + "<testsuite/>").encode())

    assert_in_proportion(run, 20_000)
