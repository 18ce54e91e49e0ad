"""What GitHub makes of a comment: its own Markdown renderer, then what its filters would link, ping or paint."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

import cmarkgfm
from cmarkgfm.cmark import Options

OPTIONS = Options.CMARK_OPT_UNSAFE | Options.CMARK_OPT_FOOTNOTES
"""Raw HTML is let through, as GitHub does before it sanitises; unsafe for a page, which is what is asked here."""

UNFILTERED = frozenset({"code", "pre", "a", "tt"})
"""Elements in which GitHub looks for nothing more."""

VOID = frozenset({"br", "hr", "img", "input"})
ZERO_WIDTH = "\u200b"

_EFFECTS = {
    "mention": re.compile(r"@[A-Za-z0-9]"),
    "issue": re.compile(r"#[0-9]|\bgh-[0-9]", re.IGNORECASE),
    "advisory": re.compile(r"\b(?:cve-[0-9]|ghsa-[0-9a-z])", re.IGNORECASE),
    "commit": re.compile(r"\b[0-9a-f]{7,40}\b", re.IGNORECASE),
    "emoji": re.compile(r":(?:100|1234|\+1|-1|[0-9]*[a-z_+-][a-z0-9_+-]*):", re.IGNORECASE),
    "address": re.compile(r"[a-z]://|\bwww\.", re.IGNORECASE),
    "mathematics": re.compile(r"\$.*\S"),
    "task": re.compile(r"^\s*\[[ xX]\] "),
    "alert": re.compile(r"^\s*\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]", re.IGNORECASE),
}
_COLOUR = re.compile(r"#[0-9a-f]{3,8}|(?:rgb|hsl)a?\([^)]*\)", re.IGNORECASE)

Attributes = tuple[tuple[str, str | None], ...]


@dataclass
class Element:
    """One element as it was met: where it stands among its ancestors, and the text directly inside it."""

    tag: str
    attributes: Attributes
    ancestors: tuple[str, ...]
    text: str = ""


@dataclass
class Page(HTMLParser):
    """The rendered comment, walked: elements in order, text nodes with their ancestors, and comments."""

    html: str
    elements: list[Element] = field(default_factory=list)
    texts: list[tuple[tuple[str, ...], str]] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    unclosed: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._open: list[Element] = []
        self._path: tuple[str, ...] = ()
        self.feed(self.html)
        self.close()
        self.unclosed += [element.tag for element in self._open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, tuple(attrs), self._path)
        self.elements.append(element)
        if tag not in VOID:
            self._open.append(element)
            self._path = (*self._path, tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if not self._open or self._open[-1].tag != tag:
            self.unclosed.append(f"/{tag}")
            return
        self._open.pop()
        self._path = self._path[:-1]

    def handle_data(self, data: str) -> None:
        self.texts.append((self._path, data))
        if self._open:
            self._open[-1].text += data

    def handle_comment(self, data: str) -> None:
        self.comments.append(data)

    handle_decl = handle_pi = unknown_decl = handle_comment

    @property
    def text(self) -> str:
        """What is read, without our own zero-width spaces."""
        return "".join(text for _, text in self.texts).replace(ZERO_WIDTH, "")

    @property
    def outside_code(self) -> str:
        """What stands where GitHub still looks for names and references."""
        return "".join(text for ancestors, text in self.texts if not UNFILTERED & set(ancestors))

    def tags(self) -> list[str]:
        """The names of all elements in order."""
        return [element.tag for element in self.elements]

    def links(self) -> list[str]:
        """Where its links lead, in order."""
        return [value or "" for element in self.elements for name, value in element.attributes if name == "href"]

    def effects(self) -> list[str]:
        """What GitHub's filters would make of text that stands in it: `mention: @octocat`."""
        found = [
            f"{name}: {text!r}"
            for text in {text for ancestors, text in self.texts if UNFILTERED.isdisjoint(ancestors)}
            for name, effect in _EFFECTS.items()
            if effect.search(text) and not (name == "mathematics" and text == "$")
        ]
        swatches = [element.text for element in self.elements if element.tag == "code"]
        return found + [f"colour: {text!r}" for text in swatches if _COLOUR.fullmatch(text)]


def to_html(markdown: str) -> str:
    """The HTML that GitHub's renderer makes of it."""
    html: str = cmarkgfm.github_flavored_markdown_to_html(markdown, options=OPTIONS)
    return html


def rendered(markdown: str) -> Page:
    """That HTML, walked."""
    return Page(to_html(markdown))
