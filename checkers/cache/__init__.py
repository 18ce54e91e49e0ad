"""Facts about file contents on disk, beyond one run: in the user's cache folder, and never needed for an answer."""
