"""A fuzz target for each parser of ours; CONTRIBUTING says how to run them and what to do with what they find."""
