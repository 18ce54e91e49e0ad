"""The one comment on a pull request, from verdicts to Markdown: pure, and everything foreign in it is text."""

from bot.comment.page import render
from bot.comment.state import state_in_words
from bot.comment.urls import Urls

__all__ = ["Urls", "render", "state_in_words"]
