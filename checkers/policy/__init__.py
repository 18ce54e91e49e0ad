"""The policy file: loaded, validated, merged over a preset, and chosen for a subject."""
