"""How long the product takes beside a reference that is measured in the same run; not part of the timed tests."""
