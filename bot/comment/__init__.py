"""The one comment on a pull request, from verdicts to Markdown: pure, and everything foreign in it is text."""
