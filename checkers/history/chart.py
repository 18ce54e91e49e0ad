"""A history as a chart: one stepped line for each bucket, named at its right end, each raise a mark that says who."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NamedTuple

from checkers.history.scales import dates, in_order, numbers
from checkers.output.escaping import display_width, visible
from checkers.wording import counted, short_hash

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checkers.history.model import History, Point
    from checkers.history.scales import Tick

_WIDTH = 720
_LEFT, _TOP, _BOTTOM = 46, 62, 34
_PLOT_HEIGHT = 264
_LABEL_HEIGHT = 17
_CHARACTER = 7.4
"""How wide a character of a label is, in pixels, on the safe side."""
_WIDEST_LABEL = 24
_LONGEST_SUBJECT = 120

# Okabe and Ito's colours, the light ones darkened for white paper, so that every line has a contrast of 4.5 to 1.
_LIGHT = ("#0072b2", "#b85000", "#00755a", "#a3508a", "#7a6400", "#333333", "#4a5fc1", "#8f3b3b")
_DARK = ("#56b4e9", "#f0944d", "#2fc79d", "#e08fc0", "#e6cf3c", "#e6e6e6", "#a3b1ff", "#e99a9a")
_DASHES = ("", "7 3", "2 3", "9 3 2 3")

_INKS = {
    ".paper": ("fill: #ffffff", "fill: #0d1117"),
    ".ink": ("fill: #1f2328", "fill: #e6edf3"),
    ".faint": ("fill: #59636e", "fill: #9aa4af"),
    ".grid": ("stroke: #d9dee3", "stroke: #2b323b"),
    ".axis, .leader": ("stroke: #8a939c", "stroke: #6b7580"),
    ".mark": ("stroke: #ffffff", "stroke: #0d1117"),
    ".raise:hover .mark": ("stroke: #1f2328", "stroke: #e6edf3"),
}
"""What has one colour on white paper and another one on dark."""
_SHAPES = {
    ".title": "font-size: 15px; font-weight: 600",
    ".line": "fill: none; stroke-width: 2; stroke-linejoin: round",
    ".leader": "fill: none",
    ".mark": "stroke-width: 1.2",
    ".hit": "fill: transparent",
}
_FONT = "font: 13px system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif"


def render(history: History) -> str:
    """The chart as a whole SVG document that asks for nothing from elsewhere."""
    plot = _Plot(history)
    return "".join(
        f"{line}\n" for line in (*_head(history, plot), *plot.axes(), *plot.lines(), *plot.labels(), "</svg>")
    )


def _text(text: str) -> str:
    """Somebody's text as content or an attribute: nothing in it is markup, and all of it may stand in XML."""
    return escape(visible(text))


def _head(history: History, plot: _Plot) -> Iterator[str]:
    title = f"{history.check}: references by bucket"
    size = f'viewBox="0 0 {_WIDTH} {plot.height}" width="{_WIDTH}" height="{plot.height}"'
    named = 'role="img" aria-labelledby="redfirst-history redfirst-history-lines"'
    yield f'<svg xmlns="http://www.w3.org/2000/svg" class="redfirst" {size} {named}>'
    yield f'<title id="redfirst-history">{_text(title)}</title>'
    yield f'<desc id="redfirst-history-lines">{_text("; ".join(_sentences(history)))}</desc>'
    yield "\n".join(("<style>", f".redfirst {{ color-scheme: light dark; {_FONT} }}", *_rules(), "</style>"))
    yield f'<rect class="paper" width="{_WIDTH}" height="{plot.height}"/>'
    yield f'<text class="ink title" x="14" y="24">{_text(title)}</text>'
    yield f'<text class="faint" x="14" y="43">{_text(_subtitle(history))}</text>'


def _rules() -> Iterator[str]:
    """The style sheet, every selector below the chart's own class, so that a page around it keeps its looks."""
    yield from (_rule(selector, shape) for selector, shape in _SHAPES.items())
    for number, (colours, close) in enumerate(((_LIGHT, ""), (_DARK, "}"))):
        if close:
            yield "@media (prefers-color-scheme: dark) {"
        yield from (_rule(selector, inks[number]) for selector, inks in _INKS.items())
        for series, colour in enumerate(colours):
            yield _rule(f".s{series}", f"stroke: {colour}") + " " + _rule(f".f{series}", f"fill: {colour}")
        yield from close


def _rule(selector: str, declarations: str) -> str:
    scoped = ", ".join(f".redfirst {one}" for one in selector.split(", "))
    return f"{scoped} {{ {declarations} }}"


def _subtitle(history: History) -> str:
    points = history.points
    if not points:
        return "no commit to count"
    raising = sum(point.raises for point in points)
    first, last = (f"{point.day.day} {point.day:%b} {point.day.year}" for point in (points[0], points[-1]))
    span = first if first == last else f"{first} to {last}"
    marked = f"{counted(raising, 'commit')} raised a bucket" if raising else "none raised a bucket"
    return f"{len(points):,} {'commit' if len(points) == 1 else 'commits'}, {span}; {marked}"


def _sentences(history: History) -> Iterator[str]:
    """What the lines show, for those who do not see them."""
    yield _subtitle(history)
    for name in history.buckets if history.points else ():
        counts = [point.counts[name] for point in history.points]
        yield f"{name}: {counts[0]} at first, at most {max(counts)}, {counts[-1]} at last"


class _Label(NamedTuple):
    """What stands at the right end of a line: `at` is the end's height, `y` where there was room for the text."""

    number: int
    text: str
    at: float
    y: float


