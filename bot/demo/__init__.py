"""`redfirst demo`: a repository that breaks the rules, built and judged before the user's eyes."""
