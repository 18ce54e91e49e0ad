"""A git config that names a program wherever git would start one."""

PROGRAMS = """
[core]
\tfsmonitor = {touch}
\thooksPath = {hooks}
\tpager = {touch}
\teditor = {touch}
\taskPass = {touch}
\tsshCommand = {touch}
\tgitProxy = {touch}
\talternateRefsCommand = {touch}
\tuntrackedCache = true
[diff]
\texternal = {touch}
[diff "evil"]
\tcommand = {touch}
\ttextconv = {touch}
\tcachetextconv = true
[filter "evil"]
\tclean = {touch}
\tsmudge = {touch}
\tprocess = {touch}
\trequired = true
[merge "evil"]
\tdriver = {touch} %A
\trecursive = evil
[merge "union"]
\tdriver = {touch} %A
[merge]
\tdefault = evil
\trenormalize = true
[log]
\tshowSignature = true
[gpg]
\tprogram = {touch}
\tformat = ssh
[gpg "ssh"]
\tprogram = {touch}
[credential]
\thelper = !{touch}
[uploadpack]
\tpackObjectsHook = {touch}
[remote "origin"]
\turl = ext::{touch}
\tpromisor = true
\tpartialclonefilter = blob:none
\tuploadpack = {touch}
[protocol]
\tallow = always
[protocol "ext"]
\tallow = always
[alias]
\trev-parse = !{touch}
\tcat-file = !{touch}
\tversion = !{touch}
\tls-files = !{touch}
\tmerge-tree = !{touch}
[trace2]
\teventTarget = {owned}
\tnormalTarget = {owned}
[trailer "x"]
\tcommand = {touch}
\tcmd = {touch}
[gc]
\tauto = 1
\tautoDetach = false
[submodule]
\trecurse = true
[pager]
\tls-files = {touch}
\tconfig = {touch}
\tdiff-tree = {touch}
[init]
\ttemplateDir = {hooks}
[interactive]
\tdiffFilter = {touch}
[sequence]
\teditor = {touch}
[browser "x"]
\tcmd = {touch}
[difftool "x"]
\tcmd = {touch}
"""
"""To be filled in: `touch` is a program, `hooks` a folder of them, `owned` a file; none may be started or written."""
