"""A file's bytes with exact places: byte offsets to lines and columns, whatever the bytes are."""
