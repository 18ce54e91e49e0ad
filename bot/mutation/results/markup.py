"""XML as test runners really write it, event by event, by a parser that refuses document types and deep nesting."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NoReturn, Protocol
from xml.parsers import expat

from bot.mutation.results.errors import ReportUnreadable
from bot.mutation.results.sources import markup_text_of

if TYPE_CHECKING:
    from collections.abc import Mapping

_DEEPEST = 1000
"""Elements inside one another; a runner's sections nest a few levels."""

# A document type can stand only behind the prolog, so that it is found before the parser sees it.
_DOCUMENT_TYPE = re.compile(r"(?:\s++|<\?(?:(?!\?>).)*+\?>|<!--(?:(?!-->).)*+-->)*+<!DOCTYPE", re.DOTALL)
_NOT_XML = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_REFERENCE = re.compile(r"&#(?:x([0-9A-Fa-f]{1,8})|([0-9]{1,10}));")
_MOST_REFERENCES = 2_000_000
_BROKEN_OFF = frozenset(
    expat.errors.codes[text]
    for text in (
        expat.errors.XML_ERROR_NO_ELEMENTS,
        expat.errors.XML_ERROR_UNCLOSED_TOKEN,
        expat.errors.XML_ERROR_PARTIAL_CHAR,
        expat.errors.XML_ERROR_UNCLOSED_CDATA_SECTION,
    )
)
_MORE_BEHIND = expat.errors.codes[expat.errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT]


class Listener(Protocol):
    """What a report's own parser hears; names of elements come without their namespace's prefix."""

    def begin(self, tag: str, attributes: Mapping[str, str]) -> None:
        """An element begins."""

    def text(self, data: str) -> None:
        """A piece of text inside the innermost element."""

    def end(self, tag: str) -> None:
        """An element ends."""


def read_markup(data: bytes, listener: Listener, *, printed: bool = False) -> bool:
    r"""Tell a document to a listener, and return whether it is whole: False where it breaks off.

    Bytes that are not UTF-8 (or what the document declares) and characters that XML forbids, also as references, are
    read as `\xNN`. `printed` allows other output before the XML declaration and, if it is no markup, behind the root.
    Raises ReportUnreadable for a document type, for nesting that is too deep, and for what is not well-formed.
    """
    text = markup_text_of(data)
    if printed:
        text = text[max(0, text.find("<?xml")) :]
    if _DOCUMENT_TYPE.match(text):
        _refuse_document_type()
    return _parse(_well_formed(text).encode(), listener, printed)


def _parse(document: bytes, listener: Listener, printed: bool) -> bool:
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = _refuse_document_type
    nesting = _Nesting(listener)
    parser.StartElementHandler = nesting.begin
    parser.EndElementHandler = nesting.end
    parser.CharacterDataHandler = listener.text
    try:
        parser.Parse(document, True)
    except expat.ExpatError as error:
        if error.code in _BROKEN_OFF:
            return False
        if printed and error.code == _MORE_BEHIND and b"<" not in document[parser.ErrorByteIndex :]:
            return True
        raise ReportUnreadable(f"is no XML (line {error.lineno}: {expat.ErrorString(error.code)})") from error
    return True


class _Nesting:
    """Passes elements on, up to a depth."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._depth = 0

    def begin(self, tag: str, attributes: Mapping[str, str]) -> None:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise ReportUnreadable(f"nests its elements more than {_DEEPEST} deep")
        self._listener.begin(tag.rpartition(":")[2], attributes)

    def end(self, tag: str) -> None:
        self._depth -= 1
        self._listener.end(tag.rpartition(":")[2])


def _refuse_document_type(*_: object) -> NoReturn:
    raise ReportUnreadable("declares a document type, which could define entities; no runner writes one")


def _well_formed(text: str) -> str:
    """The text with an escape for each character, literal or referred to, that XML cannot hold."""
    if text.count("&#") > _MOST_REFERENCES:
        raise ReportUnreadable(f"holds more than {_MOST_REFERENCES} references to characters")
    return _NOT_XML.sub(lambda found: _escaped(ord(found[0])), _REFERENCE.sub(_reference, text))


def _reference(found: re.Match[str]) -> str:
    code = int(found[1], 16) if found[1] else int(found[2])
    if code > 0x10FFFF or _NOT_XML.match(chr(code)):
        return _escaped(code)
    return found[0]


def _escaped(code: int) -> str:
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
