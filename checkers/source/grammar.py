"""The lexical grammar of C++: how tokens, comments, literals and blanks are spelled, as patterns over bytes."""

from __future__ import annotations

import re

_WIDE_BLANK = rb"\xc2\xa0|\xe1\x9a\x80|\xe2\x80[\x80-\x8a\xa8\xa9\xaf]|\xe2\x81\x9f|\xe3\x80\x80|\xef\xbb\xbf"
_UNIVERSAL = rb"\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8}"
_ODD = rb"(?:(?!%s)[\x80-\xff]|%s)" % (_WIDE_BLANK, _UNIVERSAL)
_REST = rb"[A-Za-z0-9_$]*+(?:(?=[\\\x80-\xff])(?:%s[A-Za-z0-9_$]*+)*+)?+" % _ODD
_SUFFIX = rb"(?:_%s|sv?+(?![A-Za-z0-9_]))?+" % _REST
_STRING = rb'"(?:[^"\\\r\n]++|\\[^\r\n])*+(?:"%s|\\?+)' % _SUFFIX
_CHARACTER = rb"'(?:[^'\\\r\n]++|\\[^\r\n])*+(?:'%s|\\?+)" % _SUFFIX
_FREQUENT = rb"[(){};,\[\]~?]|::|->(?!\*)|[-=<>:*&!.+](?![-=<>:*&!.+%0-9|])"
_OPERATOR = (
    rb"<<=|>>=|<=>|->\*|\.\.\.|%:%:|<(?=::[^:>])|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|"
    rb"\#\#|\.\*|<:|:>|<%|%>|%:|[^\s\x00\x80-\xff]"
)
_WORD = rb"[A-KM-QSTV-Za-tv-z_$]%s" % _REST
_NUMBER = rb"\.?+[0-9](?:[eEpP][-+]|'?[0-9A-Za-z_]|\.|[A-Za-z0-9_$]++|%s)*+" % _ODD
_PREFIXED = rb"(?:u8|[uUL])?"
_COMMENT_TEXT = rb"//[^\r\n]*+|/\*(?s:.*?)(?:\*/|\Z)"
_RAW_STRING = rb"(?:u8|[uUL])?R%s" % _STRING
_ODD_WORD = rb"[ULRu]%s|(?=[\\\x80-\xff])(?:%s[A-Za-z0-9_$]*+)++" % (_REST, _ODD)
# Nearly every token is one of the first two alternatives; the order of the others decides what a prefix belongs to.
_ALTERNATIVES = (
    _WORD,
    _FREQUENT,
    _NUMBER,
    _PREFIXED + _STRING,
    _PREFIXED + _CHARACTER,
    _COMMENT_TEXT,
    _RAW_STRING,
    _ODD_WORD,
    _OPERATOR,
    _WIDE_BLANK,
)
_PATTERN = b"|".join(b"(%s)" % alternative for alternative in _ALTERNATIVES)
# Blanks are a part of each match: to look for the next token from every one of them would cost more than the token.
TOKEN_OR_LINE_END = re.compile(rb"[ \t\f\v\x00]*+(?:%s|([\r\n])|\Z)" % _PATTERN)
PIECE = re.compile(rb"[\s\x00]*+(?:%s)" % b"|".join(_ALTERNATIVES))
_BEFORE_HASH = rb"(?:[ \t\f\v\x00]|%s)*+(?:\#|%%:)" % _WIDE_BLANK
STOP = re.compile(rb'R"|\n%s|\r%s|\*/%s' % (_BEFORE_HASH, _BEFORE_HASH, _BEFORE_HASH))
"""Where pieces end that can be read on their own: before what may be a directive or a raw string."""
SEEN_AHEAD = 4
"""Bytes behind a token that may decide where it ends."""
SUFFIX = re.compile(_SUFFIX)
WIDE_BLANK = re.compile(_WIDE_BLANK)
COMMENT, RAW, BLANK, END_OF_LINE = 6, 7, 10, 11
"""The groups that comments, raw strings, blanks and line ends are matched by; the others match tokens."""
DIGRAPHS = {b"<:": b"[", b":>": b"]", b"<%": b"{", b"%>": b"}", b"%:": b"#", b"%:%:": b"##"}
