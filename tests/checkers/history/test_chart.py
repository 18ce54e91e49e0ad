"""The chart: a line and a name for each bucket, a mark for each raise, and no markup but its own."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from checkers.history.chart import _DARK, _LIGHT, render
from checkers.history.model import History
from fixtures.hostile import strings
from tests.checkers.history.samples import DAY, START, history

SVG = "{http://www.w3.org/2000/svg}"
ELEMENTS = {"svg", "title", "desc", "style", "rect", "text", "path", "g", "circle"}
ATTRIBUTES = {
    "class", "viewBox", "width", "height", "role", "aria-labelledby", "id", "x", "y", "d", "cx", "cy", "r",
    "text-anchor", "stroke-dasharray",
}  # fmt: skip


def _tree(shown: History) -> ElementTree.Element:
    root = ElementTree.fromstring(render(shown))
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in ELEMENTS
        assert set(element.attrib) <= ATTRIBUTES
    return root


def _of_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [element for element in root.iter() if name in element.get("class", "").split()]


def _label_texts(root: ElementTree.Element) -> list[tuple[str, float]]:
    labels = [text for text in root.iter(f"{SVG}text") if re.fullmatch(r"f\d", text.get("class", ""))]
    return [("".join(text.itertext()), float(text.get("y", "0"))) for text in labels]


def test_each_bucket_has_a_line_and_its_name_with_the_last_count_at_the_end() -> None:
    root = _tree(history([[0, 1], [3, 1]]))
    assert len(_of_class(root, "line")) == 2
    assert {text for text, _ in _label_texts(root)} == {"kcudakcuda 3", "vt_ifdefvt_ifdef 1"}


def test_each_raise_is_a_mark_that_says_which_commit_and_a_fall_is_none() -> None:
    root = _tree(history([[0, 0], [3, 0], [2, 0], [2, 5]], subject="feat: more kernels"))
    titles = [mark.findtext(f"{SVG}title") for mark in _of_class(root, "raise")]
    assert titles == [
        "000000000 feat: more kernels\nkcuda 0 to 3, 2026-05-29",
        "000000000 feat: more kernels\nvt_ifdef 0 to 5, 2026-05-31",
    ]


def test_a_line_is_stepped_and_ends_at_the_right() -> None:
    line = _of_class(_tree(history([[0, 0], [4, 0], [4, 0]])), "line")[0].get("d", "")
    assert re.fullmatch(r"M46 326\.0H[\d.]+V62\.0H[\d.]+", line)


def test_the_axis_begins_at_zero_with_few_lines() -> None:
    root = _tree(history([[0, 45], [1, 30]]))
    assert len(_of_class(root, "grid")) == 2
    assert [text.text for text in _of_class(root, "faint")][1:4] == ["0", "20", "40"]


@pytest.mark.parametrize("buckets", [2, 5, 12, 40])
@pytest.mark.parametrize("last", [0, 7])
def test_names_never_overlap_and_stay_on_the_paper(buckets: int, last: int) -> None:
    names = [f"bucket_{number}" for number in range(buckets)]
    root = _tree(history([[1] * buckets, [last] * buckets, [9, *[last] * (buckets - 1)]], names))
    heights = sorted(y for _, y in _label_texts(root))
    assert len(heights) == buckets
    assert all(lower - upper >= 16.9 for upper, lower in pairwise(heights))
    assert heights[0] >= 60
    assert heights[-1] <= float(root.get("height", "0")) - 20


def test_a_long_name_is_cut_and_whole_on_hover() -> None:
    name = "a" * 90
    ((text, _),) = _label_texts(_tree(history([[2]], [name])))
    assert text == name + "a" * 23 + "… 2"


@pytest.mark.parametrize("text", strings())
def test_hostile_subjects_and_names_are_text_alone(text: str) -> None:
    drawn = render(history([[0], [1]], [text or "x"], subject=text))
    root = ElementTree.fromstring(drawn.encode("utf-8"))
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= ELEMENTS
    assert len(_of_class(root, "raise")) == 1


def test_a_wrong_clock_does_not_stretch_the_axis() -> None:
    times = [START, START + DAY, 0, START + 3 * DAY, 10**11, START + 5 * DAY]
    right = history([[1], [2], [3], [4], [5], [6]], ["b"])
    wrong = history([[1], [2], [3], [4], [5], [6]], ["b"], times)
    paths = [_of_class(_tree(one), "line")[0].get("d") for one in (right, wrong)]
    assert paths[0] == paths[1]


@pytest.mark.parametrize("counts", [[], [[0, 0]], [[3, 1]]])
def test_a_history_of_no_or_one_commit_is_drawn(counts: list[list[int]]) -> None:
    root = _tree(history(counts))
    assert len(_of_class(root, "line")) == (2 if counts else 0)


def test_light_and_dark_have_colours_of_their_own() -> None:
    drawn = render(history([[1, 2]]))
    light, dark = drawn.split("@media (prefers-color-scheme: dark)")
    assert all(colour in light for colour in _LIGHT)
    assert all(colour in dark for colour in _DARK)


@pytest.mark.parametrize(("colours", "paper"), [(_LIGHT, "#ffffff"), (_DARK, "#0d1117")])
def test_every_colour_stands_out_from_its_paper(colours: tuple[str, ...], paper: str) -> None:
    """By WCAG 2.2, success criterion 1.4.3: 4.5 to 1 for text."""
    for colour in colours:
        lighter, darker = sorted((_luminance(colour), _luminance(paper)), reverse=True)
        assert (lighter + 0.05) / (darker + 0.05) >= 4.5, colour


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_style_stays_within_the_chart() -> None:
    style = render(history([[1, 2]])).split("<style>")[1].split("</style>")[0]
    selectors = [part for rule in re.findall(r"([^{}]+)\{[^{}]*\}", style) for part in rule.split(",")]
    scoped = [one for one in selectors if not one.strip().startswith("@media")]
    assert all(".redfirst" in one for one in scoped)


def test_the_chart_asks_for_nothing_from_elsewhere() -> None:
    drawn = render(history([[1, 2]]))
    assert drawn.count("http") == drawn.count('xmlns="http://www.w3.org/2000/svg"') == 1
    assert "url(" not in drawn


def test_a_mark_says_a_year_of_four_digits() -> None:
    shown = history([[0], [1]], ["kcuda"])
    early = [point._replace(time=-60_000_000_000 + number) for number, point in enumerate(shown.points)]
    assert "0068-09-03" in render(shown._replace(points=early))
