"""`redfirst history`: what the ratchet counted at every first-parent commit, as a table, as JSON and as a chart."""
