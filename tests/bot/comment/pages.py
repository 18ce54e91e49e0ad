"""Pages of sample comments, to look at: as GitHub renders them, light and dark, on a telephone and on a desk.

`python -m tests.bot.comment.pages FOLDER` writes Markdown and HTML; `--css FOLDER` styles it (that of npm's
github-markdown-css), and `--pictures` lets Chromium take a picture of each.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from bot.comment import render
from checkers.output.markdown import LIMIT
from fixtures.hostile import strings
from tests.bot.comment import samples as s
from tests.bot.comment.everywhere import comment
from tests.support.github_markdown import to_html

PAGES: dict[str, Callable[[], str]] = {
    "green": lambda: render(s.judged(s.DOCUMENTS, s.ATTENTION, s.LEAKAGE, s.INDEX, s.TRAILERS), urls=s.URLS),
    "one-red": lambda: render(s.judged(s.DOCUMENTS, s.UNMARKED_ATTENTION, s.LEAKAGE, s.INDEX, s.TRAILERS), urls=s.URLS),
    "skips": lambda: render(s.judged(s.DOCUMENTS, s.ATTENTION, s.NO_INDEX, s.TRAILERS), urls=s.URLS),
    "design": lambda: render(
        s.judged(s.DOCUMENTS, s.UNMARKED_ATTENTION, s.LEAKAGE, s.NO_INDEX, s.TRAILERS, mutations=(s.SEAM, s.PROOF)),
        triage=s.TRIAGE,
        urls=s.URLS,
    ),
    "several-red": lambda: render(
        s.judged(
            s._gate("doc-checkpoint", s._RANGE, "5 commits, 2 rows moved, 5 of 6 documents paid", s.UNPAID),
            s.many_findings(14),
            s.LEAKAGE,
            s._gate("issue-index", s._RANGE, "6 rows, 0 added", s.EDITED),
            s._gate("commit-trailers", s._RANGE, "5 commits", s.ATTRIBUTION),
        ),
        urls=s.URLS,
        remarks=("the check run could not be created: 403 Resource not accessible by integration",),
    ),
    "many-red": lambda: render(
        s.judged(s.DOCUMENTS, s.many_findings(500), s.LEAKAGE, mutations=(s.long_table(60),)),
        triage=s.TRIAGE,
        urls=s.URLS,
    ),
    "long-table": lambda: render(s.judged(s.DOCUMENTS, s.ATTENTION, mutations=(s.long_table(60),)), urls=s.URLS),
    "not-judged": lambda: render(
        s.judged(
            s.not_run("judge", s._RANGE, ".redfirst.yml:3: attention_rung.sourcs is no key; did you mean sources?")
        ),
        urls=s.URLS,
    ),
    "superseded": lambda: render(
        s.judged(s.DOCUMENTS, s.UNMARKED_ATTENTION, s.TRAILERS), superseded_by=s.NEWER, urls=s.URLS
    ),
    "hostile": lambda: comment(" ".join(strings()[24:48]), turn=1, limit=LIMIT),
}
WIDTHS = (375, 1280)
THEMES = ("light", "dark")
_AROUND = {"light": "#ffffff", "dark": "#0d1117"}


def page(markdown: str, css: str = "", theme: str = "light", *, unfolded: bool = False) -> str:
    """A whole HTML page with the comment in it."""
    body = to_html(markdown)
    if unfolded:
        body = body.replace("<details>", "<details open>")
    return (
        f'<!doctype html><html><head><meta charset="utf-8"><meta name="color-scheme" content="{theme}">'
        f"<style>{css}\nhtml {{ background: {_AROUND[theme]} }}\nbody {{ margin: 0; padding: 16px }}</style></head>"
        f'<body><article class="markdown-body">{body}</article></body></html>'
    )


def write(folder: Path, styles: Path | None = None) -> list[Path]:
    """Every page as Markdown and as HTML in both themes; the HTML files."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, make in PAGES.items():
        markdown = make()
        (folder / f"{name}.md").write_text(markdown, encoding="utf-8")
        for theme in THEMES:
            css = (styles / f"github-markdown-{theme}.css").read_text(encoding="utf-8") if styles else ""
            for unfolded in (False, True):
                file = folder / f"{name}-{theme}{'-unfolded' if unfolded else ''}.html"
                file.write_text(page(markdown, css, theme, unfolded=unfolded), encoding="utf-8")
                written.append(file)
    return written


def picture(html: Path, width: int, height: int = 1600, scale: float = 1.0) -> Path:
    """A picture of that page; Chromium has no narrower window than 500 pixels, so a narrow page stands in a frame."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome") or "chromium"
    image = html.with_name(f"{html.stem}-{width}.png")
    with tempfile.TemporaryDirectory() as profile:
        frame = Path(profile) / "frame.html"
        style = f'style="border:0;display:block;width:{width}px;height:{height}px"'
        frame.write_text(f'<body style="margin:0"><iframe src="{html.resolve().as_uri()}" {style}></iframe>')
        argv = [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--allow-file-access"]
        argv += [f"--user-data-dir={profile}", f"--window-size={max(width, 500)},{height}"]
        argv += [
            "--virtual-time-budget=5000",
            f"--force-device-scale-factor={scale}",
            f"--screenshot={image.resolve()}",
            frame.as_uri(),
        ]
        subprocess.run(argv, check=True, capture_output=True, timeout=120)
    return image


def main() -> None:
    """Write the pages, and with `--pictures` look at them with Chromium."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--css", type=Path)
    parser.add_argument("--pictures", action="store_true")
    options = parser.parse_args()
    for html in write(options.folder, options.css):
        for width in WIDTHS if options.pictures else ():
            print(picture(html, width))


if __name__ == "__main__":
    main()