class _Plot:
    """Where everything stands, in pixels from the upper left."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.times = in_order([point.second for point in history.points])
        self.first, self.last = (self.times[0], self.times[-1]) if self.times else (0.0, 0.0)
        self.largest = max((1, *(count for point in history.points for count in point.counts.values())))
        self.names = [_short(name, history.points[-1].counts[name]) for name in history.buckets if history.points]
        widest = max((display_width(name) for name in self.names), default=0)
        self.right = _WIDTH - 30 - widest * _CHARACTER
        self.floor = _TOP + max(_PLOT_HEIGHT, _LABEL_HEIGHT * len(self.names))
        self.height = self.floor + _BOTTOM

    def x(self, time: float) -> float:
        """The place of a time; where all is one moment, the right end."""
        span = self.last - self.first
        return self.right if not span else _LEFT + (time - self.first) / span * (self.right - _LEFT)

    def y(self, count: float) -> float:
        """The height of a count."""
        return self.floor - count / self.largest * (self.floor - _TOP)

    def axes(self) -> Iterator[str]:
        """Grid lines with their numbers, and the dates below."""
        for tick in numbers(self.largest):
            y = self.y(tick.at)
            kind = "grid" if tick.at else "axis"
            yield f'<path class="{kind}" d="M{_LEFT} {y:.1f}H{self.right:.1f}"/>'
            yield f'<text class="faint" x="{_LEFT - 8}" y="{y + 4.5:.1f}" text-anchor="end">{tick.label}</text>'
        for tick in self._dates():
            x = self.x(tick.at)
            yield f'<path class="axis" d="M{x:.1f} {self.floor}v5"/>'
            yield f'<text class="faint" x="{x:.1f}" y="{self.floor + 21}" text-anchor="middle">{tick.label}</text>'

    def _dates(self) -> Iterator[Tick]:
        """The dates that have room beside each other and do not leave the paper."""
        taken = 0.0
        for tick in dates(self.first, self.last):
            half = display_width(tick.label) * _CHARACTER / 2
            if self.x(tick.at) - half >= taken and self.x(tick.at) + half <= _WIDTH:
                taken = self.x(tick.at) + half + 8
                yield tick

    def lines(self) -> Iterator[str]:
        """Each bucket's line, then all marks, so that no line covers one."""
        for number, name in enumerate(self.history.buckets if self.history.points else ()):
            dash = _DASHES[number // len(_LIGHT) % len(_DASHES)]
            dashed = f' stroke-dasharray="{dash}"' if dash else ""
            yield f'<path class="line s{number % len(_LIGHT)}"{dashed} d="{self._steps(name)}"/>'
        for number, name in enumerate(self.history.buckets):
            for time, point in zip(self.times, self.history.points, strict=True):
                if point.moved and point.moved.get(name, 0) > 0:
                    yield self._mark(number % len(_LIGHT), name, self.x(time), point)

    def _steps(self, name: str) -> str:
        points = self.history.points
        path = [f"M{_LEFT} {self.y(points[0].counts[name]):.1f}"]
        for time, point in zip(self.times, points, strict=True):
            if point.moved and name in point.moved:
                path.append(f"H{self.x(time):.1f}V{self.y(point.counts[name]):.1f}")
        return "".join([*path, f"H{self.right:.1f}"])

    def _mark(self, colour: int, name: str, x: float, point: Point) -> str:
        count, by = point.counts[name], (point.moved or {})[name]
        subject = point.subject if len(point.subject) <= _LONGEST_SUBJECT else f"{point.subject[:_LONGEST_SUBJECT]}…"
        title = f"{short_hash(point.commit)} {subject}", f"{name} {count - by} to {count}, {point.date}"
        place = f'cx="{x:.1f}" cy="{self.y(count):.1f}"'
        return (
            f'<g class="raise"><title>{"&#10;".join(map(_text, title))}</title>'
            f'<circle class="hit" {place} r="8"/><circle class="mark f{colour}" {place} r="3.6"/></g>'
        )

    def labels(self) -> Iterator[str]:
        """The name and last count of each line at its end; led to where there is room if several end together."""
        for label in self._placed():
            x, colour = self.right, label.number % len(_LIGHT)
            if abs(label.y - label.at) > 1:
                yield f'<path class="leader" d="M{x + 3:.1f} {label.at:.1f}L{x + 13:.1f} {label.y:.1f}"/>'
            whole = f"<title>{_text(self.history.buckets[label.number])}</title>"
            where = f'x="{x + 17:.1f}" y="{label.y + 4.5:.1f}"'
            yield f'<text class="f{colour}" {where}>{whole}{_text(label.text)}</text>'

    def _placed(self) -> list[_Label]:
        """The labels from the lowest up, each at least a line of text above the one before, none above the top."""
        last = self.history.points[-1].counts if self.history.points else {}
        ends = [(self.y(last[name]), number) for number, name in enumerate(self.history.buckets if last else ())]
        ends.sort(key=lambda end: (-end[0], -end[1]))
        heights: list[float] = []
        for at, _ in ends:
            heights.append(min(at, heights[-1] - _LABEL_HEIGHT) if heights else at)
        lowest_allowed = float(_TOP)
        for place in range(len(heights) - 1, -1, -1):
            heights[place] = max(heights[place], lowest_allowed)
            lowest_allowed = heights[place] + _LABEL_HEIGHT
        return [_Label(number, self.names[number], at, y) for (at, number), y in zip(ends, heights, strict=True)]


def _short(name: str, count: int) -> str:
    """A label: the bucket's name, cut where it is long, and its last count."""
    shown = visible(name)
    return f"{shown if len(shown) <= _WIDEST_LABEL else shown[: _WIDEST_LABEL - 1] + '…'} {count:,}"
