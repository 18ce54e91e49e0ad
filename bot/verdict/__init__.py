"""Everything about one pull request's range in one file, judged offline: `redfirst verdict`."""
