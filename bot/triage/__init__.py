"""Which red checks of a pull request it caused and which it inherited, by failure text: `redfirst triage`."""
