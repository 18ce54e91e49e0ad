"""As much of `gh api` as the workflows use: a request to the forge of a test, its answer whole or through jq.

`gh api [--method M] [--paginate] PATH [-f KEY=VALUE]… [-F KEY=VALUE]… [--jq FILTER]`
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen


def main(argv: list[str]) -> int:
    """Write the answer to standard output; 1 where the forge refuses."""
    options = _options(argv)
    fields = dict(field.split("=", 1) for field in options.fields)
    assert options.method == "GET", "the workflows read alone"
    url: str | None = f"{os.environ['GITHUB_API_URL']}/{options.path}{'?' if fields else ''}{urlencode(fields)}"
    while url:
        request = Request(url)
        request.add_unredirected_header("Authorization", f"token {os.environ['GH_TOKEN']}")
        try:
            with urlopen(request) as answer:
                body, link = answer.read(), answer.headers.get("Link", "")
        except HTTPError as error:
            print(f"gh: {error}", file=sys.stderr)
            return 1
        if options.jq:
            body = subprocess.run(["jq", "-r", options.jq], input=body, capture_output=True, check=True).stdout
        sys.stdout.buffer.write(body)
        following = re.search(r'<([^>]*)>; rel="next"', link) if options.paginate else None
        url = following[1] if following else None
    return 0


def _options(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="gh")
    parser.add_argument("command", choices=["api"])
    parser.add_argument("path")
    parser.add_argument("--method", default="GET")
    parser.add_argument("--paginate", action="store_true")
    parser.add_argument("-f", "-F", dest="fields", action="append", default=[])
    parser.add_argument("--jq")
    return parser.parse_args(argv)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
