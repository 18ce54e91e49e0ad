"""`redfirst init`: reads a repository, and proposes a policy, hooks and a workflow; writes only what is new."""
