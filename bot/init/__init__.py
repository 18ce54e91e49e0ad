"""`redfirst init`: reads a repository, and proposes a policy, hooks and workflows; writes only what is new."""
