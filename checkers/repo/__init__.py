"""The one door to git: snapshots, changes, ranges and merges of the judged repository, read and never written."""
