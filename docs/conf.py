"""How Sphinx builds this folder: `make docs-html`, or `sphinx-build -W -n docs OUT`."""

project = "redfirst"
extensions = ["myst_parser"]
root_doc = "README"
myst_heading_anchors = 3
# The pages link each other by tables, which people see on the forge too; there is no other table of contents.
suppress_warnings = ["toc.not_included"]
html_theme = "basic"
html_copy_source = False
html_show_sphinx = False
