"""`python -m documentation`: writes every page that is made from data, and removes those whose data is gone."""

from __future__ import annotations

from documentation.pages import DOCS, all_pages, stale


def main() -> None:
    """Write what differs."""
    for path, text in all_pages().items():
        target = DOCS / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists() or target.read_text(encoding="utf-8") != text:
            target.write_text(text, encoding="utf-8")
            print(f"wrote docs/{path}")
    for target in stale():
        target.unlink()
        print(f"removed {target.relative_to(DOCS.parent)}")


main()
